/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_EXTEND_H
#define RLK_REDLOCK_CORE_EXTEND_H

/*
 * One wish to extend a lock: rounds, again and again, until a quorum has
 * accepted or the loss has to be told (protocol 3).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/call.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/timers.h"

struct rlk_extend {
    struct rlk_call call;      /* its rounds are those that were begun */
    struct redlock_lock *lock; /* NULL once ended */
    struct rlk_list of_lock;
    struct rlk_timer timer; /* the pause before the next round */
    int64_t ttl_ns;
    int64_t goal; /* the validity that the first round would give */
    /*
     * The keeper's: called at the end instead of the completion, with the lock
     * that it was for, and may free it. NULL: the completion comes.
     */
    void (*ended)(struct rlk_extend *extend, struct redlock_lock *lock,
                  int64_t now);
};

/*
 * extend  the caller's memory, with call.completion.run or ended set, and zero
 *         elsewhere.
 *
 * OK: started. LOST, NO_MEMORY: not started, nobody is told.
 */
enum redlock_status rlk_extend_start(struct rlk_extend *extend,
                                     struct redlock_lock *lock, int64_t ttl_ns,
                                     struct redlock_report *report,
                                     int64_t now);

/* Checks a TTL for this lock: OK, BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG. */
enum redlock_status rlk_extend_check(const struct redlock_lock *lock,
                                     int64_t ttl_ms);

/* Nobody waits any more; no completion comes. */
void rlk_extend_drop(struct rlk_extend *extend, int64_t now);

/* Ends all that are under way for a lock, as lost. */
void rlk_extend_end_all(struct redlock_lock *lock, int64_t now);

#endif
