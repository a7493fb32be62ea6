/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_RELEASE_SET_H
#define RLK_REDLOCK_SETS_RELEASE_SET_H

/* Giving all locks of a set back, at once. */

#include <stdint.h>

#include "redlock/core/call.h"
#include "redlock/sets/set.h"

struct rlk_set_release {
    struct rlk_call call;
    struct rlk_set *set;        /* NULL once ended */
    int left;                   /* members whose release has not ended */
    enum redlock_status status; /* the worst of those that have */
};

/*
 * Frees the locks, and the set once their releases have ended: with the worst
 * that came of any: GONE, NO_RIGHTS, UNREACHABLE. report: of the first.
 *
 * release  the caller's memory, with call.completion.run set, and zero
 *          elsewhere.
 */
void rlk_set_release_start(struct rlk_set_release *release, struct rlk_set *set,
                           struct redlock_report *report, int64_t now);

/* Frees set and locks, and leaves their keys as they are. */
void rlk_set_release_handles(struct rlk_set *set, int64_t now);

#endif
