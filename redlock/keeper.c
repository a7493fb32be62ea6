/* SPDX-License-Identifier: MIT */
/* Renewing at a third of the TTL. */

#include "redlock/keeper.h"

#include "clock/clock.h"
#include "redlock/coord.h"
#include "redlock/extension.h"
#include "redlock/lock.h"
#include "redlock/memory.h"

/* Renewals fall on so many instants of a TTL, each a little early. */
#define TURNS_IN_A_TTL 3000

void rlk_keeper_plan(struct redlock_lock *lock)
{
    int64_t span =
        lock->ttl_ns -
        rlk_clock_drift(lock->ttl_ns, lock->coord->settings.drift_ppm);

    if (!lock->kept || lock->renewing || lock->told)
        return;
    lock->renew_at = rlk_clock_add(rlk_clock_sub(lock->tenure.validity, span),
                                   lock->ttl_ns / 3);
    /* Many locks are renewed in one turn, with one write to each node. */
    lock->renew_at -= lock->renew_at % (lock->ttl_ns / TURNS_IN_A_TTL + 1);
}

void rlk_keeper_renew(struct redlock_lock *lock, int64_t now)
{
    struct rlk_extension *extension = rlk_alloc(sizeof(*extension));

    lock->renew_at = RLK_NEVER;
    if (extension != NULL) {
        extension->by_keeper = true;
        lock->renewing = true;
        if (rlk_extension_start(extension, lock, lock->ttl_ns, NULL, now) ==
            REDLOCK_OK)
            return;
        lock->renewing = false;
        rlk_free(extension);
    }
    /* No memory now: there is time to try again. */
    if (!lock->told)
        lock->renew_at = rlk_clock_add(now, lock->ttl_ns / 12 + 1);
}

void rlk_keeper_renewed(struct redlock_lock *lock,
                        struct rlk_extension *extension, int64_t now)
{
    rlk_free(extension);
    lock->renewing = false;
    rlk_keeper_plan(lock);
    rlk_lock_schedule(lock, now);
}
