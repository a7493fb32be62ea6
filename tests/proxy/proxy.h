/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROXY_PROXY_H
#define TESTS_PROXY_PROXY_H

/*
 * A TCP proxy in front of a test's server that does wrong on command. It is a
 * process of its own and never outlives the one that started it.
 */

#include "tests/proxy/faults.h"
#include "tests/support/server.h"

struct proxy {
    pid_t pid;
    int orders; /* a socket to the process */
    char uri[SERVER_URI_MAX];
};

/* Listens on a port of 127.0.0.1, and hands everything on at once. */
void proxy_start(struct proxy *proxy, const struct server *server);

/*
 * Changes what happens to what comes from now on. What was held back goes out
 * at once, unless it is lost now. Connections stand.
 */
void proxy_set(struct proxy *proxy, const struct proxy_faults *faults);

/* The two that tests set most: no fault, and replies so much too late. */
void proxy_heal(struct proxy *proxy);
void proxy_delay_replies(struct proxy *proxy, int64_t ms);

/*
 * Has another server behind it from now on, also for the connections that
 * stand; nothing may be under way on them.
 */
void proxy_switch(struct proxy *proxy, const struct server *server);

void proxy_stop(struct proxy *proxy);

#endif
