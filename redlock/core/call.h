/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_CALL_H
#define RLK_REDLOCK_CORE_CALL_H

/*
 * The head of every operation - acquire, extend, release, inspect: when it
 * began, how many rounds it took, what came of it, the caller's report, and the
 * completion that tells the caller. One beginning and one end for all.
 */

#include <stdint.h>

#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"

struct rlk_op;
struct rlk_runtime;

struct rlk_call {
    struct rlk_completion completion; /* its run is set by the caller */
    struct rlk_runtime *runtime;
    struct rlk_op *op;             /* the round under way; NULL: none */
    struct redlock_report *report; /* the caller's; may be NULL */
    int64_t started;
    int rounds; /* that were decided; no more than INT_MAX */
    enum redlock_status status;
};

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now);

/* One round more was decided. */
void rlk_call_count(struct rlk_call *call);

/*
 * The status stands and the report is full: the completion is on its way. A
 * round that is still under way has no caller any more.
 */
void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now);

/* Nobody waits any more: no completion comes. */
void rlk_call_drop(struct rlk_call *call);

#endif
