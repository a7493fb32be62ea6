/* SPDX-License-Identifier: MIT */
/* Asking all nodes again and again who holds a resource. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/observe.h"
#include "redlock/core/op.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct rlk_observe observe;
static struct rlk_observation_change change;
static int changes;

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &observe.call.completion);
    if (!rlk_observation_changed(&observe.observation))
        return;
    rlk_observation_tell(&observe.observation, &change);
    changes++;
}

static void open_three(void)
{
    ground_open_connected(&ground);
    observe.call.completion.run = run;
}

static void close_ground(void)
{
    if (observe.resource != NULL)
        rlk_observe_stop(&observe);
    ground_close(&ground);
}

TestSuite(observe, .init = open_three, .fini = close_ground);

static void start(void)
{
    cr_assert_eq(rlk_observe_start(&observe, &ground.runtime, "job", 1000 * MS,
                                   ground.now),
                 REDLOCK_OK);
}

static void says_held(int node, const char *token, int64_t counter)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                            .remaining_ms = 30000,
                                            .counter = counter,
                                            .text = token,
                                            .text_length = strlen(token)});
}

static void says_free(int node)
{
    ground_answer(&ground, node, RLK_ANSWER_MISSING);
}

static void refuses(int node, enum redlock_reason reason)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                            .reason = reason,
                                            .text = ""});
}

static void all_say(const char *token, int64_t counter)
{
    for (int node = 0; node < 3; node++)
        says_held(node, token, counter);
    ground_run_completions(&ground);
}

/* Lets time pass to the next question; it was asked of all at once. */
static void expect_asked_at(int64_t at)
{
    ground_pass(&ground, at - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, at);
    cr_assert_str_eq(ground_said(&ground),
                     "observe n1, observe n2, observe n3");
}

Test(observe, asks_all_nodes_at_once_and_tells_the_holder)
{
    start();
    cr_assert_str_eq(ground_said(&ground),
                     "observe n1, observe n2, observe n3");
    cr_assert_str_eq(ground.last.resource, "job");
    all_say("theirs", 7);
    cr_assert_eq(changes, 1);
    cr_assert_eq(change.view->state, RLK_VIEW_HELD);
    cr_assert_eq(change.view->fence, 7);
    cr_assert_eq(observe.call.status, REDLOCK_OK);
}

Test(observe, asks_again_and_tells_changes_alone)
{
    start();
    (void)ground_said(&ground);
    all_say("theirs", 7);
    expect_asked_at(1000 * MS);
    all_say("theirs", 7);
    cr_assert_eq(changes, 1);
    expect_asked_at(2000 * MS);
    all_say("others", 8);
    cr_assert_eq(changes, 2);
}

Test(observe, asks_when_the_keys_run_out)
{
    start();
    (void)ground_said(&ground);
    for (int node = 0; node < 3; node++)
        ground_answer_with(
            &ground, node,
            &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                 .remaining_ms = 200 + 100 * node,
                                 .text = "theirs",
                                 .text_length = 6});
    expect_asked_at(301 * MS);
}

Test(observe, a_silent_node_is_waited_for_no_longer_than_its_time_out)
{
    start();
    says_held(0, "theirs", 7);
    says_held(1, "theirs", 7);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 0);
    ground_pass(&ground, 100 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 1);
    cr_assert_eq(change.view->answered, 2);
}

/* It belongs to a question that is over. */
Test(observe, a_late_answer_says_nothing)
{
    start();
    (void)ground_said(&ground);
    says_held(0, "theirs", 7);
    ground_pass(&ground, 100 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    says_held(1, "theirs", 7);
    says_held(2, "theirs", 7);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 1);
    expect_asked_at(1100 * MS);
    says_held(0, "theirs", 7);
    says_free(1);
    says_free(2);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->state, RLK_VIEW_NOBODY);
}

Test(observe, too_few_answers_are_unsure)
{
    start();
    says_held(0, "theirs", 7);
    refuses(1, REDLOCK_REASON_LOADING);
    refuses(2, REDLOCK_REASON_LOADING);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    cr_assert_eq(observe.call.status, REDLOCK_NO_QUORUM);
}

/* What no script of ours says is no answer. */
Test(observe, an_answer_that_makes_no_sense_does_not_count)
{
    static const enum rlk_answer_kind kinds[] = {
        RLK_ANSWER_YES, RLK_ANSWER_CREATED, RLK_ANSWER_SUPERSEDED};

    start();
    for (int node = 0; node < 3; node++)
        ground_answer(&ground, node, kinds[node]);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    cr_assert_eq(change.view->answered, 0);
}

Test(observe, without_the_right_to_counters_it_does_without_fences)
{
    start();
    (void)ground_said(&ground);
    for (int node = 0; node < 3; node++)
        refuses(node, REDLOCK_REASON_NOPERM);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 0);
    ground_pass(&ground, 0);
    cr_assert_str_eq(ground_said(&ground),
                     "inspect n1, inspect n2, inspect n3");
    all_say("theirs", 0);
    cr_assert_eq(change.view->state, RLK_VIEW_HELD);
    ground_pass(&ground, 1000 * MS);
    cr_assert_str_eq(ground_said(&ground),
                     "inspect n1, inspect n2, inspect n3");
}

Test(observe, without_any_right_it_says_so_and_tries_again)
{
    start();
    for (int node = 0; node < 3; node++)
        refuses(node, REDLOCK_REASON_NOPERM);
    ground_pass(&ground, 0);
    for (int node = 0; node < 3; node++)
        refuses(node, REDLOCK_REASON_NOPERM);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 1);
    cr_assert_eq(observe.call.status, REDLOCK_NO_RIGHTS);
    (void)ground_said(&ground);
    expect_asked_at(1000 * MS);
}

Test(observe, a_node_in_quarantine_without_a_key_cannot_tell)
{
    struct rlk_guard *guard = &ground.node[2].guard;

    rlk_guard_on(guard);
    rlk_node_judge(&ground.node[2], 0);
    cr_assert_gt(rlk_node_quarantine(&ground.node[2], 0), 0);
    start();
    says_free(0);
    says_free(1);
    says_free(2);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->answered, 2);
}

Test(observe, asks_nothing_of_a_name_that_cannot_be)
{
    cr_assert_eq(rlk_observe_start(&observe, &ground.runtime, "", MS, 0),
                 REDLOCK_BAD_REQUEST);
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(observe, asks_nothing_at_no_intervals)
{
    cr_assert_eq(rlk_observe_start(&observe, &ground.runtime, "job", 0, 0),
                 REDLOCK_BAD_REQUEST);
}

Test(observe, without_memory_is_not_started)
{
    int refused = 0;

    for (uint64_t nth = 1; nth <= 3; nth++) {
        (void)rlk_alloc_fail_at(nth);
        if (rlk_observe_start(&observe, &ground.runtime, "job", MS, 0) ==
            REDLOCK_NO_MEMORY)
            refused++;
        else
            rlk_observe_stop(&observe);
        (void)ground_said(&ground);
    }
    (void)rlk_alloc_fail_at(0);
    cr_assert_geq(refused, 2);
}

/* Want of memory later on is a view, too. */
Test(observe, without_memory_is_unsure_and_goes_on)
{
    start();
    all_say("theirs", 7);
    ground_pass(&ground, 1000 * MS - 1);
    rlk_op_unreserve(&ground.runtime);
    (void)ground_said(&ground);
    (void)rlk_alloc_fail_at(1);
    ground_pass(&ground, 1000 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(change.view->state, RLK_VIEW_UNSURE);
    cr_assert_eq(observe.call.status, REDLOCK_NO_MEMORY);
    (void)rlk_alloc_fail_at(0);
    expect_asked_at(2000 * MS);
}

Test(observe, stopped_it_asks_and_tells_nothing)
{
    start();
    all_say("theirs", 7);
    ground_pass(&ground, 1000 * MS);
    (void)ground_said(&ground);
    rlk_observe_stop(&observe);
    all_say("others", 8);
    ground_pass(&ground, 5000 * MS);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_eq(changes, 1);
}

Test(observe, stopped_with_something_to_tell_tells_nothing)
{
    start();
    for (int node = 0; node < 3; node++)
        says_held(node, "theirs", 7);
    rlk_observe_stop(&observe);
    ground_run_completions(&ground);
    cr_assert_eq(changes, 0);
}
