/* SPDX-License-Identifier: MIT */
/* Waiting in the queues of the nodes, one attempt after the other. */

#include "redlock/core/place.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/order.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

/* What refuses a claim is asked so often again: releases may be on their way.
 */
#define TRIES_MOST 3

/* The first pause before that, at least; each is twice the one before. */
#define TRY_LEAST_NS (250 * RLK_NS_PER_US)

/* So many tokens that were given up are remembered. */
#define ENDED_MOST 64

struct rlk_ended {
    uint32_t count; /* ever */
    struct ended_place {
        uint64_t attempt;
        struct rlk_resource *resource; /* held; NULL: unused */
        int64_t lives_ns;              /* what is handed to it, at most */
    } places[ENDED_MOST];
};

static uint32_t bit(int node)
{
    return UINT32_C(1) << node;
}

static uint32_t every_node(const struct rlk_place *place)
{
    return UINT32_MAX >> (RLK_NODES_MAX - place->runtime->settings.nodes);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void arm(struct rlk_place *place)
{
    int64_t at = smaller(place->renew_at, place->silent_at);

    at = smaller(at, place->claim_at);
    at = smaller(at, place->claim_again);
    rlk_timers_set(&place->runtime->timers, &place->timer,
                   smaller(at, place->claim_by));
}

static void disarm(struct rlk_place *place)
{
    place->renew_at = RLK_NEVER;
    place->silent_at = RLK_NEVER;
    place->claim_at = RLK_NEVER;
    place->claim_again = RLK_NEVER;
    place->claim_by = RLK_NEVER;
    arm(place);
}

/* The slowest round trip of these nodes; RLK_NEVER: none is known. */
static int64_t slowest_of(const struct rlk_place *place, uint32_t nodes)
{
    int64_t slowest = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if ((nodes & bit(node)) != 0 &&
            place->runtime->nodes[node].rtt_ns > slowest)
            slowest = place->runtime->nodes[node].rtt_ns;
    }
    return slowest > 0 ? slowest : RLK_NEVER;
}

static bool queues(const struct rlk_node *node, int64_t now)
{
    return rlk_node_usable(node, now) && !node->lacks_queue;
}

static uint32_t usable(const struct rlk_place *place, int64_t now)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (queues(&place->runtime->nodes[node], now) &&
            rlk_op_may_judge(place->op, node))
            nodes |= bit(node);
    }
    return nodes;
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
    disarm(place);
    rlk_round_refuse(&place->op->round, now);
    rlk_op_follow(place->op, now);
}

/* Asks them all in one utterance. The place may be gone after it. */
static void speak(struct rlk_place *place, uint32_t gates, int64_t now)
{
    int64_t rtt = slowest_of(place, gates);

    place->silent_at = rtt == RLK_NEVER
                           ? RLK_NEVER
                           : rlk_clock_add(now, rlk_wait_patience(rtt));
    arm(place);
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op, gates);
    rlk_op_follow(place->op, now);
}

static void plan_renewal(struct rlk_place *place, int64_t now)
{
    place->renew_at = rlk_clock_add(
        now,
        rlk_wait_renewal(&place->terms, rlk_runtime_random(place->runtime)));
}

static void enter(struct rlk_place *place, int64_t now)
{
    uint32_t gates = rlk_wait_enter(&place->wait, usable(place, now));

    if (gates == 0) {
        give_in(place, now);
        return;
    }
    plan_renewal(place, now);
    speak(place, gates, now);
}

static void renew(struct rlk_place *place, int64_t now)
{
    uint32_t gates = rlk_wait_renew(&place->wait, usable(place, now));

    if (gates == 0) {
        give_in(place, now);
        return;
    }
    plan_renewal(place, now);
    speak(place, gates, now);
}

static void next_gate(struct rlk_place *place, int64_t now)
{
    uint32_t more = rlk_wait_silent(&place->wait, usable(place, now));

    place->silent_at = RLK_NEVER;
    if (more == 0)
        arm(place);
    else
        speak(place, more, now);
}

/* --- claiming ----------------------------------------------------------------
 */

/* Calls what may be called; the caller has the op follow. */
static void call_claimed(struct rlk_place *place)
{
    place->to_claim &= ~place->op->granted;
    place->to_claim &= ~rlk_op_call(place->op, place->to_claim);
}

static void begin_claim(struct rlk_place *place, int64_t now)
{
    if (place->claiming)
        return;
    disarm(place);
    place->claiming = true;
    place->tries = 0;
    place->to_claim = every_node(place);
    place->claim_by =
        rlk_clock_add(now, place->runtime->settings.node_timeout_ns);
    arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

static uint32_t refusing(const struct rlk_place *place)
{
    uint32_t nodes = 0;

    for (int node = 0; node < place->runtime->settings.nodes; node++) {
        if (rlk_round_vote_of(&place->op->round, node) == RLK_VOTE_DENIED)
            nodes |= bit(node);
    }
    return nodes;
}

static int bits_in(uint32_t nodes)
{
    return __builtin_popcount(nodes);
}

static int64_t pause_before_try(const struct rlk_place *place)
{
    int64_t rtt = slowest_of(place, every_node(place));
    int64_t pause =
        rtt == RLK_NEVER || rtt / 2 < TRY_LEAST_NS ? TRY_LEAST_NS : rtt / 2;

    return pause << place->tries;
}

/* An answer to the claim is in. The caller has the op follow. */
static void weigh_claim(struct rlk_place *place, int64_t now)
{
    const struct rlk_round *round = &place->op->round;
    int quorum = place->runtime->settings.quorum;
    uint32_t no = refusing(place);

    call_claimed(place);
    if ((round->waiting | round->called | round->confirming) != 0 ||
        round->outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->tries < TRIES_MOST &&
        bits_in(place->op->granted | no) >= quorum) {
        place->claim_again = rlk_clock_add(now, pause_before_try(place));
        arm(place);
        return;
    }
    rlk_round_last_call(&place->op->round, now);
}

static void claim_once_more(struct rlk_place *place, int64_t now)
{
    place->claim_again = RLK_NEVER;
    place->tries++;
    place->to_claim |= refusing(place);
    arm(place);
    (void)rlk_utterances_add(&place->said, now);
    call_claimed(place);
}

/* Held, with nodes that neither pushed nor refused: they are asked. */
static void claim_the_rest(struct rlk_place *place, int64_t now)
{
    disarm(place);
    if (!rlk_lock_held(place->settings.lock, now))
        return;
    place->claiming = true;
    (void)rlk_utterances_add(&place->said, now);
    (void)rlk_op_call(place->op, every_node(place) & ~place->op->granted);
}

void rlk_place_rest(struct rlk_place *place)
{
    if (place == NULL)
        return;
    place->rests = true;
    disarm(place);
}

static void place_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_place *place = RLK_OWNER_OF(timer, struct rlk_place, timer);

    if (place->op == NULL)
        return;
    if (place->won) {
        claim_the_rest(place, now);
    } else if (now >= place->claim_by) {
        disarm(place);
        rlk_round_last_call(&place->op->round, now);
    } else if (now >= place->claim_again) {
        claim_once_more(place, now);
    } else if (now >= place->claim_at) {
        begin_claim(place, now);
    } else if (now >= place->renew_at) {
        renew(place, now);
        return;
    } else {
        next_gate(place, now);
        return;
    }
    rlk_op_follow(place->op, now);
}

/* --- an attempt --------------------------------------------------------------
 */

static unsigned flags_of(const struct rlk_place *place)
{
    if (place->settings.once || place->won)
        return RLK_PLACE_NONE;
    return place->terms.woken_only || !place->settings.lock->repair
               ? RLK_PLACE_WOKEN
               : 0;
}

static void place_fill(const struct rlk_op *op, int node,
                       struct rlk_request *request)
{
    struct rlk_place *place = op->place;

    (void)node;
    if (request->verb != RLK_VERB_ASK || place == NULL)
        return;
    place->ask = (struct rlk_ask){
        .ticket = place->ticket,
        .generation = place->said.count - 1,
        .flags = flags_of(place),
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
    const struct rlk_token_base *base = &place->runtime->token_base;

    return head->token.length > sizeof(base->digits) &&
           memcmp(head->token.text, base->digits, sizeof(base->digits)) == 0;
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

/* Our own waiters stand in a line of their own. */
static void hear_head(struct rlk_place *place, const struct rlk_successor *head)
{
    if (head->token.length == 0 || is_ours(place, head) ||
        !can_live(place->runtime, head->px_ms))
        return;
    if (place->head.token.length == 0 || head->ticket < place->head.ticket)
        place->head = *head;
}

static void note_holder(struct rlk_place *place,
                        const struct rlk_answer *answer)
{
    size_t length = answer->text_length;

    if (length > sizeof(place->holder) - 1)
        length = sizeof(place->holder) - 1;
    memcpy(place->holder, answer->text, length);
    place->holder[length] = '\0';
    place->rank = answer->rank;
}

static void refused(struct rlk_place *place, int node,
                    const struct rlk_answer *answer, int64_t now)
{
    const struct rlk_resource *name = place->resource;

    rlk_crowd_note(&place->runtime->crowd, name->text, name->length, now);
    rlk_wait_refused(&place->wait, node,
                     answer->text_length == 0
                         ? 0
                         : rlk_crowd_number(answer->text, answer->text_length));
}

/* The head also speaks up when the key that is before it runs out. */
static void await_expiry(struct rlk_place *place,
                         const struct rlk_answer *answer, int64_t now)
{
    int64_t over =
        rlk_clock_add(rlk_clock_from_ms(answer->remaining_ms), RLK_NS_PER_MS);

    if (place->claiming || answer->rank > 0 || answer->remaining_ms < 0)
        return;
    place->renew_at = smaller(place->renew_at, rlk_clock_add(now, over));
    arm(place);
}

static void queued(struct rlk_place *place, int node,
                   const struct rlk_answer *answer, int64_t now)
{
    place->queued |= bit(node);
    place->filed = true;
    if (answer->ticket > 0 &&
        (place->ticket == 0 || answer->ticket < place->ticket))
        place->ticket = answer->ticket;
    place->op->reach.asked = every_node(place);
    for (int i = 0; i < place->runtime->settings.nodes; i++)
        rlk_node_listen(&place->runtime->nodes[i], now);
    note_holder(place, answer);
    await_expiry(place, answer, now);
    if (!place->claiming && place->settings.moved != NULL)
        place->settings.moved(place);
}

static enum rlk_vote place_heard(struct rlk_op *op, int node,
                                 enum rlk_verb verb,
                                 const struct rlk_answer *answer, int64_t now)
{
    struct rlk_place *place = op->place;
    struct rlk_successor head;

    if (place == NULL || verb != RLK_VERB_ASK)
        return rlk_attempt_heard(op, node, verb, answer, now);
    if (answer->kind == RLK_ANSWER_QUEUED || answer->kind == RLK_ANSWER_HELD)
        refused(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_QUEUED)
        queued(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_HELD && (place->queued & bit(node)) == 0)
        rlk_round_spare(&op->round, node);
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    place->queued &= ~bit(node);
    if (rlk_successor_read(&head, answer->text, answer->text_length))
        hear_head(place, &head);
    return rlk_attempt_heard(op, node, verb, answer, now);
}

/* It is no gate: the next one is asked at once, if there is one more. */
static void gate_failed(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    uint32_t more = rlk_wait_silent(&place->wait, usable(place, now));

    if (rlk_op_call(op, more) == 0 && place->queued == 0 &&
        (op->round.waiting | op->round.called) == 0) {
        disarm(place);
        rlk_round_refuse(&op->round, now);
    }
}

static void place_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                          int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL || op->round.outcome != RLK_OUTCOME_PENDING)
        return;
    if (place->claiming)
        weigh_claim(place, now);
    else if (op->granted != 0)
        begin_claim(place, now);
    else if (place->settings.once)
        rlk_round_refuse(&op->round, now);
    else if (vote != RLK_VOTE_DENIED || place->runtime->nodes[node].lacks_queue)
        gate_failed(place, now);
}

/* What is still handed to its token is to be answered. */
static void remember_ended(struct rlk_place *place)
{
    struct rlk_runtime *runtime = place->runtime;
    int64_t slack = rlk_runtime_slack(runtime, place->settings.lock->ttl_ns);
    struct ended_place *ended;

    if (!place->filed)
        return;
    if (runtime->ended == NULL)
        runtime->ended = rlk_alloc(sizeof(*runtime->ended));
    if (runtime->ended == NULL)
        return;
    ended = &runtime->ended->places[runtime->ended->count++ % ENDED_MOST];
    rlk_resource_drop(ended->resource);
    *ended = (struct ended_place){
        .attempt = place->attempt,
        .resource = rlk_resource_hold(place->resource),
        .lives_ns = rlk_clock_add(place->terms.claim_ns, slack),
    };
}

static void won(struct rlk_place *place, struct rlk_op *op, int64_t now)
{
    struct redlock_lock *lock = place->settings.lock;

    disarm(place);
    place->won = true;
    place->settings.call = NULL;
    op->lingers = true;
    lock->place = place;
    if ((every_node(place) & ~op->granted & ~op->round.waiting) != 0) {
        place->claim_at = rlk_clock_add(
            now, rlk_wait_patience(slowest_of(place, every_node(place))));
        arm(place);
    }
    rlk_attempt_begin_lock(op, lock, place->attempt, now);
}

static void place_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    struct rlk_place *place = op->place;

    if (place == NULL)
        return;
    place->settings.call->op = NULL;
    place->settings.call->status = rlk_attempt_status(op, outcome);
    if (outcome == RLK_OUTCOME_WON) {
        won(place, op, now);
    } else {
        disarm(place);
        remember_ended(place);
        place->op = NULL;
        op->place = NULL;
    }
    place->settings.over(place, outcome, op->voided, now);
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
    .done = place_done,
};

static bool start_op(struct rlk_place *place, bool again, int64_t now)
{
    const struct redlock_lock *lock = place->settings.lock;

    return rlk_op_start(place->runtime,
                        &(struct rlk_op_settings){
                            .operation = &place_operation,
                            .resource = place->resource,
                            .token = &place->token,
                            .ttl_ns = place->terms.claim_ns,
                            .slack_of_ns = lock->ttl_ns,
                            .min_validity_ns = place->settings.least_ns,
                            .deadline = place->settings.deadline,
                            .fenced = lock->counters != NULL,
                            .called = true,
                            .report = place->settings.call->report,
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
    place->filed = false;
    place->claiming = false;
    place->named = false;
    place->to_claim = 0;
    place->head.token.length = 0;
    place->op = NULL;
    if (!start_op(place, again, now))
        return false;
    if (place->op == NULL)
        return true;
    place->settings.call->op = place->op;
    enter(place, now);
    return true;
}

/* --- its life ----------------------------------------------------------------
 */

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
    place->terms = rlk_wait_terms(lock->ttl_ns, settings->least_ns,
                                  of->drift_ppm, lock->kept);
    rlk_wait_init(&place->wait, of->nodes, of->quorum,
                  rlk_order_first(lock->resource->slot, of->nodes));
    disarm(place);
    rlk_list_push_front(&runtime->places, &place->among_places);
    return place;
}

void rlk_place_free(struct rlk_place *place)
{
    struct rlk_op *op;

    if (place == NULL)
        return;
    op = place->op;
    if (op != NULL)
        remember_ended(place);
    rlk_timers_forget(&place->runtime->timers, &place->timer);
    rlk_list_remove(&place->among_places);
    rlk_resource_drop(place->resource);
    if (op != NULL && op->lingers)
        rlk_op_stop_lingering(op);
    else if (op != NULL)
        op->place = NULL;
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
    *successor = (struct rlk_successor){
        .token = place->token,
        .ticket = place->ticket,
        .px_ms = place->op->key_lives_ms,
        .flags =
            (place->settings.lock->counters != NULL ? RLK_PLACE_FENCED : 0U) |
            (runtime->guarded ? RLK_PLACE_GUARDED : 0U),
        .generation = rlk_utterances_add(&place->said, now),
    };
    return true;
}

uint32_t rlk_place_maybe_at(const struct rlk_place *place)
{
    uint32_t unknown =
        place->op == NULL ? 0 : place->op->round.asked & ~place->op->granted;

    return place->queued | unknown;
}

int64_t rlk_place_backoff(const struct rlk_place *place)
{
    return rlk_wait_backoff(slowest_of(place, every_node(place)),
                            place->wait.lost > 0 ? place->wait.lost - 1 : 0,
                            rlk_runtime_random(place->runtime));
}

/* --- what the nodes publish --------------------------------------------------
 */

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
                          (!op->guarded || push->judged));
}

static void hand_over(struct rlk_place *place, int node,
                      const struct rlk_push *push, int64_t sent, int64_t now)
{
    struct rlk_op *op = place->op;
    bool fenced = op->round.settings.fenced;

    if (place->rests)
        return;
    place->queued &= ~bit(node);
    rlk_round_handed(&op->round, node, sent, fenced ? push->c : 0, now);
    if ((op->granted & bit(node)) != 0)
        return;
    op->granted |= bit(node);
    if (!place->won)
        return;
    rlk_lock_counter(place->settings.lock, node, push->c);
    rlk_lock_late_grant(place->settings.lock, node, sent, op->ttl_ns, now);
}

static void pushed(struct rlk_place *place, int node,
                   const struct rlk_push *push, int64_t now)
{
    struct rlk_op *op = place->op;
    int64_t sent = rlk_utterances_sent(&place->said, push->generation);

    hear_head(place, &push->head);
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
            begin_claim(place, now);
        place->claim_at =
            place->claiming
                ? RLK_NEVER
                : smaller(place->claim_at,
                          rlk_clock_add(now, rlk_wait_patience(slowest_of(
                                                 place, every_node(place)))));
        arm(place);
    } else if (!place->won) {
        if (push->set)
            rlk_round_heard(&op->round, node);
        begin_claim(place, now);
    }
    rlk_op_follow(op, now);
}

/*
 * Too late for its token: the key goes to whoever waits there next, who would
 * else hear of it at its next renewal. Nothing is taken back with it.
 */
static void give_back(struct rlk_runtime *runtime, int node,
                      const struct rlk_push *push, int64_t now)
{
    struct rlk_node *at = &runtime->nodes[node];
    struct rlk_token token;

    for (int i = 0; runtime->ended != NULL && i < ENDED_MOST; i++) {
        const struct ended_place *ended = &runtime->ended->places[i];
        if (ended->resource == NULL)
            continue;
        rlk_token_make(&runtime->token_base, ended->attempt, &token);
        if (token.length != push->token.length ||
            memcmp(token.text, push->token.text, token.length) != 0)
            continue;
        rlk_node_hand_on(at, ended->resource, &token, ended->lives_ns, now);
        return;
    }
}

void rlk_place_pushed(struct rlk_runtime *runtime, int node,
                      const struct rlk_push *push, int64_t now)
{
    struct rlk_place *place = find(runtime, &push->token);

    if (place != NULL)
        pushed(place, node, push, now);
    else if (push->set)
        give_back(runtime, node, push, now);
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
            (place->queued & bit(node)) != 0)
            speak(place, bit(node), now);
    }
}

void rlk_place_forget(struct rlk_runtime *runtime)
{
    for (int i = 0; runtime->ended != NULL && i < ENDED_MOST; i++)
        rlk_resource_drop(runtime->ended->places[i].resource);
    rlk_free(runtime->ended);
    runtime->ended = NULL;
}
