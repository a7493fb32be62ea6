/* SPDX-License-Identifier: MIT */
/* Interprets the answers to an attempt. */

#include "redlock/core/attempt.h"

#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/runtime/runtime.h"

/*
 * Is a delayed request still useful? It was delayed because the connection is
 * new, or because the node did not know the script.
 */
bool rlk_attempt_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                        int64_t now)
{
    const struct rlk_runtime *runtime = op->runtime;

    (void)verb;
    return rlk_op_may_judge(op, node) &&
           op->acquire.guarded == runtime->guarded &&
           rlk_round_vote_of(&op->round, node) == RLK_VOTE_NONE &&
           (op->round.outcome == RLK_OUTCOME_PENDING ||
            (op->lock != NULL && rlk_lock_held(op->lock, now)));
}

static void confirm_vote(struct rlk_op *op, int node,
                         const struct rlk_answer *answer, int64_t now)
{
    bool moves = op->lock != NULL && rlk_op_won(op);

    if (answer->kind == RLK_ANSWER_ERROR)
        return;
    if (answer->kind == RLK_ANSWER_YES) {
        if (moves)
            rlk_lock_counter(op->lock, node, answer->counter);
        return;
    }
    op->acquire.granted &= ~rlk_node_set_of(node);
    if (moves)
        rlk_lock_withdraw(op->lock, node, now);
}

/* Counts a grant; a late grant is one more vote of a lock that was won. */
static void granted(struct rlk_op *op, int node, int64_t counter, int64_t now)
{
    op->acquire.granted |= rlk_node_set_of(node);
    if (op->lock == NULL || !rlk_op_won(op))
        return;
    rlk_lock_counter(op->lock, node, counter);
    rlk_lock_late_grant(op->lock, node, rlk_round_sent_at(&op->round, node),
                        op->round.settings.ttl_ns, now);
}

/* A checked script answers a grant with its time and its counter. */
static bool lacks_its_due(const struct rlk_op *op,
                          const struct rlk_answer *answer)
{
    return (op->acquire.guarded && answer->time_us == 0) ||
           (op->round.settings.fenced && answer->counter == 0);
}

/* Did so many nodes give this reason that no quorum is left? */
static bool is_ruled_out(const struct rlk_op *op, enum redlock_reason reason)
{
    const struct rlk_round_settings *of = &op->round.settings;

    return rlk_node_set_count(rlk_op_refused_for(op, reason)) >
           of->nodes - of->quorum;
}

/*
 * Handles a refusal that waiting does not end: the owner would wait for its own
 * shared lock, its fence is superseded, or the numbers of slots differ. The
 * attempt ends if so many nodes refuse for this reason that no quorum is left.
 * To find out, it asks further nodes than a plain refusal would.
 */
static void refused_for_good(struct rlk_op *op, enum redlock_reason reason,
                             int64_t now)
{
    if (is_ruled_out(op, reason))
        rlk_round_refuse(&op->round, now);
    else
        rlk_round_hear_out(&op->round);
}

/*
 * Accepts the slot that a node has chosen, for which all others are asked.
 * false: the node chose a slot that it was not offered.
 */
static bool takes_slot(struct rlk_op *op, int64_t slot)
{
    if (!op->kind->slots)
        return true;
    if (!rlk_slot_means(&op->slot, slot))
        return false;
    op->slot = rlk_slot_chosen(op->slot.many, (int)slot);
    return true;
}

enum rlk_vote rlk_attempt_answered(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer, int64_t now)
{
    if (verb == RLK_VERB_CONFIRM) {
        confirm_vote(op, node, answer, now);
        return RLK_VOTE_NONE;
    }
    /*
     * An earlier waiter is queued there: it must not be overtaken at the other
     * nodes.
     */
    if (answer->kind == RLK_ANSWER_QUEUED && op->kind->holders)
        rlk_round_refuse(&op->round, now);
    if (answer->kind == RLK_ANSWER_SHARING ||
        answer->kind == RLK_ANSWER_SUPERSEDED ||
        answer->kind == RLK_ANSWER_SLOTS)
        refused_for_good(op, op->reasons[node], now);
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    if (!takes_slot(op, answer->slot) || lacks_its_due(op, answer)) {
        op->reasons[node] = REDLOCK_REASON_ERROR;
        return RLK_VOTE_FAILED;
    }
    if (rlk_guard_excludes(&op->runtime->nodes[node].guard, now)) {
        op->reasons[node] = REDLOCK_REASON_CLOCK;
        return RLK_VOTE_EXCLUDED;
    }
    if (rlk_op_won(op) && rlk_round_is_ahead(&op->round, answer->counter)) {
        op->reasons[node] = REDLOCK_REASON_COUNTER_AHEAD;
        return RLK_VOTE_EXCLUDED;
    }
    granted(op, node, answer->counter, now);
    return RLK_VOTE_GRANTED;
}

enum rlk_verb rlk_attempt_verb_for_slot(const struct rlk_op *op, int node)
{
    return op->slot.chosen || op->runtime->nodes[node].lacks_queue
               ? RLK_VERB_GRANT
               : RLK_VERB_ASK;
}

enum redlock_status rlk_attempt_status(const struct rlk_op *op,
                                       enum rlk_outcome outcome)
{
    switch (outcome) {
    case RLK_OUTCOME_WON:
        return REDLOCK_OK;
    case RLK_OUTCOME_DENIED:
        if (is_ruled_out(op, REDLOCK_REASON_SLOTS_DIFFER))
            return REDLOCK_DISAGREES;
        if (is_ruled_out(op, REDLOCK_REASON_UPGRADE))
            return REDLOCK_UPGRADE;
        /* The owner's fence is superseded. */
        return is_ruled_out(op, REDLOCK_REASON_SUPERSEDED) ? REDLOCK_LOST
                                                           : REDLOCK_BUSY;
    case RLK_OUTCOME_TOO_SLOW:
        return REDLOCK_TOO_SLOW;
    case RLK_OUTCOME_CANCELLED:
        return REDLOCK_CANCELLED;
    case RLK_OUTCOME_DEADLINE:
        return REDLOCK_DEADLINE;
    case RLK_OUTCOME_NO_QUORUM:
        if (is_ruled_out(op, REDLOCK_REASON_LONGEST_TTL))
            return REDLOCK_TTL_MAX_DIFFERS;
        break;
    case RLK_OUTCOME_PENDING:
        break;
    }
    return rlk_op_no_quorum(op);
}

void rlk_attempt_begin_lock(struct rlk_op *op, struct redlock_lock *lock,
                            uint64_t number, int64_t now)
{
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_set_has(op->acquire.granted, node))
            rlk_tenure_grant(&lock->tenure, node,
                             rlk_round_sent_at(&op->round, node),
                             op->round.settings.ttl_ns, now);
        if (op->reasons[node] != REDLOCK_REASON_COUNTER_AHEAD)
            rlk_lock_counter(lock, node,
                             rlk_round_counter_of(&op->round, node));
    }
    if (lock->fenced)
        lock->fence = rlk_round_fence(&op->round);
    if (op->slot.many > 0)
        rlk_lock_rare(lock)->slot = op->slot;
    lock->reach = op->reach;
    rlk_op_attach(op, lock);
    rlk_lock_begin(lock, number, op->round.settings.ttl_ns, now);
}
