/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_PROXY_H
#define TESTS_PROXY_PROXY_H

/*
 * A TCP proxy in front of a test's server, with faults on demand. It is a
 * process of its own, and never outlives the process that started it.
 */

#include "tests/proxy/faults.h"
#include "tests/support/server.h"

struct proxy {
    pid_t pid;
    int orders; /* the socket to the process */
    char uri[SERVER_URI_MAX];
};

/* Listens on a port of 127.0.0.1, and forwards everything immediately. */
void proxy_start(struct proxy *proxy, const struct server *server);

/*
 * Sets the faults for all bytes from now on. Queued bytes are written
 * immediately, unless the new faults discard them. Connections stay open.
 */
void proxy_set(struct proxy *proxy, const struct proxy_faults *faults);

/* Two frequent settings: no fault, and delayed replies. */
void proxy_heal(struct proxy *proxy);
void proxy_delay_replies(struct proxy *proxy, int64_t ms);

/*
 * Connects to another server from now on, also for existing connections, on
 * which nothing may be queued.
 */
void proxy_switch(struct proxy *proxy, const struct server *server);

void proxy_stop(struct proxy *proxy);

#endif
