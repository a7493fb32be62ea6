/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_EXTEND_H
#define RLK_REDLOCK_CORE_EXTEND_H

/*
 * One wish to extend a lock: rounds, again and again, until a quorum has
 * accepted or the loss has to be told (protocol 3).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/completion.h"
#include "redlock/core/timers.h"
#include "redlock/redlock.h"

struct rlk_core;
struct rlk_op;

struct rlk_extend {
    struct rlk_completion
        completion; /* delivered at the end, unless the keeper's */
    struct rlk_core *core;
    struct redlock_lock *lock; /* NULL once ended */
    struct rlk_extend *next;   /* of the lock's */
    struct rlk_timer timer;    /* the pause before the next round */
    struct rlk_op *op;         /* the round under way */
    int64_t ttl_ns;
    int64_t goal; /* the validity that the first round would give */
    int64_t started;
    int refused; /* rounds that failed */
    bool by_keeper;
    enum redlock_status status;
    struct redlock_report *report;
};

/*
 * extension  the caller's memory, with notice.run and by_keeper set and
 *            zero elsewhere; the keeper's is freed at its end.
 *
 * OK: started. LOST, NO_MEMORY: not started, no notice comes.
 */
enum redlock_status rlk_extend_start(struct rlk_extend *extend,
                                     struct redlock_lock *lock, int64_t ttl_ns,
                                     struct redlock_report *report,
                                     int64_t now);

/* Checks a TTL for this lock: OK, BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG. */
enum redlock_status rlk_extend_check(const struct redlock_lock *lock,
                                     int64_t ttl_ms);

/* Nobody waits any more; no notice comes. */
void rlk_extend_drop(struct rlk_extend *extend, int64_t now);

/* Ends it: its status stands, its notice is on its way. */
void rlk_extend_end(struct rlk_extend *extend, enum redlock_status status,
                    int64_t now);

#endif
