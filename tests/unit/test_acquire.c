/* SPDX-License-Identifier: MIT */
/* One wish to acquire: attempts with fresh tokens, and pauses between them. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "redlock/core/acquire.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

static struct ground ground;
static struct redlock_report report;
static struct rlk_acquire acquire;
static int ended;

static const char *const grant_all = "grant n1 3002, grant n2 3002, "
                                     "grant n3 3002";
static const char *const undo_all =
    "pass n1 by text, release n2 by text, release n3 by text";

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &acquire.call.completion);
    ended++;
}

static void open_three(void)
{
    ground_open_connected(&ground);
    acquire.call.completion.run = run;
}

static void close_ground(void)
{
    if (rlk_list_linked(&acquire.among_acquires))
        rlk_acquire_drop(&acquire);
    else if (acquire.lock != NULL)
        rlk_release_handle(acquire.lock, ground.now);
    ground_close(&ground);
}

TestSuite(acquire, .init = open_three, .fini = close_ground);

/* Asked for at 0 it is valid to 3000 ms; a loss is told at 2800. */
static struct redlock_request wish(int64_t wait_ms)
{
    return (struct redlock_request){
        .resource = "cup",
        .ttl_ms = 3002,
        .notice_ms = 200,
        .wait_ms = wait_ms,
        .report = &report,
    };
}

static enum redlock_status ask(const struct redlock_request *request)
{
    return rlk_acquire_start(&acquire, &ground.runtime, request, ground.now);
}

static void start(int64_t wait_ms)
{
    struct redlock_request request = wish(wait_ms);

    cr_assert_eq(ask(&request), REDLOCK_OK);
}

static void answer(int node, enum rlk_answer_kind kind)
{
    ground_answer(&ground, node, kind);
}

/* Held by somebody for so long: to the grant, and to its undo. */
static void all_refuse(int64_t remaining_ms)
{
    for (int turn = 0; turn < 2; turn++)
        for (int node = 0; node < 3; node++)
            if (ground.node[node].inflight.count > 0)
                ground_answer_with(
                    &ground, node,
                    &(struct rlk_answer){.kind = RLK_ANSWER_HELD,
                                         .remaining_ms = remaining_ms,
                                         .text = ""});
}

static bool ended_with(enum redlock_status status)
{
    ground_run_completions(&ground);
    return ended == 1 && acquire.call.status == status;
}

/* --- won ---------------------------------------------------------------------
 */

Test(acquire, is_won_by_a_quorum_of_grants)
{
    start(0);
    cr_assert_str_eq(ground_said(&ground), grant_all);
    answer(0, RLK_ANSWER_YES);
    cr_assert_not(ended_with(REDLOCK_OK));
    answer(2, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert(rlk_lock_held(acquire.lock, 0));
    cr_assert_eq(acquire.lock->tenure.validity, 3000 * MS);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.granted, 2);
}

Test(acquire, counts_validity_from_when_it_asked)
{
    start(0);
    ground_pass(&ground, 50 * MS);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(acquire.lock->tenure.validity, 3000 * MS);
}

/* Its answers move the lock even when they come late. */
Test(acquire, that_is_won_takes_up_a_late_grant)
{
    start(0);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert_eq(acquire.lock->votes[2].end, RLK_NO_VOTE);
    answer(2, RLK_ANSWER_YES);
    cr_assert_eq(acquire.lock->votes[2].end, 3000 * MS);
    cr_assert_eq(acquire.lock->reach.asked, 7);
}

/* --- refused -----------------------------------------------------------------
 */

Test(acquire, that_does_not_wait_is_busy_once_it_is_undone)
{
    start(0);
    (void)ground_said(&ground);
    answer(0, RLK_ANSWER_HELD);
    answer(1, RLK_ANSWER_HELD);
    cr_assert_str_eq(ground_said(&ground), undo_all);
    all_refuse(700);
    cr_assert(ended_with(REDLOCK_BUSY));
    cr_assert_null(acquire.lock);
    cr_assert(rlk_list_empty(&ground.runtime.locks));
}

Test(acquire, that_no_quorum_answers_says_so)
{
    start(0);
    answer(0, RLK_ANSWER_ERROR);
    answer(1, RLK_ANSWER_ERROR);
    for (int node = 0; node < 3; node++)
        while (ground.node[node].inflight.count > 0)
            answer(node, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_NO_QUORUM));
}

/* Asked at 0 they end at 3000 ms, and 200 ms of that are for the notice. */
Test(acquire, whose_grants_come_too_late_is_none)
{
    ground.runtime.settings.node_timeout_ns = 10 * SECOND;
    start(0);
    ground_pass(&ground, 2801 * MS);
    for (int node = 0; node < 3; node++)
        answer(node, RLK_ANSWER_YES);
    cr_assert_str_eq(ground_said(&ground),
                     "grant n1 3002, grant n2 3002, grant n3 3002, pass n1 "
                     "by text, release n2 by text, release n3 by text");
    for (int node = 0; node < 3; node++)
        answer(node, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_TOO_SLOW));
}

/* --- waiting -----------------------------------------------------------------
 */

/* Where no node queues. */
static void refuse_queues(void)
{
    for (int node = 0; node < 3; node++)
        ground.node[node].lacks_queue = true;
}

Test(acquire, that_waits_tries_again_with_a_fresh_token)
{
    char first[REDLOCK_TOKEN_MAX];

    refuse_queues();
    start(1000);
    snprintf(first, sizeof(first), "%s", ground.last.token);
    all_refuse(700);
    (void)ground_said(&ground);
    cr_assert_not(ended_with(REDLOCK_BUSY));
    ground_pass(&ground, 1 * MS);
    cr_assert_str_eq(ground_said(&ground), grant_all);
    cr_assert_str_neq(ground.last.token, first);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.attempts, 2);
}

/* The largest draw would be longer; half of a millisecond is drawn. */
Test(acquire, pauses_no_longer_than_the_keys_live)
{
    refuse_queues();
    ground.random = UINT64_MAX;
    start(1000);
    for (int i = 0; i < 7; i++) {
        all_refuse(700);
        ground_pass(&ground, ground.runtime.timers.next);
    }
    all_refuse(3);
    cr_assert_leq(acquire.timer.at, ground.now + 3 * MS);
    cr_assert_gt(acquire.timer.at, ground.now + 2 * MS);
}

Test(acquire, that_has_waited_in_vain_is_busy_at_its_deadline)
{
    start(50);
    while (!ended_with(REDLOCK_BUSY) && ground.now < SECOND) {
        all_refuse(700);
        ground_pass(&ground, ground.now + 1 * MS);
    }
    cr_assert(ended_with(REDLOCK_BUSY));
    cr_assert_geq(ground.now, 50 * MS);
    cr_assert_leq(ground.now, 52 * MS);
}

Test(acquire, that_lacks_the_rights_does_not_wait)
{
    start(1000);
    for (int turn = 0; turn < 2; turn++)
        for (int node = 0; node < 3; node++)
            if (ground.node[node].inflight.count > 0)
                ground_answer_with(
                    &ground, node,
                    &(struct rlk_answer){.kind = RLK_ANSWER_ERROR,
                                         .reason = REDLOCK_REASON_NOPERM,
                                         .text = ""});
    cr_assert(ended_with(REDLOCK_NO_RIGHTS));
}

/* --- cancelled
 * ---------------------------------------------------------------- */

Test(acquire, that_is_cancelled_under_way_is_undone)
{
    start(1000);
    (void)ground_said(&ground);
    rlk_acquire_cancel(&acquire, 1 * MS);
    cr_assert(ended_with(REDLOCK_CANCELLED));
    cr_assert_str_eq(ground_said(&ground), undo_all);
    cr_assert_null(acquire.lock);
}

Test(acquire, that_is_cancelled_while_it_pauses_asks_no_more)
{
    start(1000);
    all_refuse(700);
    (void)ground_said(&ground);
    rlk_acquire_cancel(&acquire, ground.now);
    cr_assert(ended_with(REDLOCK_CANCELLED));
    ground_pass(&ground, SECOND);
    cr_assert_str_eq(ground_said(&ground), "");
}

Test(acquire, that_has_ended_is_not_cancelled)
{
    start(0);
    answer(0, RLK_ANSWER_YES);
    answer(1, RLK_ANSWER_YES);
    rlk_acquire_cancel(&acquire, 1 * MS);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert(rlk_lock_held(acquire.lock, 1 * MS));
}

Test(acquire, that_is_dropped_completes_never)
{
    start(1000);
    rlk_acquire_drop(&acquire);
    ground_run_completions(&ground);
    cr_assert_eq(ended, 0);
    cr_assert(rlk_list_empty(&ground.runtime.locks));
}

/* --- with a guard, and with a fence
 * -------------------------------------------- */

/* A script of before would have said yes like this. */
Test(acquire, takes_no_yes_without_what_was_asked_for)
{
    ground.runtime.guarded = true;
    start(0);
    answer(0, RLK_ANSWER_YES);
    cr_assert_eq(rlk_round_vote_of(&acquire.call.op->round, 0),
                 RLK_VOTE_FAILED);
}

static void mint(int node, int64_t counter)
{
    ground_answer_with(&ground, node,
                       &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                            .text = "",
                                            .counter = counter,
                                            .time_us = 100000000});
}

Test(acquire, has_the_fence_that_a_quorum_has_agreed_on)
{
    struct redlock_request request = wish(0);

    request.fencing = true;
    cr_assert_eq(ask(&request), REDLOCK_OK);
    mint(0, 41);
    mint(1, 40);
    cr_assert_not(ended_with(REDLOCK_OK));
    mint(2, 41);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(acquire.lock->fence, 41);
    cr_assert(rlk_lock_expects(acquire.lock, 0, 41));
}

/* --- what may be asked for
 * ----------------------------------------------------- */

static enum redlock_status refusal_of(int64_t ttl_ms, int64_t wait_ms,
                                      const char *resource)
{
    struct redlock_request request = wish(wait_ms);

    request.ttl_ms = ttl_ms;
    request.resource = resource;
    return ask(&request);
}

Test(acquire, refuses_what_cannot_be)
{
    cr_assert_eq(refusal_of(3002, 0, ""), REDLOCK_BAD_REQUEST);
    cr_assert_eq(refusal_of(3002, -1, "cup"), REDLOCK_BAD_REQUEST);
    cr_assert_eq(refusal_of(-1, 0, "cup"), REDLOCK_BAD_REQUEST);
    cr_assert_eq(refusal_of(202, 0, "cup"), REDLOCK_TTL_TOO_SHORT);
    cr_assert_eq(refusal_of(10001, 0, "cup"), REDLOCK_TTL_TOO_LONG);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert(rlk_list_empty(&ground.runtime.locks));
}

Test(acquire, tells_a_loss_a_tenth_of_the_ttl_before_within_bounds)
{
    cr_assert_eq(rlk_acquire_notice(10 * SECOND), 1 * SECOND);
    cr_assert_eq(rlk_acquire_notice(1), REDLOCK_NOTICE_DEFAULT_LEAST_MS * MS);
    cr_assert_eq(rlk_acquire_notice(3600 * SECOND),
                 REDLOCK_NOTICE_DEFAULT_MOST_MS * MS);
}

Test(acquire, without_memory_is_not_started_or_says_so)
{
    struct redlock_request request = wish(0);

    for (uint64_t nth = 1; nth <= 2; nth++) {
        (void)rlk_alloc_fail_at(nth);
        cr_assert_eq(ask(&request), REDLOCK_NO_MEMORY);
    }
    cr_assert(rlk_list_empty(&ground.runtime.locks));
    cr_assert_str_eq(ground_said(&ground), "");
}
