/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_ANY_CALL_H
#define RLK_REDLOCK_API_ANY_CALL_H

/*
 * Room for a call of any operation, and what is the same of one lock and of the
 * handle of a set, for both faces. Whoever keeps it zeroes it, and sets
 * call.completion.run; call is the head of each, so that the completion and the
 * status are found without asking which it is.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/core/acquire.h"
#include "redlock/core/call.h"
#include "redlock/core/extend.h"
#include "redlock/core/inspect.h"
#include "redlock/core/release.h"
#include "redlock/sets/set.h"

union rlk_any_call {
    struct rlk_call call;
    struct rlk_acquire acquire;
    struct rlk_extend extend;
    struct rlk_release release;
    struct rlk_inspect inspect;
    struct rlk_set_acquire set_acquire;
    struct rlk_set_extend set_extend;
    struct rlk_set_release set_release;
};

_Static_assert(offsetof(struct rlk_acquire, call) == 0 &&
                   offsetof(struct rlk_extend, call) == 0 &&
                   offsetof(struct rlk_release, call) == 0 &&
                   offsetof(struct rlk_inspect, call) == 0 &&
                   offsetof(struct rlk_set_acquire, call) == 0 &&
                   offsetof(struct rlk_set_extend, call) == 0 &&
                   offsetof(struct rlk_set_release, call) == 0,
               "the head of each");

/*
 * Extend and release the lock, or all of the set whose handle it is: as
 * rlk_extend_start() and rlk_release_start(), or those of a set. of: zero, but
 * for call.completion.run.
 */
enum redlock_status
rlk_any_call_extend(union rlk_any_call *of, struct redlock_lock *lock,
                    int64_t ttl_ns, struct redlock_report *report, int64_t now);
void rlk_any_call_release(union rlk_any_call *of, struct redlock_lock *lock,
                          struct redlock_report *report, int64_t now);

/* Ends an acquisition as cancelled, unless it has ended. several: of a set. */
void rlk_any_call_cancel(union rlk_any_call *of, bool several, int64_t now);

#endif
