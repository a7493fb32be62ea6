/* SPDX-License-Identifier: MIT */
/* Acquiring, with the whole core and a transport in the test's hand. */

#include <criterion/criterion.h>

#include "tests/support/three_nodes.h"

static enum redlock_status refused(const struct redlock_request *request)
{
    struct rlk_acquire acquire = {0};

    return rlk_acquire_start(&acquire, &rig.core.runtime, request, rig.now);
}

TestSuite(core_acquire, .init = open_three);

Test(core_acquire, sequentially_one_node_is_asked_after_the_other)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
    rig_yes(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    cr_assert_not(acquire.done);
}

Test(core_acquire, with_a_quorum_the_rest_is_asked_and_not_waited_for)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    (void)rig_said(&rig);
    rig_yes(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "grant n3 10000");
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.granted, 2);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_OPEN);
}

Test(core_acquire, in_parallel_all_are_asked_at_once)
{
    struct rig_acquire acquire;

    open_parallel(5);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig),
                     "grant n1 10000, grant n2 10000, grant n3 10000, "
                     "grant n4 10000, grant n5 10000");
}

/* Each vote counts from its own request; the validity is the q-th largest. */
Test(core_acquire, a_late_grant_is_one_more_vote)
{
    struct rig_acquire acquire;
    int64_t begun = rig.now;
    int64_t span = 10000 * MS - 102 * MS;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 10 * MS);
    rig_yes(&rig, 0);
    rig_pass(&rig, 10 * MS);
    rig_yes(&rig, 1);
    cr_assert_eq(acquire.acquire.lock->tenure.validity, begun + span);
    rig_yes(&rig, 2);
    cr_assert_eq(acquire.acquire.lock->tenure.validity, begun + span + 10 * MS);
}

Test(core_acquire, a_lost_attempt_is_undone_where_it_was_asked)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    rig_held(&rig, 1, 4000);
    (void)rig_said(&rig);
    rig_held(&rig, 2, 7000);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
    rig_all_yes(&rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_null(acquire.acquire.lock);
}

Test(core_acquire, the_undo_carries_the_token_of_the_attempt)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_held(&rig, 0, 4000);
    rig_held(&rig, 1, 4000);
    cr_assert_eq(rig.sent[2].verb, RLK_VERB_PASS);
    cr_assert_str_eq(rig.sent[2].token, rig.sent[0].token);
    cr_assert_str_eq(rig.sent[2].resource, "cup");
}

Test(core_acquire, a_refusal_tells_who_holds_and_for_how_long)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 3 * MS);
    rig_held(&rig, 0, 4000);
    rig_held(&rig, 1, 7000);
    rig_held(&rig, 0, 4000);
    rig_held(&rig, 1, 7000);
    cr_assert(acquire.done);
    cr_assert_eq(report.nodes, 3);
    cr_assert_eq(report.quorum, 2);
    cr_assert_eq(report.granted, 0);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.elapsed_us, 3000);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_DENIED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
    cr_assert_eq(report.node[0].latency_us, 3000);
    cr_assert_eq(report.node[0].remaining_ms, 4000);
    cr_assert_str_eq(report.node[0].holder, "somebody");
    cr_assert_str_eq(report.node[0].name, "n1");
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_NONE);
    cr_assert_eq(report.node[2].latency_us, -1);
    /* The third was not asked, and may be free: with it, n1's end decides. */
    cr_assert_eq(report.free_in_ms, 4000);
}

Test(core_acquire, a_key_for_ever_is_never_free)
{
    struct rig_acquire acquire;

    open_parallel(3);
    rig_acquire(&rig, &acquire, &job);
    for (int node = 0; node < 3; node++)
        rig_held(&rig, node, -1);
    for (int node = 0; node < 3; node++)
        rig_held(&rig, node, -1);
    cr_assert(acquire.done);
    cr_assert_eq(report.free_in_ms, -1);
    cr_assert_eq(report.node[0].remaining_ms, -1);
}

Test(core_acquire, a_silent_node_costs_its_time_out_once)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 99 * MS);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
    rig_pass(&rig, 1 * MS);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_TIMED_OUT);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SILENT);
    (void)rig_said(&rig);

    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SILENT);
}

Test(core_acquire, a_silent_node_that_answers_is_asked_again)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    (void)rig_said(&rig);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}

Test(core_acquire, a_late_grant_of_a_lost_attempt_founds_nothing)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    for (int node = 1; node < 3; node++)
        rig_held(&rig, node, 4000);
    for (int node = 1; node < 3; node++)
        rig_held(&rig, node, 4000);
    rig_pass(&rig, 200 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    rig_yes(&rig, 0);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_RELEASE);
    rig_yes(&rig, 0);
    cr_assert(rlk_list_empty(&rig.core.runtime.ops));
}

Test(core_acquire, a_dead_node_costs_nothing_and_is_named)
{
    struct rig_acquire acquire;

    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_REFUSED);
}

Test(core_acquire, without_a_quorum_alive_nobody_is_asked)
{
    struct rig_acquire acquire;

    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_break(&rig, 2, REDLOCK_REASON_NO_ROUTE);
    rig_acquire(&rig, &acquire, &job);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert_str_eq(rig_said(&rig), "");
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_NO_ROUTE);
    cr_assert_eq(report.node[1].vote, REDLOCK_VOTE_NONE);
}

Test(core_acquire, the_dead_decide_before_the_living_are_asked)
{
    struct rig_acquire acquire;

    open_parallel(3);
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_break(&rig, 1, REDLOCK_REASON_REFUSED);
    rig_acquire(&rig, &acquire, &job);
    cr_assert(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_acquire, refused_by_failures_alone_is_no_quorum)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_error(&rig, 0, REDLOCK_REASON_OOM);
    rig_error(&rig, 1, REDLOCK_REASON_READONLY);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_OOM);
    cr_assert_str_eq(report.node[0].message, "said so");
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_READONLY);
}

Test(core_acquire, refused_credentials_on_a_majority_are_told_at_once)
{
    static const enum redlock_reason reasons[] = {
        REDLOCK_REASON_NOAUTH,
        REDLOCK_REASON_WRONGPASS,
        REDLOCK_REASON_NOPERM,
    };
    struct redlock_request patient = job;
    struct rig_acquire acquire;

    patient.wait_ms = REDLOCK_FOREVER;
    for (int i = 0; i < 3; i++) {
        rig_acquire(&rig, &acquire, &patient);
        rig_error(&rig, 0, reasons[i]);
        rig_error(&rig, 1, reasons[i]);
        rig_all_yes(&rig);
        cr_assert(acquire.done);
        cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_RIGHTS);
    }
}

Test(core_acquire, refused_credentials_on_a_minority_are_not)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_error(&rig, 0, REDLOCK_REASON_NOAUTH);
    rig_yes(&rig, 1);
    rig_error(&rig, 2, REDLOCK_REASON_OOM);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
}

Test(core_acquire, votes_in_but_too_late_are_too_slow)
{
    struct redlock_request quick = job;
    struct rig_acquire acquire;

    /* Of a second, less 12 ms of drift, 100 ms have to be left to tell. */
    quick.ttl_ms = 1000;
    for (int64_t late = 0; late <= 1; late++) {
        struct rlk_runtime_settings settings = rig_settings();
        settings.node_timeout_ns = 5 * SECOND;
        rig_open_connected(&rig, &settings);
        rig_acquire(&rig, &acquire, &quick);
        rig_yes(&rig, 0);
        rig_pass(&rig, 887 * MS + late * 2 * MS);
        rig_yes(&rig, 1);
        rig_all_yes(&rig);
        cr_assert(acquire.done);
        cr_assert_eq(acquire.acquire.call.status,
                     late > 0 ? REDLOCK_TOO_SLOW : REDLOCK_OK);
    }
}

Test(core_acquire, min_validity_is_what_has_to_be_left)
{
    struct redlock_request careful = job;
    struct rig_acquire acquire;

    careful.min_validity_ms = 9880;
    rig_acquire(&rig, &acquire, &careful);
    rig_yes(&rig, 0);
    rig_pass(&rig, 30 * MS);
    rig_yes(&rig, 1);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_TOO_SLOW);
}

Test(core_acquire, a_cancelled_attempt_is_undone_and_says_so)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    (void)rig_said(&rig);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_pass(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2");
    rlk_core_arm(&rig.core);
    (void)rlk_core_run_completions(&rig.core);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_CANCELLED);
}

/* Where no node queues. */
Test(core_acquire, a_refused_waiter_tries_again_with_a_fresh_token)
{
    struct redlock_request patient = job;
    struct rig_acquire acquire;
    int again;

    rig_refuse_queues(&rig);
    patient.wait_ms = 60000;
    rig_acquire(&rig, &acquire, &patient);
    rig_held(&rig, 0, 4000);
    rig_held(&rig, 1, 4000);
    rig_held(&rig, 0, 4000);
    rig_held(&rig, 1, 4000);
    cr_assert_not(acquire.done);
    again = rig.count;
    while (rig.count == again)
        rig_pass(&rig, MS);
    cr_assert_eq(rig.sent[again].verb, RLK_VERB_GRANT);
    cr_assert_str_neq(rig.sent[again].token, rig.sent[0].token);
    rig_all_yes(&rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.attempts, 2);
}

Test(core_acquire, a_wait_ends_at_its_deadline_as_held)
{
    struct redlock_request patient = job;
    struct rig_acquire acquire;
    int64_t begun = rig.now;

    patient.wait_ms = 700;
    rig_acquire(&rig, &acquire, &patient);
    while (!acquire.done) {
        for (int node = 0; node < 3; node++) {
            if (rig_asked(&rig, node) != NULL)
                rig_held(&rig, node, 60000);
        }
        rig_pass(&rig, MS);
        cr_assert_leq(rig.now - begun, 701 * MS);
    }
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_geq(rig.now - begun, 700 * MS);
    cr_assert(rlk_list_empty(&rig.core.runtime.acquires));
}

Test(core_acquire, a_deadline_before_any_vote_is_a_deadline)
{
    struct redlock_request patient = job;
    struct rig_acquire acquire;

    patient.wait_ms = 50;
    rig_acquire(&rig, &acquire, &patient);
    rig_pass(&rig, 300 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_DEADLINE);
}

Test(core_acquire, the_default_ttl_is_half_a_minute)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &(struct redlock_request){.resource = "cup"});
    cr_assert_str_eq(rig_said(&rig), "grant n1 30000");
}

Test(core_acquire, keys_outlive_the_lock_by_the_slack)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rig_acquire acquire;

    settings.slack_ns = 700 * MS;
    rig_open_connected(&rig, &settings);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10700");
}

Test(core_acquire, the_slack_is_a_tenth_of_the_ttl_a_quarter_second_at_least)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request request = job;
    struct rig_acquire acquire;

    settings.slack_ns = -1;
    rig_open_connected(&rig, &settings);
    rig_acquire(&rig, &acquire, &request);
    cr_assert_str_eq(rig_said(&rig), "grant n1 11000");
    request.ttl_ms = 1000;
    rig_acquire(&rig, &acquire, &request);
    cr_assert_str_eq(rig_said(&rig), "grant n1 1250");
}

Test(core_acquire, what_cannot_be_asked_for_is_refused)
{
    struct redlock_request request = job;
    char name[REDLOCK_RESOURCE_MAX + 2];

    request.resource = NULL;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request.resource = "";
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    memset(name, 'a', sizeof(name));
    name[REDLOCK_RESOURCE_MAX + 1] = '\0';
    request.resource = name;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request = job;
    request.wait_ms = -1;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request = job;
    request.min_validity_ms = -1;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request = job;
    request.notice_ms = -1;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request = job;
    request.ttl_ms = -1;
    cr_expect_eq(refused(&request), REDLOCK_BAD_REQUEST);
    request.ttl_ms = 300001;
    cr_expect_eq(refused(&request), REDLOCK_TTL_TOO_LONG);
    cr_expect(rlk_list_empty(&rig.core.runtime.acquires));
    cr_expect(rlk_list_empty(&rig.core.runtime.locks));
}

/* Drift of 2 ms and a notice of 1: more than three have to be asked for. */
Test(core_acquire, a_ttl_of_which_nothing_is_left_is_too_short)
{
    for (int64_t ttl_ms = 1; ttl_ms < 6; ttl_ms++) {
        struct redlock_request request = job;
        request.ttl_ms = ttl_ms;
        if (ttl_ms <= 3)
            cr_expect_eq(refused(&request), REDLOCK_TTL_TOO_SHORT);
        else
            cr_expect_eq(rlk_acquire_check_ttl(&rig.core.runtime, ttl_ms, MS),
                         REDLOCK_OK);
    }
    cr_expect_eq(rlk_acquire_check_ttl(&rig.core.runtime, 300000, MS),
                 REDLOCK_OK);
    cr_expect_eq(rlk_acquire_check_ttl(&rig.core.runtime, 0, MS),
                 REDLOCK_BAD_REQUEST);
}

Test(core_acquire, a_name_may_be_as_long_as_is_said)
{
    struct redlock_request request = job;
    struct rlk_acquire acquire = {0};
    char name[REDLOCK_RESOURCE_MAX + 1];

    rig.out_of_memory = true; /* the rig keeps shorter names alone */
    memset(name, 'a', sizeof(name));
    name[REDLOCK_RESOURCE_MAX] = '\0';
    request.resource = name;
    cr_assert_eq(
        rlk_acquire_start(&acquire, &rig.core.runtime, &request, rig.now),
        REDLOCK_OK);
}

Test(core_acquire, a_send_without_memory_is_a_node_that_was_not_reached)
{
    struct rig_acquire acquire;

    rig.out_of_memory = true;
    rig_acquire(&rig, &acquire, &job);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert(rlk_list_empty(&rig.core.runtime.ops));
    cr_assert_eq(rig.core.nodes[0].inflight.count, 0);
}

Test(core_acquire, the_notice_is_a_tenth_of_the_ttl_within_bounds)
{
    cr_expect_eq(rlk_acquire_notice(2 * MS), 1 * MS);
    cr_expect_eq(rlk_acquire_notice(50 * MS), 5 * MS);
    cr_expect_eq(rlk_acquire_notice(9 * SECOND), 900 * MS);
    cr_expect_eq(rlk_acquire_notice(60 * SECOND), 1 * SECOND);
}

/* A lock is told as lost so long before its end as it was asked for. */
Test(core_acquire, a_notice_that_was_asked_for_is_kept)
{
    struct redlock_request request = job;
    struct redlock_lock *lock;

    request.notice_ms = 2500;
    lock = rig_lock(&rig, &request);
    cr_assert_eq(lock->tenure.validity - rlk_lock_tell_at(lock), 2500 * MS);
}
