/* SPDX-License-Identifier: MIT */
/* Waiting for a slot, with a transport in the test's hand. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/lock.h"
#include "redlock/core/place.h"
#include "tests/support/three_nodes.h"

#define TICKET 1000
#define SLOTS 3

static struct rig_acquire acquire;

static void answered(int node, enum rlk_answer_kind kind, int64_t slot)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = kind,
                   .remaining_ms = kind == RLK_ANSWER_YES ? slot : 9000,
                   .ticket = TICKET,
                   .text = "",
                   .time_us = rig.now / RLK_NS_PER_US,
                   .counter = 42,
                   .minted = kind == RLK_ANSWER_YES,
                   .slot = slot,
               });
}

static const struct rig_request *last(void)
{
    return &rig.sent[(rig.count - 1) % RIG_SENT_MAX];
}

static void begin(void)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.slots = SLOTS;
    request.wait_ms = 60000;
    rig_acquire(&rig, &acquire, &request);
}

/* All slots are taken at the gate, where it has a place from now on. */
static void wait_at_the_gate(void)
{
    begin();
    answered(0, RLK_ANSWER_HELD, -1);
    answered(0, RLK_ANSWER_QUEUED, -1);
    (void)rig_said(&rig);
}

/* Lets time pass until something is sent, for a second at most. */
static void await_request(void)
{
    int count = rig.count;

    for (int i = 0; i < 1000 && rig.count == count; i++)
        rig_pass(&rig, MS);
}

/* A slot is free at the node, says its push. */
static void wake(int node)
{
    struct rlk_push push = {.memory = "00000000", .alone = true};
    char token[sizeof(last()->token)];

    for (int i = 0; i < rig.count; i++) {
        if (rig.sent[i].verb == RLK_VERB_ASK)
            memcpy(token, rig.sent[i].token, sizeof(token));
    }
    (void)rlk_token_copy(&push.token, token);
    rlk_core_pushed(&rig.core, node, &push, rig.now);
    rig_settle(&rig);
}

TestSuite(core_slot_place, .init = open_three);

Test(core_slot_place, is_asked_of_the_gate_once_all_are_taken)
{
    begin();
    answered(0, RLK_ANSWER_HELD, -1);
    cr_assert_str_eq(rig_said(&rig), "ask n1, ask n1");
    cr_assert_eq(last()->ask.flags, RLK_PLACE_WOKEN);
    cr_assert_eq(last()->slot.among, SLOTS);
    cr_assert_eq(last()->ttl_ms, 10000);
}

Test(core_slot_place, that_is_granted_has_the_others_asked_for_that_slot)
{
    wait_at_the_gate();
    wake(0);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    answered(0, RLK_ANSWER_YES, 2);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000, grant n3 10000");
    cr_assert_eq(last()->slot.from, 2);
    cr_assert_eq(last()->slot.among, 1);
    answered(1, RLK_ANSWER_YES, 2);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->slot.from, 2);
    cr_assert_null(acquire.acquire.lock->place);
    answered(2, RLK_ANSWER_YES, 2);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_slot_place, that_is_asked_for_once_passes_a_gate_that_breaks)
{
    struct redlock_request fair = job;

    fair.size = sizeof(fair);
    fair.slots = SLOTS;
    fair.fair = true;
    rig_acquire(&rig, &acquire, &fair);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
    answered(1, RLK_ANSWER_HELD, -1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

/* Its answer may have left before the slot was given back. */
Test(core_slot_place, that_is_woken_while_it_asks_asks_once_more)
{
    wait_at_the_gate();
    wake(0);
    wake(0);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    answered(0, RLK_ANSWER_QUEUED, -1);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    answered(0, RLK_ANSWER_QUEUED, -1);
    cr_assert_str_eq(rig_said(&rig), "");
}

/* Each time the next node is asked, too: the gate alone is not believed. */
Test(core_slot_place, is_renewed_at_its_one_gate)
{
    wait_at_the_gate();
    for (int i = 0; i < 5; i++) {
        await_request();
        cr_assert_str_eq(rig_said(&rig), "ask n2");
        cr_assert_eq(last()->ask.flags, RLK_PLACE_WOKEN | RLK_PLACE_NONE);
        answered(1, RLK_ANSWER_HELD, -1);
        cr_assert_str_empty(rig_said(&rig));
        await_request();
        cr_assert_str_eq(rig_said(&rig), "ask n1");
        cr_assert_eq(last()->ask.flags, RLK_PLACE_WOKEN);
        cr_assert_eq(last()->ask.ticket, TICKET);
        answered(0, RLK_ANSWER_QUEUED, -1);
    }
}

/* A contender that died has left keys at the gate. */
Test(core_slot_place, that_the_gate_alone_says_to_be_taken_is_had_elsewhere)
{
    wait_at_the_gate();
    rig_pass(&rig, 20 * MS);
    (void)rig_said(&rig);
    answered(1, RLK_ANSWER_YES, 2);
    cr_assert_str_eq(rig_said(&rig), "ask n1, grant n3 10000");
    answered(2, RLK_ANSWER_YES, 2);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->slot.from, 2);
}

/* Its claim ends its place, whatever the gate says of the slot. */
Test(core_slot_place, that_is_claimed_leaves_the_queue_of_the_gate)
{
    const struct rig_request *asked;

    wait_at_the_gate();
    rig_pass(&rig, 20 * MS);
    answered(1, RLK_ANSWER_YES, 2);
    asked = rig_asked(&rig, 0);
    cr_assert_not_null(asked);
    cr_assert_eq(asked->slot.from, 2);
    cr_assert_eq(asked->slot.among, 1);
    cr_assert(asked->ask.claiming);
    cr_assert(asked->ask.flags & RLK_PLACE_NONE);
}

/* Of two nodes that were asked at the same time each could choose a slot. */
Test(core_slot_place, that_is_woken_while_another_node_is_asked_asks_after_it)
{
    wait_at_the_gate();
    rig_pass(&rig, 20 * MS);
    (void)rig_said(&rig);
    wake(0);
    cr_assert_str_empty(rig_said(&rig));
    answered(1, RLK_ANSWER_HELD, -1);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
}

Test(core_slot_place, at_another_node_that_is_silent_is_given_up_with_its_token)
{
    char token[sizeof(last()->token)];

    wait_at_the_gate();
    rig_pass(&rig, 20 * MS);
    memcpy(token, last()->token, sizeof(token));
    (void)rig_said(&rig);
    rig_pass(&rig, 100 * MS);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, ask n1");
    cr_assert_str_neq(last()->token, token);
    cr_assert_eq(last()->ask.ticket, TICKET);
}

Test(core_slot_place, of_one_behind_others_is_asked_of_no_other_node)
{
    begin();
    answered(0, RLK_ANSWER_HELD, -1);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_QUEUED,
                                    .remaining_ms = 9000,
                                    .ticket = TICKET,
                                    .rank = 1,
                                    .text = "",
                                    .slot = -1});
    (void)rig_said(&rig);
    await_request();
    cr_assert_str_eq(rig_said(&rig), "ask n1");
}

/* Two nodes would choose two slots for one token. */
Test(core_slot_place, at_a_gate_that_is_silent_is_given_up_with_its_token)
{
    char token[sizeof(last()->token)];

    wait_at_the_gate();
    memcpy(token, last()->token, sizeof(token));
    wake(0);
    (void)rig_said(&rig);
    rig_pass(&rig, 50 * MS);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 50 * MS);
    cr_assert_str_eq(rig_said(&rig), "release n1, ask n2");
    cr_assert_str_neq(last()->token, token);
    cr_assert_eq(last()->ask.ticket, TICKET);
    cr_assert_eq(rig.sent[rig.count - 2].slot.among, SLOTS);
}

Test(core_slot_place, at_a_gate_that_has_gone_is_looked_for_at_the_next)
{
    wait_at_the_gate();
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    await_request();
    cr_assert_eq(last()->node, 1);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    cr_assert_eq(last()->ask.ticket, TICKET);
}

/* It has set nothing: the next node chooses for the same token. */
Test(core_slot_place, at_a_gate_with_an_error_goes_on_at_the_next)
{
    char token[sizeof(last()->token)];

    wait_at_the_gate();
    memcpy(token, last()->token, sizeof(token));
    wake(0);
    rig_error(&rig, 0, REDLOCK_REASON_LOADING);
    cr_assert_str_eq(rig_said(&rig), "ask n1, ask n2");
    cr_assert_str_eq(last()->token, token);
    answered(1, RLK_ANSWER_QUEUED, -1);
    wake(0);
    cr_assert_str_eq(rig_said(&rig), "");
    wake(1);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
}

/* Others hold what the gate has not heard of: the next slot is tried there. */
Test(core_slot_place, that_others_refuse_is_passed_over)
{
    wait_at_the_gate();
    wake(0);
    answered(0, RLK_ANSWER_YES, 2);
    (void)rig_said(&rig);
    for (int i = 0; i < 4; i++) {
        answered(1, RLK_ANSWER_HELD, -1);
        answered(2, RLK_ANSWER_HELD, -1);
        if (i < 3)
            await_request();
    }
    cr_assert_not(acquire.done);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    cr_assert_eq(last()->node, 0);
    cr_assert_eq(last()->ask.ticket, TICKET);
    cr_assert_leq(last()->slot.among, SLOTS - 1);
    cr_assert_neq(last()->slot.from, 2);
}

Test(core_slot_place, that_is_given_up_is_taken_out_where_it_may_stand)
{
    wait_at_the_gate();
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "release n1");
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_CANCELLED);
}

Test(core_slot_place, disagrees_where_a_quorum_says_another_number)
{
    wait_at_the_gate();
    wake(0);
    for (int node = 0; node < 3; node++) {
        cr_assert_not(acquire.done);
        answered(node, RLK_ANSWER_SLOTS, -1);
    }
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_DISAGREES);
}

/* Each has a place of its own: nobody waits for another one's claim. */
Test(core_slot_place, is_had_by_each_waiter_of_a_client)
{
    struct redlock_request request = job;
    struct rig_acquire second;

    wait_at_the_gate();
    request.size = sizeof(request);
    request.slots = SLOTS;
    request.wait_ms = 60000;
    rig_acquire(&rig, &second, &request);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    cr_assert_eq(last()->ask.flags, RLK_PLACE_WOKEN);
}

Test(core_slot_place, is_none_where_nobody_may_queue)
{
    rig_refuse_queues(&rig);
    begin();
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
    answered(0, RLK_ANSWER_HELD, -1);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    answered(1, RLK_ANSWER_HELD, -1);
    cr_assert_str_eq(rig_said(&rig), "");
    await_request();
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}
