/* SPDX-License-Identifier: MIT */
/*
 * How long the core pauses, for each draw: the whole core on a transport in the
 * test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/support/three_nodes.h"

static const struct redlock_request patient = {
    .resource = "cup",
    .ttl_ms = 10000,
    .wait_ms = 60000,
};

static void open_three_asked_at_once(void)
{
    open_parallel(3);
    rig_refuse_queues(&rig);
}

TestSuite(core_pauses, .init = open_three_asked_at_once);

/* After so long all say that it is held; the undoing takes no time. */
static void refused(int64_t after_ns, int64_t remaining_ms)
{
    rig_pass(&rig, after_ns);
    for (int round = 0; round < 2; round++) {
        for (int node = 0; node < 3; node++)
            rig_held(&rig, node, remaining_ms);
    }
    (void)rig_said(&rig);
}

static void pauses_for(int64_t ns)
{
    if (ns > 0) {
        rig_pass(&rig, ns - 1);
        cr_assert_str_empty(rig_said(&rig));
        rig_pass(&rig, 1);
    } else {
        rig_pass(&rig, 0);
    }
    cr_assert_str_not_empty(rig_said(&rig));
}

/* --- between attempts -------------------------------------------------------
 */

/* From zero to a bound that starts at two round trips, and doubles. */
Test(core_pauses, the_longest_draw_is_two_round_trips_then_twice_that)
{
    struct rig_acquire acquire;

    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &patient);
    refused(10 * MS, 60000);
    pauses_for(20 * MS);
    refused(10 * MS, 60000);
    pauses_for(40 * MS);
}

Test(core_pauses, the_shortest_draw_is_no_pause)
{
    struct rig_acquire acquire;

    rig.random = 0;
    rig_acquire(&rig, &acquire, &patient);
    refused(10 * MS, 60000);
    pauses_for(0);
}

Test(core_pauses, the_bound_is_a_millisecond_at_least)
{
    struct rig_acquire acquire;

    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &patient);
    refused(0, 60000);
    pauses_for(1 * MS);
}

Test(core_pauses, so_it_is_where_the_keys_have_run_out_already)
{
    struct rig_acquire acquire;

    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &patient);
    refused(10 * MS, 0);
    pauses_for(1 * MS);
}

/* All grant, but less is left of the grants than was asked for. */
static void too_slow(int64_t after_ns)
{
    rig_pass(&rig, after_ns);
    for (int round = 0; round < 2; round++)
        rig_all_yes(&rig);
    (void)rig_said(&rig);
}

Test(core_pauses, an_attempt_that_was_too_slow_pauses_like_one_refused)
{
    struct redlock_request whole = patient;
    struct rig_acquire acquire;

    whole.min_validity_ms = 9890;
    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &whole);
    for (int64_t bound = 20 * MS; bound <= 160 * MS; bound *= 2) {
        too_slow(10 * MS);
        pauses_for(bound);
        cr_assert_eq(acquire.acquire.call.status, REDLOCK_TOO_SLOW);
    }
}

Test(core_pauses, a_contender_is_there_when_the_keys_run_out)
{
    struct rig_acquire acquire;

    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &patient);
    refused(10 * MS, 7);
    pauses_for(7 * MS);
}

Test(core_pauses, a_contender_does_not_pause_beyond_its_deadline)
{
    struct redlock_request brief = patient;
    struct rig_acquire acquire;

    brief.wait_ms = 15;
    rig.random = UINT64_MAX;
    rig_acquire(&rig, &acquire, &brief);
    refused(10 * MS, 60000);
    rig_pass(&rig, 5 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

/* With less than a millisecond left there is no other attempt. */
Test(core_pauses, a_contender_does_not_crowd_at_its_deadline)
{
    struct redlock_request brief = patient;
    struct rig_acquire acquire;

    brief.wait_ms = 10;
    rig.random = 0;
    rig_acquire(&rig, &acquire, &brief);
    refused(9 * MS, 60000);
    pauses_for(0);
    refused(MS / 2, 60000);
    rig_pass(&rig, MS / 2 - 1);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 1);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
}

/* What the attempts before were told says more than that time was up. */
Test(core_pauses, an_attempt_that_is_cut_short_says_what_the_one_before_it_did)
{
    struct redlock_request brief = patient;
    struct rig_acquire acquire;

    brief.wait_ms = 50;
    brief.report = &report;
    rig.random = 0;
    rig_acquire(&rig, &acquire, &brief);
    refused(10 * MS, 60000);
    pauses_for(0);
    rig_pass(&rig, 40 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_BUSY);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_DENIED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
}

Test(core_pauses, a_first_attempt_that_is_cut_short_says_who_was_asked)
{
    struct redlock_request brief = patient;
    struct rig_acquire acquire;

    brief.wait_ms = 50;
    brief.report = &report;
    rig_acquire(&rig, &acquire, &brief);
    rig_pass(&rig, 50 * MS);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_DEADLINE);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_OPEN);
}

/* --- between the rounds of an extension
 * ---------------------------------------
 */

static void extension_failed(struct rig_extend *extend)
{
    struct redlock_request request = patient;
    struct redlock_lock *lock = rig_lock(&rig, &request);

    rig_pass(&rig, SECOND);
    rig_extend(&rig, extend, lock, 10000, NULL);
    rig_pass(&rig, 10 * MS);
    for (int node = 0; node < 3; node++)
        rig_error(&rig, node, REDLOCK_REASON_IN_SCRIPT);
    (void)rig_said(&rig);
}

Test(core_pauses, an_extension_pauses_for_two_round_trips_at_most)
{
    struct rig_extend extend;

    rig.random = UINT64_MAX;
    extension_failed(&extend);
    pauses_for(20 * MS);
}

Test(core_pauses, an_extension_may_not_pause_at_all)
{
    struct rig_extend extend;

    rig.random = 0;
    extension_failed(&extend);
    pauses_for(0);
}

/* The round that would begin when the loss is told does not. */
Test(core_pauses, an_extension_ends_when_the_loss_is_told)
{
    struct redlock_lock *lock = rig_lock(&rig, &patient);
    int64_t tell_at = rlk_lock_tell_at(lock);
    struct rig_extend extend;

    rig.random = UINT64_MAX;
    rig_pass(&rig, tell_at - rig.now - 8 * MS);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    for (int round = 0; round < 2; round++) {
        cr_assert_lt(rig.now, tell_at);
        for (int node = 0; node < 3; node++)
            rig_error(&rig, node, REDLOCK_REASON_IN_SCRIPT);
        (void)rig_said(&rig);
        rig_pass(&rig, round == 0 ? 5 * MS : 3 * MS);
    }
    cr_assert_eq(rig.now, tell_at);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_LOST);
    cr_assert_eq(rig.told, 1);
    cr_assert_str_empty(rig_said(&rig));
}

/* --- between renewals
 * -----------------------------------------------------------
 */

#define LOCKS 16

/* Each a twelfth to a third of the TTL after its votes were asked for. */
Test(core_pauses, locks_of_a_burst_are_renewed_apart)
{
    struct redlock_request kept = patient;
    struct redlock_lock *locks[LOCKS];
    int renewed = 0;
    char name[16];

    kept.keep = true;
    kept.resource = name;
    for (int i = 0; i < LOCKS; i++) {
        snprintf(name, sizeof(name), "job%d", i);
        locks[i] = rig_lock(&rig, &kept);
    }
    (void)rig_said(&rig);
    /* Three thousand instants of a TTL, so that many share a write. */
    for (int i = 0; i < LOCKS; i++)
        cr_assert_eq(locks[i]->renew_at % (10 * SECOND / 3000 + 1), 0);
    rig_pass(&rig, 820 * MS);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 1250 * MS);
    for (int i = 0; i < LOCKS; i++)
        renewed += locks[i]->renewed;
    cr_assert_gt(renewed, LOCKS / 4);
    cr_assert_lt(renewed, LOCKS - LOCKS / 4);
    rig_all_yes(&rig);
    for (int step = 0; step < 127; step++) {
        rig_pass(&rig, 10 * MS);
        rig_all_yes(&rig);
    }
    for (int i = 0; i < LOCKS; i++)
        cr_assert(locks[i]->renewed);
}

/* The first is free, and queues; the others hold a key, and cannot. */
static bool only_the_first_queues(struct rig *of, int node,
                                  const struct rig_request *request,
                                  struct rlk_answer *answer)
{
    (void)of;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
    answer->text = "";
    if (node == 0)
        return true;
    answer->kind = RLK_ANSWER_HELD;
    if (request->verb == RLK_VERB_ASK || request->verb == RLK_VERB_PASS) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_NOPERM;
    }
    return true;
}

/*
 * Nobody wakes who is refused by nodes that cannot queue, though the gate is
 * free and grants: it claims and loses, as seldom as one who polls.
 */
Test(core_pauses, claims_that_are_lost_where_no_place_is_kept_become_rare)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request forever = patient;
    struct rig_acquire acquire;
    uint64_t before;

    rig_close(&rig);
    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = only_the_first_queues;
    rig.random = UINT64_MAX;
    forever.wait_ms = REDLOCK_FOREVER;
    rig_acquire(&rig, &acquire, &forever);
    rig_pass(&rig, 60 * SECOND);
    before = rig.node[0].asked[RLK_VERB_ASK];
    cr_assert_gt(before, 0);
    rig_pass(&rig, 10 * SECOND);
    cr_assert_gt(rig.node[0].asked[RLK_VERB_ASK], before);
    cr_assert_leq(rig.node[0].asked[RLK_VERB_ASK], before + 11);
    rig_close(&rig);
}

/*
 * The first has a key of another; the others cannot grant, and give no place.
 */
static bool only_the_first_has_room(struct rig *of, int node,
                                    const struct rig_request *request,
                                    struct rlk_answer *answer)
{
    (void)of;
    (void)request;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_HELD, .remaining_ms = -1};
    answer->text = "";
    if (node > 0) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_OOM;
    }
    return true;
}

/* The gates of "pot", the second and the third, fail; the first says no. */
Test(core_pauses, one_whom_no_queue_lets_in_asks_seldom)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request fair = patient;
    struct rig_acquire acquire;
    uint64_t before;

    rig_close(&rig);
    settings.parallel = true;
    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = only_the_first_has_room;
    rig.random = UINT64_MAX;
    fair.resource = "pot";
    fair.fair = true;
    fair.wait_ms = REDLOCK_FOREVER;
    rig_acquire(&rig, &acquire, &fair);
    rig_pass(&rig, 60 * SECOND);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    before = rig.node[0].asked[RLK_VERB_GRANT];
    cr_assert_gt(before, 0);
    rig_pass(&rig, 10 * SECOND);
    cr_assert_gt(rig.node[0].asked[RLK_VERB_GRANT], before);
    cr_assert_leq(rig.node[0].asked[RLK_VERB_GRANT], before + 2 * 11);
    rig_close(&rig);
}

/* The first has a key of another and no queue; the others are in quarantine. */
static bool only_the_first_votes(struct rig *of, int node,
                                 const struct rig_request *request,
                                 struct rlk_answer *answer)
{
    (void)of;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_HELD, .remaining_ms = 700};
    answer->text = "";
    if (node > 0) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_QUARANTINE;
    } else if (request->verb == RLK_VERB_ASK) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_NOPERM;
    }
    return true;
}

/* One refusal does not decide such an attempt: the others might be free. */
Test(core_pauses, one_whom_no_node_queues_asks_all_nodes)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request fair = patient;
    struct rig_acquire acquire;
    uint64_t before;

    rig_close(&rig);
    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = only_the_first_votes;
    rig.random = UINT64_MAX;
    fair.fair = true;
    fair.wait_ms = REDLOCK_FOREVER;
    rig_acquire(&rig, &acquire, &fair);
    rig_pass(&rig, 60 * SECOND);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    before = rig.node[0].asked[RLK_VERB_GRANT];
    cr_assert_gt(before, 0);
    rig_pass(&rig, 10 * SECOND);
    cr_assert_gt(rig.node[0].asked[RLK_VERB_GRANT], before);
    cr_assert_leq(rig.node[0].asked[RLK_VERB_GRANT], before + 2 * 11);
    rig_close(&rig);
}

static int64_t held_until;

/* No node queues; for a second each has a key of another. */
static bool held_for_a_second(struct rig *of, int node,
                              const struct rig_request *request,
                              struct rlk_answer *answer)
{
    (void)node;
    *answer = (struct rlk_answer){.kind = RLK_ANSWER_YES, .remaining_ms = -1};
    answer->text = "";
    if (request->verb == RLK_VERB_ASK || request->verb == RLK_VERB_PASS) {
        answer->kind = RLK_ANSWER_ERROR;
        answer->reason = REDLOCK_REASON_NOPERM;
    } else if (request->verb == RLK_VERB_GRANT && of->now < held_until) {
        answer->kind = RLK_ANSWER_HELD;
    }
    return true;
}

Test(core_pauses, who_wins_by_asking_all_has_no_place_left)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_request forever = patient;
    struct rig_acquire acquire;

    rig_close(&rig);
    rig_open(&rig, &settings);
    rig.accepts = true;
    rig.answers = held_for_a_second;
    held_until = rig.now + SECOND;
    forever.wait_ms = REDLOCK_FOREVER;
    rig_acquire(&rig, &acquire, &forever);
    rig_pass(&rig, 10 * SECOND);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert(rlk_list_empty(&rig.core.runtime.places));
    rig_close(&rig);
}

/* --- between connections
 * -------------------------------------------------------
 */

/* The middle of what may be drawn. */
Test(core_pauses, the_first_pause_before_connecting_is_a_tenth_of_a_second)
{
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 100 * MS - 1);
    cr_assert_eq(rig.node[0].connects, 1);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].connects, 2);
}
