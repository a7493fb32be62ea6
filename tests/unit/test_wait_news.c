/* SPDX-License-Identifier: MIT */
/* Reports to a waiter, each of them once. */

#include <criterion/criterion.h>

#include "redlock/core/acquire.h"

static struct rlk_wait_news news;
static struct redlock_waiting waiting;
static int reachable = 5;

static bool take(int position, const char *holder)
{
    waiting = (struct redlock_waiting){
        .holder = holder,
        .position = position,
        .nodes = 5,
        .quorum = 3,
        .reachable = reachable,
    };
    return rlk_wait_news_take(&news, &waiting);
}

Test(wait_news, is_the_state_at_first)
{
    cr_assert(take(-1, NULL));
    cr_assert_eq(waiting.position, -1);
    cr_assert_not(take(-1, NULL));
}

Test(wait_news, is_another_position)
{
    cr_assert(take(3, "her"));
    cr_assert_not(take(3, "her"));
    cr_assert(take(2, "her"));
    cr_assert_eq(waiting.position, 2);
    cr_assert(take(0, "her"));
}

Test(wait_news, is_another_holder)
{
    cr_assert(take(1, "her"));
    cr_assert(take(1, "him"));
    cr_assert_eq(waiting.position, 1);
    cr_assert(take(-1, "her"));
    cr_assert_eq(waiting.position, 1);
}

Test(wait_news, is_not_a_value_that_became_unknown)
{
    cr_assert(take(1, "her"));
    cr_assert_not(take(-1, "her"));
    cr_assert_not(take(1, NULL));
    cr_assert(take(0, NULL));
    cr_assert_not(take(0, "her"));
}

Test(wait_news, is_the_loss_or_the_return_of_a_quorum)
{
    cr_assert(take(1, "her"));
    reachable = 3;
    cr_assert_not(take(1, "her"));
    reachable = 2;
    cr_assert(take(1, "her"));
    reachable = 0;
    cr_assert_not(take(1, "her"));
    reachable = 4;
    cr_assert(take(-1, NULL));
    cr_assert_eq(waiting.position, 1);
    cr_assert_not(take(1, "her"));
}
