/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_FLEET_H
#define TESTS_SUPPORT_FLEET_H

/* N masters of a test's own, and what is to be seen on them from outside. */

#include <stdint.h>

#include "redlock/redlock.h"
#include "tests/support/server.h"

#define FLEET_MAX 9

/*
 * A node time-out that no healthy node exceeds, however loaded the machine:
 * for tests in which no node is silent.
 */
#define UNHURRIED_MS 10000

/* For tests with silent nodes, which have to wait for it. */
#define SILENT_MS 500

struct fleet {
    int count;
    struct server server[FLEET_MAX];
    char nodes[FLEET_MAX * SERVER_URI_MAX]; /* for redlock_settings.nodes */
};

/* Starts them on unix sockets, or on 127.0.0.1, and waits for all. */
void fleet_start(struct fleet *fleet, int count);
void fleet_start_tcp(struct fleet *fleet, int count);

/* Kills those that run. */
void fleet_stop(struct fleet *fleet);

/* A client of them all with the blocking API. */
struct redlock_client *fleet_open(const struct fleet *fleet,
                                  int64_t node_timeout_ms);

/* A client of any nodes; a refusal ends the test with its reason. */
struct redlock_client *open_client(const struct redlock_settings *settings);

/* The same with the event API, on a loop. */
struct redlock_client *
open_client_on_loop(struct ev_loop *loop,
                    const struct redlock_settings *settings);

/* A handle for redlock_request.cancel; a refusal ends the test. */
struct redlock_cancel *make_cancel(void);

/* On how many of the servers that run the key is there. */
int fleet_holding(struct fleet *fleet, const char *resource);

/*
 * Waits until exactly so many of them hold the key: the last answers of a
 * round come in behind the call's return. In the blocking API they are read
 * when the client is used next, so it is: client may be NULL.
 *
 * Ends the test after a quarter of a minute, well before a key of the default
 * TTL expires.
 */
void fleet_await(struct fleet *fleet, struct redlock_client *client,
                 const char *resource, int holding);

/* Waits until so many are in the queue for the resource at one of them. */
void fleet_await_queue(struct fleet *fleet, const char *resource, int waiting);

/* Likewise until its lock's token is a member's on every node. */
void fleet_await_member(struct fleet *fleet, struct redlock_client *client,
                        const struct redlock_lock *lock);

/* What every node said, in one line, for a failure's message. Static. */
const char *votes_of(const struct redlock_report *report);

/* Runs a command in hiredis' format on the servers first .. last. */
#define fleet_run(fleet, first, last, ...)                                     \
    do {                                                                       \
        for (int node_ = (first); node_ <= (last); node_++)                    \
            server_run(&(fleet)->server[node_], __VA_ARGS__);                  \
    } while (0)

#endif
