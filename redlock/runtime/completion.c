/* SPDX-License-Identifier: MIT */
/* A queue of completions, first in, first out. */

#include "redlock/runtime/completion.h"

void rlk_completions_init(struct rlk_completions *completions)
{
    rlk_list_init(&completions->queue);
    completions->count = 0;
}

void rlk_completions_push(struct rlk_completions *completions,
                          struct rlk_completion *completion)
{
    if (rlk_list_linked(&completion->queued))
        return;
    rlk_list_push_back(&completions->queue, &completion->queued);
    completions->count++;
}

void rlk_completions_remove(struct rlk_completions *completions,
                            struct rlk_completion *completion)
{
    if (!rlk_list_linked(&completion->queued))
        return;
    rlk_list_remove(&completion->queued);
    completions->count--;
}

struct rlk_completion *rlk_completions_pop(struct rlk_completions *completions)
{
    struct rlk_completion *completion;

    if (rlk_list_empty(&completions->queue))
        return NULL;
    completion =
        RLK_OWNER_OF(completions->queue.next, struct rlk_completion, queued);
    rlk_completions_remove(completions, completion);
    return completion;
}
