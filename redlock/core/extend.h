/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_EXTEND_H
#define RLK_REDLOCK_CORE_EXTEND_H

/*
 * Extending a lock: rounds, with pauses between them, until a quorum has
 * accepted or the loss must be reported (protocol 3).
 */

#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/timers.h"

struct rlk_extend {
    struct rlk_call call;      /* counts the rounds that were begun */
    struct redlock_lock *lock; /* NULL once ended */
    struct rlk_list of_lock;   /* among the lock's extensions */
    struct rlk_timer timer;    /* the pause before the next round */
    bool downgrades;           /* rlk_extend_downgrade(): it ends if a majority
                                  lacks the right */
    int64_t ttl_ns;            /* the lock's new TTL */
    int64_t goal;              /* the validity to be reached: what the first
                                  round would give */
    /*
     * For the keeper: called at the end instead of the completion, with the
     * lock that was extended. It may free the extension. NULL: the completion
     * is queued.
     */
    void (*ended)(struct rlk_extend *extend, struct redlock_lock *lock,
                  int64_t now);
};

/*
 * extend  the caller's memory, with call.completion.run or ended set, and zero
 * elsewhere.
 *
 * OK: started. LOST, NO_MEMORY: not started, nothing is called.
 */
enum redlock_status rlk_extend_start(struct rlk_extend *extend,
                                     struct redlock_lock *lock, int64_t ttl_ns,
                                     struct redlock_report *report,
                                     int64_t now);

/* Checks a TTL for this lock: OK, BAD_REQUEST, TTL_TOO_SHORT, TTL_TOO_LONG. */
enum redlock_status rlk_extend_check(const struct redlock_lock *lock,
                                     int64_t ttl_ms);

/*
 * Makes an exclusive lock a shared one, by an extension of its TTL that changes
 * each node's key. The votes keep their ends, so there is no gap. The lock
 * counts as shared from this call on.
 *
 * As rlk_extend_start(). LOST, NO_MEMORY: nothing was sent, and the lock is
 * still released as an exclusive one.
 */
enum redlock_status rlk_extend_downgrade(struct rlk_extend *extend,
                                         struct redlock_lock *lock,
                                         struct redlock_report *report,
                                         int64_t now);

/*
 * OK. BAD_REQUEST: it is shared or an owner's already, or a member of a set, or
 * adopted and not extended yet.
 */
enum redlock_status rlk_extend_check_downgrade(const struct redlock_lock *lock);

/* Ends the extension without a completion: its caller is gone. */
void rlk_extend_drop(struct rlk_extend *extend, int64_t now);

/* Ends all extensions of a lock that are under way, with status LOST. */
void rlk_extend_end_all(struct redlock_lock *lock, int64_t now);

#endif
