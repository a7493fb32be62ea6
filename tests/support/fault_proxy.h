/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_FAULT_PROXY_H
#define TESTS_SUPPORT_FAULT_PROXY_H

/*
 * A TCP proxy in front of a server that does wrong on command. It is a
 * process of its own and never outlives the one that started it.
 */

#include "tests/support/server.h"

enum proxy_mode {
    PROXY_PASS,       /* hand on everything at once */
    PROXY_DELAY,      /* replies come amount milliseconds late */
    PROXY_LOSE,       /* requests arrive, replies are thrown away */
    PROXY_CUT,        /* close after amount bytes of replies, from now on */
    PROXY_BLACK_HOLE, /* accept, throw everything away, say nothing */
    PROXY_REFUSE,     /* do not listen; connections that stand are reset */
    PROXY_RESET,      /* accept, and reset at the first byte from the client */
    PROXY_BABBLE,     /* answer like a server that is no Redis */
};

struct proxy_state;

struct proxy {
    pid_t pid;
    int wake; /* a pipe: tells the process to look at its state again */
    struct proxy_state *state;
    char uri[SERVER_URI_MAX];
};

/* Listens on a port of 127.0.0.1, in mode PROXY_PASS. */
void proxy_start(struct proxy *proxy, const struct server *server);

/* Changes what happens to what comes from now on. Connections stand. */
void proxy_set(struct proxy *proxy, enum proxy_mode mode, int amount);

/*
 * Has another server behind it from now on, also for the connections that
 * stand; nothing may be under way on them.
 */
void proxy_switch(struct proxy *proxy, const struct server *server);

/* How many bytes came from clients so far. */
long long proxy_requested(const struct proxy *proxy);

void proxy_stop(struct proxy *proxy);

#endif
