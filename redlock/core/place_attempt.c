/* SPDX-License-Identifier: MIT */
/* A place in the queues, and its attempts, one after the other. */

#include "redlock/core/place.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "quorum/order.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/place_internal.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

/* --- an attempt --------------------------------------------------------------
 */

bool rlk_place_shares(const struct rlk_place *place)
{
    const struct rlk_kind *kind = place->settings.lock->kind;

    return kind->party && !kind->owned;
}

static unsigned flags_of(const struct rlk_place *place)
{
    const struct rlk_kind *kind = place->settings.lock->kind;

    if (place->settings.once || place->won)
        return RLK_PLACE_NONE;
    if (kind->party)
        return RLK_PLACE_WOKEN |
               (rlk_place_shares(place) ? RLK_PLACE_SHARES : 0U);
    if (rlk_place_is_for_slot(place))
        return RLK_PLACE_WOKEN;
    return place->terms.woken_only || !place->settings.lock->repair
               ? RLK_PLACE_WOKEN
               : 0;
}

void rlk_place_fill(const struct rlk_op *op, int node,
                    struct rlk_request *request)
{
    struct rlk_place *place = op->place;
    unsigned flags;

    (void)node;
    if (request->verb != RLK_VERB_ASK || place == NULL)
        return;
    flags = flags_of(place);
    place->filed = place->filed || (flags & RLK_PLACE_NONE) == 0;
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

/* Our own waiters stand in a line of their own, but for those of parties. */
void rlk_place_hear_head(struct rlk_place *place,
                         const struct rlk_successor *head)
{
    bool in_line = is_ours(place, head) && (head->flags & RLK_PLACE_WOKEN) == 0;

    if (head->token.length == 0 || in_line ||
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

/* A reader whom readers do not keep out, but those who wait before it. */
static bool is_behind(const struct rlk_place *place,
                      const struct rlk_answer *answer)
{
    return rlk_place_shares(place) &&
           answer->text_length == strlen(RLK_TOKEN_READERS) &&
           memcmp(answer->text, RLK_TOKEN_READERS, answer->text_length) == 0;
}

void rlk_place_refused(struct rlk_place *place, int node,
                       const struct rlk_answer *answer, int64_t now)
{
    const struct rlk_resource *name = place->resource;

    rlk_crowd_note(&place->runtime->crowd, name->text, name->length, now);
    rlk_place_found(place->runtime, node, answer->text, answer->text_length,
                    now);
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
    int64_t rtt = rlk_place_slowest(place, rlk_place_all(place));

    if (place->won || place->claiming || answer->rank > 0 ||
        rlk_place_is_for_slot(place) ||
        !rlk_wait_doubts(&place->wait, rlk_place_gates(place, now)))
        return;
    place->silent_at = rlk_clock_add(now, rlk_wait_doubt_after(rtt));
    rlk_place_arm(place);
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
    place->renew_at =
        rlk_place_smaller(place->renew_at, rlk_clock_add(now, over));
    rlk_place_arm(place);
}

void rlk_place_queued(struct rlk_place *place, int node,
                      const struct rlk_answer *answer, int64_t now)
{
    place->queued |= rlk_node_set_of(node);
    place->kept = true;
    if (answer->ticket > 0 &&
        (place->ticket == 0 || answer->ticket < place->ticket))
        place->ticket = answer->ticket;
    /* Any node may hand it on to this one. */
    if (!place->settings.lock->kind->scripted)
        place->op->reach.asked = rlk_place_all(place);
    for (int i = 0; i < place->runtime->settings.nodes; i++)
        rlk_node_listen(&place->runtime->nodes[i], now);
    note_holder(place, answer);
    await_expiry(place, answer, now);
    await_doubt(place, answer, now);
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
        rlk_place_refused(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_QUEUED)
        rlk_place_queued(place, node, answer, now);
    if (answer->kind == RLK_ANSWER_HELD &&
        !rlk_node_set_has(place->queued, node))
        rlk_round_spare(&op->round, node);
    if (answer->kind == RLK_ANSWER_SHARING)
        return rlk_attempt_heard(op, node, verb, answer, now);
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    place->queued &= ~rlk_node_set_of(node);
    rlk_wait_granted(&place->wait, node);
    if (rlk_successor_read(&head, answer->text, answer->text_length))
        rlk_place_hear_head(place, &head);
    return rlk_attempt_heard(op, node, verb, answer, now);
}

/* It is no gate: the next one is asked at once, if there is one more. */
static void gate_failed(struct rlk_place *place, int64_t now)
{
    struct rlk_op *op = place->op;
    uint32_t more = rlk_wait_silent(&place->wait, rlk_place_gates(place, now));

    if (rlk_op_call(op, more) == 0 && place->queued == 0 &&
        (op->round.waiting | op->round.called) == 0) {
        rlk_place_disarm(place);
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
        rlk_place_weigh_claim(place, now);
    else if (op->granted != 0 || op->reasons[node] == REDLOCK_REASON_UPGRADE)
        rlk_place_claim(place, now); /* or do all say so, too? */
    else if (vote != RLK_VOTE_DENIED || place->runtime->nodes[node].lacks_queue)
        gate_failed(place, now);
    else if (place->settings.once)
        rlk_round_refuse(&op->round, now);
}

static void won(struct rlk_place *place, struct rlk_op *op, int64_t now)
{
    struct redlock_lock *lock = place->settings.lock;

    rlk_place_disarm(place);
    place->won = true;
    place->settings.call = NULL;
    place->settings.moved = NULL;
    op->lingers = true;
    lock->place = place;
    if ((rlk_place_all(place) & ~op->granted & ~op->round.waiting) != 0) {
        place->claim_at = rlk_clock_add(
            now,
            rlk_wait_patience(rlk_place_slowest(place, rlk_place_all(place))));
        rlk_place_arm(place);
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
        rlk_place_disarm(place);
        rlk_place_remember(place);
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
    .fill = rlk_place_fill,
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
                            .operation = rlk_place_is_for_slot(place)
                                             ? &rlk_place_slot_operation
                                             : &place_operation,
                            .kind = lock->kind,
                            .resource = place->resource,
                            .token = &place->token,
                            .slot = rlk_place_is_for_slot(place)
                                        ? *place->settings.slot
                                        : (struct rlk_slot){0},
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
    place->kept = false;
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
    rlk_place_enter(place, now);
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
    if (!rlk_timers_promise(&runtime->timers, &place->timer, rlk_place_fire)) {
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
    rlk_place_disarm(place);
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
        rlk_place_remember(place);
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
    return rlk_wait_backoff(rlk_place_slowest(place, rlk_place_all(place)),
                            place->wait.lost > 0 ? place->wait.lost - 1 : 0,
                            rlk_runtime_random(place->runtime));
}
