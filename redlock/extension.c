/* SPDX-License-Identifier: MIT */
/* Extending a lock, for its holder or for the keeper. */

#include "redlock/extension.h"

#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "quorum/backoff.h"
#include "redlock/coord.h"
#include "redlock/keeper.h"
#include "redlock/lock.h"
#include "redlock/memory.h"
#include "redlock/op.h"
#include "redlock/report.h"
#include "redlock/waiter.h"

/* The pause after the first failed round, at least. */
#define RETRY_BASE_NS (5 * RLK_NS_PER_MS)

/* With less than this left there is no other round. */
#define RETRY_LEAST_NS RLK_NS_PER_MS

static bool begin_round(struct rlk_extension *extension, int64_t now);

static void pause_round(struct rlk_extension *extension, int64_t fastest_ns,
                        int64_t now)
{
    struct redlock_lock *lock = extension->lock;
    int64_t left = rlk_clock_sub(rlk_lock_tell_at(lock), now);
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_BASE_NS,
        .ceiling_ns = left > 0 ? left : 0,
    };
    int64_t pause;
    uint64_t random;

    if (fastest_ns != RLK_NEVER && 2 * fastest_ns > backoff.base_ns)
        backoff.base_ns = 2 * fastest_ns;
    extension->coord->transport->ops->random(extension->coord->transport,
                                             &random, sizeof(random));
    pause = rlk_backoff_pause(&backoff, extension->refused - 1, random);
    /* Drawn from what is left again and again, pauses would end in a burst. */
    if (backoff.ceiling_ns < RETRY_LEAST_NS)
        pause = backoff.ceiling_ns;
    rlk_timers_set(&extension->coord->timers, &extension->timer,
                   rlk_clock_add(now, pause));
}

static void extension_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_extension *extension =
        (struct rlk_extension *)((char *)timer -
                                 offsetof(struct rlk_extension, timer));

    /*
     * The lock's own timer may be due at this very instant and come after this
     * one: without the loss told here, rounds that end before they begin would
     * follow each other for ever.
     */
    if (now >= rlk_lock_tell_at(extension->lock)) {
        rlk_lock_lose(extension->lock, now);
        return;
    }
    /* Answers that came after their time-outs may have sufficed. */
    if (extension->lock->tenure.validity >= extension->goal ||
        RLK_MUTANT(EXTENSION_TOLD_UNMOVED)) {
        rlk_extension_end(extension, REDLOCK_OK);
        return;
    }
    if (!begin_round(extension, now)) {
        extension->refused++;
        pause_round(extension, RLK_NEVER, now);
    }
}

/* An adopted lock has one round: there is no validity to try until. */
static void founding_done(struct rlk_extension *extension,
                          const struct rlk_op *op, enum rlk_outcome outcome,
                          int64_t now)
{
    if (outcome == RLK_OUTCOME_DENIED)
        rlk_lock_lose(extension->lock, now); /* which ends the extension */
    else
        rlk_extension_end(extension, rlk_op_lacks_rights(op)
                                         ? REDLOCK_NO_RIGHTS
                                         : REDLOCK_NO_QUORUM);
}

static void round_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_extension *extension = op->owner;
    struct redlock_lock *lock = extension->lock;

    extension->op = NULL;
    /* A vote that was counted may have been withdrawn since. */
    if (outcome == RLK_OUTCOME_WON && !lock->tenure.founding &&
        lock->tenure.validity >= extension->goal) {
        rlk_extension_end(extension, REDLOCK_OK);
        return;
    }
    if (lock->tenure.founding) {
        founding_done(extension, op, outcome, now);
        return;
    }
    extension->refused++;
    pause_round(extension, op->fastest_ns, now);
}

static bool begin_round(struct rlk_extension *extension, int64_t now)
{
    struct redlock_lock *lock = extension->lock;
    struct rlk_token token;
    bool founding = lock->tenure.founding;

    rlk_lock_token(lock, &token);
    return rlk_op_start(
        extension->coord,
        &(struct rlk_op_settings){
            .kind = RLK_ROUND_EXTEND,
            .resource = lock->resource,
            .token = &token,
            .lock = lock,
            .ttl_ns = extension->ttl_ns,
            .deadline = founding ? RLK_NEVER : rlk_lock_tell_at(lock),
            .fence = lock->fence,
            .report = extension->report,
            .again = extension->refused > 0,
            .done = round_done,
            .owner = extension,
        },
        &extension->op, now);
}

enum redlock_status
rlk_extension_start(struct rlk_extension *extension, struct redlock_lock *lock,
                    int64_t ttl_ns, struct redlock_report *report, int64_t now)
{
    struct rlk_coord *coord = lock->coord;

    if (lock->told || (!lock->tenure.founding && !rlk_lock_held(lock, now))) {
        rlk_lock_lose(lock, now);
        return REDLOCK_LOST;
    }
    if (!rlk_timers_promise(&coord->timers, &extension->timer, extension_fire))
        return REDLOCK_NO_MEMORY;
    extension->coord = coord;
    extension->lock = lock;
    extension->ttl_ns = ttl_ns;
    if (ttl_ns > lock->longest_ns)
        lock->longest_ns = ttl_ns;
    extension->goal =
        rlk_clock_vote_end(now, ttl_ns, coord->settings.drift_ppm);
    extension->started = now;
    extension->report = report;
    extension->next = lock->extensions;
    lock->extensions = extension;
    if (begin_round(extension, now))
        return REDLOCK_OK;

    lock->extensions = extension->next;
    rlk_timers_forget(&coord->timers, &extension->timer);
    return REDLOCK_NO_MEMORY;
}

void rlk_extension_end(struct rlk_extension *extension,
                       enum redlock_status status)
{
    struct rlk_coord *coord = extension->coord;
    struct redlock_lock *lock = extension->lock;
    struct rlk_extension **place = &lock->extensions;
    int64_t now = coord->transport->ops->now(coord->transport);

    while (*place != extension)
        place = &(*place)->next;
    *place = extension->next;
    if (extension->op != NULL) {
        rlk_report_outcome(extension->op);
        rlk_op_disown(extension->op);
    }
    extension->op = NULL;
    extension->lock = NULL;
    extension->status = status;
    rlk_timers_forget(&coord->timers, &extension->timer);
    if (status == REDLOCK_OK)
        lock->ttl_ns = extension->ttl_ns;
    rlk_report_finish(extension->report, extension->refused + 1,
                      extension->started, now);
    if (extension->by_keeper)
        rlk_keeper_renewed(lock, extension, now);
    else
        rlk_notices_push(&coord->notices, &extension->notice);
}

enum redlock_status rlk_extension_check(const struct redlock_lock *lock,
                                        int64_t ttl_ms)
{
    return rlk_waiter_check_ttl(lock->coord, ttl_ms, lock->notice_ns);
}

void rlk_extension_drop(struct rlk_extension *extension)
{
    if (extension->lock != NULL)
        rlk_extension_end(extension, REDLOCK_LOST);
    rlk_notices_remove(&extension->coord->notices, &extension->notice);
}
