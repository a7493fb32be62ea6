/* SPDX-License-Identifier: MIT */
/* Waiting in the nodes' queues, with a transport in the test's hand. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/wait.h"
#include "redlock/core/op.h"
#include "tests/support/three_nodes.h"

#define MS RLK_NS_PER_MS
#define TICKET 1000

static struct rig_acquire acquire;
static struct rig_acquire before;

static struct redlock_request patient(void)
{
    struct redlock_request request = job;

    request.wait_ms = 60000;
    return request;
}

/* The node files it: somebody else's key is there, for so long. */
static void queued(int node, int64_t remaining_ms)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_QUEUED,
                                    .remaining_ms = remaining_ms,
                                    .ticket = TICKET,
                                    .text = "somebody",
                                    .text_length = 8});
}

static const struct rig_request *last(void)
{
    return &rig.sent[(rig.count - 1) % RIG_SENT_MAX];
}

/* Refused at the gate, it has asked for a place there, and has got it. */
static void wait_at_the_gate(void)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    queued(0, 9000);
    (void)rig_said(&rig);
}

static struct rlk_push push_of(const char *token, int64_t generation)
{
    struct rlk_push push = {.set = true, .generation = generation};
    struct rlk_identity identity = rig_identity(0);

    memcpy(push.memory, identity.replid, 8);
    (void)rlk_token_copy(&push.token, token);
    return push;
}

static void pushed(int node, const struct rlk_push *given)
{
    struct rlk_push push = *given;
    struct rlk_identity identity = rig_identity(node);

    memcpy(push.memory, identity.replid, 8);
    rlk_core_pushed(&rig.core, node, &push, rig.now);
    rig_settle(&rig);
}

TestSuite(core_place, .init = open_three);

/* --- asking
 * --------------------------------------------------------------------
 */

Test(core_place, one_who_is_refused_asks_the_gate_and_undoes_nothing)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000, ask n1");
    cr_assert_eq(last()->ask.generation, 0);
    cr_assert_eq(last()->ask.ticket, 0);
    cr_assert_not(last()->ask.claiming);
}

Test(core_place, where_it_is_granted_the_others_are_claimed)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    (void)rig_said(&rig);
    rig_yes(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "ask n2, ask n3");
    cr_assert(last()->ask.claiming);
    rig_yes(&rig, 1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

/* Known to answer within a millisecond, it has not for ten. */
static void ask_a_slow_gate(struct redlock_request request)
{
    struct redlock_request other = job;

    other.resource = "dish";
    rig_acquire(&rig, &before, &other);
    while (rig.node[0].open_count > 0 || rig.node[1].open_count > 0 ||
           rig.node[2].open_count > 0) {
        rig_pass(&rig, MS);
        for (int node = 0; node < 3; node++)
            if (rig_asked(&rig, node) != NULL) {
                rig_yes(&rig, node);
                break;
            }
    }
    (void)rig_said(&rig);
    rig_acquire(&rig, &acquire, &request);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    rig_pass(&rig, 10 * MS);
}

Test(core_place, a_fair_request_asks_nobody_else_while_its_gate_may_answer)
{
    struct redlock_request fair = patient();

    fair.size = sizeof(fair);
    fair.fair = true;
    ask_a_slow_gate(fair);
    cr_assert_str_eq(rig_said(&rig), "");
    queued(0, 9000);
    cr_assert_not(acquire.done);
}

Test(core_place, nor_does_one_that_does_not_wait)
{
    struct redlock_request fair = job;

    fair.size = sizeof(fair);
    fair.fair = true;
    ask_a_slow_gate(fair);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_held(&rig, 0, 9000);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

/* The node time-out is 100 ms. */
Test(core_place, a_gate_that_does_not_answer_at_all_is_passed_by)
{
    struct redlock_request fair = job;

    fair.size = sizeof(fair);
    fair.fair = true;
    ask_a_slow_gate(fair);
    rig_pass(&rig, 100 * MS);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
    rig_yes(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "ask n3");
    rig_yes(&rig, 2);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

static void ask_fairly_once(void)
{
    struct redlock_request fair = job;

    fair.size = sizeof(fair);
    fair.fair = true;
    rig_acquire(&rig, &acquire, &fair);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
}

/* A minority that is down keeps nobody out. */
Test(core_place, a_gate_that_breaks_has_refused_nothing)
{
    ask_fairly_once();
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(rig_said(&rig), "ask n2");
    rig_yes(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "ask n3");
    rig_yes(&rig, 2);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
}

Test(core_place, where_no_gate_is_left_it_is_no_quorum)
{
    ask_fairly_once();
    for (int node = 0; node < 3; node++)
        rig_break(&rig, node, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 200 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
}

/* The gate names a holder, and the other two nodes go down: nobody has it. */
Test(core_place, a_wait_that_ends_without_a_quorum_in_reach_is_no_quorum)
{
    struct redlock_request request = patient();

    request.wait_ms = 300;
    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_break(&rig, 2, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 300 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
}

Test(core_place, a_renewal_carries_the_ticket_and_the_next_generation)
{
    wait_at_the_gate();
    rig_pass(&rig, RLK_WAIT_LEASE_NS / 2);
    cr_assert_eq(rig.node[0].asked[RLK_VERB_ASK], 2);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    cr_assert_eq(last()->ask.ticket, TICKET);
    cr_assert_geq(last()->ask.generation, 1);
}

/* The keys of a holder that died are not waited for any longer. */
Test(core_place, the_head_speaks_when_the_key_before_it_has_run_out)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    queued(0, 50);
    rig_pass(&rig, 10 * MS);
    queued(1, 40);
    (void)rig_said(&rig);
    rig_pass(&rig, 40 * MS);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 2 * MS);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
}

Test(core_place, one_who_gives_up_takes_its_place_back)
{
    wait_at_the_gate();
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    cr_assert(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "pass n1");
    cr_assert_eq(last()->successor.token.length, 0);
}

Test(core_place, at_its_deadline_it_is_busy_and_takes_its_place_back)
{
    struct redlock_request brief = patient();

    brief.wait_ms = 100;
    rig_acquire(&rig, &acquire, &brief);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    rig_pass(&rig, 10 * MS);
    queued(1, 8990);
    (void)rig_said(&rig);
    rig_pass(&rig, 90 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2");
}

/* A dead contender may have left that key, and a quorum be free. */
Test(core_place, head_asks_the_next_node_where_one_names_the_holder)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    (void)rig_said(&rig);
    rig_pass(&rig, 9 * MS);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 1 * MS);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    cr_assert_eq(last()->node, 1);
}

/* How long it takes to answer is not known: the node time-out is 100 ms. */
Test(core_place, head_asks_a_third_node_where_the_second_is_silent)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request request = patient();

    settings.nodes = 5;
    settings.quorum = 3;
    rig_open_connected(&rig, &settings);
    rig_acquire(&rig, &acquire, &request);
    cr_assert_eq(last()->node, 0);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    rig_pass(&rig, 10 * MS);
    cr_assert_eq(last()->node, 1);
    (void)rig_said(&rig);
    rig_pass(&rig, 99 * MS);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 1 * MS);
    cr_assert_str_eq(rig_said(&rig), "ask n3");
}

/* Whoever lacks a right asks as before, and in the same round. */
Test(core_place, a_node_that_refuses_to_queue_is_asked_for_a_grant)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    (void)rig_said(&rig);
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}

/* It was refused a place, not the lock: the wait goes on. */
Test(core_place, a_node_that_cannot_be_asked_instead_has_refused_no_right)
{
    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    rig.out_of_memory = true;
    rig_error(&rig, 0, REDLOCK_REASON_NOPERM);
    rig.out_of_memory = false;
    cr_assert_neq(acquire.acquire.call.op->reasons[0], REDLOCK_REASON_NOPERM);
}

/* --- what is handed over
 * -------------------------------------------------------
 */

Test(core_place, a_quorum_of_pushes_is_the_lock_and_sends_nothing)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    pushed(0, &push);
    cr_assert_not(acquire.done);
    pushed(1, &push);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_str_empty(rig_said(&rig));
}

/*
 * A key that an extension has put back must not be taken for a grant: it would
 * count without its probation.
 */
Test(core_place, what_is_refused_after_it_was_extended_is_not_asked_again)
{
    struct rig_extend extend;
    struct rlk_push push;
    uint64_t asked;

    wait_at_the_gate();
    rig_pass(&rig, RLK_WAIT_LEASE_NS / 2);
    push = push_of(last()->token, 0);
    pushed(1, &push);
    pushed(2, &push);
    cr_assert(acquire.done);
    rig_extend(&rig, &extend, acquire.acquire.lock, 10000, NULL);
    asked = rig.node[0].asked[RLK_VERB_ASK];
    queued(0, 5);
    rig_pass(&rig, 50 * MS);
    cr_assert_eq(rig.node[0].asked[RLK_VERB_ASK], asked);
}

/* Likewise what is handed over late: the key may be one that was put back. */
Test(core_place, what_is_pushed_after_it_was_extended_adds_no_vote)
{
    struct rig_extend extend;
    struct rlk_push push;
    struct redlock_lock *lock;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    pushed(1, &push);
    pushed(2, &push);
    cr_assert(acquire.done);
    lock = acquire.acquire.lock;
    rig_extend(&rig, &extend, lock, 10000, NULL);
    cr_assert_eq(lock->votes[0].end, RLK_NO_VOTE);
    pushed(0, &push);
    cr_assert_eq(lock->votes[0].end, RLK_NO_VOTE);
}

/* By then the call's memory is somebody else's. */
Test(core_place, what_is_answered_after_it_has_won_is_told_to_nobody)
{
    struct rlk_push push;

    wait_at_the_gate();
    rig_pass(&rig, RLK_WAIT_LEASE_NS / 2);
    cr_assert_eq(last()->verb, RLK_VERB_ASK);
    push = push_of(last()->token, 0);
    pushed(1, &push);
    pushed(2, &push);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    memset(&acquire, 0x5a, sizeof(acquire));
    queued(0, 9000);
    cr_assert_not_null(rig_first_lock(&rig));
}

Test(core_place, a_node_that_refused_before_it_handed_over_has_granted)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    pushed(0, &push);
    pushed(1, &push);
    cr_assert_eq(report.granted, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_NONE);
    cr_assert_str_empty(report.node[0].holder);
    cr_assert_eq(report.node[0].remaining_ms, -1);
}

/* Counted from when the push came it would outlive its key. */
Test(core_place,
     its_votes_end_as_if_they_were_asked_for_when_the_waiter_was_heard)
{
    struct rlk_push push;
    int64_t asked;

    wait_at_the_gate();
    asked = last()->at;
    push = push_of(last()->token, 0);
    rig_pass(&rig, 300 * MS);
    pushed(0, &push);
    pushed(1, &push);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->tenure.validity,
                 asked + 10000 * MS - 102 * MS);
}

Test(core_place, one_that_was_handed_over_alone_claims_the_rest_at_once)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    push.alone = true;
    pushed(0, &push);
    cr_assert_str_eq(rig_said(&rig), "ask n2, ask n3");
    cr_assert(last()->ask.claiming);
}

Test(core_place, what_does_not_come_in_time_is_claimed)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    pushed(0, &push);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 2 * MS);
    cr_assert_str_eq(rig_said(&rig), "ask n2, ask n3");
}

Test(core_place, word_that_the_key_is_free_is_no_vote)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    push.set = false;
    pushed(0, &push);
    cr_assert_str_eq(rig_said(&rig), "ask n1, ask n2, ask n3");
}

Test(core_place, a_push_of_another_memory_is_no_vote)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    memset(push.memory, 'f', 8);
    rlk_core_pushed(&rig.core, 0, &push, rig.now);
    rlk_core_pushed(&rig.core, 1, &push, rig.now);
    rig_settle(&rig);
    cr_assert_not(acquire.done);
}

Test(core_place, a_fenced_one_gives_up_a_token_that_was_handed_over_unminted)
{
    struct redlock_request request = patient();
    struct rlk_push push;
    char token[192];

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    snprintf(token, sizeof(token), "%s", last()->token);
    (void)rig_said(&rig);
    push = push_of(token, 0);
    pushed(0, &push);
    cr_assert_str_eq(rig_said(&rig), "pass n1, ask n1");
    cr_assert_str_neq(last()->token, token);
    cr_assert_eq(last()->ask.ticket, TICKET);
}

/* The node may have forgotten whose key it had before. */
Test(core_place, a_guarded_one_gives_up_a_token_that_was_handed_over_unjudged)
{
    struct redlock_request request = patient();
    struct rlk_push push;
    char token[192];

    rig.core.runtime.guarded = true;
    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    queued(0, 9000);
    snprintf(token, sizeof(token), "%s", last()->token);
    (void)rig_said(&rig);
    push = push_of(token, 0);
    pushed(0, &push);
    cr_assert_str_eq(rig_said(&rig), "pass n1, ask n1");
    cr_assert_str_neq(last()->token, token);
}

/* A stale token that is handed the key would keep it for a claim. */
Test(core_place, what_comes_for_a_token_that_is_over_is_given_back)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    rig_all_yes(&rig);
    (void)rig_said(&rig);
    pushed(2, &push);
    cr_assert_eq(last()->node, 2);
    cr_assert(last()->verb == RLK_VERB_PASS ||
              last()->verb == RLK_VERB_RELEASE);
    cr_assert_str_eq(last()->token, push.token.text);
    cr_assert_eq(last()->rules.minted, 0);
}

/* --- handing on
 * ------------------------------------------------------------------
 */

static struct rlk_successor another(const char *token, int64_t ticket)
{
    struct rlk_successor successor = {
        .ticket = ticket, .px_ms = 5000, .generation = 3};

    (void)rlk_token_copy(&successor.token, token);
    return successor;
}

Test(core_place, the_smallest_ticket_that_was_told_is_named_at_every_node)
{
    struct rlk_push push;

    wait_at_the_gate();
    push = push_of(last()->token, 0);
    push.head = another("late", 3000);
    pushed(0, &push);
    push.head = another("early", 2000);
    pushed(1, &push);
    cr_assert(acquire.done);
    rlk_release_start(NULL, acquire.acquire.lock, NULL, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2, pass n3");
    cr_assert_str_eq(last()->successor.token.text, "early");
    cr_assert_eq(last()->successor.generation, 3);
}

Test(core_place, where_nobody_is_known_only_the_gate_hands_on)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    (void)rig_said(&rig);
    rlk_release_start(NULL, lock, NULL, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
}

/* The gate has another's key: who is refused now waits where this one's is. */
Test(core_place, where_the_gate_refused_the_first_that_granted_hands_on_too)
{
    rig_acquire(&rig, &acquire, &job);
    rig_held(&rig, 0, -1);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert(acquire.done);
    (void)rig_said(&rig);
    rlk_release_start(NULL, acquire.acquire.lock, NULL, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2, release n3");
}

/* --- leaving the lock to others
 * --------------------------------------------------------------
 */

/* Claimed and refused at a node, it has an entry in that node's queue. */
Test(core_place, a_lock_left_to_others_leaves_the_queues_and_keeps_its_keys)
{
    char token[sizeof(last()->token)];

    struct redlock_request request = patient();

    rig_acquire(&rig, &acquire, &request);
    rig_held(&rig, 0, -1);
    memcpy(token, last()->token, sizeof(token));
    rig_yes(&rig, 0);
    queued(2, 9000);
    rig_yes(&rig, 1);
    cr_assert(acquire.done);
    (void)rig_said(&rig);
    rlk_release_detach(acquire.acquire.lock, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2, pass n3");
    cr_assert_str_eq(last()->successor.token.text, token);
    cr_assert_str_neq(last()->token, token);
}

Test(core_place, one_without_an_entry_sends_nothing)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    (void)rig_said(&rig);
    rlk_release_detach(lock, rig.now);
    rig_settle(&rig);
    cr_assert_str_empty(rig_said(&rig));
}

/* --- a line of our own
 * --------------------------------------------------------------
 */

Test(core_place, waiters_of_one_client_have_one_place)
{
    static struct rig_acquire second;
    struct redlock_request request = patient();

    wait_at_the_gate();
    rig_acquire(&rig, &second, &request);
    cr_assert_str_empty(rig_said(&rig));
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, ask n1");
    cr_assert_not(second.done);
}

Test(core_place, a_release_names_the_next_of_its_own_line)
{
    static struct rig_acquire second;
    struct redlock_request request = patient();
    struct rlk_push push;

    wait_at_the_gate();
    rig_acquire(&rig, &second, &request);
    push = push_of(last()->token, 0);
    pushed(0, &push);
    pushed(1, &push);
    cr_assert(acquire.done);
    cr_assert_str_eq(rig_said(&rig), "ask n1");
    queued(0, 9000);
    rlk_release_start(NULL, acquire.acquire.lock, NULL, rig.now);
    rig_settle(&rig);
    cr_assert_str_eq(rig_said(&rig), "pass n1, pass n2, pass n3");
    cr_assert_eq(last()->successor.ticket, TICKET);
    cr_assert_eq(last()->successor.generation, 1, "this release is the second");
}
