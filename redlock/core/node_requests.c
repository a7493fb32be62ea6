/* SPDX-License-Identifier: MIT */
/* The requests to a node, from sending to the answer, and its backlog. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"

/* Where the timer is set, the node is looked at again in any case. */
static void watch(struct rlk_node *node, int64_t now)
{
    if (node->timer.at == RLK_NEVER)
        rlk_node_watch(node, now);
}

/* Answers all requests in the ring with the reason why the node is down. */
void rlk_node_fail_requests(struct rlk_node *node,
                            struct rlk_inflight *inflight, bool sent,
                            int64_t now)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_ERROR,
        .reason = node->reason,
        .remaining_ms = -1,
        .text = node->message,
        .text_length = strlen(node->message),
    };
    struct rlk_inflight_entry entry;

    /* As many as there are now: an owner may push a request again. */
    for (uint32_t left = inflight->count; left > 0; left--) {
        if (rlk_inflight_pop(inflight, &entry))
            entry.pending->ops->answered(entry.pending, node->index, entry.verb,
                                         &answer, sent, now);
    }
}

static void ignore_answer(struct rlk_pending *pending, int index,
                          enum rlk_verb verb, const struct rlk_answer *answer,
                          bool sent, int64_t now)
{
    (void)pending, (void)index, (void)verb, (void)answer, (void)sent, (void)now;
}

static bool never(const struct rlk_pending *pending, int index,
                  enum rlk_verb verb, int64_t now)
{
    (void)pending, (void)index, (void)verb, (void)now;
    return false;
}

static const struct rlk_pending_ops nobody_ops = {
    .wanted = never,
    .answered = ignore_answer,
};

static struct rlk_pending nobody = {.ops = &nobody_ops};

static uint8_t bit_of(const struct rlk_kind *kind)
{
    return kind == NULL ? 0 : kind->bit;
}

/* Sends it, and notes it in flight as the owner's; false: neither. */
static bool dispatch(struct rlk_node *node, struct rlk_pending *pending,
                     const struct rlk_request *request, int64_t now)
{
    if (!rlk_inflight_push(&node->inflight, &(struct rlk_inflight_entry){
                                                .pending = pending,
                                                .verb = request->verb,
                                                .checked = request->checked,
                                                .kind = bit_of(request->kind),
                                                .sent = now,
                                            }))
        return false;
    if (node->inflight.count == 1)
        node->heard = now;
    watch(node, now);
    if (node->runtime->transport->ops->send(node->runtime->transport,
                                            node->index, request))
        return true;
    rlk_inflight_unpush(&node->inflight);
    return false;
}

bool rlk_node_send_own(struct rlk_node *node, const struct rlk_request *request,
                       int64_t now)
{
    return dispatch(node, &nobody, request, now);
}

/* Does the server not have the script yet that must not be sent again? */
static bool new_there(const struct rlk_node *node,
                      const struct rlk_request *request)
{
    if (request->verb == RLK_VERB_GRANT)
        return request->checked &&
               (node->lacks_grant & request->kind->bit) != 0;
    if (request->verb == RLK_VERB_PASS)
        return !node->knows_pass;
    return request->verb == RLK_VERB_RELEASE &&
           (request->checked ||
            (node->knows_release & request->kind->bit) == 0);
}

static bool transmit(struct rlk_node *node, struct rlk_pending *pending,
                     enum rlk_verb verb, bool by_text, int64_t now)
{
    struct rlk_request request;

    pending->ops->request(pending, node->index, verb, &request, now);
    /*
     * A release goes by text until the server has shown that it knows the
     * script: this process may have ended before it could be sent again. Where
     * a node has said that it does not know the script of the grant, and the
     * lock was released before the text could be sent, the next grant brings
     * it.
     */
    request.by_text = by_text || new_there(node, &request);
    return dispatch(node, pending, &request, now);
}

/* Does so much wait at a silent node that more would only wait, too? */
static bool stuffed(const struct rlk_node *node)
{
    return node->silent && node->inflight.count >= RLK_BACKLOG_AT_ONCE;
}

bool rlk_node_send(struct rlk_node *node, struct rlk_pending *pending,
                   enum rlk_verb verb, int64_t now)
{
    if (node->state == RLK_NODE_UP)
        return !stuffed(node) && transmit(node, pending, verb, false, now);
    if (!rlk_node_first_connection_pending(node, now))
        return false;
    return rlk_inflight_push(
        &node->held,
        &(struct rlk_inflight_entry){.pending = pending, .verb = verb});
}

void rlk_node_send_held(struct rlk_node *node, int64_t now)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_ERROR,
        .reason = REDLOCK_REASON_SILENT,
        .remaining_ms = -1,
    };
    struct rlk_inflight_entry entry;

    for (uint32_t left = node->held.count; left > 0; left--) {
        if (!rlk_inflight_pop(&node->held, &entry))
            break;
        if (!entry.pending->ops->wanted(entry.pending, node->index, entry.verb,
                                        now) ||
            !transmit(node, entry.pending, entry.verb, false, now))
            entry.pending->ops->answered(entry.pending, node->index, entry.verb,
                                         &answer, false, now);
    }
}

/* --- the backlog ------------------------------------------------------------
 */

static struct rlk_backlog_entry *entry_of(const struct rlk_pending *pending)
{
    return (struct rlk_backlog_entry *)(uintptr_t)pending;
}

static void entry_request(const struct rlk_pending *pending, int index,
                          enum rlk_verb verb, struct rlk_request *request,
                          int64_t now)
{
    const struct rlk_backlog_entry *entry = entry_of(pending);

    (void)index, (void)now;
    *request = (struct rlk_request){
        .kind = entry->kind,
        .verb = verb,
        .resource = entry->resource->text,
        .resource_length = entry->resource->length,
        .token = entry->token.text,
        .token_length = entry->token.length,
        .owner = rlk_resource_owner(entry->resource),
        .owner_length = entry->resource->owner_length,
        .slot = entry->slot,
    };
}

static bool entry_wanted(const struct rlk_pending *pending, int index,
                         enum rlk_verb verb, int64_t now)
{
    (void)pending, (void)index, (void)verb, (void)now;
    return true;
}

static void entry_answered(struct rlk_pending *pending, int index,
                           enum rlk_verb verb, const struct rlk_answer *answer,
                           bool sent, int64_t now)
{
    struct rlk_backlog_entry *entry = entry_of(pending);
    const struct rlk_node *node =
        RLK_OWNER_OF(entry->backlog, struct rlk_node, backlog);

    (void)index, (void)verb, (void)sent;
    /*
     * A server that has answered executes nothing of an old connection, unless
     * there is one that it has still to kill.
     */
    if (answer->kind != RLK_ANSWER_ERROR)
        rlk_backlog_done(entry);
    else
        rlk_backlog_refused(
            entry, node->state == RLK_NODE_UP && node->orphans_count == 0, now);
}

static const struct rlk_pending_ops entry_ops = {
    .request = entry_request,
    .wanted = entry_wanted,
    .answered = entry_answered,
};

static enum rlk_verb verb_of(const struct rlk_node *node,
                             const struct rlk_backlog_entry *entry)
{
    return entry->hands_on && entry->connection == node->connection &&
                   !node->lacks_queue
               ? RLK_VERB_PASS
               : RLK_VERB_RELEASE;
}

/* Some that could not be sent: what they leave is not to come after a release.
 */
static bool owes_kills(const struct rlk_node *node)
{
    return node->kills + node->spared < node->orphans_count;
}

static void send_backlog(struct rlk_node *node, int64_t now)
{
    struct rlk_backlog_entry *entry;

    while (!owes_kills(node) &&
           (entry = rlk_backlog_next(&node->backlog)) != NULL) {
        entry->pending.ops = &entry_ops;
        if (!rlk_node_send(node, &entry->pending, verb_of(node, entry), now))
            return;
        rlk_backlog_sent(entry);
    }
}

void rlk_node_send_backlog(struct rlk_node *node, int64_t now)
{
    rlk_backlog_try_again(&node->backlog);
    rlk_backlog_expire(&node->backlog, now);
    send_backlog(node, now);
}

void rlk_node_release_later(struct rlk_node *node,
                            struct rlk_resource *resource,
                            const struct rlk_token *token,
                            const struct rlk_backlog_terms *terms, int64_t now)
{
    struct rlk_backlog_terms here = *terms;

    here.connection = node->connection;
    rlk_backlog_add(&node->backlog, resource, token, &here, now);
    watch(node, now);
}

void rlk_node_hand_on(struct rlk_node *node, struct rlk_resource *resource,
                      const struct rlk_token *token, int64_t lives_ns,
                      int64_t now)
{
    rlk_backlog_add(&node->backlog, resource, token,
                    &(struct rlk_backlog_terms){
                        .kind = node->runtime->settings.kind,
                        .lives_ns = lives_ns,
                        .connection = node->connection,
                        .hands_on = true,
                    },
                    now);
    watch(node, now);
    if (node->state == RLK_NODE_UP)
        rlk_node_send_backlog(node, now);
}

/* --- what comes back --------------------------------------------------------
 */

static void note_if(uint8_t *kinds, uint8_t kind, bool so)
{
    *kinds = (uint8_t)(so ? *kinds | kind : *kinds & ~kind);
}

static void note_round_trip(struct rlk_node *node, int64_t took)
{
    node->rtt_ns =
        node->rtt_ns == 0 ? took : node->rtt_ns + (took - node->rtt_ns) / 8;
}

void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now)
{
    struct rlk_inflight_entry entry;

    if (node->silent) {
        node->silent = false;
        rlk_node_log(node, RLK_LOG_LATE, rlk_clock_sub(now, node->heard), now);
        rlk_timers_set(&node->runtime->timers, &node->timer, RLK_NEVER);
    }
    node->heard = now;
    if (!rlk_inflight_pop(&node->inflight, &entry))
        return;
    rlk_node_hear(node, &entry, answer, now);
    if (entry.verb == RLK_VERB_ASK || node->rtt_ns == 0)
        note_round_trip(node, now - entry.sent);
    if (entry.verb == RLK_VERB_PASS)
        node->knows_pass = answer->kind != RLK_ANSWER_ERROR;
    if (entry.verb == RLK_VERB_RELEASE && !entry.checked)
        note_if(&node->knows_release, entry.kind,
                answer->kind != RLK_ANSWER_ERROR);
    if (entry.verb == RLK_VERB_GRANT && entry.checked)
        note_if(&node->lacks_grant, entry.kind,
                answer->kind == RLK_ANSWER_ERROR &&
                    answer->reason == REDLOCK_REASON_NOSCRIPT);
    /* The node does not know the script: it gets its text, in this round. */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_NOSCRIPT &&
        entry.pending->ops->wanted(entry.pending, node->index, entry.verb,
                                   now) &&
        transmit(node, entry.pending, entry.verb, true, now))
        return;
    if (entry.verb == RLK_VERB_KILL_CLIENT)
        rlk_node_kill_answered(node, answer, now);
    entry.pending->ops->answered(entry.pending, node->index, entry.verb, answer,
                                 true, now);
    if (node->backlog.count > 0)
        send_backlog(node, now);
    watch(node, now);
}
