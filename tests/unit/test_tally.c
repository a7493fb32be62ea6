/* SPDX-License-Identifier: MIT */
/* Counting votes, compared with a twin that tries all open votes. */

#include <criterion/criterion.h>
#include <signal.h>
#include <stdbool.h>

#include "quorum/node_set.h"
#include "tests/support/dice.h"

Test(tally, majorities_are_the_smallest_sets_that_intersect)
{
    for (int nodes = 1; nodes <= RLK_NODES_MAX; nodes++) {
        int majority = rlk_tally_majority(nodes);
        cr_assert_gt(2 * majority, nodes);
        cr_assert_leq(2 * (majority - 1), nodes);
    }
}

/* Tries every combination of the open votes. */
static enum rlk_verdict dumb_tally(int nodes, int quorum, int granted,
                                   int refused)
{
    int open = nodes - granted - refused;
    bool can_win = false;
    bool can_lose = false;

    for (unsigned way = 0; way < 1U << open; way++) {
        int yes = granted;
        for (int vote = 0; vote < open; vote++)
            yes += (way & 1U << vote) != 0;
        if (yes >= quorum)
            can_win = true;
        else
            can_lose = true;
    }
    if (can_win && can_lose)
        return RLK_VERDICT_OPEN;
    return can_win ? RLK_VERDICT_WON : RLK_VERDICT_LOST;
}

Test(tally, agrees_with_every_outcome_of_the_open_votes)
{
    for (int nodes = 1; nodes <= 9; nodes++)
        for (int quorum = nodes / 2 + 1; quorum <= nodes; quorum++)
            for (int granted = 0; granted <= nodes; granted++)
                for (int refused = 0; granted + refused <= nodes; refused++)
                    cr_assert_eq(rlk_tally(nodes, quorum, granted, refused),
                                 dumb_tally(nodes, quorum, granted, refused),
                                 "%d nodes, quorum %d: %d yes, %d no", nodes,
                                 quorum, granted, refused);
}

Test(tally, even_split_is_lost)
{
    cr_assert_eq(rlk_tally(2, 2, 1, 1), RLK_VERDICT_LOST);
    cr_assert_eq(rlk_tally(4, 3, 2, 2), RLK_VERDICT_LOST);
}

Test(tally, end_is_the_quorum_th_largest)
{
    const int64_t ends[] = {30, 10, 50, 20, 40};

    cr_assert_eq(rlk_tally_end(5, 3, ends), 30);
    cr_assert_eq(rlk_tally_end(5, 4, ends), 20);
    cr_assert_eq(rlk_tally_end(5, 5, ends), 10);
    cr_assert_eq(rlk_tally_end(1, 1, ends), 30);
}

Test(tally, equal_ends_count_separately)
{
    const int64_t ends[] = {7, 7, 9};

    cr_assert_eq(rlk_tally_end(3, 2, ends), 7);
    cr_assert_eq(rlk_tally_end(3, 3, ends), 7);
}

Test(tally, end_of_too_few_votes_is_none)
{
    const int64_t ends[] = {10, INT64_MIN, INT64_MIN};

    cr_assert_eq(rlk_tally_end(3, 2, ends), INT64_MIN);
}

/* Sorts, and takes the one at the quorum's place. */
static int64_t dumb_end(int nodes, int quorum, const int64_t *ends)
{
    int64_t sorted[RLK_NODES_MAX];

    for (int i = 0; i < nodes; i++) {
        int position = i;
        for (; position > 0 && sorted[position - 1] < ends[i]; position--)
            sorted[position] = sorted[position - 1];
        sorted[position] = ends[i];
    }
    return sorted[quorum - 1];
}

Test(tally, end_agrees_with_sorting)
{
    struct dice dice = {2};

    for (int i = 0; i < 20000; i++) {
        int nodes = 1 + (int)dice_below(&dice, RLK_NODES_MAX);
        int majority = nodes / 2 + 1;
        int quorum = majority + (int)dice_below(&dice, nodes - majority + 1);
        int64_t ends[RLK_NODES_MAX];
        for (int node = 0; node < nodes; node++)
            ends[node] = dice_below(&dice, 4) == 0 ? INT64_MIN
                                                   : dice_below(&dice, 20) - 5;
        cr_assert_eq(rlk_tally_end(nodes, quorum, ends),
                     dumb_end(nodes, quorum, ends), "case %d", i);
    }
}

Test(tally, quorum_below_a_majority_asserts, .signal = SIGABRT)
{
    (void)rlk_tally(4, 2, 0, 0);
}

Test(tally, more_votes_than_nodes_assert, .signal = SIGABRT)
{
    (void)rlk_tally(3, 2, 2, 2);
}

Test(tally, more_nodes_than_a_set_holds_assert, .signal = SIGABRT)
{
    (void)rlk_tally_majority(RLK_NODES_MAX + 1);
}
