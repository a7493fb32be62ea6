/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_COMPLETION_H
#define RLK_REDLOCK_RUNTIME_COMPLETION_H

/*
 * Completions: what has ended or happened, queued until its caller is told.
 * They are run from one place, rlk_core_run_completions(), where nothing of the
 * core is on the stack, so that a callback may call anything.
 */

#include <stdbool.h>
#include <stddef.h>

#include "redlock/runtime/list.h"

struct rlk_completion {
    struct rlk_list queued; /* among the completions that wait to be run */
    /* Tells the caller; called once for each time that it was queued. */
    void (*run)(struct rlk_completion *completion);
};

struct rlk_completions {
    struct rlk_list queue; /* first in, first out */
    size_t count;          /* of the completions in it */
};

void rlk_completions_init(struct rlk_completions *completions);

/* Appends a completion; one that is queued already stays where it is. */
void rlk_completions_push(struct rlk_completions *completions,
                          struct rlk_completion *completion);

/* Takes a completion out if it is queued. */
void rlk_completions_remove(struct rlk_completions *completions,
                            struct rlk_completion *completion);

/* Takes the first one out; NULL when there is none. */
struct rlk_completion *rlk_completions_pop(struct rlk_completions *completions);

#endif
