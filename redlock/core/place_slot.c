/* SPDX-License-Identifier: MIT */
/* A place in the queue for the slots of a semaphore. */

#include "quorum/node_set.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/place_internal.h"
#include "redlock/runtime/runtime.h"

bool rlk_place_is_for_slot(const struct rlk_place *place)
{
    return place->settings.slot != NULL;
}

/* --- the gate ----------------------------------------------------------------
 */

/*
 * The gate is to look at all slots again. Where it has not answered the last
 * time, it is asked once it has: what is told meanwhile may not be known there
 * yet. The caller drives the op.
 */
static void call_again(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    struct rlk_slot any = rlk_slot_any(place->settings.slot->many,
                                       rlk_runtime_random(place->runtime));

    place->stirred = (op->round.unanswered & place->wait.gates) != 0;
    if (place->stirred)
        return;
    *place->settings.slot = any;
    op->slot = any;
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(op, place->wait.gates);
}

/* It has set nothing: the next node chooses for the same token. Likewise. */
static void next_gate(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    uint32_t left = rlk_place_gates(place, now) & ~op->round.asked;

    if (left != 0) {
        (void)rlk_op_call(op, rlk_wait_enter(&place->wait, left));
        return;
    }
    place->shunned = 0;
    rlk_place_disarm(place);
    rlk_round_refuse(&op->round, now);
}

/*
 * What the gate has chosen, if anything, is not known: the attempt is made
 * anew, and another node chooses for another token. Likewise.
 */
static void give_up_gate(struct rlk_place *place, int64_t now)
{
    place->shunned |= place->wait.gates;
    place->op->voided = true;
    rlk_round_cancel(&place->op->round, now);
}

void rlk_place_slot_renew(struct rlk_place *place, int64_t now)
{
    rlk_place_arm(place);
    if ((rlk_place_gates(place, now) & place->wait.gates) != 0)
        call_again(place, now);
    else
        give_up_gate(place, now);
    rlk_op_drive(place->op, now);
}

void rlk_place_slot_woken(struct rlk_place *place, int node, int64_t now)
{
    if (!rlk_node_set_has(place->wait.gates, node) || place->op->slot.chosen)
        return;
    call_again(place, now);
    rlk_op_drive(place->op, now);
}

/* --- an attempt --------------------------------------------------------------
 */

static enum rlk_vote slot_heard(struct rlk_op *op, int node, enum rlk_verb verb,
                                const struct rlk_answer *answer, int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL || verb == RLK_VERB_CONFIRM)
        return rlk_attempt_heard_slot(op, node, verb, answer, now);
    if (answer->kind == RLK_ANSWER_QUEUED || answer->kind == RLK_ANSWER_HELD)
        rlk_place_refused(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_QUEUED)
        rlk_place_queued(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_HELD &&
        !rlk_node_set_has(place->queued, node))
        rlk_round_spare(&op->round, node);
    if (answer->kind == RLK_ANSWER_YES)
        place->queued &= ~rlk_node_set_of(node);
    return rlk_attempt_heard_slot(op, node, verb, answer, now);
}

static void gate_counted(struct rlk_place *place, int node, enum rlk_vote vote,
                         int64_t now)
{
    const struct rlk_node *at = &place->runtime->nodes[node];
    bool refused = vote == RLK_VOTE_DENIED && !at->lacks_queue &&
                   place->op->reasons[node] != REDLOCK_REASON_SLOTS_DIFFER;

    if (refused && place->settings.once)
        rlk_round_refuse(&place->op->round, now);
    else if (vote == RLK_VOTE_FAILED && at->state != RLK_NODE_UP)
        give_up_gate(place, now);
    else if (!refused)
        next_gate(place, now);
    else if (place->stirred)
        call_again(place, now);
}

static void slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                         int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->claiming)
        rlk_place_weigh_claim(place, now);
    else if (op->slot.chosen)
        rlk_place_claim(place, now);
    else
        gate_counted(place, node, vote, now);
}

static void slot_missed(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING ||
        op->slot.chosen)
        return;
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
        give_up_gate(place, now);
    else
        next_gate(place, now);
}

/*
 * The place is over, whatever came of it. Nothing is handed to its token: there
 * is nothing that the lock has to hear of.
 */
static void slot_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL)
        return;
    place->settings.call->op = NULL;
    place->settings.call->status = rlk_attempt_status(op, outcome);
    rlk_place_disarm(place);
    place->chosen = op->slot;
    place->op = NULL;
    op->place = NULL;
    if (outcome == RLK_OUTCOME_WON) {
        place->filed = false;
        place->ticket = 0;
        rlk_attempt_begin_lock(op, place->settings.lock, place->attempt, now);
    }
    place->settings.over(place, outcome, op->voided, now);
}

const struct rlk_operation rlk_place_slot_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_ASK,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = rlk_attempt_verb_for_slot,
    .fill = rlk_place_fill,
    .wanted = rlk_attempt_wanted,
    .heard = slot_heard,
    .counted = slot_counted,
    .missed = slot_missed,
    .done = slot_done,
};
