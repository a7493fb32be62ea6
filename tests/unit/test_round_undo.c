/* SPDX-License-Identifier: MIT */
/* A lost acquire leaves nothing behind, and how long it waits for that. */

#include <criterion/criterion.h>

#include "tests/support/stage.h"

static struct stage stage;

static void start(enum rlk_strategy strategy)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.strategy = strategy;
    stage_start(&stage, &settings);
}

static void three_refuse(int64_t at)
{
    for (int node = 0; node < 3; node++)
        stage_vote(&stage, node, RLK_VOTE_DENIED, at);
}

/* What a node said, or whether it did, is no reason to spare it. */
Test(round_undo, reaches_the_refusing_the_failing_and_the_silent)
{
    start(RLK_STRATEGY_PARALLEL);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_FAILED, 1 * MS);
    stage_tick(&stage, 50 * MS);
    cr_assert_eq(stage.undone, 0x1f);
}

Test(round_undo, leaves_out_nodes_that_were_never_asked)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    three_refuse(1 * MS);
    cr_assert_eq(stage.undone, 0x07);
}

Test(round_undo, leaves_out_nodes_that_were_never_reached)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    stage_vote(&stage, 0, RLK_VOTE_UNREACHED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 2, RLK_VOTE_UNREACHED, 1 * MS);
    stage_vote(&stage, 3, RLK_VOTE_UNREACHED, 1 * MS);
    cr_assert_eq(stage.undone, 0x02);
}

/* The request waited for a connection that then could not be made. */
Test(round_undo, leaves_out_a_silent_node_that_turns_out_unreached)
{
    struct rlk_step step;

    start(RLK_STRATEGY_SEQUENTIAL);
    stage_tick(&stage, 50 * MS);
    rlk_round_vote(&stage.round, 0, RLK_VOTE_UNREACHED, 51 * MS);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 0), RLK_VOTE_TIMED_OUT);
    rlk_round_cancel(&stage.round, 52 * MS);

    cr_assert(rlk_round_next(&stage.round, &step, 52 * MS));
    cr_assert_eq(step.kind, RLK_STEP_UNDO);
    cr_assert_eq(step.node, 1);
    cr_assert(rlk_round_next(&stage.round, &step, 52 * MS));
    cr_assert_eq(step.kind, RLK_STEP_DONE);
}

/* Such a report cannot take back that something was sent. */
Test(round_undo, keeps_a_node_that_voted_before_it_was_called_unreached)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    stage_vote(&stage, 0, RLK_VOTE_GRANTED, 1 * MS);
    stage_vote(&stage, 0, RLK_VOTE_UNREACHED, 1 * MS);
    stage_cancel(&stage, 2 * MS);
    cr_assert_eq(stage.undone, 0x03);
}

/* Every node of an acquire that was too slow is released. */
Test(round_undo, too_slow_is_undone_everywhere_at_once)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.strategy = RLK_STRATEGY_PARALLEL;
    settings.ttl_ns = 10 * MS;
    stage_start(&stage, &settings);
    for (int node = 0; node < 3; node++)
        stage_vote(&stage, node, RLK_VOTE_GRANTED, 20 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_TOO_SLOW);
    cr_assert_eq(stage.undone, 0x1f);
    cr_assert_eq(stage.done_at, 20 * MS);
}

/* The undo's answer tells who holds the key, and for how long. */
Test(round_undo, waits_for_the_answers_of_those_who_refused)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    three_refuse(1 * MS);
    cr_assert_not(stage.done);
    cr_assert_eq(rlk_round_wakeup(&stage.round), 51 * MS);
    stage_undone(&stage, 0, 2 * MS);
    stage_undone(&stage, 2, 3 * MS);
    cr_assert_not(stage.done);
    stage_undone(&stage, 1, 4 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(stage.done_at, 4 * MS);
}

Test(round_undo, waits_for_a_node_timeout_at_most)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    three_refuse(1 * MS);
    stage_tick(&stage, 51 * MS - 1);
    cr_assert_not(stage.done);
    stage_tick(&stage, 51 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
}

Test(round_undo, waits_no_longer_than_the_deadline)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_ACQUIRE);

    settings.deadline_ns = 20 * MS;
    stage_start(&stage, &settings);
    three_refuse(1 * MS);
    cr_assert_eq(rlk_round_wakeup(&stage.round), 20 * MS);
    stage_tick(&stage, 20 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
}

Test(round_undo, waits_for_nobody_where_nobody_refused)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    for (int node = 0; node < 3; node++)
        stage_vote(&stage, node, RLK_VOTE_FAILED, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_NO_QUORUM);
    cr_assert_eq(stage.done_at, 1 * MS);
}

Test(round_undo, unexpected_answers_are_harmless)
{
    start(RLK_STRATEGY_PARALLEL);
    stage_undone(&stage, 3, 0);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 1 * MS);
    stage_undone(&stage, 3, 1 * MS);
    for (int node = 0; node < 2; node++)
        stage_vote(&stage, node, RLK_VOTE_GRANTED, 1 * MS);
    stage_undone(&stage, 0, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
}

Test(round_undo, votes_meanwhile_are_kept_and_decide_nothing)
{
    start(RLK_STRATEGY_PARALLEL);
    three_refuse(1 * MS);
    stage_vote(&stage, 3, RLK_VOTE_GRANTED, 2 * MS);
    stage_vote(&stage, 4, RLK_VOTE_DENIED, 2 * MS);
    for (int node = 0; node < 3; node++)
        stage_undone(&stage, node, 3 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(rlk_round_vote_of(&stage.round, 3), RLK_VOTE_GRANTED);
    cr_assert_eq(rlk_round_count(&stage.round, RLK_VOTE_DENIED), 4);
}

/* Cancelled in flight, nothing stays. */
Test(round_undo, cancel_undoes_what_was_asked_and_waits_for_nothing)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    stage_vote(&stage, 0, RLK_VOTE_DENIED, 1 * MS);
    stage_vote(&stage, 1, RLK_VOTE_GRANTED, 1 * MS);
    stage_cancel(&stage, 2 * MS);

    cr_assert_eq(stage.outcome, RLK_OUTCOME_CANCELLED);
    cr_assert_eq(stage.done_at, 2 * MS);
    cr_assert_eq(stage.undone, 0x07);
}

Test(round_undo, cancel_keeps_an_outcome_but_ends_its_waiting)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    three_refuse(1 * MS);
    stage_cancel(&stage, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_DENIED);
    cr_assert_eq(stage.done_at, 2 * MS);
}

Test(round_undo, cancel_of_a_won_acquire_comes_too_late)
{
    start(RLK_STRATEGY_SEQUENTIAL);
    for (int node = 0; node < 3; node++)
        stage_vote(&stage, node, RLK_VOTE_GRANTED, 1 * MS);
    stage_cancel(&stage, 2 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_WON);
    cr_assert_eq(stage.undone, 0);
}

Test(round_undo, cancelled_release_undoes_nothing)
{
    struct rlk_round_settings settings = stage_settings(RLK_ROUND_RELEASE);

    stage_start(&stage, &settings);
    stage_cancel(&stage, 1 * MS);
    cr_assert_eq(stage.outcome, RLK_OUTCOME_CANCELLED);
    cr_assert_eq(stage.undone, 0);
}
