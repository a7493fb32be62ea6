/* SPDX-License-Identifier: MIT */
/*
 * Invalid rounds, and a round's fence. Other tests of rounds are in
 * tests/plans.
 */

#include <criterion/criterion.h>
#include <signal.h>

#include "quorum/round.h"

#define DAY RLK_FENCE_AHEAD_US
#define CLOCK (20000 * DAY)
#define FAR ((INT64_C(1) << 53) - 100)

static const struct rlk_round_settings one_node = {
    .kind = RLK_ROUND_ACQUIRE,
    .nodes = 1,
    .quorum = 1,
    .node_timeout_ns = 1,
    .deadline_ns = 1,
    .ttl_ns = 1,
};

Test(round, asserts_on_a_node_beyond_the_last, .signal = SIGABRT)
{
    struct rlk_round round;

    rlk_round_start(&round, &one_node, 0);
    rlk_round_vote(&round, 1, RLK_VOTE_GRANTED, 0);
}

Test(round, that_acquires_without_a_ttl_asserts, .signal = SIGABRT)
{
    struct rlk_round_settings settings = one_node;
    struct rlk_round round;

    settings.ttl_ns = 0;
    rlk_round_start(&round, &settings, 0);
}

Test(round, has_the_largest_fence_of_the_granting_nodes)
{
    int64_t counters[RLK_NODES_MAX] = {5, 9, 7, 20};

    cr_assert_eq(rlk_fence_number(0, counters), 0);
    cr_assert_eq(rlk_fence_number(7, counters), 9);
    cr_assert_eq(rlk_fence_level(7, counters, 9), 2);
    cr_assert_eq(rlk_fence_below(7, counters, 9), 5);
    cr_assert_eq(rlk_fence_below(15, counters, 9), 5);
}

Test(round, limits_a_fence_to_a_day_ahead_of_the_clock_or_a_quorum)
{
    int64_t counters[RLK_NODES_MAX] = {CLOCK - 2, CLOCK + 1, FAR, CLOCK + 9};

    cr_assert_eq(rlk_fence_limit(0, counters, 2, CLOCK), CLOCK + DAY);
    cr_assert_eq(rlk_fence_limit(7, counters, 2, CLOCK), CLOCK + 1 + DAY);
    cr_assert_eq(rlk_fence_limit(7, counters, 3, CLOCK), CLOCK + DAY);
    cr_assert_eq(rlk_fence_limit(15, counters, 2, CLOCK), CLOCK + 9 + DAY);
    cr_assert_eq(rlk_fence_limit(15, counters, 3, CLOCK), CLOCK + 1 + DAY);
}
