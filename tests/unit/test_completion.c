/* SPDX-License-Identifier: MIT */
/* The queue of completions. */

#include <criterion/criterion.h>

#include "redlock/runtime/runtime.h"

Test(completions, come_out_in_order_and_once)
{
    struct rlk_completions completions;
    struct rlk_completion one = {0};
    struct rlk_completion two = {0};

    rlk_list_init(&completions.queue);
    rlk_completions_push(&completions, &one);
    rlk_completions_push(&completions, &two);
    rlk_completions_push(&completions, &one);
    cr_assert_eq(rlk_completions_pop(&completions), &one);
    cr_assert_eq(rlk_completions_pop(&completions), &two);
    cr_assert_null(rlk_completions_pop(&completions));
    cr_assert(rlk_completions_empty(&completions));
}

Test(completions, can_be_removed_at_any_position)
{
    struct rlk_completions completions;
    struct rlk_completion completion[3] = {0};

    for (int gone = 0; gone < 3; gone++) {
        rlk_list_init(&completions.queue);
        for (int i = 0; i < 3; i++)
            rlk_completions_push(&completions, &completion[i]);
        rlk_list_remove(&completion[gone].queued);
        rlk_list_remove(&completion[gone].queued);
        rlk_completions_push(&completions, &completion[gone]);
        for (int i = 0; i < 3; i++) {
            if (i != gone)
                cr_assert_eq(rlk_completions_pop(&completions), &completion[i]);
        }
        cr_assert_eq(rlk_completions_pop(&completions), &completion[gone]);
    }
}
