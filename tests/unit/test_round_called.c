/* SPDX-License-Identifier: MIT */
/* Rounds that begin anywhere, and those whose caller names the nodes. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "quorum/round.h"

#define MS RLK_NS_PER_MS
#define TIMEOUT (50 * MS)

static struct rlk_round attempt;

static void start(enum rlk_strategy strategy, int first, bool waits)
{
    rlk_round_start(&attempt,
                    &(struct rlk_round_settings){
                        .kind = RLK_ROUND_ACQUIRE,
                        .strategy = strategy,
                        .nodes = 3,
                        .quorum = 2,
                        .first = first,
                        .waits = waits,
                        .node_timeout_ns = TIMEOUT,
                        .deadline_ns = RLK_NEVER,
                        .ttl_ns = 1000 * MS,
                    },
                    0);
}

static void called(void)
{
    start(RLK_STRATEGY_CALLED, 0, false);
}

/* The next step is of this kind, for this node; -1: whichever. */
static bool next_is(enum rlk_step_kind kind, int node, int64_t now)
{
    struct rlk_step step;

    return rlk_round_next(&attempt, &step, now) && step.kind == kind &&
           (node < 0 || step.node == node);
}

static bool nothing_next(int64_t now)
{
    struct rlk_step step;

    return !rlk_round_next(&attempt, &step, now);
}

TestSuite(round_called, .init = called);

/* --- an order that begins anywhere
 * --------------------------------------------
 */

Test(round_called, the_order_begins_where_it_is_told)
{
    start(RLK_STRATEGY_SEQUENTIAL, 2, false);
    cr_assert(next_is(RLK_STEP_ASK, 2, 0));
    rlk_round_vote(&attempt, 2, RLK_VOTE_GRANTED, 0);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
}

/* Whatever the order is, nobody's time-out is forgotten. */
Test(round_called, every_node_times_out_wherever_the_order_begins)
{
    start(RLK_STRATEGY_PARALLEL, 2, false);
    cr_assert(next_is(RLK_STEP_ASK, 2, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    cr_assert(next_is(RLK_STEP_ASK, 1, 10 * MS));
    rlk_round_vote(&attempt, 2, RLK_VOTE_GRANTED, 10 * MS);
    cr_assert_eq(rlk_round_wakeup(&attempt), TIMEOUT);
    cr_assert(rlk_round_left(&attempt, 0, 20 * MS));
    cr_assert_eq(rlk_round_wakeup(&attempt), 20 * MS + TIMEOUT);
}

/* --- one who waits
 * ------------------------------------------------------------
 */

Test(round_called, one_who_waits_stops_at_the_first_refusal)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, true);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 0);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
    cr_assert(next_is(RLK_STEP_DONE, -1, 0), "nothing is undone");
}

Test(round_called, and_undoes_what_was_granted_before)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, true);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_GRANTED, 0);
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    rlk_round_vote(&attempt, 1, RLK_VOTE_DENIED, 0);
    cr_assert(next_is(RLK_STEP_UNDO, 0, 0));
    cr_assert(next_is(RLK_STEP_DONE, -1, 0));
}

Test(round_called, a_silent_node_is_undone_though_one_waits)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, true);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_tick(&attempt, TIMEOUT);
    cr_assert(next_is(RLK_STEP_ASK, 1, TIMEOUT));
    rlk_round_vote(&attempt, 1, RLK_VOTE_DENIED, TIMEOUT);
    cr_assert(next_is(RLK_STEP_UNDO, 0, TIMEOUT));
}

Test(round_called, one_who_waits_and_asks_all_at_once_hears_the_others)
{
    start(RLK_STRATEGY_PARALLEL, 0, true);
    for (int node = 0; node < 3; node++)
        cr_assert(next_is(RLK_STEP_ASK, node, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 0);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_PENDING);
    rlk_round_vote(&attempt, 1, RLK_VOTE_GRANTED, 0);
    rlk_round_vote(&attempt, 2, RLK_VOTE_GRANTED, 0);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_WON);
}

/* --- whom the caller names
 * ------------------------------------------------------
 */

Test(round_called, nobody_is_asked_who_was_not_called)
{
    cr_assert(nothing_next(0));
    cr_assert(rlk_round_call(&attempt, 1));
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    cr_assert(nothing_next(0));
}

/* Nobody asks the third node: it is not waited for. */
Test(round_called, failures_and_refusals_decide_at_the_last_call)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(rlk_round_call(&attempt, 1));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_FAILED, 10 * MS);
    rlk_round_vote(&attempt, 1, RLK_VOTE_DENIED, 10 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_PENDING);
    rlk_round_last_call(&attempt, 11 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
}

Test(round_called, refusals_decide_nothing_before_the_last_call)
{
    for (int node = 0; node < 3; node++) {
        cr_assert(rlk_round_call(&attempt, node));
        cr_assert(next_is(RLK_STEP_ASK, node, 0));
        rlk_round_vote(&attempt, node, RLK_VOTE_DENIED, 0);
    }
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_PENDING);
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 10 * MS));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 11 * MS);
    rlk_round_last_call(&attempt, 11 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
}

/*
 * The answer to its first request would be taken for the one to the second, and
 * its vote counted from too late an instant.
 */
Test(round_called, one_that_has_not_answered_is_not_called_again)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    cr_assert_not(rlk_round_call(&attempt, 0));
    rlk_round_tick(&attempt, TIMEOUT);
    cr_assert_eq(rlk_round_vote_of(&attempt, 0), RLK_VOTE_TIMED_OUT);
    cr_assert_not(rlk_round_call(&attempt, 0), "it may still answer");
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 2 * TIMEOUT);
    cr_assert(rlk_round_call(&attempt, 0));
}

Test(round_called, a_grant_is_not_called_again)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_GRANTED, 0);
    cr_assert_not(rlk_round_call(&attempt, 0));
}

/* What was asked before may have been done, though the node is away now. */
Test(round_called, one_that_was_asked_before_is_undone_though_it_is_away)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_FAILED, 0);
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, MS));
    rlk_round_vote(&attempt, 0, RLK_VOTE_UNREACHED, MS);
    rlk_round_refuse(&attempt, MS);
    cr_assert(next_is(RLK_STEP_UNDO, 0, MS));
}

Test(round_called, one_that_was_never_reached_is_not_undone)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_UNREACHED, 0);
    rlk_round_refuse(&attempt, 0);
    cr_assert(next_is(RLK_STEP_DONE, -1, 0));
}

Test(round_called, one_that_keeps_nothing_is_not_undone)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 0);
    rlk_round_spare(&attempt, 0);
    rlk_round_refuse(&attempt, 0);
    cr_assert(next_is(RLK_STEP_DONE, -1, 0));
}

Test(round_called, one_that_was_heard_of_is_undone_though_nobody_asked)
{
    rlk_round_heard(&attempt, 1);
    rlk_round_refuse(&attempt, 0);
    cr_assert(next_is(RLK_STEP_UNDO, 1, 0));
}

/* --- what is handed over
 * --------------------------------------------------------
 */

Test(round_called, a_hand_off_counts_from_the_instant_that_it_shows)
{
    rlk_round_handed(&attempt, 0, 100 * MS, 0, 300 * MS);
    rlk_round_handed(&attempt, 1, 200 * MS, 0, 300 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(rlk_round_validity(&attempt),
                 rlk_clock_vote_end(100 * MS, 1000 * MS, 0));
}

Test(round_called, a_hand_off_beside_a_request_is_the_vote)
{
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 200 * MS));
    rlk_round_handed(&attempt, 0, 100 * MS, 0, 210 * MS);
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 220 * MS);
    cr_assert_eq(rlk_round_vote_of(&attempt, 0), RLK_VOTE_GRANTED);
    cr_assert_eq(rlk_round_sent_at(&attempt, 0), 100 * MS);
}

Test(round_called, hand_offs_that_come_too_late_are_too_slow)
{
    rlk_round_handed(&attempt, 0, 0, 0, 1000 * MS);
    rlk_round_handed(&attempt, 1, 0, 0, 1000 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_TOO_SLOW);
}

Test(round_called, what_is_handed_over_twice_is_one_vote_from_the_first_time)
{
    rlk_round_handed(&attempt, 0, 100 * MS, 0, 300 * MS);
    rlk_round_handed(&attempt, 0, 200 * MS, 0, 310 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_PENDING);
    cr_assert_eq(rlk_round_sent_at(&attempt, 0), 100 * MS);
}

Test(round_called, what_is_handed_over_once_it_is_won_is_one_vote_more)
{
    rlk_round_handed(&attempt, 0, 100 * MS, 0, 300 * MS);
    rlk_round_handed(&attempt, 1, 100 * MS, 0, 300 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_WON);
    rlk_round_handed(&attempt, 2, 200 * MS, 0, 310 * MS);
    cr_assert_eq(rlk_round_vote_of(&attempt, 2), RLK_VOTE_GRANTED);
    cr_assert_eq(rlk_round_sent_at(&attempt, 2), 200 * MS);
}

Test(round_called, what_is_handed_over_once_it_is_lost_is_no_vote)
{
    rlk_round_refuse(&attempt, 0);
    rlk_round_handed(&attempt, 0, 0, 0, MS);
    rlk_round_handed(&attempt, 1, 0, 0, MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
    cr_assert_neq(rlk_round_vote_of(&attempt, 0), RLK_VOTE_GRANTED);
}

Test(round_called, one_that_is_won_is_not_refused_any_more)
{
    rlk_round_handed(&attempt, 0, 0, 0, MS);
    rlk_round_handed(&attempt, 1, 0, 0, MS);
    rlk_round_refuse(&attempt, MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_WON);
}

/* --- what may be taken back
 * -------------------------------------------------------
 */

Test(round_called, only_what_was_told_as_minted_is_taken_back)
{
    attempt.settings.fenced = true;
    rlk_round_handed(&attempt, 0, 0, 7, MS);
    cr_assert_eq(rlk_round_minted(&attempt, 0), 7);
    cr_assert(rlk_round_call(&attempt, 1));
    cr_assert(next_is(RLK_STEP_ASK, 1, MS));
    rlk_round_owned(&attempt, 1, 8, MS);
    cr_assert_eq(rlk_round_minted(&attempt, 1), 0, "its push did not come");
}

Test(round_called, a_number_that_others_passed_is_not_ours)
{
    attempt.settings.fenced = true;
    cr_assert(rlk_round_call(&attempt, 0));
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_granted(&attempt, 0, 7, 0);
    rlk_round_owned(&attempt, 0, 7, 0);
    cr_assert_eq(rlk_round_minted(&attempt, 0), 7);
    rlk_round_owned(&attempt, 0, 9, 0);
    cr_assert_eq(rlk_round_minted(&attempt, 0), 0);
}

/* --- who is heard out
 * ---------------------------------------------------------
 */

Test(round_called, one_that_hears_out_asks_the_others_and_ends_with_the_last)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, false);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_hear_out(&attempt);
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    cr_assert(next_is(RLK_STEP_ASK, 2, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 1 * MS);
    rlk_round_vote(&attempt, 1, RLK_VOTE_DENIED, 1 * MS);
    cr_assert(nothing_next(1 * MS));
    rlk_round_vote(&attempt, 2, RLK_VOTE_DENIED, 2 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
}

Test(round_called, one_that_hears_out_waits_for_no_node_that_is_silent)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, true);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_hear_out(&attempt);
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    cr_assert(next_is(RLK_STEP_ASK, 2, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_DENIED, 1 * MS);
    rlk_round_vote(&attempt, 1, RLK_VOTE_DENIED, 1 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_PENDING);
    rlk_round_tick(&attempt, TIMEOUT);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_DENIED);
}

Test(round_called, one_that_hears_out_is_won_by_a_quorum)
{
    start(RLK_STRATEGY_SEQUENTIAL, 0, false);
    cr_assert(next_is(RLK_STEP_ASK, 0, 0));
    rlk_round_hear_out(&attempt);
    cr_assert(next_is(RLK_STEP_ASK, 1, 0));
    cr_assert(next_is(RLK_STEP_ASK, 2, 0));
    rlk_round_vote(&attempt, 0, RLK_VOTE_GRANTED, 1 * MS);
    rlk_round_vote(&attempt, 1, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_eq(attempt.outcome, RLK_OUTCOME_WON);
}
