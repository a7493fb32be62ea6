/* SPDX-License-Identifier: MIT */
/* Whom a round asks, when it stops, and what it comes to. */

#include <criterion/criterion.h>
#include <signal.h>

#include "tests/support/stage.h"

static struct stage stage;

static void start(enum rlk_round_kind kind)
{
    struct rlk_round_settings settings = stage_settings(kind);

    stage_start(&stage, &settings);
}

static void start_parallel(void)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.strategy = RLK_STRATEGY_PARALLEL;
    stage_start(&stage, &settings);
}

static void all_vote(enum rlk_vote vote, int from, int to, int64_t at)
{
    for (int node = from; node <= to; node++)
        stage_vote(&stage, node, vote, at);
}

/* --- acquire, sequential -------------------------------------------------- */

Test(round, sequential_asks_the_first_node_alone)
{
    start(RLK_ROUND_ACQUIRE);

    cr_assert_eq(stage.asked, 0x01);
    cr_assert(rlk_round_was_asked(&stage.round, 0));
    cr_assert_not(rlk_round_was_asked(&stage.round, 1));
    cr_assert_eq(rlk_round_wakeup(&stage.round), 50 * MS);
}

/* The dead are known before the living refuse. */
Test(round, excluded_nodes_decide_before_anybody_is_asked)
{
    struct rlk_round_settings settings = {
        .kind = RLK_ROUND_ACQUIRE,
        .nodes = 5,
        .quorum = 3,
        .node_timeout_ns = 50 * MS,
        .deadline_ns = RLK_NEVER,
        .ttl_ns = 1000 * MS,
    };
    struct rlk_round round;
    struct rlk_step step;

    rlk_round_start(&round, &settings, 0);
    for (int node = 2; node < 4; node++)
        rlk_round_exclude(&round, node, 0);
    cr_assert(rlk_round_next(&round, &step, 0));
    cr_assert_eq(step.kind, RLK_STEP_ASK);
    cr_assert_eq(step.node, 0);

    rlk_round_start(&round, &settings, 0);
    for (int node = 2; node < 5; node++)
        rlk_round_exclude(&round, node, 0);
    cr_assert(rlk_round_next(&round, &step, 0));
    cr_assert_eq(step.kind, RLK_STEP_DONE);
    cr_assert_eq(step.outcome, RLK_OUTCOME_NO_QUORUM);
    cr_assert_eq(rlk_round_vote_of(&round, 2), RLK_VOTE_UNREACHED);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_NONE);
}

Test(round, sequential_goes_on_with_every_vote)
{
    start(RLK_ROUND_ACQUIRE);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_eq(stage.asked, 0x03);
    cr_assert_eq(rlk_round_sent_at(&stage.round, 1), 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_DENIED, 2 * MS);
    cr_assert_eq(stage.asked, 0x07);
    stage_vote(&stage, 2, RLK_VOTE_FAILED, 3 * MS);
    cr_assert_eq(stage.asked, 0x0f);
    cr_assert_not(stage.done);
}

Test(round, sequential_goes_on_when_a_node_is_silent)
{
    start(RLK_ROUND_ACQUIRE);
    stage_tick(&stage, 50 * MS - 1);
    cr_assert_eq(stage.asked, 0x01);
    stage_tick(&stage, 50 * MS);

    cr_assert_eq(stage.asked, 0x03);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 0), RLK_VOTE_TIMED_OUT);
    cr_assert_eq(rlk_round_wakeup(&stage.round), 100 * MS);
}

/* The nodes that are left get the key too; nobody waits for them. */
Test(round, won_acquire_asks_the_rest_and_is_done)
{
    start(RLK_ROUND_ACQUIRE);
    all_vote(RLK_VOTE_GRANTED, 0, 2, 1 * MS);

    cr_assert(stage.done);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(stage.asked, 0x1f);
    cr_assert_eq(rlk_round_wakeup(&stage.round), RLK_NEVER);
}

Test(round, single_node_decides_alone)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.nodes = 1;
    settings.quorum = 1;
    stage_start(&stage, &settings);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

Test(round, every_node_of_the_largest_set_is_asked)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.strategy = RLK_STRATEGY_PARALLEL;
    settings.nodes = RLK_NODES_MAX;
    settings.quorum = RLK_NODES_MAX;
    stage_start(&stage, &settings);
    cr_assert_eq(stage.asked, UINT32_MAX);
    all_vote(RLK_VOTE_GRANTED, 0, RLK_NODES_MAX - 1, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* --- acquire, parallel ---------------------------------------------------- */

Test(round, parallel_asks_everybody_at_once)
{
    start_parallel();
    cr_assert_eq(stage.asked, 0x1f);
}

Test(round, parallel_is_won_on_the_quorum_th_grant_in_any_order)
{
    start_parallel();
    stage_vote(&stage, 4, RLK_VOTE_GRANTED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 2 * MS);
    cr_assert_not(stage.done);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 3 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(stage.done_at, 3 * MS);
}

Test(round, parallel_stops_asking_once_too_many_are_known_dead)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);
    struct stage_node dead[5] = {{RLK_VOTE_UNREACHED, 0, RLK_NEVER},
                                 {RLK_VOTE_UNREACHED, 0, RLK_NEVER},
                                 {RLK_VOTE_UNREACHED, 0, RLK_NEVER}};

    settings.strategy = RLK_STRATEGY_PARALLEL;
    stage_start_script(&stage, &settings, dead);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
    cr_assert_eq(stage.asked, 0x07);
    cr_assert_eq(stage.undone, 0);
}

/* --- why an acquire was lost ---------------------------------------------- */

Test(round, refusals_alone_are_denied)
{
    start_parallel();
    all_vote(RLK_VOTE_DENIED, 0, 2, 1 * MS);
    cr_assert_eq(stage.round.outcome, RLK_OUTCOME_DENIED);
}

/* Held by somebody and out of reach are different answers. */
Test(round, so_many_failures_that_no_quorum_was_left_are_no_quorum)
{
    start_parallel();
    stage_vote(&stage, 0, RLK_VOTE_FAILED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_UNREACHED, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_BARRED, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
}

/* Two failures and a refusal: the other two nodes decide which it is. */
Test(round, failures_that_left_a_quorum_are_denied)
{
    start_parallel();
    stage_vote(&stage, 0, RLK_VOTE_FAILED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_FAILED, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 1 * MS);
    cr_assert_eq(stage.round.outcome, RLK_OUTCOME_PENDING);
    stage_vote(&stage, 3, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 4, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_eq(stage.round.outcome, RLK_OUTCOME_DENIED);
}

Test(round, failures_beside_refusals_that_left_no_quorum_are_no_quorum)
{
    start_parallel();
    stage_vote(&stage, 0, RLK_VOTE_FAILED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_FAILED, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 3, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 4, RLK_VOTE_UNREACHED, 1 * MS);
    cr_assert_eq(stage.round.outcome, RLK_OUTCOME_NO_QUORUM);
}

Test(round, silent_majority_is_no_quorum)
{
    start_parallel();
    all_vote(RLK_VOTE_GRANTED, 0, 1, 1 * MS);
    stage_tick(&stage, 50 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
    cr_assert_eq(rlk_round_count(&stage.round, RLK_VOTE_TIMED_OUT), 3);
}

/* --- votes that do not count ---------------------------------------------- */

Test(round, grant_after_its_time_out_does_not_decide)
{
    start_parallel();
    all_vote(RLK_VOTE_GRANTED, 0, 1, 49 * MS);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 49 * MS);
    stage_tick(&stage, 50 * MS);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 51 * MS);

    cr_assert_eq(stage.round.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 3), RLK_VOTE_TIMED_OUT);
}

Test(round, late_grant_in_an_open_round_does_not_count)
{
    start(RLK_ROUND_ACQUIRE);
    stage_tick(&stage, 50 * MS);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 51 * MS);
    all_vote(RLK_VOTE_GRANTED, 1, 2, 52 * MS);
    cr_assert_not(stage.done);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 53 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* An answer that was here before anybody looked at the clock is an answer. */
Test(round, answer_before_the_tick_that_would_time_it_out_counts)
{
    start(RLK_ROUND_ACQUIRE);
    all_vote(RLK_VOTE_GRANTED, 0, 2, 60 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

Test(round, vote_of_a_node_that_was_not_asked_changes_nothing)
{
    start(RLK_ROUND_ACQUIRE);
    all_vote(RLK_VOTE_GRANTED, 1, 3, 1 * MS);
    cr_assert_not(stage.done);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 3), RLK_VOTE_NONE);
}

Test(round, second_vote_of_a_node_changes_nothing)
{
    start(RLK_ROUND_ACQUIRE);
    stage_vote(&stage, 0, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 0), RLK_VOTE_DENIED);
}

Test(round, surplus_votes_are_kept_for_the_report)
{
    start(RLK_ROUND_ACQUIRE);
    all_vote(RLK_VOTE_GRANTED, 0, 2, 1 * MS);
    stage_tick(&stage, 90 * MS);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 3), RLK_VOTE_NONE);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 91 * MS);
    stage_vote(&stage, 4, RLK_VOTE_FAILED, 91 * MS);

    cr_assert_eq(rlk_round_count(&stage.round, RLK_VOTE_GRANTED), 4);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 4), RLK_VOTE_FAILED);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* --- validity ------------------------------------------------------------- */

Test(round, validity_is_the_quorum_th_largest_end_of_the_grants)
{
    start(RLK_ROUND_ACQUIRE);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 10 * MS);
    stage_vote(&stage, 1, RLK_VOTE_GRANTED, 20 * MS);
    cr_assert_eq(rlk_round_validity(&stage.round), INT64_MIN);
    stage_vote(&stage, 2, RLK_VOTE_GRANTED, 30 * MS);

    /* 1 s less 1 % less 2 ms, from the first request on. */
    cr_assert_eq(rlk_round_validity(&stage.round), 988 * MS);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 40 * MS);
    cr_assert_eq(rlk_round_validity(&stage.round), 998 * MS);
}

/* Votes at 1 ms, 2 ms and last; the lock ends at 8 ms. */
static void start_short(int64_t min_validity_ns, int64_t last)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.strategy = RLK_STRATEGY_PARALLEL;
    settings.ttl_ns = 10 * MS;
    settings.drift_ppm = 0;
    settings.min_validity_ns = min_validity_ns;
    stage_start(&stage, &settings);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_GRANTED, 2 * MS);
    stage_vote(&stage, 2, RLK_VOTE_GRANTED, last);
}

/* The clock there went ahead by 300 ms beyond what keys are good for. */
Test(round, hastened_vote_ends_so_much_earlier)
{
    start(RLK_ROUND_ACQUIRE);
    for (int node = 0; node < 3; node++)
        stage_vote(&stage, node, RLK_VOTE_GRANTED, 10 * MS);
    rlk_round_shorten(&stage.round, 1, 300 * MS);
    cr_assert_eq(rlk_round_validity(&stage.round), 698 * MS);
    rlk_round_shorten(&stage.round, 1, INT64_MAX);
    cr_assert_lt(rlk_round_validity(&stage.round), 0);
    rlk_round_shorten(&stage.round, 1, INT64_MAX);
    cr_assert_eq(rlk_round_sent_at(&stage.round, 1), INT64_MIN);
}

Test(round, quorum_just_before_the_validity_ends_is_won)
{
    start_short(0, 8 * MS - 1);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* Votes were there, time was not. */
Test(round, quorum_when_the_validity_ends_is_too_slow)
{
    start_short(0, 8 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_TOO_SLOW);
}

Test(round, less_than_the_least_validity_is_too_slow)
{
    start_short(3 * MS, 5 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_TOO_SLOW);
}

Test(round, more_than_the_least_validity_is_won)
{
    start_short(3 * MS, 5 * MS - 1);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* --- deadline ------------------------------------------------------------- */

static void start_until(enum rlk_round_kind kind, int64_t deadline)
{
    struct rlk_round_settings settings = stage_settings(kind);

    settings.deadline_ns = deadline;
    stage_start(&stage, &settings);
}

Test(round, open_round_ends_at_its_deadline)
{
    start_until(RLK_ROUND_ACQUIRE, 30 * MS);
    cr_assert_eq(rlk_round_wakeup(&stage.round), 30 * MS);
    stage_tick(&stage, 30 * MS - 1);
    cr_assert_not(stage.done);
    stage_tick(&stage, 30 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_DEADLINE);
    cr_assert_eq(stage.undone, 0x01);
}

Test(round, votes_that_are_in_go_before_the_deadline)
{
    start_until(RLK_ROUND_EXTEND, 30 * MS);
    all_vote(RLK_VOTE_GRANTED, 0, 1, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_GRANTED, 30 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

Test(round, vote_at_the_deadline_asks_nobody_else)
{
    start_until(RLK_ROUND_ACQUIRE, 30 * MS);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 30 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DEADLINE);
    cr_assert_eq(stage.asked, 0x01);
}

Test(round, acquire_after_its_deadline_asks_nobody)
{
    start_until(RLK_ROUND_ACQUIRE, 0);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DEADLINE);
    cr_assert_eq(stage.asked, 0);
}

Test(round, release_after_its_deadline_still_goes_to_everybody)
{
    start_until(RLK_ROUND_RELEASE, 0);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DEADLINE);
    cr_assert_eq(stage.asked, 0x1f);
}

/* --- extend, release, inspect --------------------------------------------- */

Test(round, extend_asks_everybody_at_once_and_is_won_by_a_quorum)
{
    start(RLK_ROUND_EXTEND);
    cr_assert_eq(stage.asked, 0x1f);
    all_vote(RLK_VOTE_DENIED, 0, 1, 1 * MS);
    all_vote(RLK_VOTE_GRANTED, 2, 4, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

/* A key that is missing or foreign on a quorum is no extension. */
Test(round, extend_refused_by_a_quorum_is_denied_and_undoes_nothing)
{
    start(RLK_ROUND_EXTEND);
    all_vote(RLK_VOTE_GRANTED, 0, 1, 1 * MS);
    all_vote(RLK_VOTE_DENIED, 2, 4, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(stage.done_at, 2 * MS);
    cr_assert_eq(stage.undone, 0);
}

Test(round, extend_with_barred_votes_only_is_no_quorum)
{
    start(RLK_ROUND_EXTEND);
    all_vote(RLK_VOTE_BARRED, 0, 2, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
}

Test(round, release_reaches_everybody_although_too_many_are_dead)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_RELEASE);
    struct stage_node dead[5] = {{RLK_VOTE_UNREACHED, 0, RLK_NEVER},
                                 {RLK_VOTE_UNREACHED, 0, RLK_NEVER},
                                 {RLK_VOTE_UNREACHED, 0, RLK_NEVER}};

    stage_start_script(&stage, &settings, dead);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
    cr_assert_eq(stage.asked, 0x1f);
}

Test(round, release_is_won_when_a_quorum_deleted_the_key)
{
    start(RLK_ROUND_RELEASE);
    all_vote(RLK_VOTE_GRANTED, 0, 2, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(stage.done_at, 1 * MS);
}

/* Gone already is an answer, on a quorum's word. */
Test(round, release_is_denied_as_soon_as_a_quorum_says_gone)
{
    start(RLK_ROUND_RELEASE);
    all_vote(RLK_VOTE_DENIED, 0, 1, 1 * MS);
    cr_assert_not(stage.done);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(stage.done_at, 2 * MS);
}

Test(round, release_waits_while_gone_and_unreachable_are_both_possible)
{
    start(RLK_ROUND_RELEASE);
    all_vote(RLK_VOTE_FAILED, 0, 1, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 1 * MS);
    cr_assert_not(stage.done);
    stage_tick(&stage, 50 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
}

/* The first node being dead hides nothing. */
Test(round, inspect_waits_for_every_node)
{
    start(RLK_ROUND_INSPECT);
    all_vote(RLK_VOTE_GRANTED, 1, 4, 1 * MS);
    cr_assert_not(stage.done);
    stage_tick(&stage, 50 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

Test(round, inspect_that_reached_too_few_is_no_quorum)
{
    start(RLK_ROUND_INSPECT);
    all_vote(RLK_VOTE_GRANTED, 0, 1, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_DENIED, 1 * MS);
    all_vote(RLK_VOTE_FAILED, 3, 4, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
}

/* --- our own bugs --------------------------------------------------------- */

Test(round, impossible_node_is_our_own_bug, .signal = SIGABRT)
{
    start(RLK_ROUND_ACQUIRE);
    rlk_round_vote(&stage.round, 5, RLK_VOTE_GRANTED, 1 * MS);
}

Test(round, acquire_without_a_ttl_is_our_own_bug, .signal = SIGABRT)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.ttl_ns = 0;
    stage_start(&stage, &settings);
}

/* What had not left cannot be answered: its time counts from when it left. */
Test(round, a_request_that_left_late_has_its_timeout_from_then_on)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);
    struct rlk_round round;
    struct rlk_step step;

    settings.strategy = RLK_STRATEGY_PARALLEL;
    rlk_round_start(&round, &settings, 0);
    while (rlk_round_next(&round, &step, 1 * MS))
        cr_assert_eq(step.kind, RLK_STEP_ASK);
    cr_assert_not(rlk_round_left(&round, 2 * MS, 40 * MS), "asked before that");
    cr_assert_eq(rlk_round_wakeup(&round), 51 * MS);
    cr_assert(rlk_round_left(&round, 1 * MS, 40 * MS));
    cr_assert_eq(rlk_round_wakeup(&round), 90 * MS);
    rlk_round_tick(&round, 90 * MS - 1);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_NONE);
    rlk_round_tick(&round, 90 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_TIMED_OUT);
    cr_assert_eq(rlk_round_sent_at(&round, 0), 1 * MS,
                 "validity is not longer");
}

/* The same for the second exchange of a fence. */
Test(round, a_confirmation_that_left_late_has_its_timeout_from_then_on)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);
    struct rlk_round round, before;
    struct rlk_step step;

    settings.strategy = RLK_STRATEGY_PARALLEL;
    settings.fenced = true;
    settings.nodes = 3;
    settings.quorum = 2;
    rlk_round_start(&round, &settings, 0);
    while (rlk_round_next(&round, &step, 0))
        continue;
    rlk_round_granted(&round, 0, 7, 10 * MS);
    rlk_round_granted(&round, 1, 8, 10 * MS);
    cr_assert(rlk_round_next(&round, &step, 10 * MS));
    cr_assert_eq(step.kind, RLK_STEP_CONFIRM);
    cr_assert_not(rlk_round_left(&round, 11 * MS, 45 * MS), "asked before");
    before = round;
    rlk_round_tick(&before, 60 * MS);
    cr_assert_eq(rlk_round_vote_of(&before, 0), RLK_VOTE_TIMED_OUT);
    cr_assert(rlk_round_left(&round, 10 * MS, 45 * MS));
    rlk_round_tick(&round, 94 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_GRANTED);
    rlk_round_tick(&round, 95 * MS);
    cr_assert_eq(rlk_round_vote_of(&round, 0), RLK_VOTE_TIMED_OUT);
}
