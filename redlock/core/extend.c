/* SPDX-License-Identifier: MIT */
/* Extending a lock, for its holder or for the keeper. */

#include "redlock/core/extend.h"

#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "quorum/backoff.h"
#include "redlock/core/acquire.h"
#include "redlock/core/core.h"
#include "redlock/core/keeper.h"
#include "redlock/core/lock.h"
#include "redlock/core/memory.h"
#include "redlock/core/op.h"
#include "redlock/core/report.h"

/* The pause after the first failed round, at least. */
#define RETRY_BASE_NS (5 * RLK_NS_PER_MS)

/* With less than this left there is no other round. */
#define RETRY_LEAST_NS RLK_NS_PER_MS

static bool begin_round(struct rlk_extend *extend, int64_t now);

static void pause_round(struct rlk_extend *extend, int64_t fastest_ns,
                        int64_t now)
{
    struct redlock_lock *lock = extend->lock;
    int64_t left = rlk_clock_sub(rlk_lock_tell_at(lock), now);
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_BASE_NS,
        .ceiling_ns = left > 0 ? left : 0,
    };
    int64_t pause;
    uint64_t random;

    if (fastest_ns != RLK_NEVER && 2 * fastest_ns > backoff.base_ns)
        backoff.base_ns = 2 * fastest_ns;
    extend->core->transport->ops->random(extend->core->transport, &random,
                                         sizeof(random));
    pause = rlk_backoff_pause(&backoff, extend->refused - 1, random);
    /* Drawn from what is left again and again, pauses would end in a burst. */
    if (backoff.ceiling_ns < RETRY_LEAST_NS)
        pause = backoff.ceiling_ns;
    rlk_timers_set(&extend->core->timers, &extend->timer,
                   rlk_clock_add(now, pause));
}

static void extend_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_extend *extend =
        (struct rlk_extend *)((char *)timer -
                              offsetof(struct rlk_extend, timer));

    /*
     * The lock's own timer may be due at this very instant and come after this
     * one: without the loss told here, rounds that end before they begin would
     * follow each other for ever.
     */
    if (now >= rlk_lock_tell_at(extend->lock)) {
        rlk_lock_lose(extend->lock, now);
        return;
    }
    /* Answers that came after their time-outs may have sufficed. */
    if (extend->lock->tenure.validity >= extend->goal ||
        RLK_MUTANT(EXTENSION_TOLD_UNMOVED)) {
        rlk_extend_end(extend, REDLOCK_OK, now);
        return;
    }
    if (!begin_round(extend, now)) {
        extend->refused++;
        pause_round(extend, RLK_NEVER, now);
    }
}

/* An adopted lock has one round: there is no validity to try until. */
static void founding_done(struct rlk_extend *extend, const struct rlk_op *op,
                          enum rlk_outcome outcome, int64_t now)
{
    if (outcome == RLK_OUTCOME_DENIED)
        rlk_lock_lose(extend->lock, now); /* which ends the extension */
    else
        rlk_extend_end(extend,
                       rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS
                                               : REDLOCK_NO_QUORUM,
                       now);
}

static void round_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_extend *extend = op->owner;
    struct redlock_lock *lock = extend->lock;

    extend->op = NULL;
    /* A vote that was counted may have been withdrawn since. */
    if (outcome == RLK_OUTCOME_WON && !lock->tenure.founding &&
        lock->tenure.validity >= extend->goal) {
        rlk_extend_end(extend, REDLOCK_OK, now);
        return;
    }
    if (lock->tenure.founding) {
        founding_done(extend, op, outcome, now);
        return;
    }
    extend->refused++;
    pause_round(extend, op->fastest_ns, now);
}

static bool begin_round(struct rlk_extend *extend, int64_t now)
{
    struct redlock_lock *lock = extend->lock;
    struct rlk_token token;
    bool founding = lock->tenure.founding;

    rlk_lock_token(lock, &token);
    return rlk_op_start(
        extend->core,
        &(struct rlk_op_settings){
            .kind = RLK_ROUND_EXTEND,
            .resource = lock->resource,
            .token = &token,
            .lock = lock,
            .ttl_ns = extend->ttl_ns,
            .deadline = founding ? RLK_NEVER : rlk_lock_tell_at(lock),
            .fence = lock->fence,
            .report = extend->report,
            .again = extend->refused > 0,
            .done = round_done,
            .owner = extend,
        },
        &extend->op, now);
}

enum redlock_status rlk_extend_start(struct rlk_extend *extend,
                                     struct redlock_lock *lock, int64_t ttl_ns,
                                     struct redlock_report *report, int64_t now)
{
    struct rlk_core *core = lock->core;

    if (lock->lost || (!lock->tenure.founding && !rlk_lock_held(lock, now))) {
        rlk_lock_lose(lock, now);
        return REDLOCK_LOST;
    }
    if (!rlk_timers_promise(&core->timers, &extend->timer, extend_fire))
        return REDLOCK_NO_MEMORY;
    extend->core = core;
    extend->lock = lock;
    extend->ttl_ns = ttl_ns;
    if (ttl_ns > lock->longest_ns)
        lock->longest_ns = ttl_ns;
    extend->goal = rlk_clock_vote_end(now, ttl_ns, core->settings.drift_ppm);
    extend->started = now;
    extend->report = report;
    extend->next = lock->extends;
    lock->extends = extend;
    if (begin_round(extend, now))
        return REDLOCK_OK;

    lock->extends = extend->next;
    rlk_timers_forget(&core->timers, &extend->timer);
    return REDLOCK_NO_MEMORY;
}

void rlk_extend_end(struct rlk_extend *extend, enum redlock_status status,
                    int64_t now)
{
    struct rlk_core *core = extend->core;
    struct redlock_lock *lock = extend->lock;
    struct rlk_extend **place = &lock->extends;

    while (*place != extend)
        place = &(*place)->next;
    *place = extend->next;
    if (extend->op != NULL) {
        rlk_report_outcome(extend->op, now);
        rlk_op_disown(extend->op);
    }
    extend->op = NULL;
    extend->lock = NULL;
    extend->status = status;
    rlk_timers_forget(&core->timers, &extend->timer);
    if (status == REDLOCK_OK)
        lock->ttl_ns = extend->ttl_ns;
    rlk_report_finish(extend->report, extend->refused + 1, extend->started,
                      now);
    if (extend->by_keeper)
        rlk_keeper_renewed(lock, extend, now);
    else
        rlk_completions_push(&core->completions, &extend->completion);
}

enum redlock_status rlk_extend_check(const struct redlock_lock *lock,
                                     int64_t ttl_ms)
{
    return rlk_acquire_check_ttl(lock->core, ttl_ms, lock->notice_ns);
}

void rlk_extend_drop(struct rlk_extend *extend, int64_t now)
{
    if (extend->lock != NULL)
        rlk_extend_end(extend, REDLOCK_LOST, now);
    rlk_completions_remove(&extend->core->completions, &extend->completion);
}
