/* SPDX-License-Identifier: MIT */
/* Renewing at a third of the TTL, the first time perhaps before. */

#include "redlock/core/keeper.h"

#include "clock/clock.h"
#include "redlock/core/core.h"
#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/memory.h"

/* Renewals fall on so many instants of a TTL, each a little early. */
#define TURNS_IN_A_TTL 3000

/*
 * Locks that were acquired in a burst are not renewed in one, which nodes
 * might not bear: the first renewals are spread over a quarter of the TTL. The
 * multiples of the golden ratio lie evenly, however many there are.
 */
static int64_t first_is_early(const struct redlock_lock *lock)
{
    uint64_t share = ((lock->attempt - 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 54;

    return lock->renewed ? 0 : lock->ttl_ns / 4096 * (int64_t)share;
}

void rlk_keeper_plan(struct redlock_lock *lock)
{
    int64_t span =
        lock->ttl_ns -
        rlk_clock_drift(lock->ttl_ns, lock->core->settings.drift_ppm);

    if (!lock->kept || lock->renewing || lock->lost)
        return;
    lock->renew_at = rlk_clock_add(rlk_clock_sub(lock->tenure.validity, span),
                                   lock->ttl_ns / 3);
    lock->renew_at -= first_is_early(lock);
    /* Many locks are renewed in one turn, with one write to each node. */
    lock->renew_at -= lock->renew_at % (lock->ttl_ns / TURNS_IN_A_TTL + 1);
}

void rlk_keeper_renew(struct redlock_lock *lock, int64_t now)
{
    struct rlk_extend *extend = rlk_alloc(sizeof(*extend));

    lock->renew_at = RLK_NEVER;
    if (extend != NULL) {
        extend->by_keeper = true;
        lock->renewing = true;
        lock->renewed = true;
        if (rlk_extend_start(extend, lock, lock->ttl_ns, NULL, now) ==
            REDLOCK_OK)
            return;
        lock->renewing = false;
        rlk_free(extend);
    }
    /* No memory now: there is time to try again. */
    if (!lock->lost)
        lock->renew_at = rlk_clock_add(now, lock->ttl_ns / 12 + 1);
}

void rlk_keeper_renewed(struct redlock_lock *lock, struct rlk_extend *extend,
                        int64_t now)
{
    rlk_free(extend);
    lock->renewing = false;
    rlk_keeper_plan(lock);
    rlk_lock_schedule(lock, now);
}
