/* SPDX-License-Identifier: MIT */
/* One lock, or a set of them. */

#include "redlock/api/any_call.h"

#include "redlock/core/lock.h"

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
