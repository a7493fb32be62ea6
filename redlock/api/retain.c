/* SPDX-License-Identifier: MIT */
/* The count of a handle. */

#include "redlock/api/retain.h"

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

bool rlk_retain_has_enough(const struct redlock_lock *lock)
{
    return redlock_held(lock) &&
           redlock_remaining_ms(lock) >= rlk_clock_to_ms(lock->least_ns);
}

int64_t rlk_retain_ttl_ms(const struct redlock_lock *lock)
{
    return lock->tenure.founding ? 0 : rlk_clock_to_ms(lock->ttl_ns);
}

bool rlk_retain_drop(struct redlock_lock *lock, struct redlock_report *report,
                     enum redlock_status *status)
{
    if (lock->retained == 0)
        return false;
    lock->retained--;
    rlk_report_begin(report, &lock->runtime->settings);
    *status = redlock_held(lock) ? REDLOCK_OK : REDLOCK_GONE;
    return true;
}
