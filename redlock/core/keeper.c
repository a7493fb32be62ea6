/* SPDX-License-Identifier: MIT */
/* Renews locks and reports losses when they are due. */

#include "redlock/core/keeper.h"

#include "clock/clock.h"
#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/runtime.h"

/* Renewals are rounded down to the nearest of this many instants in a TTL. */
#define TURNS_IN_A_TTL 3000

static void schedule(struct redlock_lock *lock, int64_t now)
{
    struct rlk_timers *timers = &lock->runtime->timers;
    int64_t due = rlk_lock_next_due(lock, now);

    /* Each vote of a renewal puts the loss off; the next renewal is earlier. */
    if (!lock->renewing || due < rlk_timers_at(timers, &lock->timer))
        rlk_timers_set(timers, &lock->timer, due);
}

/*
 * Spreads the first renewals over a quarter of the TTL, because renewing all
 * locks of a burst in one turn could overload the nodes. Multiples of the
 * golden ratio are evenly distributed for any number of locks.
 */
static int64_t first_is_early(const struct redlock_lock *lock)
{
    uint64_t share = ((lock->attempt - 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 54;

    return lock->renewed ? 0 : lock->ttl_ns / 4096 * (int64_t)share;
}

static int64_t next_turn(const struct redlock_lock *lock)
{
    int64_t span =
        lock->ttl_ns -
        rlk_clock_drift(lock->ttl_ns, lock->runtime->settings.drift_ppm);
    int64_t at = rlk_clock_add(rlk_clock_sub(lock->tenure.validity, span),
                               lock->ttl_ns / 3);

    at -= first_is_early(lock);
    /* Rounding lets many renewals share a turn, with one write to each node. */
    return at - at % (lock->ttl_ns / TURNS_IN_A_TTL + 1);
}

/* Plans the next renewal, if the lock is kept. */
static void plan(struct redlock_lock *lock, int64_t now)
{
    if (!lock->kept || lock->renewing || lock->lost)
        return;
    if (lock->renew_soon)
        lock->renew_at = now;
    /* A lock that was handed over: if it is held briefly, nothing is sent. */
    else if (!lock->raises)
        lock->renew_at = next_turn(lock);
    lock->renew_soon = false;
}

static void renewed(struct rlk_extend *extend, struct redlock_lock *lock,
                    int64_t now)
{
    rlk_free(extend);
    lock->renewing = false;
    plan(lock, now);
    schedule(lock, now);
}

static void renew(struct redlock_lock *lock, int64_t now)
{
    struct rlk_extend *extend = rlk_alloc(sizeof(*extend));

    lock->renew_at = RLK_NEVER;
    lock->raises = false;
    if (extend != NULL) {
        extend->ended = renewed;
        lock->renewing = true;
        lock->renewed = true;
        if (rlk_extend_start(extend, lock, lock->ttl_ns, NULL, now) ==
            REDLOCK_OK)
            return;
        lock->renewing = false;
        rlk_free(extend);
    }
    /* Out of memory; there is time for another try. */
    if (!lock->lost)
        lock->renew_at = rlk_clock_add(now, lock->ttl_ns / 12 + 1);
}

static void report_loss(struct redlock_lock *lock, int64_t now)
{
    rlk_lock_lose(lock, now);
    lock->runtime->counts.lost++;
    rlk_runtime_log(lock->runtime, &(struct rlk_log_event){
                                       .kind = RLK_LOG_LOST,
                                       .node = -1,
                                       .text = lock->resource->text,
                                       .span_ns = rlk_clock_sub(
                                           rlk_lock_shielded_until(lock), now),
                                       .now = now,
                                   });
    rlk_extend_end_all(lock, now);
    rlk_completions_push(&lock->runtime->completions, &lock->completion);
    schedule(lock, now);
}

void rlk_keeper_follow(struct redlock_lock *lock, int64_t now)
{
    if (rlk_lock_due(lock, now) == RLK_LOCK_LOST) {
        report_loss(lock, now);
        return;
    }
    plan(lock, now);
    schedule(lock, now);
}

void rlk_keeper_leave(struct redlock_lock *lock, int64_t now)
{
    lock->kept = false;
    lock->renew_soon = false;
    lock->renew_at = RLK_NEVER;
    if (!lock->lost)
        schedule(lock, now);
}

void rlk_keeper_fire(struct rlk_timer *timer, int64_t now)
{
    struct redlock_lock *lock = RLK_OWNER_OF(timer, struct redlock_lock, timer);

    switch (rlk_lock_due(lock, now)) {
    case RLK_LOCK_RENEW:
        renew(lock, now);
        break;
    case RLK_LOCK_LOST:
        report_loss(lock, now);
        return;
    case RLK_LOCK_EXPIRED:
        rlk_release_abandon(lock, now);
        return;
    case RLK_LOCK_NOTHING:
        break;
    }
    schedule(lock, now);
}
