/* SPDX-License-Identifier: MIT */
/* A slot, in the core: who chooses it, and what is asked of whom. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/core/lock.h"
#include "tests/support/three_nodes.h"

static struct redlock_request wanting(int slots)
{
    struct redlock_request request = job;

    request.size = sizeof(request);
    request.slots = slots;
    return request;
}

static void answered(int node, enum rlk_answer_kind kind, int64_t slot)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){
                   .kind = kind,
                   .remaining_ms = 4000,
                   .text = "",
                   .time_us = rig.now / RLK_NS_PER_US,
                   .counter = 42,
                   .slot = slot,
                   .slots = 7,
               });
}

static const struct rlk_slot *last_asked(void)
{
    return &rig.sent[rig.count - 1].slot;
}

TestSuite(core_slots, .init = open_three);

Test(core_slots, are_chosen_by_one_node_and_asked_for_at_the_others)
{
    struct redlock_request request = wanting(5);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    cr_assert(rig.sent[0].checked);
    cr_assert_eq(rig.sent[0].ask.flags, RLK_PLACE_NONE);
    cr_assert_eq(last_asked()->many, 5);
    cr_assert_eq(last_asked()->among, 5);
    answered(0, RLK_ANSWER_YES, 3);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000, grant n3 10000");
    cr_assert_eq(last_asked()->from, 3);
    cr_assert_eq(last_asked()->among, 1);
    answered(1, RLK_ANSWER_YES, 3);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(acquire.acquire.lock->slot.from, 3);
}

Test(core_slots, of_another_number_than_was_asked_for_are_no_votes)
{
    struct redlock_request request = wanting(5);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_YES, 3);
    (void)rig_said(&rig);
    answered(1, RLK_ANSWER_YES, 4);
    cr_assert_not(acquire.done);
    answered(2, RLK_ANSWER_YES, -1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert_eq(last_asked()->from, 3);
}

/* With fewer that say so, a slot may be free at a quorum. */
Test(core_slots, that_are_all_taken_at_too_many_nodes_end_the_attempt)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    (void)rig_said(&rig);
    answered(0, RLK_ANSWER_HELD, -1);
    cr_assert_not(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
    answered(1, RLK_ANSWER_HELD, -1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_str_eq(rig_said(&rig), "");
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SLOTS);
    cr_assert_eq(report.node[0].slots, 2);
    cr_assert_eq(report.free_in_ms, 4000);
}

/* A contender that died has left keys at the gate. */
Test(core_slots, that_are_all_taken_at_the_gate_alone_are_chosen_by_the_next)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    answered(0, RLK_ANSWER_HELD, -1);
    (void)rig_said(&rig);
    answered(1, RLK_ANSWER_YES, 1);
    cr_assert_str_eq(rig_said(&rig), "grant n3 10000");
    answered(2, RLK_ANSWER_YES, 1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

Test(core_slots, are_refused_where_others_wait_for_one)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    rig_answer(&rig, 0,
               &(struct rlk_answer){
                   .kind = RLK_ANSWER_QUEUED,
                   .remaining_ms = -1,
                   .ticket = 1,
                   .text = "somebody",
                   .text_length = 8,
                   .slot = -1,
               });
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUEUED);
}

/* Who may not queue is asked for a grant, of any slot, in the same round. */
Test(core_slots, are_chosen_by_a_grant_where_the_node_has_no_queue)
{
    struct redlock_request request = wanting(5);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(rig_said(&rig), "ask n1, grant n1 10000");
    cr_assert_eq(last_asked()->among, 5);
    answered(0, RLK_ANSWER_YES, 3);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000, grant n3 10000");
}

/* It may have chosen: another node chooses for another token. */
Test(core_slots, are_chosen_anew_where_the_gate_is_silent)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;
    char token[REDLOCK_TOKEN_MAX];

    rig_acquire(&rig, &acquire, &request);
    memcpy(token, rig.sent[0].token, sizeof(token));
    (void)rig_said(&rig);
    rig_pass(&rig, 100 * MS);
    cr_assert_str_eq(rig_said(&rig), "release n1, ask n2");
    cr_assert_eq(rig.sent[rig.count - 2].slot.among, 2);
    cr_assert_str_neq(rig.sent[rig.count - 1].token, token);
    answered(1, RLK_ANSWER_YES, 1);
    cr_assert_str_eq(rig_said(&rig), "grant n3 10000");
    answered(2, RLK_ANSWER_YES, 1);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

/* It has not: the next one chooses for the same token. */
Test(core_slots, are_chosen_by_the_next_node_where_the_gate_refuses)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &request);
    (void)rig_said(&rig);
    answered(0, RLK_ANSWER_SLOTS, -1);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
    answered(1, RLK_ANSWER_YES, 0);
    cr_assert_str_eq(rig_said(&rig), "grant n3 10000");
    answered(2, RLK_ANSWER_YES, 0);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

Test(core_slots, of_another_number_on_a_majority_are_said_to_be)
{
    struct redlock_request request = wanting(2);
    struct rig_acquire acquire;

    request.wait_ms = 5000;
    rig_acquire(&rig, &acquire, &request);
    for (int node = 0; node < 3; node++) {
        cr_assert_not(acquire.done);
        answered(node, RLK_ANSWER_SLOTS, -1);
    }
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_DISAGREES);
    cr_assert_eq(report.node[2].reason, REDLOCK_REASON_SLOTS_DIFFER);
    cr_assert_eq(report.node[2].slots, 7);
}

/* Those that the gate does not know of are passed over. */
Test(core_slots, that_the_others_refuse_are_followed_by_the_next)
{
    struct redlock_request request = wanting(3);
    struct rig_acquire acquire;
    int from;

    rig_acquire(&rig, &acquire, &request);
    from = last_asked()->from;
    for (int i = 0; i < 3; i++) {
        cr_assert_not(acquire.done);
        cr_assert_eq(last_asked()->from, (from + i) % 3);
        cr_assert_eq(last_asked()->among, 3 - i);
        answered(0, RLK_ANSWER_YES, (from + i) % 3);
        answered(1, RLK_ANSWER_HELD, -1);
        answered(2, RLK_ANSWER_HELD, -1);
        if (i < 2)
            rig_yes(&rig, 0);
    }
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

Test(core_slots, are_released_by_their_number)
{
    struct redlock_request request = wanting(4);
    struct rig_acquire acquire;
    struct rig_release release;

    rig_acquire(&rig, &acquire, &request);
    for (int node = 0; node < 3; node++)
        answered(node, RLK_ANSWER_YES, 2);
    (void)rig_said(&rig);
    rig_release(&rig, &release, acquire.acquire.lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "release n1, release n2, release n3");
    cr_assert_eq(last_asked()->from, 2);
    cr_assert_eq(last_asked()->many, 4);
    cr_assert_not(rig.sent[rig.count - 1].checked);
    rig_all_yes(&rig);
}
