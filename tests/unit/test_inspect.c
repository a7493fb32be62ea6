/* SPDX-License-Identifier: MIT */
/* Asking every node who holds a resource, and writing its marker. */

#include <criterion/criterion.h>

#include "redlock/core/inspect.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct redlock_report report;
static struct rlk_inspect inspect;
static int ended;

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &inspect.call.completion);
    ended++;
}

static void open_three(void)
{
    ground_open_connected(&ground);
    inspect.call.completion.run = run;
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(inspect, .init = open_three, .fini = close_ground);

static void start(void)
{
    cr_assert_eq(
        rlk_inspect_start(&inspect, &ground.runtime, "cup", &report, 0),
        REDLOCK_OK);
}

static void init_nodes(void)
{
    cr_assert_eq(rlk_inspect_init_nodes(&inspect, &ground.runtime, &report, 0),
                 REDLOCK_OK);
}

static void be_held(int node)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                            .remaining_ms = 700,
                                            .text = "theirs",
                                            .text_length = 6});
}

static bool ended_with(enum redlock_status status)
{
    ground_run_completions(&ground);
    return ended == 1 && inspect.call.status == status;
}

Test(inspect, waits_for_every_node)
{
    start();
    cr_assert_str_eq(ground_said(&ground),
                     "inspect n1, inspect n2, inspect n3");
    be_held(0);
    be_held(1);
    cr_assert_not(ended_with(REDLOCK_OK));
    ground_answer(&ground, 2, RLK_ANSWER_MISSING);
    cr_assert(ended_with(REDLOCK_OK));
}

Test(inspect, counts_an_answer_whatever_it_says)
{
    start();
    be_held(0);
    be_held(1);
    ground_answer(&ground, 2, RLK_ANSWER_MISSING);
    cr_assert_eq(report.granted, 3);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_ANSWERED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
    cr_assert_str_eq(report.node[0].holder, "theirs");
    cr_assert_eq(report.node[0].remaining_ms, 700);
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_MISSING);
}

Test(inspect, reports_the_longest_ttl_in_the_mark_of_a_sound_memory)
{
    ground.node[0].guard.marker =
        (struct rlk_marker){.state = RLK_MARKER_OK, .longest_ms = 7000};
    ground.node[1].guard.marker =
        (struct rlk_marker){.state = RLK_MARKER_QUARANTINE, .longest_ms = 7000};
    ground.node[2].guard.marker =
        (struct rlk_marker){.state = RLK_MARKER_LATER};
    start();
    for (int node = 0; node < 3; node++)
        ground_answer(&ground, node, RLK_ANSWER_MISSING);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.node[0].marked_ttl_max_ms, 7000);
    cr_assert_eq(report.node[1].marked_ttl_max_ms, 0);
    cr_assert_eq(report.node[2].marked_ttl_max_ms, -1);
}

Test(inspect, needs_the_answers_of_a_quorum)
{
    start();
    be_held(0);
    ground_answer(&ground, 1, RLK_ANSWER_ERROR);
    ground_answer(&ground, 2, RLK_ANSWER_ERROR);
    cr_assert(ended_with(REDLOCK_NO_QUORUM));
    cr_assert_eq(report.attempts, 1);
}

Test(inspect, lacks_the_rights_where_a_majority_refuses)
{
    start();
    for (int node = 0; node < 3; node++)
        ground_answer_with(&ground, node,
                           &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                                .reason = REDLOCK_REASON_NOAUTH,
                                                .text = ""});
    cr_assert(ended_with(REDLOCK_NO_RIGHTS));
}

Test(inspect, takes_no_longer_than_a_node_time_out)
{
    start();
    be_held(0);
    be_held(1);
    ground_pass(&ground, 100 * MS);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.elapsed_us, 100000);
}

Test(inspect, asks_nothing_of_a_name_that_cannot_be)
{
    cr_assert_eq(rlk_inspect_start(&inspect, &ground.runtime, "", &report, 0),
                 REDLOCK_BAD_REQUEST);
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(inspect, without_memory_is_not_started)
{
    for (uint64_t nth = 1; nth <= 2; nth++) {
        (void)rlk_alloc_fail_at(nth);
        cr_assert_eq(
            rlk_inspect_start(&inspect, &ground.runtime, "cup", &report, 0),
            REDLOCK_NO_MEMORY);
    }
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(inspect, writes_markers_for_an_operator)
{
    init_nodes();
    cr_assert_str_eq(ground_said(&ground), "init n1, init n2, init n3");
    cr_assert_str_eq(ground.last.resource, "redlock:inst");
    cr_assert_eq(ground.last.ttl_ms, 10000);
    for (int node = 0; node < 3; node++)
        ground_answer(&ground, node, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_MARKED);
}

Test(inspect, writes_no_marker_to_who_does_not_say_who_it_is)
{
    struct rlk_identity nobody = {.client_id = 5};

    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_BROKEN, NULL, 0);
    rlk_node_connected(&ground.node[0], &nobody, 0);
    (void)ground_said(&ground);
    init_nodes();
    cr_assert_str_eq(ground_said(&ground), "init n2, init n3");
}
