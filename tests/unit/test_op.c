/* SPDX-License-Identifier: MIT */
/*
 * A round in flight, of an operation that is the test's: it is asked what is
 * wanted, told what is heard and what counts, and told the outcome once.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/core/op.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct redlock_report report;
static struct rlk_resource *job;
static struct rlk_op *op;    /* set while it is there */
static struct rlk_call call; /* somebody's who waits */

/* --- the operation ---------------------------------------------------------
 */

static char heard[512]; /* "n1 yes, n2 held" */
static int done;
static enum rlk_outcome outcome;
static struct rlk_call *waited; /* op->call when it was done */
static bool unwanted;
static uint32_t counted; /* nodes whose vote stands */

static bool op_wanted(const struct rlk_op *of, int node, enum rlk_verb verb,
                      int64_t now)
{
    (void)of, (void)node, (void)verb, (void)now;
    return !unwanted;
}

static enum rlk_vote op_heard(struct rlk_op *of, int node, enum rlk_verb verb,
                              const struct rlk_answer *answer, int64_t now)
{
    bool yes = answer->kind == RLK_ANSWER_YES;
    size_t length = strlen(heard);

    (void)of, (void)verb, (void)now;
    snprintf(heard + length, sizeof(heard) - length, "%sn%d %s",
             length == 0 ? "" : ", ", node + 1, yes ? "yes" : "no");
    return yes ? RLK_VOTE_GRANTED : RLK_VOTE_DENIED;
}

static void op_counted(struct rlk_op *of, int node, enum rlk_vote vote,
                       int64_t now)
{
    (void)now;
    cr_assert_eq(rlk_round_vote_of(&of->round, node), vote);
    counted |= UINT32_C(1) << node;
}

static void op_done(struct rlk_op *of, enum rlk_outcome with, int64_t now)
{
    (void)now;
    done++;
    outcome = with;
    waited = of->call;
}

static const struct rlk_operation acquires = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .wanted = op_wanted,
    .heard = op_heard,
    .counted = op_counted,
    .done = op_done,
};

static const struct rlk_operation inspects = {
    .round = RLK_ROUND_INSPECT,
    .verb = RLK_VERB_INSPECT,
    .yes = REDLOCK_VOTE_ANSWERED,
    .heard = op_heard,
    .done = op_done,
};

static struct rlk_op_settings settings_of(const struct rlk_operation *kind)
{
    return (struct rlk_op_settings){
        .operation = kind,
        .resource = job,
        .ttl_ns = SECOND,
        .deadline = RLK_NEVER,
        .call = &call,
    };
}

static void start(const struct rlk_operation *kind)
{
    struct rlk_op_settings settings = settings_of(kind);

    cr_assert(rlk_op_start(&ground.runtime, &settings, &op, ground.now));
}

static void open_three(void)
{
    call.report = &report;
    ground_open_connected(&ground);
    job = rlk_resource_new("cup", 3);
}

/* A round that is over is gone, and has let go of its resource. */
static void close_ground(void)
{
    ground_close(&ground);
    cr_assert_eq(job->holders, 1);
    rlk_resource_drop(job);
}

TestSuite(op, .init = open_three, .fini = close_ground);

static void answer(int node, enum rlk_answer_kind kind)
{
    ground_answer(&ground, node, kind);
}

static void refuse(int node, enum redlock_reason reason)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                            .reason = reason,
                                            .text = "said so",
                                            .text_length = 7});
}

static void hold(int node, int64_t remaining_ms)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                            .remaining_ms = remaining_ms,
                                            .text = "theirs",
                                            .text_length = 6});
}

/* --- its life --------------------------------------------------------------
 */

Test(op, asks_every_node_at_once)
{
    start(&acquires);
    cr_assert_str_eq(ground_said(&ground),
                     "grant n1 1000, grant n2 1000, grant n3 1000");
    cr_assert_eq(op->in_flight, 3);
    cr_assert_eq(done, 0);
}

Test(op, is_done_with_a_quorum_and_stays_for_the_last_answer)
{
    start(&acquires);
    answer(0, RLK_ANSWER_YES);
    cr_assert_eq(done, 0);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(done, 1);
    cr_assert_eq(outcome, RLK_OUTCOME_WON);
    cr_assert_not(rlk_list_empty(&ground.runtime.ops));
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(done, 1);
    cr_assert(rlk_list_empty(&ground.runtime.ops));
    cr_assert_str_eq(heard, "n1 yes, n2 yes, n3 yes");
}

Test(op, says_of_each_vote_that_it_stands)
{
    start(&acquires);
    answer(0, RLK_ANSWER_YES);
    cr_assert_eq(counted, 1);
    answer(1, RLK_ANSWER_HELD);
    cr_assert_eq(counted, 3);
}

Test(op, of_an_inspection_waits_for_every_node)
{
    start(&inspects);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(done, 0);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(done, 1);
    cr_assert_eq(outcome, RLK_OUTCOME_WON);
}

Test(op, tells_nobody_who_does_not_wait_any_more)
{
    start(&acquires);
    rlk_op_disown(op);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(done, 1);
    cr_assert_null(waited);
}

/* --- silence and errors ----------------------------------------------------
 */

Test(op, finds_a_node_silent_after_its_time_out)
{
    start(&inspects);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    ground_pass(&ground, 100 * MS - 1);
    cr_assert_eq(done, 0);
    ground_pass(&ground, 100 * MS);
    cr_assert_eq(done, 1);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_TIMED_OUT);
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_SILENT);
    cr_assert_not(rlk_node_usable(&ground.node[2], ground.now));
}

Test(op, counts_the_time_out_from_when_a_request_left)
{
    start(&inspects);
    ground_pass(&ground, 60 * MS);
    rlk_op_left(op, 0, ground.now);
    ground_pass(&ground, 160 * MS - 1);
    cr_assert_eq(done, 0);
    ground_pass(&ground, 160 * MS);
    cr_assert_eq(done, 1);
}

Test(op, does_not_ask_what_is_dead)
{
    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_REFUSED, NULL, 0);
    start(&acquires);
    cr_assert_str_eq(ground_said(&ground), "grant n2 1000, grant n3 1000");
    answer(1, RLK_ANSWER_YES);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_REFUSED);
}

Test(op, asks_nobody_where_the_dead_are_too_many)
{
    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_REFUSED, NULL, 0);
    rlk_node_disconnected(&ground.node[1], REDLOCK_REASON_REFUSED, NULL, 0);
    start(&acquires);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_eq(done, 1);
    cr_assert_eq(outcome, RLK_OUTCOME_NO_QUORUM);
}

Test(op, does_not_ask_the_operation_what_an_error_is)
{
    start(&inspects);
    refuse(0, REDLOCK_REASON_OOM);
    cr_assert_str_eq(heard, "");
    answer(1, RLK_ANSWER_YES);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_OOM);
    cr_assert_str_eq(report.node[0].message, "said so");
}

Test(op, knows_when_a_majority_refuses_our_credentials)
{
    start(&acquires);
    refuse(0, REDLOCK_REASON_NOPERM);
    cr_assert_not(rlk_op_lacks_rights(op));
    refuse(1, REDLOCK_REASON_NOAUTH);
    cr_assert(rlk_op_lacks_rights(op));
}

/* --- lost: undone ----------------------------------------------------------
 */

Test(op, that_is_lost_is_undone_everywhere_before_it_is_done)
{
    start(&acquires);
    (void)ground_said(&ground);
    hold(0, 700);
    hold(1, 300);
    cr_assert_str_eq(ground_said(&ground),
                     "pass n1 by text, release n2 by text, release n3 by text");
    cr_assert_eq(done, 0);
    hold(0, 700);
    hold(1, 300);
    answer(2, RLK_ANSWER_YES);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(done, 1);
    cr_assert_eq(outcome, RLK_OUTCOME_DENIED);
    cr_assert(rlk_list_empty(&ground.runtime.ops));
}

Test(op, leaves_the_release_to_the_backlog_where_the_undo_failed)
{
    start(&acquires);
    rlk_op_cancel(op, 1 * MS);
    answer(0, RLK_ANSWER_YES);
    refuse(0, REDLOCK_REASON_IN_SCRIPT); /* the pass */
    refuse(0, REDLOCK_REASON_IN_SCRIPT); /* and the release in its place */
    cr_assert_eq(ground.node[0].backlog.count, 1);
    answer(1, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(ground.node[1].backlog.count, 0);
}

Test(op, that_is_cancelled_is_undone_and_says_so)
{
    start(&acquires);
    answer(0, RLK_ANSWER_YES);
    (void)ground_said(&ground);
    rlk_op_cancel(op, 1 * MS);
    cr_assert_eq(done, 1);
    cr_assert_eq(outcome, RLK_OUTCOME_CANCELLED);
    cr_assert_str_eq(ground_said(&ground),
                     "pass n1 by text, release n2 by text, release n3 by text");
}

/* --- held back -------------------------------------------------------------
 */

static void connect_anew(int node)
{
    ground.now += SECOND; /* it has stood: it is connected to at once */
    rlk_node_disconnected(&ground.node[node], REDLOCK_REASON_BROKEN, NULL,
                          ground.now);
    (void)ground_said(&ground);
}

Test(op, asks_whether_a_request_that_was_held_back_is_wanted)
{
    connect_anew(0);
    start(&acquires);
    cr_assert_str_eq(ground_said(&ground), "grant n2 1000, grant n3 1000");
    unwanted = true;
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_eq(rlk_round_vote_of(&op->round, 0), RLK_VOTE_UNREACHED);
}

Test(op, sends_what_was_held_back_and_is_wanted)
{
    connect_anew(0);
    start(&acquires);
    (void)ground_said(&ground);
    ground_connect(&ground, 0);
    cr_assert_str_eq(ground_said(&ground), "grant n1 1000");
}

/* --- when it will be free --------------------------------------------------
 */

/* As of a wait in the queue, which hears one node or two. */
Test(op, does_not_say_when_it_is_free_where_too_few_were_asked)
{
    start(&inspects);
    hold(0, 700);
    rlk_op_tell_report(op, ground.now);
    cr_assert_eq(report.free_in_ms, -1);
    hold(1, 300);
    rlk_op_tell_report(op, ground.now);
    cr_assert_eq(report.free_in_ms, 300);
}

Test(op, knows_when_a_quorum_of_keys_has_run_out)
{
    start(&inspects);
    hold(0, 700);
    cr_assert_eq(rlk_op_node_free_in_ms(op, 0), 700);
    cr_assert_eq(rlk_op_node_free_in_ms(op, 1), 0);
    cr_assert_eq(rlk_op_free_in_ms(op), 0);
    hold(1, 300);
    cr_assert_eq(rlk_op_free_in_ms(op), 300);
    hold(2, -1);
    cr_assert_eq(report.free_in_ms, 700);
    cr_assert_eq(report.node[0].remaining_ms, 700);
    cr_assert_str_eq(report.node[0].holder, "theirs");
}

/* --- what its requests carry ------------------------------------------------
 */

Test(op, sends_no_rules_where_none_are_judged)
{
    start(&acquires);
    cr_assert_not(ground.last.checked);
    cr_assert_eq(ground.last.ttl_ms, 1000);
}

Test(op, sends_rules_where_markers_are_judged)
{
    ground.runtime.guarded = true;
    start(&acquires);
    cr_assert(ground.last.checked);
    cr_assert_eq(ground.last.rules.guard_ms, 10000);
    cr_assert_not(ground.last.rules.fenced);
    cr_assert_eq(ground.last.rules.run_id[0], 'c');
}

Test(op, numbers_its_requests_with_rules)
{
    ground.runtime.guarded = true;
    start(&acquires);
    cr_assert_eq(ground.last.rules.serial, 3);
}

Test(op, asks_for_a_fence_with_rules)
{
    struct rlk_op_settings settings = settings_of(&acquires);

    settings.fenced = true;
    cr_assert(rlk_op_start(&ground.runtime, &settings, &op, 0));
    cr_assert(ground.last.checked);
    cr_assert(ground.last.rules.fenced);
    cr_assert_eq(ground.last.rules.guard_ms, 0);
}

/* --- a node's clock --------------------------------------------------------
 */

Test(op, does_not_count_a_node_that_was_barred)
{
    start(&acquires);
    answer(0, RLK_ANSWER_YES);
    op->acquire.granted = 1;
    rlk_op_bar(op, 0, 1 * MS);
    cr_assert_eq(op->acquire.granted, 0);
    cr_assert_eq(rlk_round_vote_of(&op->round, 0), RLK_VOTE_BARRED);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(done, 0);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(outcome, RLK_OUTCOME_WON);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLOCK);
}

Test(op, that_judged_no_marker_is_to_be_begun_anew)
{
    start(&acquires);
    rlk_op_void(op, 1 * MS);
    cr_assert(op->acquire.voided);
    cr_assert_eq(outcome, RLK_OUTCOME_CANCELLED);
}

Test(op, that_judges_markers_is_not_begun_anew)
{
    ground.runtime.guarded = true;
    start(&acquires);
    rlk_op_void(op, 1 * MS);
    cr_assert_eq(done, 0);
}

/* --- memory ----------------------------------------------------------------
 */

Test(op, without_memory_is_not_started)
{
    struct rlk_op_settings settings = settings_of(&acquires);

    (void)rlk_alloc_fail_at(1);
    cr_assert_not(rlk_op_start(&ground.runtime, &settings, &op, 0));
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(op, of_a_release_finds_the_one_that_is_kept_for_it)
{
    struct rlk_op_settings settings;
    struct rlk_operation releases = inspects;

    releases.round = RLK_ROUND_RELEASE;
    releases.verb = RLK_VERB_RELEASE;
    settings = settings_of(&releases);
    cr_assert(rlk_op_reserve(&ground.runtime));
    (void)rlk_alloc_fail_at(1);
    cr_assert(rlk_op_start(&ground.runtime, &settings, &op, 0));
    for (int node = 0; node < 3; node++)
        answer(node, RLK_ANSWER_YES);
    cr_assert_eq(outcome, RLK_OUTCOME_WON);
}
