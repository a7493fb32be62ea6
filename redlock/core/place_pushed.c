/* SPDX-License-Identifier: MIT */
/* What nodes publish for those who wait, and for those who have gone. */

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/place_internal.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

/* What is still handed to its token is to be answered. */
void rlk_place_remember(struct rlk_place *place)
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

void rlk_place_leave(struct rlk_place *place)
{
    if (place != NULL)
        place->filed = false;
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
    place->queued &= ~rlk_node_set_of(node);
    rlk_wait_granted(&place->wait, node);
    rlk_round_handed(&op->round, node, sent, fenced ? push->c : 0, now);
    op->runtime->nodes[node].stats.votes[REDLOCK_VOTE_GRANTED]++;
    if (rlk_node_set_has(op->granted, node))
        return;
    op->granted |= rlk_node_set_of(node);
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

    if (rlk_place_is_for_slot(place)) {
        rlk_place_slot_woken(place, node, now);
        return;
    }
    rlk_place_hear_head(place, &push->head);
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
            rlk_place_claim(place, now);
        place->claim_at =
            place->claiming
                ? RLK_NEVER
                : rlk_place_smaller(
                      place->claim_at,
                      rlk_clock_add(now, rlk_wait_patience(rlk_place_slowest(
                                             place, rlk_place_all(place)))));
        rlk_place_arm(place);
    } else if (!place->won) {
        if (push->set)
            rlk_round_heard(&op->round, node);
        rlk_place_claim(place, now);
    }
    rlk_op_drive(op, now);
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

bool rlk_place_awaits_push(const struct rlk_place *place)
{
    return place->head.token.length == 0 ||
           place->op->granted != rlk_place_all(place);
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

void rlk_place_found(struct rlk_runtime *runtime, int node, const char *text,
                     size_t length, int64_t now)
{
    if (rlk_token_is_of(&runtime->token_base, text, length))
        give_back(runtime, node, text, length, now);
}

/* It says so at that node alone. */
static void speak(struct rlk_place *place, int node, int64_t now)
{
    if (rlk_place_is_for_slot(place))
        rlk_place_slot_woken(place, node, now);
    else
        rlk_place_speak(place, rlk_node_set_of(node), now);
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
