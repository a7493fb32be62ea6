/* SPDX-License-Identifier: MIT */
/* The queue of completions. */

#include <criterion/criterion.h>

#include "redlock/notice.h"

Test(notices, come_out_as_they_went_in_and_once)
{
    struct rlk_notices notices;
    struct rlk_notice one = {0};
    struct rlk_notice two = {0};

    rlk_notices_init(&notices);
    rlk_notices_push(&notices, &one);
    rlk_notices_push(&notices, &two);
    rlk_notices_push(&notices, &one);
    cr_assert_eq(notices.count, 2);
    cr_assert_eq(rlk_notices_pop(&notices), &one);
    cr_assert_eq(rlk_notices_pop(&notices), &two);
    cr_assert_null(rlk_notices_pop(&notices));
    cr_assert_not(rlk_notices_waiting(&notices));
}

Test(notices, can_be_taken_out_of_any_place)
{
    struct rlk_notices notices;
    struct rlk_notice notice[3] = {0};

    for (int gone = 0; gone < 3; gone++) {
        rlk_notices_init(&notices);
        for (int i = 0; i < 3; i++)
            rlk_notices_push(&notices, &notice[i]);
        rlk_notices_remove(&notices, &notice[gone]);
        rlk_notices_remove(&notices, &notice[gone]);
        rlk_notices_push(&notices, &notice[gone]);
        for (int i = 0; i < 3; i++) {
            if (i != gone)
                cr_assert_eq(rlk_notices_pop(&notices), &notice[i]);
        }
        cr_assert_eq(rlk_notices_pop(&notices), &notice[gone]);
    }
}
