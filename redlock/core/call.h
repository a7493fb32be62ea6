/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_CALL_H
#define RLK_REDLOCK_CORE_CALL_H

/*
 * The head of every operation - acquire, extend, release, inspect: when it
 * began, how many rounds it took, what came of it, the caller's report, and the
 * completion that tells the caller. All operations begin and end by it.
 */

#include <stdint.h>

#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"

struct rlk_op;
struct rlk_runtime;

struct rlk_call {
    struct rlk_completion completion; /* its run is set by the caller */
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_op *op;                /* the round under way; NULL: none */
    struct redlock_report *report;    /* the caller's; may be NULL */
    int64_t started;                  /* when rlk_call_begin() was called */
    int rounds;                 /* counted by rlk_call_count(); up to INT_MAX */
    enum redlock_status status; /* of the rounds so far; at last of the call */
};

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now);

/* One round more, for the report: an attempt that was decided, or a round. */
void rlk_call_count(struct rlk_call *call);

/*
 * The end: sets the status, completes the report and queues the completion. A
 * round that is still under way goes on without a caller.
 */
void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now);

/* The end without a completion: the caller is gone. */
void rlk_call_drop(struct rlk_call *call);

#endif
