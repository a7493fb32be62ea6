/* SPDX-License-Identifier: MIT */
/* What a round asks of each node, and what goes to its backlog instead. */

#include <string.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "quorum/order.h"
#include "redlock/core/largest_clock.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op_internal.h"
#include "redlock/core/report.h"
#include "redlock/runtime/runtime.h"

/* --- a request -------------------------------------------------------------
 */

static bool fenced(const struct rlk_op *op)
{
    return op->round.settings.fenced || op->fence > 0;
}

/* What a release of an attempt takes back at the node; 0: nothing. */
static int64_t taken_back(const struct rlk_op *op, int node)
{
    return op->operation->round == RLK_ROUND_ACQUIRE
               ? rlk_round_minted(&op->round, node)
               : 0;
}

/*
 * Is the checked command needed? Only where markers are judged or a fence is
 * counted; for a release, only where it takes back what was minted.
 */
static bool goes_checked(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    switch (verb) {
    case RLK_VERB_GRANT:
    case RLK_VERB_CONFIRM:
        return fenced(op) || op->guarded || op->kind->scripted;
    case RLK_VERB_EXTEND:
    case RLK_VERB_REPAIR:
        return fenced(op) || op->runtime->guarded || op->kind->scripted;
    case RLK_VERB_RELEASE:
        return taken_back(op, node) > 0;
    case RLK_VERB_ASK:
        return true;
    case RLK_VERB_PASS:
        return op->successor != NULL || op->pass_checked ||
               taken_back(op, node) > 0;
    case RLK_VERB_INSPECT:
    case RLK_VERB_OBSERVE:
    case RLK_VERB_INIT_NODE:
    case RLK_VERB_MARK:
    case RLK_VERB_KILL_CLIENT:
    case RLK_VERBS:
        break;
    }
    return false;
}

static int64_t fence_for(const struct rlk_op *op, int node, enum rlk_verb verb)
{
    if (verb == RLK_VERB_CONFIRM)
        return rlk_round_fence(&op->round);
    if (verb == RLK_VERB_RELEASE)
        return taken_back(op, node);
    if (verb == RLK_VERB_REPAIR)
        return rlk_lock_counted(op->lock, node);
    return op->fence;
}

/* Is the marker judged: for ourselves, or for the one who is named? */
static bool judges(const struct rlk_op *op, enum rlk_verb verb)
{
    return op->runtime->guarded ||
           (verb == RLK_VERB_PASS && op->successor != NULL &&
            (op->successor->flags & RLK_PLACE_GUARDED) != 0);
}

static void fill_rules(const struct rlk_op *op, int node, enum rlk_verb verb,
                       struct rlk_rules *rules, int64_t now)
{
    struct rlk_runtime *runtime = op->runtime;

    *rules = (struct rlk_rules){
        .guard_ms = judges(op, verb)
                        ? rlk_clock_to_ms(runtime->settings.ttl_max_ns)
                        : 0,
        .serial = ++runtime->serials,
        .fenced = fenced(op),
        .fence = fence_for(op, node, verb),
        .minted = verb == RLK_VERB_PASS ? taken_back(op, node) : 0,
        .floor_us = fenced(op) ? rlk_largest_clock_us(runtime, now) : 0,
    };
    memcpy(rules->run_id, runtime->nodes[node].identity.run_id,
           sizeof(rules->run_id));
}

void rlk_op_request(const struct rlk_pending *pending, int node,
                    enum rlk_verb verb, struct rlk_request *request,
                    int64_t now)
{
    const struct rlk_op *op = (const struct rlk_op *)pending;

    *request = (struct rlk_request){
        .kind = op->kind,
        .verb = verb,
        .resource = op->resource->text,
        .resource_length = op->resource->length,
        .token = op->token.text,
        .token_length = op->token.length,
        .owner = rlk_resource_owner(op->resource),
        .owner_length = op->resource->owner_length,
        .slot = op->slot,
        .ttl_ms = op->key_lives_ms,
        .checked = goes_checked(op, node, verb),
    };
    if (request->checked)
        fill_rules(op, node, verb, &request->rules, now);
    if (verb == RLK_VERB_PASS)
        request->successor = op->successor;
    if (op->operation->fill != NULL)
        op->operation->fill(op, node, request);
}

/* --- sent, or in the backlog -----------------------------------------------
 */

static void note_reach(struct rlk_op *op)
{
    if (op->lock_reach == NULL)
        return;
    op->lock_reach->asked |= op->reach.asked;
    op->lock_reach->maybe_unread |= op->reach.maybe_unread;
}

bool rlk_op_send(struct rlk_op *op, int node, enum rlk_verb verb, int64_t now)
{
    if (!rlk_node_send(&op->runtime->nodes[node], &op->pending, verb, now))
        return false;
    op->in_flight++;
    /* The node may set the key now: a release to it must not be lost. */
    if (verb == RLK_VERB_GRANT || verb == RLK_VERB_REPAIR ||
        verb == RLK_VERB_ASK) {
        op->reach.asked |= rlk_node_set_of(node);
        note_reach(op);
    }
    return true;
}

void rlk_op_note_maybe_unread(struct rlk_op *op, int node)
{
    op->reach.maybe_unread |= rlk_node_set_of(node);
    note_reach(op);
}

/* A key that the op sets expires by itself after so long. */
static int64_t lives(const struct rlk_op *op)
{
    return rlk_clock_add(
        rlk_clock_from_ms(op->key_lives_ms),
        rlk_clock_drift(op->ttl_ns, op->runtime->settings.drift_ppm));
}

void rlk_op_release_later(struct rlk_op *op, int node, bool left, int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    uint32_t bit = rlk_node_set_of(node);

    if ((op->reach.asked & bit) == 0)
        return;
    rlk_node_release_later(
        at, op->resource, &op->token,
        &(struct rlk_backlog_terms){
            .kind = op->kind,
            .slot = op->slot,
            .lives_ns = lives(op),
            .maybe_unread = rlk_node_maybe_unread(
                at, (op->reach.maybe_unread & bit) != 0, !left),
        },
        now);
}

void rlk_op_hand_on_elsewhere(struct rlk_op *op, int64_t now)
{
    op->handed_on = true;
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (!rlk_node_set_has(op->round.undone, node))
            rlk_node_hand_on(&op->runtime->nodes[node], op->resource,
                             &op->token, lives(op), now);
    }
}

/* --- which nodes -----------------------------------------------------------
 */

static void note_unreached(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = at->reason;
    rlk_report_message(op->report, node, at->message);
}

/* May the node have a marker that it does not show? */
static bool hides_marker(const struct rlk_op *op, const struct rlk_node *at)
{
    return op->operation->round == RLK_ROUND_ACQUIRE &&
           op->runtime->settings.guard != REDLOCK_GUARD_OFF &&
           at->identity.marker_hidden != REDLOCK_REASON_NONE;
}

static bool marks(const struct rlk_op *op)
{
    return op->operation->verb == RLK_VERB_INIT_NODE;
}

bool rlk_op_may_judge(const struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];
    bool judges = op->runtime->guarded || op->round.settings.fenced;

    if (at->state != RLK_NODE_UP ||
        (op->operation->round != RLK_ROUND_ACQUIRE && !marks(op)))
        return true;
    if (hides_marker(op, at))
        return false;
    return (!marks(op) && !judges) || !at->guard.nameless;
}

void rlk_op_note_unjudged(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = REDLOCK_REASON_NOPERM;
    if (hides_marker(op, at)) {
        op->reasons[node] = at->identity.marker_hidden;
        rlk_report_message(op->report, node,
                           "does not show " RLK_MARKER_KEY
                           ", which tells if it lost its memory");
    } else if (op->runtime->guarded || marks(op)) {
        rlk_report_message(op->report, node,
                           "the amnesia guard needs the right to INFO");
    } else {
        rlk_report_message(op->report, node, "a fence needs the right to INFO");
    }
}

static void not_asked(struct rlk_op *op, int node, int64_t now)
{
    rlk_round_vote(&op->round, node, RLK_VOTE_UNREACHED, now);
    if (op->operation->missed != NULL)
        op->operation->missed(op, node, now);
}

void rlk_op_ask(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_node *at = &op->runtime->nodes[node];
    enum rlk_verb verb = op->operation->verb_at != NULL
                             ? op->operation->verb_at(op, node)
                             : op->operation->verb;
    bool releases = op->operation->verb == RLK_VERB_RELEASE;
    bool usable =
        rlk_node_usable(at, now) || (releases && at->state == RLK_NODE_UP);

    if (usable && !rlk_op_may_judge(op, node)) {
        rlk_op_note_unjudged(op, node);
        not_asked(op, node, now);
        return;
    }
    if (usable && rlk_op_send(op, node, verb, now))
        return;
    if (releases)
        rlk_op_release_later(op, node, false, now);
    note_unreached(op, node);
    not_asked(op, node, now);
}

void rlk_op_exclude_dead(struct rlk_op *op, int64_t now)
{
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_usable(&op->runtime->nodes[node], now))
            continue;
        note_unreached(op, node);
        rlk_op_count_vote(op, node, RLK_VOTE_UNREACHED);
        rlk_round_exclude(&op->round, node, now);
    }
}

/*
 * Where somebody may wait for the resource: at the first usable node of its
 * order, and where that refuses to queue, or to grant for what it may have
 * forgotten, at the first that does neither, too.
 */
static bool is_gate(const struct rlk_op *op, int node, int64_t now)
{
    int nodes = op->runtime->settings.nodes;
    int at = rlk_order_first(op->resource->crc, nodes);
    bool first = true;

    for (int i = 0; i < nodes; i++, at = at + 1 < nodes ? at + 1 : 0) {
        bool queues = rlk_node_queues(&op->runtime->nodes[at], now);
        bool usable = rlk_node_usable(&op->runtime->nodes[at], now);
        if (at == node)
            return queues || (first && usable);
        if (queues)
            return false;
        first = first && !usable;
    }
    return false;
}

/* An undo hands on, too: where the attempt has a place, and at the gate. */
static enum rlk_verb undo_verb(const struct rlk_op *op, int node, int64_t now)
{
    if (op->kind->scripted || op->runtime->nodes[node].lacks_queue)
        return RLK_VERB_RELEASE;
    return op->place != NULL || is_gate(op, node, now) ? RLK_VERB_PASS
                                                       : RLK_VERB_RELEASE;
}

void rlk_op_undo(struct rlk_op *op, int node, int64_t now)
{
    if (rlk_op_send(op, node, undo_verb(op, node, now), now))
        return;
    rlk_op_release_later(op, node, false, now);
    rlk_round_undone(&op->round, node, now);
}

void rlk_op_confirm(struct rlk_op *op, int node, int64_t now)
{
    if (!rlk_op_send(op, node, RLK_VERB_CONFIRM, now))
        rlk_round_unconfirmed(&op->round, node, RLK_VOTE_FAILED, now);
}
