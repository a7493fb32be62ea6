/* SPDX-License-Identifier: MIT */
/* Filling the caller's report. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/report.h"
#include "tests/support/ground.h"

static struct redlock_report report;
static const struct redlock_node_report *const second = &report.node[1];

static void begin(void)
{
    struct rlk_runtime_settings settings = ground_settings();

    rlk_report_begin(&report, &settings);
}

TestSuite(report, .init = begin);

static void vote(enum rlk_vote vote, enum redlock_reason reason)
{
    rlk_report_vote(&report.node[1], vote, REDLOCK_VOTE_RELEASED, true, reason,
                    0);
}

static void be_held_by(const char *holder, int64_t remaining_ms)
{
    rlk_report_holder(&report.node[1],
                      &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                           .remaining_ms = remaining_ms,
                                           .text = holder,
                                           .text_length = strlen(holder)});
}

Test(report, begins_with_the_number_of_nodes_alone)
{
    cr_assert_eq(report.nodes, 3);
    cr_assert_eq(report.quorum, 2);
    cr_assert_eq(report.granted, 0);
    cr_assert_eq(report.free_in_ms, -1);
    cr_assert_str_eq(second->name, "n2");
    cr_assert_eq(second->vote, REDLOCK_VOTE_NONE);
    cr_assert_eq(second->latency_us, -1);
    cr_assert_eq(second->remaining_ms, -1);
    cr_assert_str_eq(second->message, "");
    cr_assert_str_eq(second->holder, "");
}

Test(report, forgets_the_call_before)
{
    vote(RLK_VOTE_FAILED, REDLOCK_REASON_OOM);
    rlk_report_message(&report.node[1], "no room");
    begin();
    cr_assert_eq(second->vote, REDLOCK_VOTE_NONE);
    cr_assert_eq(second->reason, REDLOCK_REASON_NONE);
    cr_assert_str_eq(second->message, "");
}

Test(report, that_is_NULL_is_ignored)
{
    struct rlk_runtime_settings settings = ground_settings();
    struct rlk_answer answer = {.text = ""};

    rlk_report_begin(NULL, &settings);
    rlk_report_message(NULL, "");
    rlk_report_holder(NULL, &answer);
    rlk_report_error(NULL, &answer);
    rlk_report_quarantine(NULL, 1 * MS);
    rlk_report_longest(NULL, 1);
    rlk_report_finish(NULL, 1, 0, 1);
}

Test(report, has_the_operations_word_for_a_granted_vote)
{
    vote(RLK_VOTE_GRANTED, REDLOCK_REASON_NONE);
    cr_assert_eq(second->vote, REDLOCK_VOTE_RELEASED);
}

Test(report, has_a_name_for_every_other_vote)
{
    vote(RLK_VOTE_DENIED, REDLOCK_REASON_MISSING);
    cr_assert_eq(second->vote, REDLOCK_VOTE_DENIED);
    cr_assert_eq(second->reason, REDLOCK_REASON_MISSING);
    vote(RLK_VOTE_FAILED, REDLOCK_REASON_OOM);
    cr_assert_eq(second->vote, REDLOCK_VOTE_FAILED);
    vote(RLK_VOTE_TIMED_OUT, REDLOCK_REASON_SILENT);
    cr_assert_eq(second->vote, REDLOCK_VOTE_TIMED_OUT);
    vote(RLK_VOTE_UNREACHED, REDLOCK_REASON_REFUSED);
    cr_assert_eq(second->vote, REDLOCK_VOTE_UNREACHED);
    vote(RLK_VOTE_EXCLUDED, REDLOCK_REASON_CLOCK);
    cr_assert_eq(second->vote, REDLOCK_VOTE_EXCLUDED);
}

Test(report, calls_an_unanswered_request_open)
{
    vote(RLK_VOTE_NONE, REDLOCK_REASON_NONE);
    cr_assert_eq(second->vote, REDLOCK_VOTE_OPEN);
}

Test(report, calls_a_refusal_without_a_reason_held)
{
    vote(RLK_VOTE_DENIED, REDLOCK_REASON_NONE);
    cr_assert_eq(second->reason, REDLOCK_REASON_HELD);
}

Test(report, has_the_holder_and_the_rest_of_its_key)
{
    be_held_by("host:4711", 250);
    vote(RLK_VOTE_DENIED, REDLOCK_REASON_HELD);
    cr_assert_str_eq(second->holder, "host:4711");
    cr_assert_eq(second->remaining_ms, 250);
}

Test(report, does_not_name_a_waiter_as_the_holder)
{
    be_held_by("a writer", 4000);
    vote(RLK_VOTE_DENIED, REDLOCK_REASON_HELD);
    cr_assert_str_eq(rlk_report_holder_named(&report), "a writer");
    vote(RLK_VOTE_DENIED, REDLOCK_REASON_QUEUED);
    cr_assert_null(rlk_report_holder_named(&report));
}

Test(report, does_not_name_an_earlier_rounds_holder)
{
    be_held_by("host:4711", 250);
    vote(RLK_VOTE_FAILED, REDLOCK_REASON_OOM);
    cr_assert_str_eq(second->holder, "");
    cr_assert_eq(second->remaining_ms, -1);
}

Test(report, does_not_have_an_earlier_rounds_error)
{
    rlk_report_message(&report.node[1], "no room");
    vote(RLK_VOTE_FAILED, REDLOCK_REASON_OOM);
    cr_assert_str_eq(second->message, "no room");
    vote(RLK_VOTE_GRANTED, REDLOCK_REASON_NONE);
    cr_assert_str_eq(second->message, "");
}

/* A server's text must not move a terminal's cursor. */
Test(report, shows_no_control_characters)
{
    be_held_by("a\033[2Jb\n\377", 1);
    cr_assert_str_eq(second->holder, "a?[2Jb??");
}

Test(report, cuts_what_is_too_long)
{
    char longest[2 * sizeof(second->message)];

    memset(longest, 'x', sizeof(longest));
    rlk_report_error(
        &report.node[1],
        &(struct rlk_answer){.text = longest, .text_length = sizeof(longest)});
    cr_assert_eq(strlen(second->message), sizeof(second->message) - 1);
}

Test(report, rounds_a_quarantine_up)
{
    rlk_report_quarantine(&report.node[1], 1500 * MS);
    cr_assert_str_eq(second->message, "it lost its memory, and votes again "
                                      "after 2 s in which somebody watches");
    rlk_report_vote(&report.node[1], RLK_VOTE_EXCLUDED, REDLOCK_VOTE_RELEASED,
                    true, REDLOCK_REASON_NONE, 1 * MS + 1);
    cr_assert_eq(second->quarantine_ms, 2);
}

Test(report, has_the_longest_ttl_of_a_node)
{
    rlk_report_longest(&report.node[1], 60000);
    cr_assert_str_eq(second->message, "its longest ttl is 60000 ms");
}

Test(report, has_times_in_microseconds)
{
    rlk_report_finish(&report, 4, 3 * MS, 5 * MS);
    cr_assert_eq(report.elapsed_us, 2000);
    cr_assert_eq(report.attempts, 4);
}
