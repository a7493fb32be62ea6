/* SPDX-License-Identifier: MIT */
/* A lock that requests of one owner hold at once, in the core. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/kinds/kinds.h"
#include "tests/support/three_nodes.h"

static struct redlock_request owned(int64_t fence)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.fencing = true;
    request.owner = "me";
    request.owner_fence = fence;
    return request;
}

static void answered(int node, enum rlk_answer_kind kind, bool minted,
                     int64_t counter)
{
    static const char badge[] = "redlock:owner:me";

    rig_answer(
        &rig, node,
        &(struct rlk_answer){
            .kind = kind,
            .remaining_ms = kind == RLK_ANSWER_HELD ? 4000 : -1,
            .text = kind == RLK_ANSWER_HELD ? badge : "",
            .text_length = kind == RLK_ANSWER_HELD ? sizeof(badge) - 1 : 0,
            .time_us = rig.now / RLK_NS_PER_US,
            .minted = minted,
            .counter = counter,
        });
}

static void is_bad(const struct redlock_request *request)
{
    struct rig_acquire acquire;

    rig_begin(&acquire);
    cr_assert_eq(rlk_acquire_start(&acquire.acquire, &rig.core.runtime, request,
                                   rig.now),
                 REDLOCK_BAD_REQUEST);
}

TestSuite(core_owner, .init = open_three);

Test(core_owner, first_hold_has_the_largest_number_minted)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    cr_assert(rig.sent[0].checked);
    cr_assert_eq(rig.sent[0].kind, &rlk_owned);
    cr_assert_eq(rig.sent[0].owner_length, 2);
    cr_assert_eq(rig.sent[0].rules.fence, 0);
    answered(0, RLK_ANSWER_YES, true, 5);
    answered(1, RLK_ANSWER_YES, true, 5);
    (void)rig_said(&rig);
    cr_assert_not(acquire.done, "a number is fixed that one node is beyond");
    answered(2, RLK_ANSWER_YES, true, 9);
    cr_assert_str_eq(rig_said(&rig), "confirm n1, confirm n2");
    answered(0, RLK_ANSWER_YES, false, 9);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->fence, 9);
}

Test(core_owner, first_hold_waits_for_no_node_that_is_silent)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_YES, true, 5);
    answered(1, RLK_ANSWER_YES, true, 5);
    cr_assert_not(acquire.done);
    rig_pass(&rig, SECOND);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->fence, 5);
}

Test(core_owner, later_hold_carries_the_owners_fence)
{
    struct redlock_request request = owned(5);
    struct rig_acquire acquire;

    request.fencing = false; /* the number says so */
    rig_acquire(&rig, &acquire, &request);
    cr_assert(rig.sent[0].rules.fenced);
    cr_assert_eq(rig.sent[0].rules.fence, 5);
    answered(0, RLK_ANSWER_YES, false, 5);
    answered(1, RLK_ANSWER_YES, false, 5);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->fence, 5);
}

Test(core_owner, takes_back_what_its_first_hold_minted)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_YES, true, 5);
    answered(1, RLK_ANSWER_HELD, false, 0);
    (void)rig_said(&rig);
    answered(2, RLK_ANSWER_HELD, false, 0);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert(rig.sent[rig.count - 3].checked);
    cr_assert_eq(rig.sent[rig.count - 3].rules.fence, 5);
    cr_assert_not(rig.sent[rig.count - 2].checked);
}

Test(core_owner, takes_nothing_back_of_a_later_hold)
{
    struct redlock_request request = owned(5);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_YES, false, 5);
    answered(1, RLK_ANSWER_HELD, false, 0);
    (void)rig_said(&rig);
    answered(2, RLK_ANSWER_HELD, false, 0);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert_not(rig.sent[rig.count - 3].checked);
}

/* Who waited for that would wait for ever: no counter goes back by itself. */
Test(core_owner, whose_fence_is_passed_has_lost_it)
{
    struct redlock_request request = owned(5);
    struct rig_acquire acquire;

    request.wait_ms = REDLOCK_FOREVER;
    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_SUPERSEDED, false, 7);
    answered(1, RLK_ANSWER_SUPERSEDED, false, 7);
    rig_missing(&rig, 0);
    rig_missing(&rig, 1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_LOST);
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_SUPERSEDED);
}

/* Answers all that node 0 and node 2 were asked: the first has granted beyond
 * the fence. Returns how many attempts there were. */
static int answer_as_passed(void)
{
    int attempts = 0;

    for (int node = 0; node < 3; node += 2) {
        while (rig_asked(&rig, node) != NULL) {
            bool release = rig_asked(&rig, node)->verb == RLK_VERB_RELEASE;
            attempts += node == 0 && !release;
            if (release)
                rig_missing(&rig, node);
            else if (node == 0)
                answered(0, RLK_ANSWER_SUPERSEDED, false, 7);
            else
                answered(2, RLK_ANSWER_YES, false, 5);
        }
    }
    return attempts;
}

/* Nobody knows when that node will grant: there is a pause after an attempt. */
Test(core_owner, fence_passed_at_one_node_of_two_is_not_polled_without_a_pause)
{
    struct redlock_request request = owned(5);
    struct rig_acquire acquire;
    int attempts = 0;

    rig_refuse_queues(&rig);
    rig.random = UINT64_MAX;
    request.wait_ms = REDLOCK_FOREVER;
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_acquire(&rig, &acquire, &request);
    for (int i = 0; i < 400; i++) {
        attempts += answer_as_passed();
        rig_pass(&rig, MS / 4);
    }
    cr_assert_not(acquire.done);
    cr_assert_geq(attempts, 2);
    cr_assert_leq(attempts, 20);
}

Test(core_owner, passed_at_one_node_has_the_others)
{
    struct redlock_request request = owned(5);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_SUPERSEDED, false, 7);
    answered(1, RLK_ANSWER_YES, false, 5);
    answered(2, RLK_ANSWER_YES, false, 5);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

Test(core_owner, is_who_keeps_out_others)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    answered(0, RLK_ANSWER_HELD, false, 0);
    answered(1, RLK_ANSWER_HELD, false, 0);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
    cr_assert_str_eq(redlock_token_label(report.node[0].holder), "me");
}

Test(core_owner, goes_with_what_fits)
{
    static const char *const others[] = {"other"};
    struct redlock_request request = owned(-1);

    is_bad(&request);
    request = owned(5);
    request.mode = REDLOCK_SHARED;
    is_bad(&request);
    request = owned(INT64_C(1) << 53); /* nothing can be counted above it */
    is_bad(&request);
    request = owned(5);
    request.owner = NULL;
    is_bad(&request);
    request = owned(0);
    request.more = others;
    request.more_count = 1;
    is_bad(&request);
    request = owned(0);
    request.owner = "two words";
    is_bad(&request);
}

Test(core_owner, name_is_short_and_can_be_printed)
{
    char name[REDLOCK_OWNER_MAX + 1];

    memset(name, 'x', sizeof(name));
    name[REDLOCK_OWNER_MAX] = '\0';
    cr_assert_not_null(redlock_owner_problem(name));
    name[REDLOCK_OWNER_MAX - 1] = '\0';
    cr_assert_null(redlock_owner_problem(name));
    cr_assert_not_null(redlock_owner_problem(""));
    cr_assert_not_null(redlock_owner_problem(NULL));
    cr_assert_not_null(redlock_owner_problem("caf\xc3\xa9"));
    cr_assert_null(redlock_owner_problem("host:4711/job#3"));
}

/* --- who shares it, as an owner ---------------------------------------------
 */

static struct redlock_request sharing(const char *owner)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.mode = REDLOCK_SHARED;
    request.owner = owner;
    return request;
}

static void refused(int node, enum rlk_answer_kind kind)
{
    static const char badge[] = "redlock:shared";

    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = kind,
                   .remaining_ms = 4000,
                   .text = badge,
                   .text_length = sizeof(badge) - 1,
               });
}

Test(core_owner, that_shares_it_is_a_reader_whose_owner_is_told)
{
    struct redlock_request request = sharing("me");
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    cr_assert_eq(rig.sent[0].kind, &rlk_shared);
    cr_assert_eq(rig.sent[0].owner_length, 2);
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

Test(core_owner, that_shares_it_carries_no_number_nor_several_resources)
{
    static const char *const more[] = {"other"};
    struct redlock_request request = sharing("me");

    request.owner_fence = 5;
    is_bad(&request);
    request = sharing("me");
    request.more = more;
    request.more_count = 1;
    is_bad(&request);
    request = sharing("");
    is_bad(&request);
}

/* However long it would wait. */
Test(core_owner, that_shares_it_is_told_at_once)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    request.wait_ms = 60000;
    rig_acquire(&rig, &acquire, &request);
    refused(0, RLK_ANSWER_SHARING);
    (void)rig_said(&rig);
    refused(1, RLK_ANSWER_SHARING);
    cr_assert_str_eq(rig_said(&rig), "release n3");
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_UPGRADE);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_UPGRADE);
    cr_assert_str_eq(redlock_token_label(report.node[0].holder), "readers");
}

/* One that begins in the queue asks all nodes whether they say so, too. */
Test(core_owner, that_shares_it_is_told_so_by_way_of_the_gate)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    request.wait_ms = 60000;
    request.fair = true;
    rig_acquire(&rig, &acquire, &request);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    refused(0, RLK_ANSWER_SHARING);
    cr_assert_str_eq(rig_said(&rig), "ask n2, ask n3");
    refused(1, RLK_ANSWER_SHARING);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_UPGRADE);
}

/* It shares its place with nobody. */
Test(core_owner, first_hold_waits_to_be_woken)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;
    const struct rig_request *last;

    request.wait_ms = 60000;
    rig_acquire(&rig, &acquire, &request);
    refused(0, RLK_ANSWER_HELD);
    last = &rig.sent[rig.count - 1];
    cr_assert_eq(last->verb, RLK_VERB_ASK);
    cr_assert_eq(last->kind, &rlk_owned);
    cr_assert_eq(last->ask.flags, RLK_PLACE_WOKEN);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
}

/* Its share may be at the last ones that are asked. */
Test(core_owner, that_shares_it_is_told_by_nodes_that_need_not_be_asked)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    refused(0, RLK_ANSWER_HELD);
    refused(1, RLK_ANSWER_SHARING);
    cr_assert_not(acquire.done);
    refused(2, RLK_ANSWER_SHARING);
    for (int node = 0; node < 3; node++)
        refused(node, RLK_ANSWER_HELD);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_UPGRADE);
}

Test(core_owner, that_left_a_share_behind_at_one_node_is_not_told)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    refused(0, RLK_ANSWER_SHARING);
    refused(1, RLK_ANSWER_HELD);
    refused(2, RLK_ANSWER_HELD);
    for (int node = 0; node < 3; node++)
        refused(node, RLK_ANSWER_HELD);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

Test(core_owner, that_left_a_share_behind_gets_it_by_the_others)
{
    struct redlock_request request = owned(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    refused(0, RLK_ANSWER_SHARING);
    answered(1, RLK_ANSWER_YES, true, 5);
    answered(2, RLK_ANSWER_YES, true, 5);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}
