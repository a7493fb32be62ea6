/* SPDX-License-Identifier: MIT */
/* Acquiring with a fence: won once a quorum is known to be at one number. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "quorum/fence.h"
#include "quorum/round.h"

#define MS RLK_NS_PER_MS

static struct rlk_round fenced(enum rlk_strategy strategy, int nodes)
{
    struct rlk_round round;

    rlk_round_start(&round,
                    &(struct rlk_round_settings){
                        .kind = RLK_ROUND_ACQUIRE,
                        .strategy = strategy,
                        .nodes = nodes,
                        .quorum = nodes / 2 + 1,
                        .node_timeout_ns = 50 * MS,
                        .deadline_ns = RLK_NEVER,
                        .ttl_ns = 1000 * MS,
                        .drift_ppm = 10000,
                        .fenced = true,
                    },
                    0);
    return round;
}

/* The next step must be this one. */
static void expect(struct rlk_round *round, enum rlk_step_kind kind, int node,
                   int64_t now)
{
    struct rlk_step step;

    cr_assert(rlk_round_next(round, &step, now));
    cr_assert_eq(step.kind, kind, "step %d, not %d", (int)step.kind, (int)kind);
    cr_assert_eq(step.node, node, "node %d, not %d", step.node, node);
}

static void expect_all_asked(struct rlk_round *round, int nodes)
{
    for (int node = 0; node < nodes; node++)
        expect(round, RLK_STEP_ASK, node, 0);
}

static void expect_confirm(struct rlk_round *round, int node, int64_t fence,
                           int64_t now)
{
    struct rlk_step step;

    cr_assert(rlk_round_next(round, &step, now));
    cr_assert_eq(step.kind, RLK_STEP_CONFIRM);
    cr_assert_eq(step.node, node);
    cr_assert_eq(step.fence, fence);
}

static void expect_nothing(struct rlk_round *round, int64_t now)
{
    struct rlk_step step;

    cr_assert_not(rlk_round_next(round, &step, now));
}

static void expect_done(struct rlk_round *round, enum rlk_outcome outcome,
                        int64_t now)
{
    struct rlk_step step;

    cr_assert(rlk_round_next(round, &step, now));
    cr_assert_eq(step.kind, RLK_STEP_DONE);
    cr_assert_eq(step.outcome, outcome);
    expect_nothing(round, now);
}

static void grant_in_turn(struct rlk_round *round, int node, int64_t counter)
{
    expect(round, RLK_STEP_ASK, node, 0);
    rlk_round_granted(round, node, counter, 1 * MS);
}

Test(round_fence, equal_counters_need_no_second_exchange)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 7);
    grant_in_turn(&round, 1, 7);
    expect(&round, RLK_STEP_ASK, 2, 1 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 1 * MS);
    cr_assert_eq(rlk_round_fence(&round), 7);
    cr_assert_eq(rlk_round_counter_of(&round, 2), 0);
}

Test(round_fence, laggards_are_raised_before_it_is_won)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    cr_assert_eq(rlk_round_minted(&round, 0), 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    expect_nothing(&round, 1 * MS);
    cr_assert_eq(rlk_round_wakeup(&round), 51 * MS);
    cr_assert_eq(rlk_round_minted(&round, 0), 0);
    rlk_round_confirmed(&round, 0, 9, 2 * MS);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 2 * MS);
    cr_assert_eq(rlk_round_fence(&round), 9);
}

Test(round_fence, counter_above_the_fence_becomes_it)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_confirmed(&round, 0, 11, 2 * MS);
    expect_confirm(&round, 1, 11, 2 * MS);
    rlk_round_confirmed(&round, 1, 11, 3 * MS);
    expect(&round, RLK_STEP_ASK, 2, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), 11);
}

/* Asked again it would say so again, as long as anybody asks. */
Test(round_fence, laggard_that_does_not_rise_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_confirmed(&round, 0, 5, 2 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_FAILED);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
    rlk_round_granted(&round, 2, 9, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), 9);
}

/* With every answer a little nearer, it could be asked for years. */
Test(round_fence, laggard_that_rises_too_little_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_confirmed(&round, 0, 6, 2 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_FAILED);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
}

/* Two that answer so would have each other asked until the lock has run out. */
Test(round_fence, counter_above_the_fence_twice_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_confirmed(&round, 0, 10, 2 * MS);
    expect_confirm(&round, 1, 10, 2 * MS);
    rlk_round_confirmed(&round, 1, 11, 3 * MS);
    expect_confirm(&round, 0, 11, 3 * MS);
    rlk_round_confirmed(&round, 0, 12, 4 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_FAILED);
    expect(&round, RLK_STEP_ASK, 2, 4 * MS);
    rlk_round_granted(&round, 2, 11, 5 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 5 * MS);
    cr_assert_eq(rlk_round_fence(&round), 11);
}

Test(round_fence, silent_laggard_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_tick(&round, 50 * MS);
    expect_nothing(&round, 50 * MS);
    rlk_round_tick(&round, 51 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_TIMED_OUT);
    expect(&round, RLK_STEP_ASK, 2, 51 * MS);
    rlk_round_granted(&round, 2, 9, 52 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 52 * MS);
    /* Its answer comes after all, and changes nothing. */
    rlk_round_confirmed(&round, 0, 12, 53 * MS);
    rlk_round_unconfirmed(&round, 0, RLK_VOTE_DENIED, 53 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_TIMED_OUT);
    cr_assert_eq(rlk_round_fence(&round), 9);
}

Test(round_fence, laggard_without_the_key_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 3);

    expect_all_asked(&round, 3);
    rlk_round_vote(&round, 2, RLK_VOTE_DENIED, 1 * MS);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    rlk_round_granted(&round, 1, 9, 1 * MS);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_unconfirmed(&round, 0, RLK_VOTE_DENIED, 2 * MS);
    for (int node = 0; node < 3; node++)
        expect(&round, RLK_STEP_UNDO, node, 2 * MS);
}

/* Larger numbers that come while others confirm are left alone... */
Test(round_fence, late_grants_do_not_move_what_is_being_confirmed)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 5);

    expect_all_asked(&round, 5);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    rlk_round_granted(&round, 1, 9, 1 * MS);
    rlk_round_granted(&round, 2, 9, 1 * MS);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_granted(&round, 3, 20, 1 * MS);
    rlk_round_granted(&round, 4, 6, 1 * MS);
    expect_confirm(&round, 4, 9, 1 * MS);
    rlk_round_confirmed(&round, 4, 9, 2 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 2 * MS);
    cr_assert_eq(rlk_round_fence(&round), 9);
    cr_assert_eq(rlk_round_counter_of(&round, 3), 20);
}

/* ... unless the quorum cannot do without them. */
Test(round_fence, larger_number_is_taken_when_it_is_needed)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 5);

    expect_all_asked(&round, 5);
    rlk_round_vote(&round, 4, RLK_VOTE_FAILED, 1 * MS);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    rlk_round_granted(&round, 1, 9, 1 * MS);
    rlk_round_granted(&round, 2, 9, 1 * MS);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_granted(&round, 3, 20, 1 * MS);
    rlk_round_unconfirmed(&round, 0, RLK_VOTE_FAILED, 2 * MS);
    expect_confirm(&round, 1, 20, 2 * MS);
    expect_confirm(&round, 2, 20, 2 * MS);
    rlk_round_confirmed(&round, 1, 20, 3 * MS);
    rlk_round_confirmed(&round, 2, 20, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), 20);
}

Test(round_fence, validity_is_looked_at_once_more)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    round.settings.node_timeout_ns = 5000 * MS;
    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_confirmed(&round, 0, 9, 1000 * MS);
    expect(&round, RLK_STEP_UNDO, 0, 1000 * MS);
    expect(&round, RLK_STEP_UNDO, 1, 1000 * MS);
    expect_done(&round, RLK_OUTCOME_TOO_SLOW, 1000 * MS);
}

Test(round_fence, wakes_for_whatever_comes_first)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 5);

    expect_all_asked(&round, 5);
    for (int node = 0; node < 3; node++)
        rlk_round_granted(&round, node, 5 + node, 10 * MS);
    expect_confirm(&round, 0, 7, 10 * MS);
    expect_confirm(&round, 1, 7, 10 * MS);
    cr_assert_eq(rlk_round_wakeup(&round), 50 * MS);
    rlk_round_tick(&round, 50 * MS);
    cr_assert_eq(rlk_round_wakeup(&round), 60 * MS);
    rlk_round_tick(&round, 60 * MS);
    expect(&round, RLK_STEP_UNDO, 0, 60 * MS);
}

Test(round_fence, deadline_comes_before_the_answers)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    round.settings.deadline_ns = 20 * MS;
    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    expect_nothing(&round, 1 * MS);
    cr_assert_eq(rlk_round_wakeup(&round), 20 * MS);
    rlk_round_tick(&round, 20 * MS);
    expect(&round, RLK_STEP_UNDO, 0, 20 * MS);
    expect(&round, RLK_STEP_UNDO, 1, 20 * MS);
    expect_done(&round, RLK_OUTCOME_DEADLINE, 20 * MS);
}

Test(round_fence, barred_node_is_no_vote)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_bar(&round, 0, 2 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_BARRED);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
    rlk_round_bar(&round, 2, 2 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 2), RLK_VOTE_NONE);
    rlk_round_confirmed(&round, 0, 12, 2 * MS);
    rlk_round_granted(&round, 2, 9, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), 9);
    rlk_round_bar(&round, 2, 4 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 2), RLK_VOTE_GRANTED);
}

Test(round_fence, cancelled_while_confirming)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, 5);
    grant_in_turn(&round, 1, 9);
    expect_confirm(&round, 0, 9, 1 * MS);
    rlk_round_cancel(&round, 2 * MS);
    expect(&round, RLK_STEP_UNDO, 0, 2 * MS);
    expect(&round, RLK_STEP_UNDO, 1, 2 * MS);
    expect_done(&round, RLK_OUTCOME_CANCELLED, 2 * MS);
    rlk_round_confirmed(&round, 0, 9, 3 * MS);
    expect_nothing(&round, 3 * MS);
}

/* --- the counters alone ----------------------------------------------------
 */

Test(fence, is_the_largest_of_those_that_granted)
{
    int64_t counters[RLK_NODES_MAX] = {5, 9, 7, 20};

    cr_assert_eq(rlk_fence_number(0, counters), 0);
    cr_assert_eq(rlk_fence_number(7, counters), 9);
    cr_assert_eq(rlk_fence_level(7, counters, 9), 2);
    cr_assert_eq(rlk_fence_below(7, counters, 9), 5);
    cr_assert_eq(rlk_fence_below(15, counters, 9), 5);
}

/* Of an owner, whose later holds are refused where a counter is beyond. */
Test(round_fence, patient_has_all_votes_before_it_fixes_a_number)
{
    struct rlk_round round = fenced(RLK_STRATEGY_SEQUENTIAL, 3);

    round.settings.patient = true;
    expect(&round, RLK_STEP_ASK, 0, 0);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    expect(&round, RLK_STEP_ASK, 1, 1 * MS);
    rlk_round_granted(&round, 1, 5, 2 * MS);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
    expect_nothing(&round, 2 * MS);
    rlk_round_granted(&round, 2, 9, 3 * MS);
    expect_confirm(&round, 0, 9, 3 * MS);
    expect_confirm(&round, 1, 9, 3 * MS);
    expect_nothing(&round, 3 * MS);
    rlk_round_confirmed(&round, 1, 9, 4 * MS);
    expect(&round, RLK_STEP_DONE, 0, 4 * MS);
    cr_assert_eq(round.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(rlk_round_fence(&round), 9);
}

Test(round_fence, patient_waits_for_a_time_out_at_most)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 3);

    round.settings.patient = true;
    expect_all_asked(&round, 3);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    rlk_round_granted(&round, 1, 5, 2 * MS);
    expect_nothing(&round, 2 * MS);
    rlk_round_tick(&round, 50 * MS);
    expect(&round, RLK_STEP_DONE, 0, 50 * MS);
    cr_assert_eq(round.outcome, RLK_OUTCOME_WON);
}

Test(round_fence, patient_confirms_to_nobody_before_all_votes_are_in)
{
    struct rlk_round round = fenced(RLK_STRATEGY_PARALLEL, 3);

    round.settings.patient = true;
    expect_all_asked(&round, 3);
    rlk_round_granted(&round, 0, 5, 1 * MS);
    rlk_round_granted(&round, 1, 9, 2 * MS);
    expect_nothing(&round, 2 * MS);
    rlk_round_granted(&round, 2, 12, 3 * MS);
    expect_confirm(&round, 0, 12, 3 * MS);
    expect_confirm(&round, 1, 12, 3 * MS);
    expect_nothing(&round, 3 * MS);
}

/* --- counters that are too far ahead ----------------------------------------
 */

#define DAY RLK_FENCE_AHEAD_US
#define CLOCK (20000 * DAY)
#define FAR ((INT64_C(1) << 53) - 100)

static struct rlk_round at_clock(enum rlk_strategy strategy, int nodes)
{
    struct rlk_round round = fenced(strategy, nodes);

    rlk_round_clock(&round, CLOCK);
    return round;
}

Test(round_fence, a_minority_that_is_far_ahead_has_no_vote)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, FAR);
    cr_assert_eq(rlk_round_validity(&round), INT64_MIN);
    grant_in_turn(&round, 1, CLOCK + 7);
    grant_in_turn(&round, 2, CLOCK + 7);
    expect_done(&round, RLK_OUTCOME_WON, 1 * MS);
    cr_assert_eq(rlk_round_fence(&round), CLOCK + 7);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_BARRED);
    cr_assert_eq(rlk_round_count(&round, RLK_VOTE_GRANTED), 2);
    cr_assert(rlk_round_is_ahead(&round, FAR));
    cr_assert_not(rlk_round_is_ahead(&round, CLOCK + 8));
}

Test(round_fence, nobody_is_raised_to_what_a_minority_has)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_PARALLEL, 5);

    expect_all_asked(&round, 5);
    rlk_round_granted(&round, 0, FAR, 1 * MS);
    rlk_round_granted(&round, 1, CLOCK + 5, 1 * MS);
    rlk_round_granted(&round, 2, FAR, 1 * MS);
    rlk_round_granted(&round, 3, CLOCK + 7, 1 * MS);
    expect_nothing(&round, 1 * MS);
    rlk_round_granted(&round, 4, CLOCK + 7, 1 * MS);
    expect_confirm(&round, 1, CLOCK + 7, 1 * MS);
    expect_nothing(&round, 1 * MS);
    rlk_round_confirmed(&round, 1, CLOCK + 7, 2 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 2 * MS);
}

Test(round_fence, a_quorum_that_is_far_ahead_is_right)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, FAR);
    grant_in_turn(&round, 1, CLOCK + 7);
    expect(&round, RLK_STEP_ASK, 2, 1 * MS);
    rlk_round_granted(&round, 2, FAR + 1, 2 * MS);
    expect_confirm(&round, 0, FAR + 1, 2 * MS);
    expect_confirm(&round, 1, FAR + 1, 2 * MS);
    rlk_round_confirmed(&round, 0, FAR + 1, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), FAR + 1);
}

Test(round_fence, one_that_is_far_beyond_such_a_quorum_has_no_vote)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_PARALLEL, 5);

    expect_all_asked(&round, 5);
    rlk_round_granted(&round, 0, FAR, 1 * MS);
    for (int node = 1; node < 4; node++)
        rlk_round_granted(&round, node, 2 * CLOCK, 1 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 1 * MS);
    cr_assert_eq(rlk_round_fence(&round), 2 * CLOCK);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_BARRED);
}

/* The others may be as far ahead, so that it is right. */
Test(round_fence, what_is_held_back_decides_nothing_while_others_may_vote)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    expect(&round, RLK_STEP_ASK, 0, 0);
    rlk_round_vote(&round, 0, RLK_VOTE_FAILED, 1 * MS);
    grant_in_turn(&round, 1, FAR);
    grant_in_turn(&round, 2, FAR);
    expect_done(&round, RLK_OUTCOME_WON, 1 * MS);
}

Test(round_fence, no_quorum_without_what_is_held_back_is_none)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, FAR);
    grant_in_turn(&round, 1, CLOCK);
    expect(&round, RLK_STEP_ASK, 2, 1 * MS);
    rlk_round_vote(&round, 2, RLK_VOTE_FAILED, 1 * MS);
    for (int node = 0; node < 3; node++)
        expect(&round, RLK_STEP_UNDO, node, 1 * MS);
    expect_done(&round, RLK_OUTCOME_NO_QUORUM, 1 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_BARRED);
    cr_assert_eq(rlk_round_vote_of(&round, 1), RLK_VOTE_GRANTED);
}

Test(round_fence, refusals_decide_beside_what_is_held_back)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_PARALLEL, 3);

    expect_all_asked(&round, 3);
    rlk_round_granted(&round, 0, FAR, 1 * MS);
    rlk_round_vote(&round, 1, RLK_VOTE_DENIED, 1 * MS);
    expect_nothing(&round, 1 * MS);
    rlk_round_vote(&round, 2, RLK_VOTE_DENIED, 1 * MS);
    cr_assert_eq(round.outcome, RLK_OUTCOME_DENIED);
}

Test(round_fence, one_that_confirms_far_more_is_held_back)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    grant_in_turn(&round, 0, CLOCK + 5);
    grant_in_turn(&round, 1, CLOCK + 9);
    expect_confirm(&round, 0, CLOCK + 9, 1 * MS);
    rlk_round_confirmed(&round, 0, FAR, 2 * MS);
    expect(&round, RLK_STEP_ASK, 2, 2 * MS);
    rlk_round_granted(&round, 2, CLOCK + 9, 3 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 3 * MS);
    cr_assert_eq(rlk_round_fence(&round), CLOCK + 9);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_BARRED);
}

Test(fence, may_be_a_day_ahead_of_the_clock_or_of_a_quorum)
{
    int64_t counters[RLK_NODES_MAX] = {CLOCK - 2, CLOCK + 1, FAR, CLOCK + 9};

    cr_assert_eq(rlk_fence_limit(0, counters, 2, CLOCK), CLOCK + DAY);
    cr_assert_eq(rlk_fence_limit(7, counters, 2, CLOCK), CLOCK + 1 + DAY);
    cr_assert_eq(rlk_fence_limit(7, counters, 3, CLOCK), CLOCK + DAY);
    cr_assert_eq(rlk_fence_limit(15, counters, 2, CLOCK), CLOCK + 9 + DAY);
    cr_assert_eq(rlk_fence_limit(15, counters, 3, CLOCK), CLOCK + 1 + DAY);
}

Test(round_fence, a_day_ahead_is_not_too_far)
{
    struct rlk_round round = at_clock(RLK_STRATEGY_SEQUENTIAL, 3);

    cr_assert_not(rlk_round_is_ahead(&round, CLOCK + DAY));
    cr_assert(rlk_round_is_ahead(&round, CLOCK + DAY + 1));
    grant_in_turn(&round, 0, CLOCK + DAY);
    grant_in_turn(&round, 1, CLOCK + DAY);
    expect(&round, RLK_STEP_ASK, 2, 1 * MS);
    expect_done(&round, RLK_OUTCOME_WON, 1 * MS);
}
