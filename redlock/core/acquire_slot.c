/* SPDX-License-Identifier: MIT */
/* Attempts at a slot: who chooses it, and which one is tried next. */

#include "redlock/core/acquire.h"

#include "quorum/node_set.h"
#include "quorum/order.h"
#include "redlock/core/acquire_internal.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op_internal.h"
#include "redlock/runtime/runtime.h"

/* So many slots that others refused are followed by another at once. */
#define REFUSED_MOST 4

void rlk_acquire_slot_anew(struct rlk_acquire *acquire)
{
    uint16_t many = acquire->lock->slot.many;

    if (many == 0)
        return;
    acquire->slot =
        rlk_slot_any(many, rlk_runtime_random(acquire->call.runtime));
    acquire->slots_refused = 0;
    acquire->slot_gates = 0;
}

/* --- the gate ----------------------------------------------------------------
 */

/* What can be asked, and was not. */
static uint32_t may_be_asked(const struct rlk_op *op, int64_t now)
{
    uint32_t nodes = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_usable(&op->runtime->nodes[node], now))
            nodes |= rlk_node_set_of(node);
    }
    return nodes & ~op->round.asked;
}

/* The next node is to choose. The caller drives the op. */
static void call_gate(struct rlk_op *op, int64_t now)
{
    const struct rlk_acquire *acquire = op->call;
    uint32_t left = may_be_asked(op, now) & ~acquire->slot_gates;

    if (left != 0) {
        (void)rlk_op_call(op, rlk_node_set_of(rlk_order_lowest(
                                  left, op->round.settings.first)));
        return;
    }
    rlk_round_last_call(&op->round, now);
    rlk_round_refuse(&op->round, now);
}

/* With fewer than a quorum left, or none to choose, nobody is troubled. */
void rlk_acquire_slot_begin(struct rlk_op *op, int64_t now)
{
    const struct rlk_acquire *acquire = op->call;
    const struct rlk_runtime_settings *of = &op->runtime->settings;
    uint32_t left;

    rlk_op_exclude_dead(op, now);
    left = may_be_asked(op, now);
    if ((left & ~acquire->slot_gates) == 0) {
        for (int node = 0; node < of->nodes; node++) {
            if (rlk_node_set_has(left, node))
                rlk_round_exclude(&op->round, node, now);
        }
        left = 0;
    }
    if (rlk_node_set_count(left) < of->quorum)
        rlk_round_last_call(&op->round, now);
    else
        call_gate(op, now);
    rlk_op_drive(op, now);
}

/*
 * What it has chosen, if anything, is not known, and may be never: the attempt
 * is made anew. The caller drives the op.
 */
static void give_up_gate(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_acquire *acquire = op->call;

    acquire->slot_gates |= rlk_node_set_of(node);
    op->voided = true;
    rlk_round_cancel(&op->round, now);
}

static void call_others(struct rlk_op *op, int64_t now)
{
    uint32_t others =
        rlk_node_set_all(op->runtime->settings.nodes) & ~op->round.asked;

    (void)rlk_op_call(op, others);
    rlk_round_last_call(&op->round, now);
}

/* --- an attempt --------------------------------------------------------------
 */

/* It waits in another way, if at all. */
void rlk_acquire_slot_fill(const struct rlk_op *op, int node,
                           struct rlk_request *request)
{
    static const struct rlk_ask passing = {.flags = RLK_PLACE_NONE};

    (void)op, (void)node;
    if (request->verb == RLK_VERB_ASK)
        request->ask = &passing;
}

void rlk_acquire_slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                              int64_t now)
{
    if (op->round.outcome != RLK_OUTCOME_PENDING || op->round.last_call)
        return;
    if (op->slot.chosen)
        call_others(op, now);
    else if (op->reasons[node] == REDLOCK_REASON_SLOTS ||
             op->reasons[node] == REDLOCK_REASON_QUEUED)
        rlk_round_refuse(&op->round, now);
    else if (vote == RLK_VOTE_FAILED &&
             op->runtime->nodes[node].state != RLK_NODE_UP)
        give_up_gate(op, node, now);
    else
        call_gate(op, now);
}

void rlk_acquire_slot_missed(struct rlk_op *op, int node, int64_t now)
{
    if (op->slot.chosen || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
        give_up_gate(op, node, now);
    else
        call_gate(op, now);
}

bool rlk_acquire_slot_next(struct rlk_acquire *acquire,
                           const struct rlk_slot *refused)
{
    struct rlk_slot *slot = &acquire->slot;
    int passed;

    if (!refused->chosen || ++acquire->slots_refused > REFUSED_MOST)
        return false;
    passed = rlk_slot_distance(slot, refused->from) + 1;
    slot->from = (uint16_t)((slot->from + passed) % slot->many);
    slot->among = (uint16_t)(slot->among - passed);
    return slot->among > 0;
}
