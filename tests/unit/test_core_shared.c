/* SPDX-License-Identifier: MIT */
/* A lock that others share, in the core: what differs from any other. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/kinds/kinds.h"
#include "tests/support/three_nodes.h"

static struct redlock_request reading(void)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.mode = REDLOCK_SHARED;
    return request;
}

static void refused(int node, enum rlk_answer_kind kind, const char *text)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = kind,
                   .remaining_ms = 4000,
                   .ticket = 1,
                   .text = text,
                   .text_length = strlen(text),
               });
}

static void granted(int node, int64_t counter)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_YES,
                   .remaining_ms = -1,
                   .text = "",
                   .time_us = rig.now / RLK_NS_PER_US,
                   .counter = counter,
               });
}

TestSuite(core_shared, .init = open_three);

Test(core_shared, is_asked_for_by_scripts_and_released_by_plain_ones)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;
    struct rig_release release;

    rig_acquire(&rig, &acquire, &request);
    cr_assert(rig.sent[0].checked);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    (void)rig_said(&rig);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert_not(rig.sent[rig.count - 1].checked);
    rig_all_yes(&rig);
}

/* Of each kind by itself: a server that has the one need not have the other. */
Test(core_shared, has_scripts_that_a_server_is_to_know_by_themselves)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;
    struct rig_release release;

    for (int i = 0; i < 2; i++) {
        rig_acquire(&rig, &acquire, &request);
        rig_all_yes(&rig);
        (void)rig_said(&rig);
        rig_release(&rig, &release, acquire.acquire.lock, NULL);
        cr_assert_eq(rig.sent[rig.count - 1].by_text, i == 0);
        rig_all_yes(&rig);
    }
    rig_acquire(&rig, &acquire, &job);
    rig_all_yes(&rig);
    (void)rig_said(&rig);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    cr_assert_eq(rig.sent[rig.count - 1].verb, RLK_VERB_RELEASE);
    cr_assert(rig.sent[rig.count - 1].by_text);
    rig_all_yes(&rig);
}

Test(core_shared, passes_nobody_by_way_of_other_nodes)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    (void)rig_said(&rig);
    refused(0, RLK_ANSWER_QUEUED, "a writer");
    cr_assert_str_eq(rig_said(&rig), "release n1");
    rig_missing(&rig, 0);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUEUED);
    cr_assert_str_eq(report.node[0].holder, "a writer");
    cr_assert_eq(report.free_in_ms, -1);
}

Test(core_shared, is_what_keeps_out_who_wants_it_alone)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    refused(0, RLK_ANSWER_HELD, "redlock:shared");
    refused(1, RLK_ANSWER_HELD, "redlock:shared");
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SHARED);
    cr_assert_str_eq(redlock_token_label(report.node[0].holder), "readers");
}

Test(core_shared, levels_its_fence_and_mints_none)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    granted(0, 4);
    (void)rig_said(&rig);
    granted(1, 9);
    cr_assert_str_eq(rig_said(&rig), "confirm n1");
    cr_assert_eq(rig.sent[rig.count - 1].rules.fence, 9);
    cr_assert_not(acquire.done);
    granted(0, 9);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->fence, 9);
}

Test(core_shared, takes_no_number_back)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    granted(0, 4);
    refused(1, RLK_ANSWER_HELD, "another");
    (void)rig_said(&rig);
    refused(2, RLK_ANSWER_HELD, "another");
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert_not(rig.sent[rig.count - 3].checked);
}

/* Another reader has levelled it meanwhile. */
Test(core_shared, stands_though_its_counter_was_moved)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;
    struct rig_extend extend;

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    for (int node = 0; node < 3; node++)
        granted(node, 5);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->fence, 5);
    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, acquire.acquire.lock, 10000, &report);
    for (int node = 0; node < 3; node++)
        granted(node, 9);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert_eq(report.granted, 2);
}

/* What is owed goes out as what it is, when the node is there again. */
Test(core_shared, is_left_later_where_a_node_was_away)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;
    struct rig_release release;

    rig_acquire(&rig, &acquire, &request);
    rig_all_yes(&rig);
    rig_break(&rig, 2, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    rig_all_yes(&rig);
    rig_pass(&rig, SECOND);
    (void)rig_said(&rig);
    rig_connect(&rig, 2);
    cr_assert_not_null(strstr(rig_said(&rig), "release n3"));
    cr_assert_eq(rig.sent[rig.count - 1].kind, &rlk_shared);
}

Test(core_shared, of_another_mode_is_none)
{
    struct redlock_request request = reading();
    struct rig_acquire acquire;

    request.mode = (enum redlock_mode)2;
    rig_begin(&acquire);
    cr_assert_eq(rlk_acquire_start(&acquire.acquire, &rig.core.runtime,
                                   &request, rig.now),
                 REDLOCK_BAD_REQUEST);
}

static struct redlock_lock *exclusive(struct rig_acquire *acquire)
{
    struct redlock_request request = job;

    rig_acquire(&rig, acquire, &request);
    rig_all_yes(&rig);
    cr_assert_eq(acquire->acquire.call.status, REDLOCK_OK);
    (void)rig_said(&rig);
    return acquire->acquire.lock;
}

Test(core_shared, is_what_a_downgraded_lock_asks_to_be_at_once)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock = exclusive(&acquire);
    struct rig_extend extend;

    rig_downgrade(&rig, &extend, lock);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 10000, extend n2 10000, extend n3 10000");
    cr_assert_eq(rig.sent[rig.count - 1].kind, &rlk_downgraded);
    cr_assert_eq(rlk_extend_check_downgrade(lock), REDLOCK_NO_DOWNGRADE);
    rig_all_yes(&rig);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
}

/* What was asked before is answered after a node has it shared. */
Test(core_shared, is_not_lost_by_an_extension_of_before)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock = exclusive(&acquire);
    struct rig_extend before;
    struct rig_extend extend;

    rig_extend(&rig, &before, lock, 10000, NULL);
    rig_downgrade(&rig, &extend, lock);
    for (int node = 0; node < 3; node++)
        refused(node, RLK_ANSWER_HELD, "redlock:shared");
    cr_assert(rlk_lock_held(lock, rig.now));
    for (int node = 0; node < 3; node++)
        granted(node, 0);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert(rlk_lock_held(lock, rig.now));
}

/* That a node has no key at all was so before. */
Test(core_shared, is_withdrawn_where_an_extension_of_before_found_no_key)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock = exclusive(&acquire);
    struct rig_extend before;
    struct rig_extend extend;

    rig_extend(&rig, &before, lock, 10000, NULL);
    rig_downgrade(&rig, &extend, lock);
    rig_missing(&rig, 0);
    cr_assert_eq(lock->votes[0].end, RLK_NO_VOTE);
    cr_assert(rlk_lock_held(lock, rig.now));
}

Test(core_shared, is_lost_at_once_where_a_majority_does_not_let_it_share)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock = exclusive(&acquire);
    struct rig_extend extend;

    rig_downgrade(&rig, &extend, lock);
    (void)rig_said(&rig);
    granted(0, 0);
    rig_error(&rig, 1, REDLOCK_REASON_NOPERM);
    cr_assert_not(extend.done);
    rig_error(&rig, 2, REDLOCK_REASON_NOPERM);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_NO_RIGHTS);
    cr_assert(lock->lost);
    cr_assert_eq(rig.told, 1);
}

Test(core_shared, is_shared_where_a_minority_does_not_let_it)
{
    struct rig_acquire acquire;
    struct redlock_lock *lock = exclusive(&acquire);
    struct rig_extend extend;

    rig_downgrade(&rig, &extend, lock);
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    granted(1, 0);
    granted(2, 0);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert(rlk_lock_held(lock, rig.now));
}
