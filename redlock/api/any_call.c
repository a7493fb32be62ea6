/* SPDX-License-Identifier: MIT */
/* One lock, or a set of them. */

#include "redlock/api/any_call.h"

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

enum redlock_status
rlk_any_call_extend(union rlk_any_call *of, struct redlock_lock *lock,
                    int64_t ttl_ns, struct redlock_report *report, int64_t now)
{
    if (lock->member == NULL)
        return rlk_extend_start(&of->extend, lock, ttl_ns, report, now);
    return rlk_set_extend_start(&of->set_extend, lock->member->set, ttl_ns,
                                report, now);
}

void rlk_any_call_release(union rlk_any_call *of, struct redlock_lock *lock,
                          struct redlock_report *report, int64_t now)
{
    if (lock->member == NULL)
        rlk_release_start(&of->release, lock, report, now);
    else
        rlk_set_release_start(&of->set_release, lock->member->set, report, now);
}

void rlk_any_call_cancel(union rlk_any_call *of, bool several, int64_t now)
{
    if (several)
        rlk_set_acquire_cancel(&of->set_acquire, now);
    else
        rlk_acquire_cancel(&of->acquire, now);
}

/* --- the count of a handle --------------------------------------------------
 */

/* The count of a handle. */

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
