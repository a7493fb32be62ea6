/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCAL_QUEUE_H
#define RLK_REDLOCK_CORE_LOCAL_QUEUE_H

/*
 * The waiters of this client for one resource stand in a line: one of them, the
 * first, has a place in the queues of the nodes. A release of this client may
 * name the first of the line instead of whom the nodes name, some times in a
 * row: then others get theirs.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/runtime/handoff.h"
#include "redlock/runtime/list.h"

struct rlk_local_queue;
struct rlk_waiter;
struct rlk_resource;
struct rlk_runtime;

/* One who stands in a line. Zero: in none. */
struct rlk_local_waiter {
    struct rlk_list among;        /* of the line */
    struct rlk_local_queue *line; /* NULL: in none */
    struct rlk_waiter *waiter;    /* the first one's; NULL: none yet */
    /* It has become the first, after others. */
    void (*turn)(struct rlk_local_waiter *who, int64_t now);
    /* Its place may be another; NULL: it does not ask for it. */
    void (*moved)(struct rlk_local_waiter *who);
};

/*
 * Stands in the line for the resource, at its end; turn and moved are set by
 * the caller. false: no memory.
 */
bool rlk_local_queue_join(struct rlk_local_waiter *who,
                          struct rlk_runtime *runtime,
                          struct rlk_resource *resource);

/* The place of the first has changed: calls all of the line. */
void rlk_local_queue_moved(const struct rlk_local_waiter *who);

/* So many are before it in its line; 0 where it is in none. */
int rlk_local_queue_rank(const struct rlk_local_waiter *who);

/* The place that its line has in the nodes' queues; NULL: none. */
const struct rlk_waiter *
rlk_local_queue_waiter(const struct rlk_local_waiter *who);

/* Is it the first? */
bool rlk_local_queue_is_first(const struct rlk_local_waiter *who);

/*
 * Leaves the line, if it is in one. served: it has the lock. Where it was the
 * first, it is the next one's turn.
 */
void rlk_local_queue_leave(struct rlk_local_waiter *who, bool served,
                           int64_t now);

/* Leaves it, and it is nobody's turn: the client is closed. */
void rlk_local_queue_drop(struct rlk_local_waiter *who);

/* Does somebody of this client wait for the resource? */
bool rlk_local_queue_exists(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource);

/*
 * Who is next: of our line, or head, whom the nodes named; NULL: they named
 * nobody. next: filled in. false: nobody is known.
 */
bool rlk_local_queue_choose(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource,
                            const struct rlk_successor *head,
                            struct rlk_successor *next, int64_t now);

#endif
