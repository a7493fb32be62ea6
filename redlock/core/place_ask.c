/* SPDX-License-Identifier: MIT */
/* When a place asks whom: its gates, and all nodes that it claims. */

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/place_internal.h"
#include "redlock/runtime/runtime.h"

/* What refuses a claim is asked so often again: releases may be on their way.
 */
#define TRIES_MOST 3

/* The first pause before that, at least; each is twice the one before. */
#define TRY_LEAST_NS (250 * RLK_NS_PER_US)

void rlk_place_arm(struct rlk_place *place)
{
    int64_t at = rlk_place_smaller(place->renew_at, place->silent_at);

    at = rlk_place_smaller(at, place->claim_at);
    at = rlk_place_smaller(at, place->claim_again);
    rlk_timers_set(&place->runtime->timers, &place->timer,
                   rlk_place_smaller(at, place->claim_by));
}

void rlk_place_disarm(struct rlk_place *place)
{
    place->renew_at = RLK_NEVER;
    place->silent_at = RLK_NEVER;
    place->claim_at = RLK_NEVER;
    place->claim_again = RLK_NEVER;
    place->claim_by = RLK_NEVER;
    rlk_place_arm(place);
}

/* The slowest round trip of these nodes; RLK_NEVER: none is known. */
int64_t rlk_place_slowest(const struct rlk_place *place, uint32_t nodes)
{
    int64_t slowest = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (rlk_node_set_has(nodes, node) &&
            place->runtime->nodes[node].rtt_ns > slowest)
            slowest = place->runtime->nodes[node].rtt_ns;
    }
    return slowest > 0 ? slowest : RLK_NEVER;
}

static bool queues(const struct rlk_node *node, int64_t now)
{
    return rlk_node_usable(node, now) && !node->lacks_queue;
}

uint32_t rlk_place_gates(const struct rlk_place *place, int64_t now)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (queues(&place->runtime->nodes[node], now) &&
            rlk_op_may_judge(place->op, node))
            nodes |= rlk_node_set_of(node);
    }
    return nodes & ~place->shunned;
}

bool rlk_place_possible(const struct rlk_runtime *runtime, int64_t now)
{
    for (int node = 0; node < runtime->settings.nodes; node++) {
        if (queues(&runtime->nodes[node], now))
            return true;
    }
    return false;
}

/* --- asking the gates --------------------------------------------------------
 */

/* The round ends: there is nobody to wait for. */
static void give_in(struct rlk_place *place, int64_t now)
{
    place->shunned = 0;
    rlk_place_disarm(place);
    rlk_round_refuse(&place->op->round, now);
    rlk_op_drive(place->op, now);
}

/*
 * For how long is a gate's answer waited for before the next one is asked, too?
 * A fair request does not pass by a gate, where others may wait, while that may
 * still answer; nor does a reader, which another node may let in past them.
 * Nobody else is asked to choose a slot.
 */
static int64_t patience_with(const struct rlk_place *place, uint32_t gates)
{
    int64_t rtt = rlk_place_slowest(place, gates);

    if (rlk_place_is_for_slot(place))
        return RLK_NEVER;
    if (place->settings.fair || rlk_place_shares(place))
        return place->runtime->settings.node_timeout_ns;
    return rtt == RLK_NEVER ? RLK_NEVER : rlk_wait_patience(rtt);
}

/* Asks them all in one utterance. The place may be gone after it. */
void rlk_place_speak(struct rlk_place *place, uint32_t gates, int64_t now)
{
    place->silent_at = rlk_clock_add(now, patience_with(place, gates));
    rlk_place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op, gates);
    rlk_op_drive(place->op, now);
}

static void plan_renewal(struct rlk_place *place, int64_t now)
{
    place->renew_at = rlk_clock_add(
        now,
        rlk_wait_renewal(&place->terms, rlk_runtime_random(place->runtime)));
}

void rlk_place_enter(struct rlk_place *place, int64_t now)
{
    uint32_t gates = rlk_wait_enter(&place->wait, rlk_place_gates(place, now));

    if (gates == 0) {
        give_in(place, now);
        return;
    }
    plan_renewal(place, now);
    rlk_place_speak(place, gates, now);
}

static void renew(struct rlk_place *place, int64_t now)
{
    uint32_t gates;

    if (rlk_place_is_for_slot(place)) {
        plan_renewal(place, now);
        rlk_place_slot_renew(place, now);
        return;
    }
    gates = rlk_wait_renew(&place->wait, rlk_place_gates(place, now));
    if (gates == 0) {
        give_in(place, now);
        return;
    }
    plan_renewal(place, now);
    rlk_place_speak(place, gates, now);
}

static void next_gate(struct rlk_place *place, int64_t now)
{
    uint32_t usable = rlk_place_gates(place, now);
    uint32_t more = rlk_wait_silent(&place->wait, usable);

    if (more == 0 && place->rank == 0)
        more = rlk_wait_doubt(&place->wait, usable);
    place->silent_at = RLK_NEVER;
    if (more == 0)
        rlk_place_arm(place);
    else
        rlk_place_speak(place, more, now);
}

/* --- claiming ----------------------------------------------------------------
 */

/* Those where its own owner shares it, which need not say so again. */
static uint32_t telling_of_owner(const struct rlk_place *place)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (place->op->reasons[node] == REDLOCK_REASON_UPGRADE)
            nodes |= rlk_node_set_of(node);
    }
    return nodes;
}

/* Calls what may be called; the caller drives the op. */
static void call_claimed(struct rlk_place *place)
{
    place->to_claim &= ~(place->op->granted | telling_of_owner(place));
    place->to_claim &= ~rlk_op_call(place->op, place->to_claim);
}

void rlk_place_claim(struct rlk_place *place, int64_t now)
{
    if (place->claiming)
        return;
    rlk_place_disarm(place);
    place->claiming = true;
    place->tries = 0;
    place->to_claim = rlk_place_all(place);
    place->claim_by =
        rlk_clock_add(now, place->runtime->settings.node_timeout_ns);
    rlk_place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

static uint32_t refusing(const struct rlk_place *place)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (rlk_round_vote_of(&place->op->round, node) == RLK_VOTE_DENIED)
            nodes |= rlk_node_set_of(node);
    }
    return nodes;
}

static int64_t pause_before_try(const struct rlk_place *place)
{
    int64_t rtt = rlk_place_slowest(place, rlk_place_all(place));
    int64_t pause =
        rtt == RLK_NEVER || rtt / 2 < TRY_LEAST_NS ? TRY_LEAST_NS : rtt / 2;

    return pause << place->tries;
}

/* An answer to the claim is in. The caller drives the op. */
void rlk_place_weigh_claim(struct rlk_place *place, int64_t now)
{
    const struct rlk_round *round = &place->op->round;
    int quorum = place->runtime->settings.quorum;
    uint32_t no = refusing(place);

    call_claimed(place);
    if ((round->waiting | round->called | round->confirming) != 0 ||
        round->outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->tries < TRIES_MOST &&
        rlk_node_set_count(place->op->granted | no) >= quorum) {
        place->claim_again = rlk_clock_add(now, pause_before_try(place));
        rlk_place_arm(place);
        return;
    }
    rlk_round_last_call(&place->op->round, now);
}

static void claim_once_more(struct rlk_place *place, int64_t now)
{
    place->claim_again = RLK_NEVER;
    place->tries++;
    place->to_claim |= refusing(place);
    rlk_place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

/* Held, with nodes that neither pushed nor refused: they are asked. */
static void claim_the_rest(struct rlk_place *place, int64_t now)
{
    rlk_place_disarm(place);
    if (!rlk_lock_held(place->settings.lock, now))
        return;
    place->claiming = true;
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op, rlk_place_all(place) & ~place->op->granted);
}

void rlk_place_rest(struct rlk_place *place)
{
    if (place == NULL)
        return;
    place->rests = true;
    rlk_place_disarm(place);
}

void rlk_place_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_place *place = RLK_OWNER_OF(timer, struct rlk_place, timer);

    if (place->op == NULL)
        return;
    if (place->won) {
        claim_the_rest(place, now);
    } else if (now >= place->claim_by) {
        rlk_place_disarm(place);
        rlk_round_last_call(&place->op->round, now);
    } else if (now >= place->claim_again) {
        claim_once_more(place, now);
    } else if (now >= place->claim_at) {
        rlk_place_claim(place, now);
    } else if (now >= place->renew_at) {
        renew(place, now);
        return;
    } else {
        next_gate(place, now);
        return;
    }
    rlk_op_drive(place->op, now);
}
