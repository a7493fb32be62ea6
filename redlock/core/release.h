/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_RELEASE_H
#define RLK_REDLOCK_CORE_RELEASE_H

/* Giving a lock back, on every node. */

#include <stdint.h>

#include "redlock/core/completion.h"
#include "redlock/redlock.h"

struct rlk_core;
struct rlk_op;

struct rlk_release {
    struct rlk_completion completion; /* delivered at the end */
    struct rlk_core *core;
    struct rlk_op *op; /* under way; NULL once ended */
    struct redlock_report *report;
    int64_t started;
    enum redlock_status status;
};

/*
 * Frees the lock and asks every node to delete its key.
 *
 * release  the caller's memory, with notice.run set and zero elsewhere;
 *          NULL: nobody waits for the answers.
 */
void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now);

/* Nobody waits any more; no notice comes. */
void rlk_release_drop(struct rlk_release *release);

/* A lost lock's keys are given up; the handle stays its holder's. */
void rlk_release_abandon(struct redlock_lock *lock, int64_t now);

#endif
