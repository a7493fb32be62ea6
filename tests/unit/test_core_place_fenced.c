/* SPDX-License-Identifier: MIT */
/* Hand-offs whose fence is to be agreed on, and that takes its time. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/place.h"
#include "tests/support/three_nodes.h"

/* So long do the nodes take: claims are not in a hurry then. */
#define ROUND_TRIP (80 * MS)

static struct rig_acquire acquire;
static char token[192];

static const struct rig_request *last(void)
{
    return &rig.sent[(rig.count - 1) % RIG_SENT_MAX];
}

static void wait_fenced(void)
{
    struct redlock_request request = job;

    open_three();
    request.wait_ms = 60000;
    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    rig_pass(&rig, ROUND_TRIP);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_QUEUED,
                                    .remaining_ms = 9000,
                                    .ticket = 1000,
                                    .text = "somebody",
                                    .text_length = 8});
    snprintf(token, sizeof(token), "%s", last()->token);
    (void)rig_said(&rig);
}

static void pushed(int node, int64_t counter)
{
    struct rlk_push push = {.set = true, .minted = true, .c = counter};
    struct rlk_identity identity = rig_identity(node);

    memcpy(push.memory, identity.replid, 8);
    cr_assert(rlk_token_copy(&push.token, token));
    rlk_core_pushed(&rig.core, node, &push, rig.now);
    rig_settle(&rig);
}

/* The node answers its oldest request. */
static void at_seven(int node)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .counter = 7});
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(core_place_fenced, .init = wait_fenced, .fini = close_rig);

Test(core_place_fenced, those_below_confirm_before_it_is_held)
{
    pushed(0, 5);
    pushed(1, 7);
    cr_assert_not(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "confirm n1");
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .counter = 7});
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->fence, 7);
}

/*
 * Its answer may never come, or say no; and the key that it has was set for
 * the request before.
 */
Test(core_place_fenced,
     a_vote_that_is_asked_for_again_counts_once_it_is_answered)
{
    struct redlock_lock *lock = acquire.acquire.lock;

    rig_pass(&rig, acquire.acquire.place->renew_at - rig.now - 130 * MS);
    cr_assert_str_eq(rig_said(&rig), "ask n2", "is it the holder's?");
    pushed(0, 5);
    pushed(1, 7);
    cr_assert_str_eq(rig_said(&rig), "confirm n1");
    rig_pass(&rig, 120 * MS);
    at_seven(0); /* too late to be counted */
    cr_assert_not(acquire.done);
    rig_pass(&rig, 10 * MS);
    cr_assert_str_eq(rig_said(&rig), "ask n1, ask n3");
    pushed(2, 7);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_leq(lock->votes[0].end, rig.now, "until it answers");
    at_seven(0);
    cr_assert_gt(lock->votes[0].end, rig.now);
}

/* A damaged counter: others are not raised to it. */
Test(core_place_fenced, a_hand_off_with_a_number_far_ahead_is_no_vote)
{
    pushed(0, INT64_C(1) << 52);
    pushed(1, 7);
    cr_assert_not(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "");
    pushed(2, 7);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->fence, 7);
    cr_assert_eq(acquire.acquire.lock->votes[0].end, RLK_NO_VOTE);
}

Test(core_place_fenced, nor_is_one_that_comes_late)
{
    pushed(1, 7);
    pushed(2, 7);
    cr_assert(acquire.done);
    pushed(0, INT64_C(1) << 52);
    cr_assert_eq(acquire.acquire.lock->votes[0].end, RLK_NO_VOTE);
    cr_assert_eq(acquire.acquire.lock->fence, 7);
}
