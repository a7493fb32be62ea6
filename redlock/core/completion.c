/* SPDX-License-Identifier: MIT */
/* A queue of completions, first in, first out. */

#include "redlock/core/completion.h"

void rlk_completions_init(struct rlk_completions *completions)
{
    completions->first = NULL;
    completions->last = &completions->first;
    completions->count = 0;
}

bool rlk_completions_waiting(const struct rlk_completions *completions)
{
    return completions->first != NULL;
}

void rlk_completions_push(struct rlk_completions *completions,
                          struct rlk_completion *completion)
{
    if (completion->place != NULL)
        return;
    completion->next = NULL;
    completion->place = completions->last;
    *completions->last = completion;
    completions->last = &completion->next;
    completions->count++;
}

void rlk_completions_remove(struct rlk_completions *completions,
                            struct rlk_completion *completion)
{
    if (completion->place == NULL)
        return;
    *completion->place = completion->next;
    if (completion->next != NULL)
        completion->next->place = completion->place;
    else
        completions->last = completion->place;
    completion->place = NULL;
    completions->count--;
}

struct rlk_completion *rlk_completions_pop(struct rlk_completions *completions)
{
    struct rlk_completion *completion = completions->first;

    if (completion != NULL)
        rlk_completions_remove(completions, completion);
    return completion;
}
