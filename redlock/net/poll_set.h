/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_POLL_SET_H
#define RLK_REDLOCK_NET_POLL_SET_H

/*
 * What one thread waits for: descriptors, one instant of the boot clock, and a
 * wakeup that ends the wait, all behind one epoll descriptor.
 *
 * One thread at a time, but for rlk_poll_set_wait() and rlk_poll_set_wake().
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

#include "redlock/redlock.h"

/* Two connections of each node. */
#define RLK_POLL_SET_MOST (2 * REDLOCK_NODES_MAX)

/* Beside them: the timer and the wakeup. */
#define RLK_POLL_SET_READY_MOST (RLK_POLL_SET_MOST + 2)

struct rlk_poll_set {
    int epoll;
    int timer;
    int wakeup;
    int64_t armed;   /* what the kernel was told; RLK_NEVER: nothing */
    int64_t asked;   /* what is waited for */
    int ready_count; /* by the last wait */
    struct epoll_event ready[RLK_POLL_SET_READY_MOST];
};

/* A descriptor in the set. */
struct rlk_watched {
    int descriptor;  /* that epoll knows; -1: none */
    uint32_t serial; /* of that descriptor: the next may have its number */
    uint32_t events; /* what epoll looks for there */
};

/* What came in on a descriptor. */
struct rlk_ready {
    uint32_t who;
    uint32_t serial;
    uint32_t events;
};

/* false: errno says what is lacking; it is to be closed all the same. */
bool rlk_poll_set_open(struct rlk_poll_set *set);
void rlk_poll_set_close(struct rlk_poll_set *set);

/*
 * Has the set look for these events on a descriptor, in the place of what it
 * looked for before. who: below RLK_POLL_SET_MOST, comes back when it is ready.
 * false: an errno says why not.
 */
bool rlk_poll_set_watch(struct rlk_poll_set *set, struct rlk_watched *watched,
                        int who, const struct rlk_watched *want);

/*
 * A descriptor is taken out before it is closed: a child after fork() may have
 * it open still, and epoll would go on to tell of it.
 */
void rlk_poll_set_unwatch(struct rlk_poll_set *set,
                          struct rlk_watched *watched);

/*
 * Has the set look whether a descriptor that is not of a connection polls
 * readable, until it is taken out. false: an errno says why not.
 */
bool rlk_poll_set_add(struct rlk_poll_set *set, int descriptor);
void rlk_poll_set_take_out(struct rlk_poll_set *set, int descriptor);

/*
 * Ends a wait at that instant or soon before. A timer that fires too early
 * costs less than one that is set anew for each request: most instants are
 * never reached.
 */
void rlk_poll_set_arm(struct rlk_poll_set *set, int64_t instant);

/* Waits for so long at most; -1: for ever. What came in is kept. */
void rlk_poll_set_wait(struct rlk_poll_set *set, int timeout_ms);

/* A descriptor, of those that came in: 0 <= place < ready_count. false: it is
 * the timer, the wakeup, or one that was added. */
bool rlk_poll_set_ready(const struct rlk_poll_set *set, int place,
                        struct rlk_ready *ready);

/* The descriptor there, if it is one that was added; else -1. */
int rlk_poll_set_added(const struct rlk_poll_set *set, int place);

/* Did the timer come in? */
bool rlk_poll_set_rang(const struct rlk_poll_set *set);

/* Answers the timer, at now. Is the instant there that was asked for last? */
bool rlk_poll_set_due(struct rlk_poll_set *set, int64_t now);

/* Ends a wait that is under way, or the next one. Any thread, any signal
 * handler. */
void rlk_poll_set_wake(struct rlk_poll_set *set);

/* Takes a wakeup that came in, if there is one. */
void rlk_poll_set_awake(struct rlk_poll_set *set);

#endif
