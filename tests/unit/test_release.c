/* SPDX-License-Identifier: MIT */
/* Giving a lock back: one round to every node, and the handle is gone. */

#include <criterion/criterion.h>

#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct redlock_lock *lock;
static struct redlock_report report;
static struct rlk_release release;
static int ended;

static const char *const release_all =
    "pass n1 by text, release n2 by text, release n3 by text";

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &release.call.completion);
    ended++;
}

/* Held by all three nodes, each of which may have its key. */
static void win_as(const char *adopted)
{
    lock = rlk_lock_new(&ground.runtime,
                        &(struct rlk_lock_settings){
                            .resource = rlk_resource_new("cup", 3),
                            .ttl_ns = 3002 * MS,
                            .notice_ns = 200 * MS,
                            .adopted = adopted,
                        });
    cr_assert_not_null(lock);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&lock->tenure, node, 0, lock->ttl_ns, 0);
    lock->reach.asked = adopted == NULL ? 7 : 0;
    rlk_lock_begin(lock, 1, lock->ttl_ns, 0);
    release.call.completion.run = run;
}

static void open_three(void)
{
    ground_open_connected(&ground);
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(release, .init = open_three, .fini = close_ground);

static void start(void)
{
    rlk_release_start(&release, lock, &report, ground.now);
}

static void all_answer(enum rlk_answer_kind kind)
{
    for (int node = 0; node < 3; node++)
        ground_answer(&ground, node, kind);
}

static bool ended_with(enum redlock_status status)
{
    ground_run_completions(&ground);
    return ended == 1 && release.call.status == status;
}

Test(release, frees_the_handle_and_asks_every_node)
{
    win_as(NULL);
    start();
    cr_assert(rlk_list_empty(&ground.runtime.locks));
    cr_assert_str_eq(ground_said(&ground), release_all);
    cr_assert_not(ended_with(REDLOCK_OK));
}

Test(release, is_done_by_a_quorum)
{
    win_as(NULL);
    start();
    ground_answer(&ground, 0, RLK_ANSWER_YES);
    ground_answer(&ground, 1, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.granted, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_RELEASED);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_OPEN);
    cr_assert_eq(report.attempts, 1);
}

Test(release, that_finds_no_key_says_that_it_is_gone)
{
    win_as(NULL);
    start();
    all_answer(RLK_ANSWER_MISSING);
    cr_assert(ended_with(REDLOCK_GONE));
}

Test(release, that_no_quorum_answers_says_so)
{
    win_as(NULL);
    start();
    all_answer(RLK_ANSWER_ERROR);
    cr_assert(ended_with(REDLOCK_UNREACHABLE));
}

Test(release, that_is_refused_by_a_majority_lacks_the_rights)
{
    win_as(NULL);
    start();
    for (int node = 0; node < 3; node++)
        ground_answer_with(&ground, node,
                           &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                                .reason = REDLOCK_REASON_NOPERM,
                                                .text = ""});
    cr_assert(ended_with(REDLOCK_NO_RIGHTS));
}

Test(release, is_left_to_the_backlog_of_a_node_that_is_down)
{
    win_as(NULL);
    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_REFUSED, NULL, 0);
    start();
    cr_assert_eq(ground.node[0].backlog.count, 1);
    cr_assert_str_eq(ground_said(&ground),
                     "pass n2 by text, release n3 by text");
}

Test(release, is_not_left_to_a_node_that_was_never_asked)
{
    win_as(NULL);
    lock->reach.asked = 6;
    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_REFUSED, NULL, 0);
    start();
    cr_assert_eq(ground.node[0].backlog.count, 0);
}

/* Whoever acquired it may have asked any node, for any TTL. */
Test(release, of_an_adopted_lock_is_left_to_every_node_for_the_longest_ttl)
{
    win_as("somebody's");
    rlk_node_disconnected(&ground.node[0], REDLOCK_REASON_REFUSED, NULL, 0);
    start();
    cr_assert_eq(ground.node[0].backlog.count, 1);
    ground.now = 10 * SECOND; /* the drift's fixed part beyond */
    rlk_backlog_expire(&ground.node[0].backlog, ground.now);
    cr_assert_eq(ground.node[0].backlog.count, 1);
    rlk_backlog_expire(&ground.node[0].backlog, ground.now + 2 * MS);
    cr_assert_eq(ground.node[0].backlog.count, 0);
}

Test(release, that_nobody_waits_for_goes_out_all_the_same)
{
    win_as(NULL);
    rlk_release_start(NULL, lock, NULL, 0);
    cr_assert_str_eq(ground_said(&ground), release_all);
    all_answer(RLK_ANSWER_YES);
    cr_assert_not(rlk_completions_waiting(&ground.runtime.completions));
}

Test(release, that_is_dropped_completes_never)
{
    win_as(NULL);
    start();
    rlk_call_drop(&release.call);
    all_answer(RLK_ANSWER_YES);
    ground_run_completions(&ground);
    cr_assert_eq(ended, 0);
}

Test(release, abandons_a_lost_lock_and_leaves_the_handle)
{
    win_as(NULL);
    rlk_release_abandon(lock, 3000 * MS);
    cr_assert(lock->abandoned);
    cr_assert_str_eq(ground_said(&ground), release_all);
    cr_assert_not(rlk_list_empty(&ground.runtime.locks));
    rlk_release_handle(lock, 3000 * MS);
}

Test(release, of_the_handle_alone_leaves_the_keys)
{
    win_as(NULL);
    rlk_release_handle(lock, 0);
    cr_assert(rlk_list_empty(&ground.runtime.locks));
    cr_assert_str_eq(ground_said(&ground), "");
}
