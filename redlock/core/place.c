/* SPDX-License-Identifier: MIT */
#include "redlock/core/place.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/runtime/memory.h"

static inline uint32_t place_all(const struct rlk_place *place)
{
    return rlk_node_set_all(place->runtime->settings.nodes);
}

static inline int64_t place_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Is it a reader's? */
static bool place_shares(const struct rlk_place *place)
{
    const struct rlk_kind *kind = place->settings.lock->kind;

    return kind->party && !kind->owned;
}

static bool place_is_for_slot(const struct rlk_place *place)
{
    return place->settings.slot != NULL;
}

/* What refuses a claim is asked so often again: releases may be on their way.
 */
#define TRIES_MOST 3

/* The first pause before that, at least; each is twice the one before. */
#define TRY_LEAST_NS (250 * RLK_NS_PER_US)

/* Sets the timer to the earliest of the place's instants; or to none of them.
 */
static void place_arm(struct rlk_place *place)
{
    int64_t at = place_smaller(place->renew_at, place->silent_at);

    at = place_smaller(at, place->claim_at);
    at = place_smaller(at, place->claim_again);
    rlk_timers_set(&place->runtime->timers, &place->timer,
                   place_smaller(at, place->claim_by));
}

static void place_disarm(struct rlk_place *place)
{
    place->renew_at = RLK_NEVER;
    place->silent_at = RLK_NEVER;
    place->claim_at = RLK_NEVER;
    place->claim_again = RLK_NEVER;
    place->claim_by = RLK_NEVER;
    place_arm(place);
}

/* The slowest round trip of these nodes; RLK_NEVER: none is known. */
static int64_t place_slowest(const struct rlk_place *place, uint32_t nodes)
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

/* The nodes that may be asked for a place. */
static uint32_t place_gates(const struct rlk_place *place, int64_t now)
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

/* --- asking the gates ---------------------------------------------------- */

/* The round ends: there is no gate to ask. The caller drives the op. */
static void refuse(struct rlk_place *place, int64_t now)
{
    place->shunned = 0;
    place_disarm(place);
    rlk_round_refuse(&place->op->round, now);
}

/*
 * For how long is a gate's answer waited for before the next one is asked, too?
 * A fair request does not pass by a gate, where others may wait, while that may
 * still answer; nor does a reader, which another node may let in past them.
 * Nobody else is asked to choose a slot.
 */
static int64_t patience_with(const struct rlk_place *place, uint32_t gates)
{
    int64_t rtt = place_slowest(place, gates);

    if (place_is_for_slot(place))
        return RLK_NEVER;
    if (place->settings.fair || place_shares(place))
        return place->runtime->settings.node_timeout_ns;
    return rtt == RLK_NEVER ? RLK_NEVER : rlk_wait_patience(rtt);
}

/* Calls these in one utterance. The caller drives the op. */
static void call_gates(struct rlk_place *place, uint32_t gates, int64_t now)
{
    place->silent_at = rlk_clock_add(now, patience_with(place, gates));
    place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op, gates);
}

/* Asks these in one utterance. The place may be gone after it. */
static void place_speak(struct rlk_place *place, uint32_t gates, int64_t now)
{
    call_gates(place, gates, now);
    rlk_op_drive(place->op, now);
}

static void plan_renewal(struct rlk_place *place, int64_t now)
{
    place->renew_at = rlk_clock_add(
        now,
        rlk_wait_renewal(&place->terms, rlk_runtime_random(place->runtime)));
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

/*
 * The gate is to look at all slots again. Where a node has not answered the
 * last time, the gate is asked after that: what is told meanwhile may not be
 * known there yet, and two nodes that are asked would choose two slots. The
 * caller drives the op.
 */
static void call_again(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    struct rlk_slot any = rlk_slot_any(place->settings.slot->many,
                                       rlk_runtime_random(place->runtime));

    place->stirred = op->round.unanswered != 0;
    if (place->stirred)
        return;
    *place->settings.slot = any;
    op->slot = any;
    place->looked_at = 0;
    place->silent_at = RLK_NEVER;
    place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(op, place->wait.gates);
}

/* Those that say that it has another number of slots. */
static uint32_t disagreeing(const struct rlk_place *place)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (place->op->reasons[node] == REDLOCK_REASON_SLOTS_DIFFER)
            nodes |= rlk_node_set_of(node);
    }
    return nodes;
}

/*
 * Nodes that can still choose, while fewer have refused than it takes. One with
 * another number of slots does not say that all are taken; if so many say so
 * that no quorum is left, the wait is over.
 */
static uint32_t not_looked_at(const struct rlk_place *place, int64_t now)
{
    uint32_t gates = place_gates(place, now);
    uint32_t without = place->looked_at & gates & ~disagreeing(place);
    int needed = rlk_wait_needed(rlk_node_set_count(gates),
                                 place->runtime->settings.quorum);

    return rlk_node_set_count(without) < needed ? gates & ~place->looked_at : 0;
}

/*
 * One more node is to choose, as too few have refused; false: no quorum is
 * free. The caller drives the op.
 */
static bool look_further(struct rlk_place *place, int64_t now)
{
    uint32_t left = not_looked_at(place, now);

    if (left == 0)
        return false;
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(
        place->op, rlk_node_set_of(rlk_order_lowest(left, place->wait.first)));
    return true;
}

/* It has set nothing: the next node chooses for the same token. Likewise. */
static void slot_next_gate(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    uint32_t left =
        place_gates(place, now) & ~place->wait.gates &
        (~op->round.asked | (refusing(place) & ~disagreeing(place)));

    if (left != 0)
        (void)rlk_op_call(op, rlk_wait_enter(&place->wait, left));
    else
        refuse(place, now);
}

/*
 * What these have chosen, if anything, is not known: the attempt is made anew,
 * and another node chooses for another token. Likewise.
 */
static void give_up_gates(struct rlk_place *place, uint32_t nodes, int64_t now)
{
    place->shunned |= nodes;
    place->op->acquire.voided = true;
    rlk_round_cancel(&place->op->round, now);
}

/* It says to its gate that it still waits. The place may be gone after it. */
static void place_slot_renew(struct rlk_place *place, int64_t now)
{
    place_arm(place);
    if ((place_gates(place, now) & place->wait.gates) != 0)
        call_again(place, now);
    else
        give_up_gates(place, place->wait.gates, now);
    rlk_op_drive(place->op, now);
}

/* A slot may be free at that node. Likewise. */
static void place_slot_woken(struct rlk_place *place, int node, int64_t now)
{
    if (!rlk_node_set_has(place->wait.gates, node) || place->op->slot.chosen)
        return;
    call_again(place, now);
    rlk_op_drive(place->op, now);
}

/* Asks them until the renewal. The place may be gone after it. */
static void ask_gates(struct rlk_place *place, uint32_t gates, int64_t now)
{
    if (gates == 0) {
        refuse(place, now);
        rlk_op_drive(place->op, now);
        return;
    }
    plan_renewal(place, now);
    place_speak(place, gates, now);
}

/* A fresh token asks the first gate. The place may be gone after it. */
static void place_enter(struct rlk_place *place, int64_t now)
{
    ask_gates(place, rlk_wait_enter(&place->wait, place_gates(place, now)),
              now);
}

static void renew(struct rlk_place *place, int64_t now)
{
    if (place_is_for_slot(place)) {
        plan_renewal(place, now);
        place_slot_renew(place, now);
        return;
    }
    ask_gates(place, rlk_wait_renew(&place->wait, place_gates(place, now)),
              now);
}

/* Those to be asked, too, as a gate was silent for long enough. */
static uint32_t more_gates(struct rlk_place *place, int64_t now)
{
    uint32_t usable = place_gates(place, now);
    uint32_t more = rlk_wait_silent(&place->wait, usable);

    if (more == 0 && place->rank == 0)
        more = rlk_wait_doubt(&place->wait, usable);
    return more;
}

static void next_gate(struct rlk_place *place, int64_t now)
{
    uint32_t more;

    place->silent_at = RLK_NEVER;
    if (place_is_for_slot(place)) {
        place_arm(place);
        (void)look_further(place, now);
        rlk_op_drive(place->op, now);
        return;
    }
    more = more_gates(place, now);
    if (more == 0)
        place_arm(place);
    else
        place_speak(place, more, now);
}

/* --- claiming ------------------------------------------------------------ */

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
    place->to_claim &= ~(place->op->acquire.granted | telling_of_owner(place));
    place->to_claim &= ~rlk_op_call(place->op, place->to_claim);
}

/*
 * All nodes without a vote are claimed, unless they are already. The caller
 * drives the op.
 */
static void place_claim(struct rlk_place *place, int64_t now)
{
    if (place->claiming)
        return;
    place_disarm(place);
    place->claiming = true;
    place->tries = 0;
    place->to_claim = place_all(place);
    place->claim_by =
        rlk_clock_add(now, place->runtime->settings.node_timeout_ns);
    place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

static int64_t pause_before_try(const struct rlk_place *place)
{
    int64_t rtt = place_slowest(place, place_all(place));
    int64_t pause =
        rtt == RLK_NEVER || rtt / 2 < TRY_LEAST_NS ? TRY_LEAST_NS : rtt / 2;

    return pause << place->tries;
}

/* An answer to the claim is in. The caller drives the op. */
static void place_weigh_claim(struct rlk_place *place, int64_t now)
{
    const struct rlk_round *round = &place->op->round;
    int quorum = place->runtime->settings.quorum;
    uint32_t no = refusing(place);

    call_claimed(place);
    if ((round->waiting | round->called | round->confirming) != 0 ||
        round->outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->tries < TRIES_MOST &&
        rlk_node_set_count(place->op->acquire.granted | no) >= quorum) {
        place->claim_again = rlk_clock_add(now, pause_before_try(place));
        place_arm(place);
        return;
    }
    rlk_round_last_call(&place->op->round, now);
}

static void claim_once_more(struct rlk_place *place, int64_t now)
{
    place->claim_again = RLK_NEVER;
    place->tries++;
    place->to_claim |= refusing(place);
    place_arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

/* Held, with nodes that neither pushed nor refused: they are asked. */
static void claim_the_rest(struct rlk_place *place, int64_t now)
{
    place_disarm(place);
    if (!rlk_lock_held(place->settings.lock, now))
        return;
    place->claiming = true;
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op,
                      place_all(place) & ~place->op->acquire.granted);
}

void rlk_place_rest(struct rlk_place *place)
{
    if (place == NULL)
        return;
    place->rests = true;
    place_disarm(place);
}

/* The timer has fired. */
static void place_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_place *place = RLK_OWNER_OF(timer, struct rlk_place, timer);

    if (place->op == NULL)
        return;
    if (place->won) {
        claim_the_rest(place, now);
    } else if (now >= place->claim_by) {
        place_disarm(place);
        rlk_round_last_call(&place->op->round, now);
    } else if (now >= place->claim_again) {
        claim_once_more(place, now);
    } else if (now >= place->claim_at) {
        place_claim(place, now);
    } else if (now >= place->renew_at) {
        renew(place, now);
        return;
    } else {
        next_gate(place, now);
        return;
    }
    rlk_op_drive(place->op, now);
}

/* --- an attempt ---------------------------------------------------------- */

static unsigned flags_of(const struct rlk_place *place)
{
    const struct rlk_kind *kind = place->settings.lock->kind;

    if (place->settings.once || place->won)
        return RLK_ENTRY_NONE;
    if (kind->party)
        return RLK_ENTRY_WOKEN | (place_shares(place) ? RLK_ENTRY_SHARES : 0U);
    if (place_is_for_slot(place))
        return RLK_ENTRY_WOKEN;
    return place->terms.woken_only || !place->settings.lock->repair
               ? RLK_ENTRY_WOKEN
               : 0;
}

/* Is a slot asked for that the place may wait for there? */
static bool is_asked_at_gate(const struct rlk_place *place, int node)
{
    return !place->op->slot.chosen && rlk_node_set_has(place->wait.gates, node);
}

/* As rlk_operation.fill. */
static void place_fill(const struct rlk_op *op, int node,
                       struct rlk_request *request)
{
    struct rlk_place *place = op->acquire.place;
    unsigned flags;

    if (request->verb != RLK_VERB_ASK || place == NULL)
        return;
    flags = flags_of(place);
    if (place_is_for_slot(place) && !is_asked_at_gate(place, node))
        flags |= RLK_ENTRY_NONE;
    place->filed = place->filed || (flags & RLK_ENTRY_NONE) == 0;
    place->ask = (struct rlk_ask){
        .ticket = place->ticket,
        .generation = place->said.count - 1,
        .flags = flags,
        .claiming = place->claiming,
    };
    request->ask = &place->ask;
}

/* A node that cannot queue is asked for a plain grant. */
static enum rlk_verb place_verb(const struct rlk_op *op, int node)
{
    return op->runtime->nodes[node].lacks_queue ? RLK_VERB_GRANT : RLK_VERB_ASK;
}

static bool is_ours(const struct rlk_place *place,
                    const struct rlk_successor *head)
{
    return rlk_token_is_of(&place->runtime->token_base, head->token.text,
                           head->token.length);
}

/*
 * Would a key of any lock here live as long? Slacks may differ; but a node that
 * says anything is not to have the others keep a key for that long.
 */
static bool can_live(const struct rlk_runtime *runtime, int64_t px_ms)
{
    int64_t longest_ms = rlk_clock_to_ms(
        rlk_runtime_key_lives(runtime, runtime->settings.ttl_max_ns));

    return px_ms / 2 <= longest_ms;
}

/*
 * Who is next at a node, as it told. Our own waiters stand in a line of their
 * own, but for those of parties.
 */
static void place_hear_head(struct rlk_place *place,
                            const struct rlk_successor *head)
{
    bool in_line = is_ours(place, head) && (head->flags & RLK_ENTRY_WOKEN) == 0;

    if (head->token.length == 0 || in_line ||
        !can_live(place->runtime, head->px_ms))
        return;
    if (place->head.token.length == 0 || head->ticket < place->head.ticket)
        place->head = *head;
}

static void note_holder(struct rlk_place *place,
                        const struct rlk_answer *answer)
{
    rlk_text_show(place->holder, sizeof(place->holder), answer->text,
                  answer->text_length);
    place->rank = answer->rank;
}

/* A reader whom readers do not keep out, but those who wait before it. */
static bool is_behind(const struct rlk_place *place,
                      const struct rlk_answer *answer)
{
    return place_shares(place) &&
           answer->text_length == strlen(RLK_BADGE_READERS) &&
           memcmp(answer->text, RLK_BADGE_READERS, answer->text_length) == 0;
}

/*
 * Too late for its token: the key goes to whoever waits there next, who would
 * else hear of it at its next renewal. Nothing is taken back with it.
 */
static void give_back(struct rlk_runtime *runtime, int node, const char *text,
                      size_t length, int64_t now)
{
    struct rlk_node *at = &runtime->nodes[node];
    struct rlk_token token;

    for (int i = 0; runtime->ended != NULL && i < RLK_ENDED_MOST; i++) {
        const struct rlk_ended_place *ended = &runtime->ended->places[i];
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
 * A node names the holder of a key. Where that is a token of ours that was
 * given up, the push that handed the key to it was lost: it goes to whoever is
 * next.
 */
static void place_found(struct rlk_runtime *runtime, int node, const char *text,
                        size_t length, int64_t now)
{
    if (rlk_token_is_of(&runtime->token_base, text, length))
        give_back(runtime, node, text, length, now);
}

/* A node has refused it. */
static void place_refused(struct rlk_place *place, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    const struct rlk_resource *name = place->resource;

    rlk_crowd_note(&place->runtime->crowd, name->text, now);
    place_found(place->runtime, node, answer->text, answer->text_length, now);
    rlk_wait_refused(&place->wait, node,
                     answer->text_length == 0
                         ? 0
                         : rlk_crowd_number(answer->text, answer->text_length));
    if (is_behind(place, answer))
        rlk_wait_behind(&place->wait, node);
}

/* The head soon asks the next node, should few nodes name the holder. */
static void await_doubt(struct rlk_place *place,
                        const struct rlk_answer *answer, int64_t now)
{
    int64_t rtt = place_slowest(place, place_all(place));

    if (place->won || place->claiming || answer->rank > 0 ||
        place_is_for_slot(place) ||
        !rlk_wait_doubts(&place->wait, place_gates(place, now)))
        return;
    place->silent_at = rlk_clock_add(now, rlk_wait_doubt_after(rtt));
    place_arm(place);
}

/* The head also speaks up when the key that is before it runs out. */
static void await_expiry(struct rlk_place *place,
                         const struct rlk_answer *answer, int64_t now)
{
    int64_t over =
        rlk_clock_add(rlk_clock_from_ms(answer->remaining_ms), RLK_NS_PER_MS);

    if (place->won || place->claiming || answer->rank > 0 ||
        answer->remaining_ms < 0)
        return;
    place->renew_at = place_smaller(place->renew_at, rlk_clock_add(now, over));
    place_arm(place);
}

/* A node has a queue entry of its. */
static void place_queued(struct rlk_place *place, int node,
                         const struct rlk_answer *answer, int64_t now)
{
    place->queued |= rlk_node_set_of(node);
    place->kept = true;
    if (answer->ticket > 0 &&
        (place->ticket == 0 || answer->ticket < place->ticket))
        place->ticket = answer->ticket;
    /* Any node may hand it on to this one. */
    if (!place->settings.lock->kind->scripted)
        place->op->reach.asked = place_all(place);
    for (int i = 0; i < place->runtime->settings.nodes; i++)
        rlk_node_listen(&place->runtime->nodes[i], now);
    note_holder(place, answer);
    await_expiry(place, answer, now);
    await_doubt(place, answer, now);
    if (!place->claiming && place->settings.moved != NULL)
        place->settings.moved(place);
}

/* What an answer says of its queue entry at the node. enters: it may have one.
 */
static void note_entry(struct rlk_place *place, int node,
                       const struct rlk_answer *answer, bool enters,
                       int64_t now)
{
    bool refused =
        answer->kind == RLK_ANSWER_QUEUED || answer->kind == RLK_ANSWER_HELD;

    if (refused)
        place_refused(place, node, answer, now);
    if (enters && answer->kind == RLK_ANSWER_QUEUED)
        place_queued(place, node, answer, now);
    if (!enters || answer->kind == RLK_ANSWER_YES)
        place->queued &= ~rlk_node_set_of(node);
    if (refused && !rlk_node_set_has(place->queued, node))
        rlk_round_spare(&place->op->round, node);
}

static enum rlk_vote place_heard(struct rlk_op *op, int node,
                                 enum rlk_verb verb,
                                 const struct rlk_answer *answer, int64_t now)
{
    struct rlk_place *place = op->acquire.place;
    struct rlk_successor head;

    if (place == NULL || verb != RLK_VERB_ASK)
        return rlk_attempt_heard(op, node, verb, answer, now);
    note_entry(place, node, answer, true, now);
    if (answer->kind == RLK_ANSWER_HELD)
        place->unopposed = answer->waiting == 0;
    if (answer->kind == RLK_ANSWER_SHARING)
        return rlk_attempt_heard(op, node, verb, answer, now);
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    rlk_wait_granted(&place->wait, node);
    if (rlk_successor_read(&head, answer->text, answer->text_length))
        place_hear_head(place, &head);
    return rlk_attempt_heard(op, node, verb, answer, now);
}

/* It is no gate: the next one is asked at once, if there is one more. */
static void gate_failed(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    uint32_t more = rlk_wait_silent(&place->wait, place_gates(place, now));

    if (rlk_op_call(op, more) == 0 && place->queued == 0 &&
        (op->round.waiting | op->round.called) == 0)
        refuse(place, now);
}

static void place_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                          int64_t now)
{
    struct rlk_place *place = op->acquire.place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->claiming)
        place_weigh_claim(place, now);
    else if (op->acquire.granted != 0 ||
             op->reasons[node] == REDLOCK_REASON_UPGRADE)
        place_claim(place, now); /* or do all say so, too? */
    else if (vote != RLK_VOTE_DENIED || place->runtime->nodes[node].lacks_queue)
        gate_failed(place, now);
    else if (place->settings.once)
        rlk_round_refuse(&op->round, now);
}

/* A node time-out has passed: as long as a gate may be silent of which no
 * round trip is known. */
static void place_missed(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_place *place = op->acquire.place;
    uint32_t more;

    (void)node;
    if (place == NULL || place->claiming || place->silent_at != RLK_NEVER ||
        op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    more = more_gates(place, now);
    if (more != 0)
        call_gates(place, more, now);
}

static void won(struct rlk_place *place, struct rlk_op *op, int64_t now)
{
    struct redlock_lock *lock = place->settings.lock;

    place_disarm(place);
    place->won = true;
    place->settings.call = NULL;
    place->settings.moved = NULL;
    op->acquire.lingers = true;
    lock->place = place;
    if ((place_all(place) & ~op->acquire.granted & ~op->round.waiting) != 0) {
        place->claim_at = rlk_clock_add(
            now, rlk_wait_patience(place_slowest(place, place_all(place))));
        place_arm(place);
    }
    rlk_attempt_begin_lock(op, lock, place->attempt, now);
}

/* What is still handed to its token is to be answered. */
static void place_remember(struct rlk_place *place)
{
    struct rlk_runtime *runtime = place->runtime;
    int64_t slack = rlk_runtime_slack(runtime, place->settings.lock->ttl_ns);
    struct rlk_ended_place *ended;

    if (!place->filed || place->settings.lock->kind->scripted)
        return;
    if (runtime->ended == NULL)
        runtime->ended = rlk_alloc(sizeof(*runtime->ended));
    if (runtime->ended == NULL)
        return;
    ended = &runtime->ended->places[runtime->ended->count++ % RLK_ENDED_MOST];
    rlk_resource_drop(ended->resource);
    *ended = (struct rlk_ended_place){
        .attempt = place->attempt,
        .resource = rlk_resource_hold(place->resource),
        .lives_ns = rlk_clock_add(place->terms.claim_ns, slack),
    };
}

/* Nothing is handed over to the token of a slot: its lock needs no place. */
static void won_slot(struct rlk_place *place, struct rlk_op *op, int64_t now)
{
    place->filed = false;
    place->ticket = 0;
    rlk_attempt_begin_lock(op, place->settings.lock, place->attempt, now);
}

static void place_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_place *place = op->acquire.place;

    if (place == NULL)
        return;
    place->settings.call->op = NULL;
    place->settings.call->status = rlk_attempt_status(op, outcome);
    place->chosen = op->slot;
    if (outcome == RLK_OUTCOME_WON && !place_is_for_slot(place)) {
        won(place, op, now);
    } else {
        place_disarm(place);
        place_remember(place);
        place->op = NULL;
        op->acquire.place = NULL;
        if (outcome == RLK_OUTCOME_WON)
            won_slot(place, op, now);
    }
    place->settings.over(place, outcome, op->acquire.voided, now);
}

static const struct rlk_operation place_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_ASK,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = place_verb,
    .fill = place_fill,
    .wanted = rlk_attempt_wanted,
    .heard = place_heard,
    .counted = place_counted,
    .missed = place_missed,
    .done = place_done,
};

/* The chosen slot is asked for where the place waits by a request that ends
 * that. */
static enum rlk_verb place_slot_verb(const struct rlk_op *op, int node)
{
    const struct rlk_place *place = op->acquire.place;

    return place != NULL && rlk_node_set_has(place->queued, node) &&
                   !op->runtime->nodes[node].lacks_queue
               ? RLK_VERB_ASK
               : rlk_attempt_verb_for_slot(op, node);
}

static bool slot_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                        int64_t now)
{
    return (verb != RLK_VERB_ASK || op->acquire.place != NULL) &&
           rlk_attempt_wanted(op, node, verb, now);
}

static enum rlk_vote slot_heard(struct rlk_op *op, int node, enum rlk_verb verb,
                                const struct rlk_answer *answer, int64_t now)
{
    struct rlk_place *place = op->acquire.place;

    if (place == NULL || verb == RLK_VERB_CONFIRM)
        return rlk_attempt_heard(op, node, verb, answer, now);
    note_entry(place, node, answer,
               verb != RLK_VERB_ASK || is_asked_at_gate(place, node), now);
    return rlk_attempt_heard(op, node, verb, answer, now);
}

/* A node that was to choose has refused. Do others go before, or is it asked
 * for once? Else the next node is asked, at once or soon. */
static void slot_refused(struct rlk_place *place, int node, int64_t now)
{
    bool once = place->settings.once;
    bool at_gate = rlk_node_set_has(place->wait.gates, node);

    if (place->stirred) {
        call_again(place, now);
    } else if (once && (place->op->reasons[node] == REDLOCK_REASON_QUEUED ||
                        !look_further(place, now))) {
        rlk_round_refuse(&place->op->round, now);
    } else if (!once && !at_gate) {
        (void)look_further(place, now);
    } else if (!once && place->rank == 0 && not_looked_at(place, now) != 0) {
        place->silent_at = rlk_clock_add(
            now, rlk_wait_doubt_after(place_slowest(place, place_all(place))));
        place_arm(place);
    }
}

static void chooser_counted(struct rlk_place *place, int node,
                            enum rlk_vote vote, int64_t now)
{
    const struct rlk_node *at = &place->runtime->nodes[node];
    bool refused = vote == RLK_VOTE_DENIED && !at->lacks_queue &&
                   place->op->reasons[node] != REDLOCK_REASON_SLOTS_DIFFER;

    place->looked_at |= rlk_node_set_of(node);
    if (vote == RLK_VOTE_FAILED && at->state != RLK_NODE_UP)
        give_up_gates(place, rlk_node_set_of(node), now);
    else if (refused || !rlk_node_set_has(place->wait.gates, node))
        slot_refused(place, node, now);
    else
        slot_next_gate(place, now);
}

static void slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                         int64_t now)
{
    struct rlk_place *place = op->acquire.place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->claiming)
        place_weigh_claim(place, now);
    else if (op->slot.chosen)
        place_claim(place, now);
    else
        chooser_counted(place, node, vote, now);
}

static void slot_missed(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_place *place = op->acquire.place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING ||
        op->slot.chosen)
        return;
    place->looked_at |= rlk_node_set_of(node);
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_TIMED_OUT)
        give_up_gates(place, rlk_node_set_of(node), now);
    else if (rlk_node_set_has(place->wait.gates, node))
        slot_next_gate(place, now);
    else
        slot_refused(place, node, now);
}

static const struct rlk_operation place_slot_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_ASK,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = place_slot_verb,
    .fill = place_fill,
    .wanted = slot_wanted,
    .heard = slot_heard,
    .counted = slot_counted,
    .missed = slot_missed,
    .done = place_done,
};

static bool start_op(struct rlk_place *place, bool again, int64_t now)
{
    const struct redlock_lock *lock = place->settings.lock;

    return rlk_op_start(
        place->runtime,
        &(struct rlk_op_settings){
            .operation = place_is_for_slot(place) ? &place_slot_operation
                                                  : &place_operation,
            .kind = lock->kind,
            .resource = place->resource,
            .token = &place->token,
            .slot = place_is_for_slot(place) ? *place->settings.slot
                                             : (struct rlk_slot){0},
            .ttl_ns = place->terms.claim_ns,
            .slack_of_ns = lock->ttl_ns,
            .min_validity_ns = place->settings.least_ns,
            .deadline = place->settings.deadline,
            .fenced = lock->counters != NULL,
            .called = true,
            .again = again,
            .place = place,
            .call = place->settings.call,
        },
        &place->op, now);
}

bool rlk_place_attempt(struct rlk_place *place, uint64_t number, bool again,
                       int64_t now)
{
    place->attempt = number;
    rlk_token_make(&place->runtime->token_base, number, &place->token);
    rlk_utterances_init(&place->said);
    place->queued = 0;
    place->looked_at = 0;
    place->filed = false;
    place->kept = false;
    place->unopposed = false;
    place->claiming = false;
    place->named = false;
    place->stirred = false;
    place->to_claim = 0;
    place->head.token.length = 0;
    place->op = NULL;
    if (!start_op(place, again, now))
        return false;
    if (place->op == NULL)
        return true;
    place->settings.call->op = place->op;
    place_enter(place, now);
    return true;
}

/* --- its life ------------------------------------------------------------ */

struct rlk_place *rlk_place_new(const struct rlk_place_settings *settings)
{
    const struct redlock_lock *lock = settings->lock;
    struct rlk_runtime *runtime = lock->runtime;
    const struct rlk_runtime_settings *of = &runtime->settings;
    struct rlk_place *place = rlk_alloc(sizeof(*place));

    if (place == NULL)
        return NULL;
    if (!rlk_timers_promise(&runtime->timers, &place->timer, place_fire)) {
        rlk_free(place);
        return NULL;
    }
    place->runtime = runtime;
    place->settings = *settings;
    place->resource = rlk_resource_hold(lock->resource);
    /* A party's is handed nothing that would be in the way of others, nor is
     * one who waits for a slot. */
    place->terms =
        rlk_wait_terms(lock->ttl_ns, settings->least_ns, of->drift_ppm,
                       lock->kept && !lock->kind->scripted);
    rlk_wait_init(&place->wait, of->nodes, of->quorum,
                  rlk_order_first(lock->resource->crc, of->nodes));
    place_disarm(place);
    rlk_list_push_front(&runtime->places, &place->among_places);
    return place;
}

void rlk_place_free(struct rlk_place *place)
{
    struct rlk_op *op;

    if (place == NULL)
        return;
    op = place->op;
    if (!place->won && (place->filed || place->ticket > 0))
        place->runtime->gave_up = true;
    if (op != NULL)
        place_remember(place);
    rlk_timers_forget(&place->runtime->timers, &place->timer);
    rlk_list_remove(&place->among_places);
    rlk_resource_drop(place->resource);
    if (op != NULL && op->acquire.lingers)
        rlk_op_stop_lingering(op);
    else if (op != NULL)
        op->acquire.place = NULL;
    rlk_free(place);
}

bool rlk_place_name(struct rlk_place *place, struct rlk_successor *successor,
                    int64_t now)
{
    const struct rlk_runtime *runtime = place->runtime;
    unsigned flags = flags_of(place);

    if (place->op == NULL || place->won || place->claiming ||
        place->queued == 0 || place->ticket == 0 || flags != 0)
        return false;
    place->named = true;
    *successor = rlk_place_entry(place);
    successor->flags =
        (place->settings.lock->counters != NULL ? RLK_ENTRY_FENCED : 0U) |
        (runtime->guarded ? RLK_ENTRY_GUARDED : 0U);
    successor->generation = rlk_utterances_add(&place->said, now);
    return true;
}

struct rlk_successor rlk_place_entry(const struct rlk_place *place)
{
    return (struct rlk_successor){
        .token = place->token,
        .ticket = place->ticket > 0 ? place->ticket : 1,
        .px_ms = place->op->key_lives_ms,
    };
}

uint32_t rlk_place_maybe_at(const struct rlk_place *place)
{
    uint32_t unknown = place->op == NULL ? 0
                                         : place->op->round.asked &
                                               ~place->op->acquire.granted;

    return place->queued | unknown;
}

int64_t rlk_place_backoff(const struct rlk_place *place)
{
    return rlk_wait_backoff(place_slowest(place, place_all(place)),
                            place->wait.lost > 0 ? place->wait.lost - 1 : 0,
                            rlk_runtime_random(place->runtime));
}

void rlk_place_leave(struct rlk_place *place)
{
    if (place != NULL)
        place->filed = false;
}

/* --- what the nodes publish ---------------------------------------------- */

static struct rlk_place *find(const struct rlk_runtime *runtime,
                              const struct rlk_token *token)
{
    for (struct rlk_list *at = runtime->places.next; at != &runtime->places;
         at = at->next) {
        struct rlk_place *place =
            RLK_OWNER_OF(at, struct rlk_place, among_places);
        if (place->op != NULL && place->token.length == token->length &&
            memcmp(place->token.text, token->text, token->length) == 0)
            return place;
    }
    return NULL;
}

/* May it count as a vote of this token? Else it is asked for. */
static bool countable(const struct rlk_place *place, int node,
                      const struct rlk_push *push, int64_t sent, int64_t now)
{
    const struct rlk_node *at = &place->runtime->nodes[node];
    int64_t end = rlk_clock_vote_end(sent, place->terms.claim_ns,
                                     place->runtime->settings.drift_ppm);

    return push->set && rlk_push_is_of(push, at->identity.replid) &&
           !rlk_guard_bars(&at->guard, now) &&
           rlk_clock_add(now, place->settings.least_ns) < end;
}

/* Was it done for this token as it has to be? Else the token is given up. */
static bool as_due(const struct rlk_op *op, const struct rlk_push *push)
{
    return !push->set || ((!op->round.settings.fenced || push->minted) &&
                          (!op->acquire.guarded || push->judged));
}

static void hand_over(struct rlk_place *place, int node,
                      const struct rlk_push *push, int64_t sent, int64_t now)
{
    struct rlk_op *op = place->op;
    bool fenced = op->round.settings.fenced;

    if (place->rests)
        return;
    rlk_op_set_clock(op, push->c, now);
    place->queued &= ~rlk_node_set_of(node);
    rlk_wait_granted(&place->wait, node);
    if (place->won && fenced && rlk_round_is_ahead(&op->round, push->c))
        return;
    rlk_round_handed(&op->round, node, sent, fenced ? push->c : 0, now);
    op->runtime->nodes[node].stats.votes[REDLOCK_VOTE_GRANTED]++;
    if (rlk_node_set_has(op->acquire.granted, node))
        return;
    op->acquire.granted |= rlk_node_set_of(node);
    if (!place->won)
        return;
    rlk_lock_counter(place->settings.lock, node, push->c);
    rlk_lock_late_grant(place->settings.lock, node, sent,
                        op->round.settings.ttl_ns, now);
}

static void pushed(struct rlk_place *place, int node,
                   const struct rlk_push *push, int64_t now)
{
    struct rlk_op *op = place->op;
    int64_t sent = rlk_utterances_sent(&place->said, push->generation);

    if (place_is_for_slot(place)) {
        place_slot_woken(place, node, now);
        return;
    }
    place_hear_head(place, &push->head);
    if (!as_due(op, push)) {
        rlk_round_heard(&op->round, node);
        rlk_op_give_up(op, now);
        return;
    }
    if (countable(place, node, push, sent, now)) {
        hand_over(place, node, push, sent, now);
        if (place->won)
            return;
        if (push->alone)
            place_claim(place, now);
        place->claim_at =
            place->claiming
                ? RLK_NEVER
                : place_smaller(
                      place->claim_at,
                      rlk_clock_add(now, rlk_wait_patience(place_slowest(
                                             place, place_all(place)))));
        place_arm(place);
    } else if (!place->won) {
        if (push->set)
            rlk_round_heard(&op->round, node);
        place_claim(place, now);
    }
    rlk_op_drive(op, now);
}

bool rlk_place_awaits_push(const struct rlk_place *place)
{
    return place->head.token.length == 0 ||
           place->op->acquire.granted != place_all(place);
}

void rlk_place_pushed(struct rlk_runtime *runtime, int node,
                      const struct rlk_push *push, int64_t now)
{
    struct rlk_place *place = find(runtime, &push->token);

    if (place != NULL)
        pushed(place, node, push, now);
    else if (push->set)
        give_back(runtime, node, push->token.text, push->token.length, now);
}

/* It says so at that node alone. */
static void speak(struct rlk_place *place, int node, int64_t now)
{
    if (place_is_for_slot(place))
        place_slot_woken(place, node, now);
    else
        place_speak(place, rlk_node_set_of(node), now);
}

void rlk_place_heard_from(struct rlk_runtime *runtime, int node, int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = runtime->places.next; at != &runtime->places;
         at = next) {
        struct rlk_place *place =
            RLK_OWNER_OF(at, struct rlk_place, among_places);
        next = at->next;
        if (place->op != NULL && !place->won && !place->claiming &&
            rlk_node_set_has(place->queued, node))
            speak(place, node, now);
    }
}

void rlk_place_forget(struct rlk_runtime *runtime)
{
    for (int i = 0; runtime->ended != NULL && i < RLK_ENDED_MOST; i++)
        rlk_resource_drop(runtime->ended->places[i].resource);
    rlk_free(runtime->ended);
    runtime->ended = NULL;
}
