/* SPDX-License-Identifier: MIT */
#include "redlock/core/waiter.h"

#include <string.h>

#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/runtime/memory.h"

static inline uint32_t waiter_all(const struct rlk_waiter *waiter)
{
    return rlk_node_set_all(waiter->runtime->settings.nodes);
}

static inline int64_t waiter_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Does it wait for a shared lock? */
static bool waiter_shares(const struct rlk_waiter *waiter)
{
    const struct rlk_lock_type *kind = waiter->settings.lock->kind;

    return kind->holders && !kind->owned;
}

static bool waiter_is_for_slot(const struct rlk_waiter *waiter)
{
    return waiter->settings.slot != NULL;
}

/* How often a refused claim is repeated: releases may still be on their way. */
#define TRIES_MOST 3

/* The least pause before a repetition; it doubles with each. */
#define TRY_LEAST_NS (250 * RLK_NS_PER_US)

/* Sets the timer to the earliest of the waiter's instants, if there is any. */
static void waiter_arm(struct rlk_waiter *waiter)
{
    int64_t at = waiter_smaller(waiter->renew_at, waiter->silent_at);

    at = waiter_smaller(at, waiter->claim_at);
    at = waiter_smaller(at, waiter->claim_again);
    rlk_timers_set(&waiter->runtime->timers, &waiter->timer,
                   waiter_smaller(at, waiter->claim_by));
}

static void waiter_disarm(struct rlk_waiter *waiter)
{
    waiter->renew_at = RLK_NEVER;
    waiter->silent_at = RLK_NEVER;
    waiter->claim_at = RLK_NEVER;
    waiter->claim_again = RLK_NEVER;
    waiter->claim_by = RLK_NEVER;
    waiter_arm(waiter);
}

/* The slowest round trip of these nodes; RLK_NEVER: none is known. */
static int64_t waiter_slowest(const struct rlk_waiter *waiter, uint32_t nodes)
{
    int64_t slowest = 0;

    for (int node = 0; node < waiter->runtime->settings.nodes; node++) {
        if (rlk_node_set_has(nodes, node) &&
            waiter->runtime->nodes[node].rtt_ns > slowest)
            slowest = waiter->runtime->nodes[node].rtt_ns;
    }
    return slowest > 0 ? slowest : RLK_NEVER;
}

static bool queues(const struct rlk_node *node, int64_t now)
{
    return rlk_node_usable(node, now) && !node->lacks_queue;
}

/* The nodes that may be asked for a queue entry. */
static uint32_t waiter_gates(const struct rlk_waiter *waiter, int64_t now)
{
    uint32_t nodes = 0;

    for (int node = 0; node < waiter->runtime->settings.nodes; node++) {
        if (queues(&waiter->runtime->nodes[node], now) &&
            rlk_op_may_judge(waiter->op, node))
            nodes |= rlk_node_set_of(node);
    }
    return nodes & ~waiter->shunned;
}

bool rlk_waiter_possible(const struct rlk_runtime *runtime, int64_t now)
{
    for (int node = 0; node < runtime->settings.nodes; node++) {
        if (queues(&runtime->nodes[node], now))
            return true;
    }
    return false;
}

/* --- asking the gates ---------------------------------------------------- */

/* Ends the round, as there is no gate to ask. The caller drives the op. */
static void refuse(struct rlk_waiter *waiter, int64_t now)
{
    waiter->shunned = 0;
    waiter_disarm(waiter);
    rlk_round_refuse(&waiter->op->round, now);
}

/*
 * How long a gate may be silent before the next one is asked, too. A fair
 * request and a reader wait for the node timeout: the gate may have waiters
 * that another node would let them overtake. A slot's gate is never doubled,
 * since two gates would choose two slots.
 */
static int64_t patience_with(const struct rlk_waiter *waiter, uint32_t gates)
{
    int64_t rtt = waiter_slowest(waiter, gates);

    if (waiter_is_for_slot(waiter))
        return RLK_NEVER;
    if (waiter->settings.fair || waiter_shares(waiter))
        return waiter->runtime->settings.node_timeout_ns;
    return rtt == RLK_NEVER ? RLK_NEVER : rlk_wait_patience(rtt);
}

/* Sends one generation of requests to these gates. The caller drives the op. */
static void call_gates(struct rlk_waiter *waiter, uint32_t gates, int64_t now)
{
    waiter->silent_at = rlk_clock_add(now, patience_with(waiter, gates));
    waiter_arm(waiter);
    (void)rlk_request_sequence_add(&waiter->said, now);
    (void)rlk_op_call(waiter->op, gates);
}

/* As call_gates(), but drives the op, and may free the waiter. */
static void waiter_ask(struct rlk_waiter *waiter, uint32_t gates, int64_t now)
{
    call_gates(waiter, gates, now);
    rlk_op_drive(waiter->op, now);
}

static void plan_renewal(struct rlk_waiter *waiter, int64_t now)
{
    waiter->renew_at = rlk_clock_add(
        now,
        rlk_wait_renewal(&waiter->terms, rlk_runtime_random(waiter->runtime)));
}

static uint32_t refusing(const struct rlk_waiter *waiter)
{
    uint32_t nodes = 0;

    for (int node = 0; node < waiter->runtime->settings.nodes; node++) {
        if (rlk_round_vote_of(&waiter->op->round, node) == RLK_VOTE_DENIED)
            nodes |= rlk_node_set_of(node);
    }
    return nodes;
}

/*
 * Has the gate look at all slots again. If a node has not answered yet, that
 * waits for its answer: the gate may not know the newest releases yet, and two
 * nodes asked at a time would choose two slots. The caller drives the op.
 */
static void call_again(struct rlk_waiter *waiter, int64_t now)
{
    struct rlk_op *op = waiter->op;
    struct rlk_slot any = rlk_slot_any(waiter->settings.slot->many,
                                       rlk_runtime_random(waiter->runtime));

    waiter->step_due = op->round.unanswered != 0;
    if (waiter->step_due)
        return;
    *waiter->settings.slot = any;
    op->slot = any;
    waiter->looked_at = 0;
    waiter->silent_at = RLK_NEVER;
    waiter_arm(waiter);
    (void)rlk_request_sequence_add(&waiter->said, now);
    (void)rlk_op_call(op, waiter->wait.gates);
}

/* The nodes that report another number of slots. */
static uint32_t disagreeing(const struct rlk_waiter *waiter)
{
    return rlk_op_refused_for(waiter->op, REDLOCK_REASON_SLOTS_DIFFER);
}

/*
 * The nodes that can still choose a slot, unless enough have refused. A node
 * with another number of slots has not refused; if so many report one that no
 * quorum is left, the wait ends.
 */
static uint32_t not_looked_at(const struct rlk_waiter *waiter, int64_t now)
{
    uint32_t gates = waiter_gates(waiter, now);
    uint32_t without = waiter->looked_at & gates & ~disagreeing(waiter);
    int needed = rlk_wait_needed(rlk_node_set_count(gates),
                                 waiter->runtime->settings.quorum);

    return rlk_node_set_count(without) < needed ? gates & ~waiter->looked_at
                                                : 0;
}

/*
 * Asks one more node to choose, as too few have refused; false: no quorum can
 * be free. The caller drives the op.
 */
static bool look_further(struct rlk_waiter *waiter, int64_t now)
{
    uint32_t left = not_looked_at(waiter, now);

    if (left == 0)
        return false;
    (void)rlk_request_sequence_add(&waiter->said, now);
    (void)rlk_op_call(waiter->op, rlk_node_set_of(rlk_order_lowest(
                                      left, waiter->wait.first)));
    return true;
}

/* The gate has chosen nothing: the next one chooses for the same token. */
static void slot_next_gate(struct rlk_waiter *waiter, int64_t now)
{
    struct rlk_op *op = waiter->op;
    uint32_t left =
        waiter_gates(waiter, now) & ~waiter->wait.gates &
        (~op->round.asked | (refusing(waiter) & ~disagreeing(waiter)));

    if (left != 0)
        (void)rlk_op_call(op, rlk_wait_enter(&waiter->wait, left));
    else
        refuse(waiter, now);
}

/*
 * It is unknown what these gates have chosen, so the attempt starts anew:
 * another gate chooses for another token. The caller drives the op.
 */
static void give_up_gates(struct rlk_waiter *waiter, uint32_t nodes,
                          int64_t now)
{
    waiter->shunned |= nodes;
    waiter->op->acquire.discarded = true;
    rlk_round_cancel(&waiter->op->round, now);
}

/* Renews the queue entry at its gate. This may free the waiter. */
static void waiter_slot_renew(struct rlk_waiter *waiter, int64_t now)
{
    waiter_arm(waiter);
    if ((waiter_gates(waiter, now) & waiter->wait.gates) != 0)
        call_again(waiter, now);
    else
        give_up_gates(waiter, waiter->wait.gates, now);
    rlk_op_drive(waiter->op, now);
}

/* A slot may be free at that node. This may free the waiter. */
static void waiter_slot_woken(struct rlk_waiter *waiter, int node, int64_t now)
{
    if (!rlk_node_set_has(waiter->wait.gates, node) || waiter->op->slot.chosen)
        return;
    call_again(waiter, now);
    rlk_op_drive(waiter->op, now);
}

/* Asks the gates, and plans the renewal. This may free the waiter. */
static void ask_gates(struct rlk_waiter *waiter, uint32_t gates, int64_t now)
{
    if (gates == 0) {
        refuse(waiter, now);
        rlk_op_drive(waiter->op, now);
        return;
    }
    plan_renewal(waiter, now);
    waiter_ask(waiter, gates, now);
}

static void renew(struct rlk_waiter *waiter, int64_t now)
{
    if (waiter_is_for_slot(waiter)) {
        plan_renewal(waiter, now);
        waiter_slot_renew(waiter, now);
        return;
    }
    ask_gates(waiter, rlk_wait_renew(&waiter->wait, waiter_gates(waiter, now)),
              now);
}

/* More gates to be asked, because one was silent or its holder is in doubt. */
static uint32_t more_gates(struct rlk_waiter *waiter, int64_t now)
{
    uint32_t usable = waiter_gates(waiter, now);
    uint32_t more = rlk_wait_silent(&waiter->wait, usable);

    if (more == 0 && waiter->rank == 0)
        more = rlk_wait_doubt(&waiter->wait, usable);
    return more;
}

static void next_gate(struct rlk_waiter *waiter, int64_t now)
{
    uint32_t more;

    waiter->silent_at = RLK_NEVER;
    if (waiter_is_for_slot(waiter)) {
        waiter_arm(waiter);
        (void)look_further(waiter, now);
        rlk_op_drive(waiter->op, now);
        return;
    }
    more = more_gates(waiter, now);
    if (more == 0)
        waiter_arm(waiter);
    else
        waiter_ask(waiter, more, now);
}

/* --- claiming ------------------------------------------------------------ */

/*
 * Calls what may be called; the caller drives the op. Those where its own owner
 * shares it need not say so again.
 */
static void call_claimed(struct rlk_waiter *waiter)
{
    struct rlk_op *op = waiter->op;

    waiter->to_claim &=
        ~(op->acquire.granted | rlk_op_refused_for(op, REDLOCK_REASON_UPGRADE));
    waiter->to_claim &= ~rlk_op_call(op, waiter->to_claim);
}

/*
 * Claims all nodes without a vote, unless that has begun. The caller drives the
 * op.
 */
static void waiter_claim(struct rlk_waiter *waiter, int64_t now)
{
    if (waiter->claiming)
        return;
    waiter_disarm(waiter);
    waiter->claiming = true;
    waiter->tries = 0;
    waiter->to_claim = waiter_all(waiter);
    waiter->claim_by =
        rlk_clock_add(now, waiter->runtime->settings.node_timeout_ns);
    waiter_arm(waiter);
    (void)rlk_request_sequence_add(&waiter->said, now);
    call_claimed(waiter);
}

static int64_t pause_before_try(const struct rlk_waiter *waiter)
{
    int64_t rtt = waiter_slowest(waiter, waiter_all(waiter));
    int64_t pause =
        rtt == RLK_NEVER || rtt / 2 < TRY_LEAST_NS ? TRY_LEAST_NS : rtt / 2;

    return pause << waiter->tries;
}

/* Handles an answer to the claim. The caller drives the op. */
static void waiter_judge_claim(struct rlk_waiter *waiter, int64_t now)
{
    const struct rlk_round *round = &waiter->op->round;
    int quorum = waiter->runtime->settings.quorum;
    uint32_t no = refusing(waiter);

    call_claimed(waiter);
    if ((round->waiting | round->called | round->confirming) != 0 ||
        round->outcome != RLK_OUTCOME_PENDING)
        return;
    if (waiter->tries < TRIES_MOST &&
        rlk_node_set_count(waiter->op->acquire.granted | no) >= quorum) {
        waiter->claim_again = rlk_clock_add(now, pause_before_try(waiter));
        waiter_arm(waiter);
        return;
    }
    rlk_round_last_call(&waiter->op->round, now);
}

static void claim_once_more(struct rlk_waiter *waiter, int64_t now)
{
    waiter->claim_again = RLK_NEVER;
    waiter->tries++;
    waiter->to_claim |= refusing(waiter);
    waiter_arm(waiter);
    (void)rlk_request_sequence_add(&waiter->said, now);
    call_claimed(waiter);
}

/* The lock is held: asks the nodes that neither handed over nor refused. */
static void claim_the_rest(struct rlk_waiter *waiter, int64_t now)
{
    waiter_disarm(waiter);
    if (!rlk_lock_held(waiter->settings.lock, now))
        return;
    waiter->claiming = true;
    (void)rlk_request_sequence_add(&waiter->said, now);
    (void)rlk_op_call(waiter->op,
                      waiter_all(waiter) & ~waiter->op->acquire.granted);
}

void rlk_waiter_rest(struct rlk_waiter *waiter)
{
    if (waiter == NULL)
        return;
    waiter->rests = true;
    waiter_disarm(waiter);
}

/* The timer's function. */
static void waiter_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_waiter *waiter = RLK_OWNER_OF(timer, struct rlk_waiter, timer);

    if (waiter->op == NULL)
        return;
    if (waiter->won) {
        claim_the_rest(waiter, now);
    } else if (now >= waiter->claim_by) {
        waiter_disarm(waiter);
        rlk_round_last_call(&waiter->op->round, now);
    } else if (now >= waiter->claim_again) {
        claim_once_more(waiter, now);
    } else if (now >= waiter->claim_at) {
        waiter_claim(waiter, now);
    } else if (now >= waiter->renew_at) {
        renew(waiter, now);
        return;
    } else {
        next_gate(waiter, now);
        return;
    }
    rlk_op_drive(waiter->op, now);
}

/* --- an attempt ---------------------------------------------------------- */

static unsigned flags_of(const struct rlk_waiter *waiter)
{
    const struct rlk_lock_type *kind = waiter->settings.lock->kind;

    if (waiter->settings.once || waiter->won)
        return RLK_ENTRY_NONE;
    if (kind->holders)
        return RLK_ENTRY_WOKEN |
               (waiter_shares(waiter) ? RLK_ENTRY_SHARES : 0U);
    if (waiter_is_for_slot(waiter))
        return RLK_ENTRY_WOKEN;
    return waiter->terms.woken_only || !waiter->settings.lock->repair
               ? RLK_ENTRY_WOKEN
               : 0;
}

/* Is the node asked as a gate, with a queue entry, to choose a slot? */
static bool is_asked_at_gate(const struct rlk_waiter *waiter, int node)
{
    return !waiter->op->slot.chosen &&
           rlk_node_set_has(waiter->wait.gates, node);
}

/* As rlk_operation.fill. */
static void waiter_fill(const struct rlk_op *op, int node,
                        struct rlk_request *request)
{
    struct rlk_waiter *waiter = op->acquire.waiter;
    unsigned flags;

    if (request->verb != RLK_VERB_ASK || waiter == NULL)
        return;
    flags = flags_of(waiter);
    if (waiter_is_for_slot(waiter) && !is_asked_at_gate(waiter, node))
        flags |= RLK_ENTRY_NONE;
    waiter->filed = waiter->filed || (flags & RLK_ENTRY_NONE) == 0;
    waiter->ask = (struct rlk_ask){
        .ticket = waiter->ticket,
        .generation = waiter->said.count - 1,
        .flags = flags,
        .claiming = waiter->claiming,
    };
    request->ask = &waiter->ask;
}

/* A node that cannot queue is asked for a plain grant instead. */
static enum rlk_verb waiter_verb(const struct rlk_op *op, int node)
{
    return op->runtime->nodes[node].lacks_queue ? RLK_VERB_GRANT : RLK_VERB_ASK;
}

static bool is_ours(const struct rlk_waiter *waiter,
                    const struct rlk_successor *head)
{
    return rlk_token_is_of(&waiter->runtime->token_base, head->token.text,
                           head->token.length);
}

/*
 * Can a key of any lock live as long? Slacks may differ. The limit prevents a
 * faulty node from having the other nodes keep a key for too long.
 */
static bool can_live(const struct rlk_runtime *runtime, int64_t px_ms)
{
    int64_t longest_ms = rlk_clock_to_ms(
        rlk_runtime_key_lives(runtime, runtime->settings.ttl_max_ns));

    return px_ms / 2 <= longest_ms;
}

/*
 * Records the next waiter at a node. Waiters of this client are in the local
 * queue, except for readers and owners.
 */
static void waiter_note_head(struct rlk_waiter *waiter,
                             const struct rlk_successor *head)
{
    bool in_line =
        is_ours(waiter, head) && (head->flags & RLK_ENTRY_WOKEN) == 0;

    if (head->token.length == 0 || in_line ||
        !can_live(waiter->runtime, head->px_ms))
        return;
    if (waiter->head.token.length == 0 || head->ticket < waiter->head.ticket)
        waiter->head = *head;
}

static void note_holder(struct rlk_waiter *waiter,
                        const struct rlk_answer *answer)
{
    rlk_text_show(waiter->holder, sizeof(waiter->holder), answer->text,
                  answer->text_length);
    waiter->rank = answer->rank;
}

/* Is it a reader that was refused only because of earlier waiters? */
static bool is_behind(const struct rlk_waiter *waiter,
                      const struct rlk_answer *answer)
{
    return waiter_shares(waiter) &&
           rlk_token_is_shared(answer->text, answer->text_length);
}

/*
 * The token was given up: passes its key to the next waiter there, who would
 * notice only at its next renewal. No number is taken back.
 */
static void give_back(struct rlk_runtime *runtime, int node, const char *text,
                      size_t length, int64_t now)
{
    struct rlk_node *at = &runtime->nodes[node];
    struct rlk_token token;

    for (int i = 0; runtime->ended != NULL && i < RLK_ENDED_MOST; i++) {
        const struct rlk_ended_waiter *ended = &runtime->ended->waiters[i];
        if (ended->resource == NULL)
            continue;
        rlk_token_make(&runtime->token_base, ended->attempt, &token);
        if (token.length != length || memcmp(token.text, text, length) != 0)
            continue;
        rlk_node_hand_on(at, ended->resource, &token, ended->lives_ns, now);
        return;
    }
}

/*
 * A node refuses, and names the key's holder. If that is a given-up token of
 * this client, the hand-off message was lost, and the key goes to the next
 * waiter.
 */
static void waiter_refused(struct rlk_waiter *waiter, int node,
                           const struct rlk_answer *answer, int64_t now)
{
    struct rlk_runtime *runtime = waiter->runtime;

    rlk_contention_note(&runtime->contention, waiter->resource->text, now);
    if (rlk_token_is_of(&runtime->token_base, answer->text,
                        answer->text_length))
        give_back(runtime, node, answer->text, answer->text_length, now);
    rlk_wait_refused(
        &waiter->wait, node,
        answer->text_length == 0
            ? 0
            : rlk_contention_number(answer->text, answer->text_length));
    if (is_behind(waiter, answer))
        rlk_wait_behind(&waiter->wait, node);
}

/* If too few nodes name the holder, the first waiter soon asks another node. */
static void await_doubt(struct rlk_waiter *waiter,
                        const struct rlk_answer *answer, int64_t now)
{
    int64_t rtt = waiter_slowest(waiter, waiter_all(waiter));

    if (waiter->won || waiter->claiming || answer->rank > 0 ||
        waiter_is_for_slot(waiter) ||
        !rlk_wait_doubts(&waiter->wait, waiter_gates(waiter, now)))
        return;
    waiter->silent_at = rlk_clock_add(now, rlk_wait_doubt_after(rtt));
    waiter_arm(waiter);
}

/* The first waiter also asks again when the holder's key expires. */
static void await_expiry(struct rlk_waiter *waiter,
                         const struct rlk_answer *answer, int64_t now)
{
    int64_t over =
        rlk_clock_add(rlk_clock_from_ms(answer->remaining_ms), RLK_NS_PER_MS);

    if (waiter->won || waiter->claiming || answer->rank > 0 ||
        answer->remaining_ms < 0)
        return;
    waiter->renew_at =
        waiter_smaller(waiter->renew_at, rlk_clock_add(now, over));
    waiter_arm(waiter);
}

/* The node has stored a queue entry of this waiter. */
static void waiter_queued(struct rlk_waiter *waiter, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    waiter->queued |= rlk_node_set_of(node);
    waiter->kept = true;
    if (answer->ticket > 0 &&
        (waiter->ticket == 0 || answer->ticket < waiter->ticket))
        waiter->ticket = answer->ticket;
    /* A release may hand over at any node, not only here. */
    if (!waiter->settings.lock->kind->scripted)
        waiter->op->reach.asked = waiter_all(waiter);
    for (int i = 0; i < waiter->runtime->settings.nodes; i++)
        rlk_node_listen(&waiter->runtime->nodes[i], now);
    note_holder(waiter, answer);
    await_expiry(waiter, answer, now);
    await_doubt(waiter, answer, now);
    if (!waiter->claiming && waiter->settings.moved != NULL)
        waiter->settings.moved(waiter);
}

/* Records the waiter's queue entry. enters: the request could create one. */
static void note_entry(struct rlk_waiter *waiter, int node,
                       const struct rlk_answer *answer, bool enters,
                       int64_t now)
{
    bool refused =
        answer->kind == RLK_ANSWER_QUEUED || answer->kind == RLK_ANSWER_HELD;

    if (refused)
        waiter_refused(waiter, node, answer, now);
    if (enters && answer->kind == RLK_ANSWER_QUEUED)
        waiter_queued(waiter, node, answer, now);
    if (!enters || answer->kind == RLK_ANSWER_YES)
        waiter->queued &= ~rlk_node_set_of(node);
    if (refused && !rlk_node_set_has(waiter->queued, node))
        rlk_round_spare(&waiter->op->round, node);
}

static enum rlk_vote waiter_answered(struct rlk_op *op, int node,
                                     enum rlk_verb verb,
                                     const struct rlk_answer *answer,
                                     int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;
    struct rlk_successor head;

    if (waiter == NULL || verb != RLK_VERB_ASK)
        return rlk_attempt_answered(op, node, verb, answer, now);
    note_entry(waiter, node, answer, true, now);
    if (answer->kind == RLK_ANSWER_HELD)
        waiter->unopposed = answer->waiting == 0;
    if (answer->kind == RLK_ANSWER_SHARING)
        return rlk_attempt_answered(op, node, verb, answer, now);
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    rlk_wait_granted(&waiter->wait, node);
    if (rlk_successor_read(&head, answer->text, answer->text_length))
        waiter_note_head(waiter, &head);
    return rlk_attempt_answered(op, node, verb, answer, now);
}

/* The node is no gate: asks the next one immediately, if there is any. */
static void gate_failed(struct rlk_waiter *waiter, int64_t now)
{
    struct rlk_op *op = waiter->op;
    uint32_t more = rlk_wait_silent(&waiter->wait, waiter_gates(waiter, now));

    if (rlk_op_call(op, more) == 0 && waiter->queued == 0 &&
        (op->round.waiting | op->round.called) == 0)
        refuse(waiter, now);
}

static void waiter_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                           int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;

    if (waiter == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (waiter->claiming)
        waiter_judge_claim(waiter, now);
    else if (op->acquire.granted != 0 ||
             op->reasons[node] == REDLOCK_REASON_UPGRADE)
        waiter_claim(waiter, now); /* do all nodes say so? */
    else if (vote != RLK_VOTE_DENIED ||
             waiter->runtime->nodes[node].lacks_queue)
        gate_failed(waiter, now);
    else if (waiter->settings.once)
        rlk_round_refuse(&op->round, now);
}

/* After a node timeout without a known round trip, asks more gates. */
static void waiter_missed(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;
    uint32_t more;

    (void)node;
    if (waiter == NULL || waiter->claiming || waiter->silent_at != RLK_NEVER ||
        op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    more = more_gates(waiter, now);
    if (more != 0)
        call_gates(waiter, more, now);
}

static void won(struct rlk_waiter *waiter, struct rlk_op *op, int64_t now)
{
    struct redlock_lock *lock = waiter->settings.lock;

    waiter_disarm(waiter);
    waiter->won = true;
    waiter->settings.call = NULL;
    waiter->settings.moved = NULL;
    op->acquire.lingers = true;
    rlk_lock_rare(lock)->waiter = waiter;
    if ((waiter_all(waiter) & ~op->acquire.granted & ~op->round.waiting) != 0) {
        waiter->claim_at = rlk_clock_add(
            now, rlk_wait_patience(waiter_slowest(waiter, waiter_all(waiter))));
        waiter_arm(waiter);
    }
    rlk_attempt_begin_lock(op, lock, waiter->attempt, now);
}

/* Remembers the token: keys that are handed to it must be released. */
static void waiter_remember(struct rlk_waiter *waiter)
{
    struct rlk_runtime *runtime = waiter->runtime;
    int64_t slack = rlk_runtime_slack(runtime, waiter->settings.lock->ttl_ns);
    struct rlk_ended_waiter *ended;

    if (!waiter->filed || waiter->settings.lock->kind->scripted)
        return;
    if (runtime->ended == NULL)
        runtime->ended = rlk_alloc(sizeof(*runtime->ended));
    if (runtime->ended == NULL)
        return;
    ended = &runtime->ended->waiters[runtime->ended->count++ % RLK_ENDED_MOST];
    rlk_resource_drop(ended->resource);
    *ended = (struct rlk_ended_waiter){
        .attempt = waiter->attempt,
        .resource = rlk_resource_hold(waiter->resource),
        .lives_ns = rlk_clock_add(waiter->terms.claim_ns, slack),
    };
}

/* No key is handed over to a slot's token, so its lock needs no waiter. */
static void won_slot(struct rlk_waiter *waiter, struct rlk_op *op, int64_t now)
{
    waiter->filed = false;
    waiter->ticket = 0;
    rlk_attempt_begin_lock(op, waiter->settings.lock, waiter->attempt, now);
}

static void waiter_done(struct rlk_op *op, enum rlk_outcome outcome,
                        int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;

    if (waiter == NULL)
        return;
    waiter->settings.call->op = NULL;
    waiter->settings.call->status = rlk_attempt_status(op, outcome);
    waiter->chosen = op->slot;
    if (outcome == RLK_OUTCOME_WON && !waiter_is_for_slot(waiter)) {
        won(waiter, op, now);
    } else {
        waiter_disarm(waiter);
        waiter_remember(waiter);
        waiter->op = NULL;
        op->acquire.waiter = NULL;
        if (outcome == RLK_OUTCOME_WON)
            won_slot(waiter, op, now);
    }
    waiter->settings.over(waiter, outcome, op->acquire.discarded, now);
}

static const struct rlk_operation waiter_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_ASK,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = waiter_verb,
    .fill = waiter_fill,
    .wanted = rlk_attempt_wanted,
    .answered = waiter_answered,
    .counted = waiter_counted,
    .missed = waiter_missed,
    .done = waiter_done,
};

/* A node with its queue entry gets an ask, which also removes that entry. */
static enum rlk_verb waiter_slot_verb(const struct rlk_op *op, int node)
{
    const struct rlk_waiter *waiter = op->acquire.waiter;

    return waiter != NULL && rlk_node_set_has(waiter->queued, node) &&
                   !op->runtime->nodes[node].lacks_queue
               ? RLK_VERB_ASK
               : rlk_attempt_verb_for_slot(op, node);
}

static bool slot_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                        int64_t now)
{
    return (verb != RLK_VERB_ASK || op->acquire.waiter != NULL) &&
           rlk_attempt_wanted(op, node, verb, now);
}

static enum rlk_vote slot_answered(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer, int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;

    if (waiter == NULL || verb == RLK_VERB_CONFIRM)
        return rlk_attempt_answered(op, node, verb, answer, now);
    note_entry(waiter, node, answer,
               verb != RLK_VERB_ASK || is_asked_at_gate(waiter, node), now);
    return rlk_attempt_answered(op, node, verb, answer, now);
}

/*
 * A node did not choose. Ends the attempt if it must not wait or earlier
 * waiters exist; otherwise asks the next node.
 */
static void slot_refused(struct rlk_waiter *waiter, int node, int64_t now)
{
    bool once = waiter->settings.once;
    bool at_gate = rlk_node_set_has(waiter->wait.gates, node);

    if (waiter->step_due) {
        call_again(waiter, now);
    } else if (once && (waiter->op->reasons[node] == REDLOCK_REASON_QUEUED ||
                        !look_further(waiter, now))) {
        rlk_round_refuse(&waiter->op->round, now);
    } else if (!once && !at_gate) {
        (void)look_further(waiter, now);
    } else if (!once && waiter->rank == 0 && not_looked_at(waiter, now) != 0) {
        waiter->silent_at = rlk_clock_add(
            now,
            rlk_wait_doubt_after(waiter_slowest(waiter, waiter_all(waiter))));
        waiter_arm(waiter);
    }
}

static void chooser_counted(struct rlk_waiter *waiter, int node,
                            enum rlk_vote vote, int64_t now)
{
    const struct rlk_node *at = &waiter->runtime->nodes[node];
    bool refused = vote == RLK_VOTE_DENIED && !at->lacks_queue &&
                   waiter->op->reasons[node] != REDLOCK_REASON_SLOTS_DIFFER;

    waiter->looked_at |= rlk_node_set_of(node);
    if (vote == RLK_VOTE_FAILED && at->state != RLK_NODE_UP)
        give_up_gates(waiter, rlk_node_set_of(node), now);
    else if (refused || !rlk_node_set_has(waiter->wait.gates, node))
        slot_refused(waiter, node, now);
    else
        slot_next_gate(waiter, now);
}

static void slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                         int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;

    if (waiter == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (waiter->claiming)
        waiter_judge_claim(waiter, now);
    else if (op->slot.chosen)
        waiter_claim(waiter, now);
    else
        chooser_counted(waiter, node, vote, now);
}

static void slot_missed(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_waiter *waiter = op->acquire.waiter;

    if (waiter == NULL || op->round.outcome != RLK_OUTCOME_PENDING ||
        op->slot.chosen)
        return;
    waiter->looked_at |= rlk_node_set_of(node);
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
        give_up_gates(waiter, rlk_node_set_of(node), now);
    else if (rlk_node_set_has(waiter->wait.gates, node))
        slot_next_gate(waiter, now);
    else
        slot_refused(waiter, node, now);
}

static const struct rlk_operation waiter_slot_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_ASK,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = waiter_slot_verb,
    .fill = waiter_fill,
    .wanted = slot_wanted,
    .answered = slot_answered,
    .counted = slot_counted,
    .missed = slot_missed,
    .done = waiter_done,
};

static bool start_op(struct rlk_waiter *waiter, bool again, int64_t now)
{
    const struct redlock_lock *lock = waiter->settings.lock;

    return rlk_op_start(
        waiter->runtime,
        &(struct rlk_op_settings){
            .operation = waiter_is_for_slot(waiter) ? &waiter_slot_operation
                                                    : &waiter_operation,
            .kind = lock->kind,
            .resource = waiter->resource,
            .token = &waiter->token,
            .slot = waiter_is_for_slot(waiter) ? *waiter->settings.slot
                                               : (struct rlk_slot){0},
            .ttl_ns = waiter->terms.claim_ns,
            .slack_of_ns = lock->ttl_ns,
            .min_validity_ns = waiter->settings.least_ns,
            .deadline = waiter->settings.deadline,
            .fenced = lock->fenced,
            .called = true,
            .again = again,
            .waiter = waiter,
            .call = waiter->settings.call,
        },
        &waiter->op, now);
}

bool rlk_waiter_attempt(struct rlk_waiter *waiter, uint64_t number, bool again,
                        int64_t now)
{
    waiter->attempt = number;
    rlk_token_make(&waiter->runtime->token_base, number, &waiter->token);
    rlk_request_sequence_init(&waiter->said);
    waiter->queued = 0;
    waiter->looked_at = 0;
    waiter->filed = false;
    waiter->kept = false;
    waiter->unopposed = false;
    waiter->claiming = false;
    waiter->named = false;
    waiter->step_due = false;
    waiter->to_claim = 0;
    waiter->head.token.length = 0;
    waiter->op = NULL;
    if (!start_op(waiter, again, now))
        return false;
    if (waiter->op == NULL)
        return true;
    waiter->settings.call->op = waiter->op;
    ask_gates(waiter, rlk_wait_enter(&waiter->wait, waiter_gates(waiter, now)),
              now);
    return true;
}

/* --- its life ------------------------------------------------------------ */

struct rlk_waiter *rlk_waiter_new(const struct rlk_waiter_settings *settings)
{
    struct redlock_lock *lock = settings->lock;
    struct rlk_runtime *runtime = lock->runtime;
    const struct rlk_runtime_settings *of = &runtime->settings;
    struct rlk_waiter *waiter = rlk_alloc(sizeof(*waiter));

    if (waiter == NULL)
        return NULL;
    /* Where the lock will have its waiter. */
    if (rlk_lock_rare(lock) == NULL ||
        !rlk_timers_promise(&runtime->timers, &waiter->timer, waiter_fire)) {
        rlk_free(waiter);
        return NULL;
    }
    waiter->runtime = runtime;
    waiter->settings = *settings;
    waiter->resource = rlk_resource_hold(lock->resource);
    /*
     * A lock with several holders, or a slot, is never handed over: its waiters
     * are only woken.
     */
    waiter->terms =
        rlk_wait_terms(lock->ttl_ns, settings->least_ns, of->drift_ppm,
                       lock->kept && !lock->kind->scripted);
    rlk_wait_init(&waiter->wait, of->nodes, of->quorum,
                  rlk_order_first(lock->resource->crc, of->nodes));
    waiter_disarm(waiter);
    rlk_list_push_front(&runtime->waiters, &waiter->among_waiters);
    return waiter;
}

void rlk_waiter_free(struct rlk_waiter *waiter)
{
    struct rlk_op *op;

    if (waiter == NULL)
        return;
    op = waiter->op;
    if (!waiter->won && (waiter->filed || waiter->ticket > 0))
        waiter->runtime->gave_up = true;
    if (op != NULL)
        waiter_remember(waiter);
    rlk_timers_forget(&waiter->runtime->timers, &waiter->timer);
    rlk_list_remove(&waiter->among_waiters);
    rlk_resource_drop(waiter->resource);
    if (op != NULL && op->acquire.lingers)
        rlk_op_stop_lingering(op);
    else if (op != NULL)
        op->acquire.waiter = NULL;
    rlk_free(waiter);
}

bool rlk_waiter_name(struct rlk_waiter *waiter, struct rlk_successor *successor,
                     int64_t now)
{
    const struct rlk_runtime *runtime = waiter->runtime;
    unsigned flags = flags_of(waiter);

    if (waiter->op == NULL || waiter->won || waiter->claiming ||
        waiter->queued == 0 || waiter->ticket == 0 || flags != 0)
        return false;
    waiter->named = true;
    *successor = rlk_waiter_entry(waiter);
    successor->flags = (waiter->settings.lock->fenced ? RLK_ENTRY_FENCED : 0U) |
                       (runtime->guarded ? RLK_ENTRY_GUARDED : 0U);
    successor->generation = rlk_request_sequence_add(&waiter->said, now);
    return true;
}

struct rlk_successor rlk_waiter_entry(const struct rlk_waiter *waiter)
{
    return (struct rlk_successor){
        .token = waiter->token,
        .ticket = waiter->ticket > 0 ? waiter->ticket : 1,
        .px_ms = waiter->op->key_lives_ms,
    };
}

uint32_t rlk_waiter_maybe_at(const struct rlk_waiter *waiter)
{
    uint32_t unknown = waiter->op == NULL ? 0
                                          : waiter->op->round.asked &
                                                ~waiter->op->acquire.granted;

    return waiter->queued | unknown;
}

int64_t rlk_waiter_backoff(const struct rlk_waiter *waiter)
{
    return rlk_wait_backoff(waiter_slowest(waiter, waiter_all(waiter)),
                            waiter->wait.lost > 0 ? waiter->wait.lost - 1 : 0,
                            rlk_runtime_random(waiter->runtime));
}

void rlk_waiter_leave(struct rlk_waiter *waiter)
{
    if (waiter != NULL)
        waiter->filed = false;
}

/* --- what the nodes publish ---------------------------------------------- */

static struct rlk_waiter *find(const struct rlk_runtime *runtime,
                               const struct rlk_token *token)
{
    for (struct rlk_list *at = runtime->waiters.next; at != &runtime->waiters;
         at = at->next) {
        struct rlk_waiter *waiter =
            RLK_OWNER_OF(at, struct rlk_waiter, among_waiters);
        if (waiter->op != NULL && waiter->token.length == token->length &&
            memcmp(waiter->token.text, token->text, token->length) == 0)
            return waiter;
    }
    return NULL;
}

/* May the hand-off count as a vote? If not, the node is asked. */
static bool countable(const struct rlk_waiter *waiter, int node,
                      const struct rlk_handoff *handoff, int64_t sent,
                      int64_t now)
{
    const struct rlk_node *at = &waiter->runtime->nodes[node];
    int64_t end = rlk_clock_vote_end(sent, waiter->terms.claim_ns,
                                     waiter->runtime->settings.drift_ppm);

    return handoff->set && rlk_handoff_is_of(handoff, at->identity.replid) &&
           !rlk_guard_excludes(&at->guard, now) &&
           rlk_clock_add(now, waiter->settings.least_ns) < end;
}

/*
 * Were marker and fence handled as required? If not, gives the token up. The
 * shipped scripts always do; but any user that may publish can send a message.
 */
static bool as_due(const struct rlk_op *op, const struct rlk_handoff *handoff)
{
    return !handoff->set || ((!op->round.settings.fenced || handoff->issued) &&
                             (!op->acquire.guarded || handoff->judged));
}

static void hand_over(struct rlk_waiter *waiter, int node,
                      const struct rlk_handoff *handoff, int64_t sent,
                      int64_t now)
{
    struct rlk_op *op = waiter->op;
    bool fenced = op->round.settings.fenced;

    if (waiter->rests)
        return;
    rlk_op_set_clock(op, handoff->c, now);
    waiter->queued &= ~rlk_node_set_of(node);
    rlk_wait_granted(&waiter->wait, node);
    if (waiter->won && fenced && rlk_round_is_ahead(&op->round, handoff->c))
        return;
    rlk_round_handed(&op->round, node, sent, fenced ? handoff->c : 0, now);
    op->runtime->nodes[node].stats.votes[REDLOCK_VOTE_GRANTED]++;
    if (rlk_node_set_has(op->acquire.granted, node))
        return;
    op->acquire.granted |= rlk_node_set_of(node);
    if (!waiter->won)
        return;
    rlk_lock_counter(waiter->settings.lock, node, handoff->c);
    rlk_lock_late_grant(waiter->settings.lock, node, sent,
                        op->round.settings.ttl_ns, now);
}

static void handed(struct rlk_waiter *waiter, int node,
                   const struct rlk_handoff *handoff, int64_t now)
{
    struct rlk_op *op = waiter->op;
    int64_t sent =
        rlk_request_sequence_sent(&waiter->said, handoff->generation);

    if (waiter_is_for_slot(waiter)) {
        waiter_slot_woken(waiter, node, now);
        return;
    }
    waiter_note_head(waiter, &handoff->head);
    if (!as_due(op, handoff)) {
        rlk_round_answered(&op->round, node);
        rlk_op_give_up(op, now);
        return;
    }
    if (countable(waiter, node, handoff, sent, now)) {
        hand_over(waiter, node, handoff, sent, now);
        if (waiter->won)
            return;
        if (handoff->alone)
            waiter_claim(waiter, now);
        waiter->claim_at =
            waiter->claiming
                ? RLK_NEVER
                : waiter_smaller(
                      waiter->claim_at,
                      rlk_clock_add(now, rlk_wait_patience(waiter_slowest(
                                             waiter, waiter_all(waiter)))));
        waiter_arm(waiter);
    } else if (!waiter->won) {
        if (handoff->set)
            rlk_round_answered(&op->round, node);
        waiter_claim(waiter, now);
    }
    rlk_op_drive(op, now);
}

bool rlk_waiter_awaits_handoff(const struct rlk_waiter *waiter)
{
    return waiter->head.token.length == 0 ||
           waiter->op->acquire.granted != waiter_all(waiter);
}

void rlk_waiter_handed(struct rlk_runtime *runtime, int node,
                       const struct rlk_handoff *handoff, int64_t now)
{
    struct rlk_waiter *waiter = find(runtime, &handoff->token);

    if (waiter != NULL)
        handed(waiter, node, handoff, now);
    else if (handoff->set)
        give_back(runtime, node, handoff->token.text, handoff->token.length,
                  now);
}

/* Renews the queue entry at that node only. */
static void speak(struct rlk_waiter *waiter, int node, int64_t now)
{
    if (waiter_is_for_slot(waiter))
        waiter_slot_woken(waiter, node, now);
    else
        waiter_ask(waiter, rlk_node_set_of(node), now);
}

void rlk_waiter_answered(struct rlk_runtime *runtime, int node, int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = runtime->waiters.next; at != &runtime->waiters;
         at = next) {
        struct rlk_waiter *waiter =
            RLK_OWNER_OF(at, struct rlk_waiter, among_waiters);
        next = at->next;
        if (waiter->op != NULL && !waiter->won && !waiter->claiming &&
            rlk_node_set_has(waiter->queued, node))
            speak(waiter, node, now);
    }
}

void rlk_waiter_forget(struct rlk_runtime *runtime)
{
    for (int i = 0; runtime->ended != NULL && i < RLK_ENDED_MOST; i++)
        rlk_resource_drop(runtime->ended->waiters[i].resource);
    rlk_free(runtime->ended);
    runtime->ended = NULL;
}
