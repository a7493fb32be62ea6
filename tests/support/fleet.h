/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_FLEET_H
#define TESTS_SUPPORT_FLEET_H

/* N masters of a test, and their state as an observer sees it. */

#include <stdint.h>

#include "redlock/redlock.h"
#include "tests/support/server.h"

#define FLEET_MAX 9

/*
 * A node timeout that no healthy node exceeds, even on a loaded machine: for
 * tests without silent nodes.
 */
#define UNHURRIED_MS 10000

/* For tests with silent nodes, which must wait for this timeout. */
#define SILENT_MS 500

struct fleet {
    int count;
    struct server server[FLEET_MAX];
    char nodes[FLEET_MAX * SERVER_URI_MAX]; /* for redlock_settings.nodes */
};

/* Starts the masters on unix sockets, or on 127.0.0.1, and waits for all. */
void fleet_start(struct fleet *fleet, int count);
void fleet_start_tcp(struct fleet *fleet, int count);

/* Kills the masters that are running. */
void fleet_stop(struct fleet *fleet);

/* A client of all masters with the blocking API. */
struct redlock_client *fleet_open(const struct fleet *fleet,
                                  int64_t node_timeout_ms);

/*
 * A client of the nodes in settings. A refusal ends the test with its reason.
 */
struct redlock_client *open_client(const struct redlock_settings *settings);

/* The same with the event API, on a libev loop. */
struct redlock_client *
open_client_on_loop(struct ev_loop *loop,
                    const struct redlock_settings *settings);

/* redlock_acquire() of a request that has the resource alone. */
enum redlock_status fleet_acquire(struct redlock_client *client,
                                  const char *resource,
                                  struct redlock_lock **lock);

/* A handle for redlock_request.cancel. A refusal ends the test. */
struct redlock_cancel *make_cancel(void);

/* The number of running masters that have the key. */
int fleet_holding(struct fleet *fleet, const char *resource);

/*
 * Waits until exactly holding masters have the key, because the last answers of
 * a round arrive after the call has returned. A client with the blocking API
 * reads them only when it is used, so this function uses it. client may be
 * NULL.
 *
 * Ends the test after 15 seconds, well before a key of the default TTL expires.
 */
void fleet_await(struct fleet *fleet, struct redlock_client *client,
                 const char *resource, int holding);

/*
 * Waits until one of the masters has waiting entries in the resource's queue.
 */
void fleet_await_queue(struct fleet *fleet, const char *resource, int waiting);

/* Waits until the lock's token is a member's on every node. */
void fleet_await_member(struct fleet *fleet, struct redlock_client *client,
                        const struct redlock_lock *lock);

/*
 * The vote and message of every node in one line, for a failed assertion.
 * Static.
 */
const char *votes_of(const struct redlock_report *report);

/* Kills, pauses, resumes or restarts the servers first .. last. */
void fleet_each(struct fleet *fleet, int first, int last,
                void (*change)(struct server *server));

/* Runs a command in hiredis's format on the servers first .. last. */
#define fleet_run(fleet, first, last, ...)                                     \
    do {                                                                       \
        for (int node_ = (first); node_ <= (last); node_++)                    \
            server_run(&(fleet)->server[node_], __VA_ARGS__);                  \
    } while (0)

#endif
