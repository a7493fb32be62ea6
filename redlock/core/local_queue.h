/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCAL_QUEUE_H
#define RLK_REDLOCK_CORE_LOCAL_QUEUE_H

/*
 * The local queue: the waiters of this client for one resource. Only its first
 * waiter has queue entries at the nodes. A release of this client may hand the
 * lock over to the first local waiter, before the next waiter at the nodes.
 * After some such hand-offs in a row, waiters of other clients are served.
 */

#include "redlock/runtime/handoff.h"
#include "redlock/runtime/list.h"

struct rlk_local_queue;
struct rlk_waiter;
struct rlk_resource;
struct rlk_runtime;

/* A waiter in a local queue. All zero: in none. */
struct rlk_local_waiter {
    struct rlk_list among;        /* of the queue's waiters */
    struct rlk_local_queue *line; /* NULL: in none */
    struct rlk_waiter *waiter;    /* set for the first one; NULL: none yet */
    /* The waiter has become the first of several. */
    void (*turn)(struct rlk_local_waiter *who, int64_t now);
    /* Its position may have changed. NULL: not wanted. */
    void (*moved)(struct rlk_local_waiter *who);
};

/*
 * Appends the waiter to the resource's local queue. The caller sets turn and
 * moved. false: no memory.
 */
bool rlk_local_queue_join(struct rlk_local_waiter *who,
                          struct rlk_runtime *runtime,
                          struct rlk_resource *resource);

/* The first waiter's position has changed: calls moved for all waiters. */
void rlk_local_queue_moved(const struct rlk_local_waiter *who);

/* The number of local waiters before it; 0 if it is in no local queue. */
int rlk_local_queue_rank(const struct rlk_local_waiter *who);

/* The first local waiter, which has the queue entries at the nodes; or NULL. */
const struct rlk_waiter *
rlk_local_queue_waiter(const struct rlk_local_waiter *who);

/* Is it the first in its local queue? */
bool rlk_local_queue_is_first(const struct rlk_local_waiter *who);

/*
 * Leaves the local queue, if it is in one. served: it has won the lock. If it
 * was the first, calls turn of the next waiter.
 */
void rlk_local_queue_leave(struct rlk_local_waiter *who, bool served,
                           int64_t now);

/* Leaves the queue without a turn for the next: the client is being closed. */
void rlk_local_queue_drop(struct rlk_local_waiter *who);

/* Does a waiter of this client wait for the resource? */
bool rlk_local_queue_exists(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource);

/*
 * Chooses the next holder: the first local waiter, or head, the next waiter at
 * the nodes (NULL: unknown), and fills in next. false: none is known.
 */
bool rlk_local_queue_choose(const struct rlk_runtime *runtime,
                            const struct rlk_resource *resource,
                            const struct rlk_successor *head,
                            struct rlk_successor *next, int64_t now);

#endif
