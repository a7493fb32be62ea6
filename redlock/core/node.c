/* SPDX-License-Identifier: MIT */
/* One node and its connections. */

#include "redlock/core/node.h"

#include <string.h>

#include "quorum/backoff.h"

/* A connection that was up for less than this counts as a failed attempt. */
#define RLK_NODE_STEADY_NS RLK_NS_PER_S

/*
 * The pause between two attempts to connect: a fixed part, and the limit of a
 * random part after the first failure. The limit doubles with each failure.
 */
#define RETRY_LEAST_NS (50 * RLK_NS_PER_MS)
#define RETRY_CHANCE_NS (100 * RLK_NS_PER_MS)

/* The time limit for a connection or an answer, in node timeouts. */
#define PATIENCE 10

static const struct rlk_transport_ops *ops_of(const struct rlk_node *node)
{
    return node->runtime->transport->ops;
}

/* The time limit for a connection or an answer. */
static int64_t node_patience(const struct rlk_node *node)
{
    int64_t span = PATIENCE * node->runtime->settings.node_timeout_ns;

    return span < RLK_NS_PER_S ? RLK_NS_PER_S : span;
}

static void set_timer(struct rlk_node *node, int64_t at)
{
    rlk_timers_set(&node->runtime->timers, &node->timer, at);
}

static void remember_why(struct rlk_node *node, enum redlock_reason reason,
                         const char *message)
{
    size_t length = 0;

    node->reason = reason;
    if (message != NULL) {
        length = strnlen(message, sizeof(node->message) - 1);
        memcpy(node->message, message, length);
    }
    node->message[length] = '\0';
}

/* When to connect again after this many failures, > 0. */
static int64_t node_retry_at(const struct rlk_node *node, int failures,
                             int64_t now)
{
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_CHANCE_NS,
        .ceiling_ns = RLK_NODE_RETRY_LONGEST_NS - RETRY_LEAST_NS,
    };
    int64_t pause =
        RETRY_LEAST_NS + rlk_backoff_pause(&backoff, failures - 1,
                                           rlk_runtime_random(node->runtime));

    return rlk_clock_add(now, pause);
}

/* Logs an event of the node, with its reason and message. */
static void node_log(struct rlk_node *node, enum rlk_log_kind kind,
                     int64_t span_ns, int64_t now)
{
    rlk_runtime_log(node->runtime, &(struct rlk_log_event){
                                       .kind = kind,
                                       .node = node->index,
                                       .reason = node->reason,
                                       .text = node->message,
                                       .span_ns = span_ns,
                                       .now = now,
                                   });
}

/* May requests wait for this connection? See rlk_node_send(). */
static bool node_first_connection_pending(const struct rlk_node *node,
                                          int64_t now)
{
    return node->state == RLK_NODE_CONNECTING && node->failures == 0 &&
           rlk_clock_sub(now, node->since) <
               node->runtime->settings.node_timeout_ns;
}

/*
 * Sets the timer if something is pending: unanswered requests, pending
 * releases, or orphans. A timer that is set already checks these, too.
 */
static inline void node_watch(struct rlk_node *node, int64_t now)
{
    bool open = node->inflight.count > 0 || node->releases.count > 0 ||
                node->orphans_count > 0;

    if (node->timer.position == 0 && node->state == RLK_NODE_UP && open)
        set_timer(node, rlk_clock_add(now, node_patience(node)));
}

/* --- requests ------------------------------------------------------------ */

/* Answers all requests in the ring with the reason why the node is down. */
static void node_fail_requests(struct rlk_node *node,
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

    /* Only those in the ring now: an owner may send another request. */
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

/* The owner of requests whose answer only the node itself uses. */
static struct rlk_pending nobody = {.ops = &nobody_ops};

/* Does it use the script that serves all lock types? */
static bool is_whole(const struct rlk_request *request)
{
    return request->checked ||
           (request->kind != NULL && request->kind->scripted);
}

/* Sends the request, and records it as in flight; false: neither. */
static inline bool dispatch(struct rlk_node *node, struct rlk_pending *pending,
                            const struct rlk_request *request, int64_t now)
{
    if (!rlk_inflight_push(&node->inflight, &(struct rlk_inflight_entry){
                                                .pending = pending,
                                                .verb = request->verb,
                                                .checked = request->checked,
                                                .whole = is_whole(request),
                                                .sent = now,
                                            }))
        return false;
    if (node->inflight.count == 1)
        node->answered_at = now;
    node_watch(node, now);
    if (node->runtime->transport->ops->send(node->runtime->transport,
                                            node->index, request))
        return true;
    rlk_inflight_unpush(&node->inflight);
    return false;
}

/* May the server lack a script that this request cannot afford to resend? */
static bool new_there(const struct rlk_node *node,
                      const struct rlk_request *request)
{
    if (request->verb == RLK_VERB_GRANT)
        return request->checked && node->lacks_grant;
    if (request->verb == RLK_VERB_PASS)
        return !node->knows_pass;
    return request->verb == RLK_VERB_RELEASE &&
           !node->knows_release[is_whole(request)];
}

static inline bool transmit(struct rlk_node *node, struct rlk_pending *pending,
                            enum rlk_verb verb, bool by_text, int64_t now)
{
    struct rlk_request *request =
        pending->ops->request(pending, node->index, verb, now);

    /*
     * A release is sent as text until the server is known to have the script,
     * because this process may end before it could send the text again. A grant
     * is sent as text if a node reported its script missing but the lock was
     * released before the text could be sent.
     */
    request->by_text = by_text || new_there(node, request);
    return dispatch(node, pending, request, now);
}

/* Would another request to this silent node only wait behind many others? */
static bool stuffed(const struct rlk_node *node)
{
    return node->silent &&
           node->inflight.count >= RLK_PENDING_RELEASES_IN_FLIGHT;
}

bool rlk_node_send(struct rlk_node *node, struct rlk_pending *pending,
                   enum rlk_verb verb, int64_t now)
{
    if (node->state == RLK_NODE_UP)
        return !stuffed(node) && transmit(node, pending, verb, false, now);
    if (!node_first_connection_pending(node, now))
        return false;
    return rlk_inflight_push(
        &node->held,
        &(struct rlk_inflight_entry){.pending = pending, .verb = verb});
}

/* The first connection is up: sends the requests that waited for it. */
static void node_send_held(struct rlk_node *node, int64_t now)
{
    struct rlk_answer answer = {
        .kind = RLK_ANSWER_ERROR,
        .remaining_ms = -1,
    };
    struct rlk_inflight_entry entry;

    for (uint32_t left = node->held.count; left > 0; left--) {
        bool wanted;
        if (!rlk_inflight_pop(&node->held, &entry))
            break;
        wanted = entry.pending->ops->wanted(entry.pending, node->index,
                                            entry.verb, now);
        if (wanted && transmit(node, entry.pending, entry.verb, false, now))
            continue;
        answer.reason =
            wanted ? REDLOCK_REASON_NO_MEMORY : REDLOCK_REASON_SILENT;
        entry.pending->ops->answered(entry.pending, node->index, entry.verb,
                                     &answer, false, now);
    }
}

/* --- connections that broke ---------------------------------------------- */

static void drop_orphan(struct rlk_node *node, int which)
{
    node->orphans_count--;
    memmove(&node->orphans[which], &node->orphans[which + 1],
            (size_t)(node->orphans_count - which) * sizeof(node->orphans[0]));
}

/* The connection broke: the server may not have read all requests on it. */
static void note_orphan(struct rlk_node *node)
{
    if (node->inflight.count == 0)
        return;
    if (node->identity.client_id == 0) {
        node->unkilled = true;
        return;
    }
    if (node->orphans_count == RLK_NODE_ORPHANS) {
        node->unkilled = true;
        drop_orphan(node, 0);
    }
    node->orphans[node->orphans_count++] = node->identity.client_id;
}

bool rlk_node_maybe_unread(const struct rlk_node *node, bool broken,
                           bool standing)
{
    return (broken && (node->orphans_count > 0 || node->unkilled)) ||
           (standing && node->state == RLK_NODE_UP && node->inflight.count > 0);
}

/*
 * If no request of a broken connection can still be executed, the ages of the
 * pending releases count from now.
 */
static void age_pending_releases(struct rlk_node *node, int64_t now)
{
    if (!rlk_node_maybe_unread(node, true, false))
        rlk_pending_releases_begin_to_age(&node->releases, node->connection,
                                          now);
}

/*
 * Has the server kill broken connections with possibly unread requests, so that
 * none is executed after the releases that follow (protocol 2).
 */
static void kill_orphans(struct rlk_node *node, int64_t now)
{
    struct rlk_request request = {.verb = RLK_VERB_KILL_CLIENT};

    if (node->kills > 0)
        return;
    node->spared = 0;
    for (int i = 0; i < node->orphans_count; i++) {
        request.client_id = node->orphans[i];
        if (!dispatch(node, &nobody, &request, now))
            return;
        node->kills++;
    }
}

/*
 * Handles the answer about the oldest orphan that was not spared. Orphans are
 * killed, and answered, in the order in which they broke. If the server was too
 * busy to kill one, the kill is repeated; if the server refuses, the orphan is
 * given up.
 */
static void node_kill_answered(struct rlk_node *node,
                               const struct rlk_answer *answer, int64_t now)
{
    node->kills--;
    if (answer->kind == RLK_ANSWER_ERROR &&
        (answer->reason == REDLOCK_REASON_IN_SCRIPT ||
         answer->reason == REDLOCK_REASON_LOADING)) {
        node->spared++;
        return;
    }
    if (answer->kind == RLK_ANSWER_ERROR)
        node->unkilled = true;
    drop_orphan(node, node->spared);
    age_pending_releases(node, now);
}

/*
 * Orphans are connections to one server process. A later process has none, and
 * those of an unknown process cannot be killed.
 */
static void judge_orphans(struct rlk_node *node, const char *run_id)
{
    const char *before = node->identity.run_id;
    bool known = run_id[0] != '\0' && before[0] != '\0';

    if (known && strcmp(run_id, before) == 0)
        return;
    node->unkilled = !known && (node->unkilled || node->orphans_count > 0);
    node->orphans_count = 0;
}

/* --- the backlog --------------------------------------------------------- */

static struct rlk_pending_release *entry_of(const struct rlk_pending *pending)
{
    return (struct rlk_pending_release *)(uintptr_t)pending;
}

static struct rlk_request *entry_request(const struct rlk_pending *pending,
                                         int index, enum rlk_verb verb,
                                         int64_t now)
{
    const struct rlk_pending_release *entry = entry_of(pending);
    struct rlk_runtime *runtime =
        RLK_OWNER_OF(entry->releases, struct rlk_node, releases)->runtime;

    (void)index, (void)now;
    runtime->request_of = NULL;
    runtime->request = (struct rlk_request){
        .kind = entry->terms.kind,
        .verb = verb,
        .resource = entry->resource->text,
        .resource_length = entry->resource->length,
        .token = entry->token.text,
        .token_length = entry->token.length,
        .owner = rlk_resource_owner(entry->resource),
        .owner_length = entry->resource->owner_length,
        .slot = entry->terms.slot,
    };
    return &runtime->request;
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
    struct rlk_pending_release *entry = entry_of(pending);
    const struct rlk_node *node =
        RLK_OWNER_OF(entry->releases, struct rlk_node, releases);

    (void)index, (void)verb, (void)sent;
    /*
     * A server that answers has executed everything on old connections, except
     * on those that it has yet to kill.
     */
    if (answer->kind != RLK_ANSWER_ERROR)
        rlk_pending_releases_done(entry);
    else
        rlk_pending_releases_refused(
            entry, node->state == RLK_NODE_UP && node->orphans_count == 0, now);
}

static const struct rlk_pending_ops entry_ops = {
    .request = entry_request,
    .wanted = entry_wanted,
    .answered = entry_answered,
};

static enum rlk_verb verb_of(const struct rlk_node *node,
                             const struct rlk_pending_release *entry)
{
    return entry->terms.hands_on &&
                   entry->terms.connection == node->connection &&
                   !node->lacks_queue
               ? RLK_VERB_PASS
               : RLK_VERB_RELEASE;
}

/* Orphans without a kill: releases must not be sent before it. */
static bool has_pending_kills(const struct rlk_node *node)
{
    return node->kills + node->spared < node->orphans_count;
}

static void send_pending_releases(struct rlk_node *node, int64_t now)
{
    struct rlk_pending_release *entry;

    while (!has_pending_kills(node) &&
           (entry = rlk_pending_releases_next(&node->releases)) != NULL) {
        entry->pending.ops = &entry_ops;
        if (!rlk_node_send(node, &entry->pending, verb_of(node, entry), now))
            return;
        rlk_pending_releases_sent(entry);
    }
}

void rlk_node_send_pending_releases(struct rlk_node *node, int64_t now)
{
    node->releases.refused = false;
    rlk_pending_releases_expire(&node->releases, now);
    send_pending_releases(node, now);
}

void rlk_node_release_later(struct rlk_node *node,
                            struct rlk_resource *resource,
                            const struct rlk_token *token,
                            const struct rlk_pending_releases_terms *terms,
                            int64_t now)
{
    struct rlk_pending_releases_terms here = *terms;

    here.connection = node->connection;
    rlk_pending_releases_add(&node->releases, resource, token, &here, now);
    node_watch(node, now);
}

void rlk_node_hand_on(struct rlk_node *node, struct rlk_resource *resource,
                      const struct rlk_token *token, int64_t lives_ns,
                      int64_t now)
{
    rlk_pending_releases_add(&node->releases, resource, token,
                             &(struct rlk_pending_releases_terms){
                                 .kind = node->runtime->settings.kind,
                                 .lives_ns = lives_ns,
                                 .connection = node->connection,
                                 .hands_on = true,
                             },
                             now);
    node_watch(node, now);
    if (node->state == RLK_NODE_UP)
        rlk_node_send_pending_releases(node, now);
}

/* --- its guard ----------------------------------------------------------- */

/* Writes the mark that the guard requests; false: not sent. */
static bool send_mark(struct rlk_node *node, const struct rlk_guard_news *news,
                      int64_t now)
{
    struct rlk_runtime *runtime = node->runtime;
    struct rlk_request request;
    uint64_t random[2] = {0};

    if (node->state != RLK_NODE_UP)
        return false;
    if (news->mark == RLK_GUARD_QUARANTINE) {
        runtime->transport->ops->random(runtime->transport, random,
                                        sizeof(random));
        runtime->serials++;
    }
    rlk_marking_request(&node->identity, news, random, runtime->serials,
                        node->mark, &request);
    return dispatch(node, &nobody, &request, now);
}

/* Logs a change of the node's memory, once. */
static void tell_marker(struct rlk_node *node, int64_t now)
{
    enum rlk_marker_state state = node->guard.marker.state;
    enum rlk_marker_state before = node->logged;

    if (!node->guard.guarded || state == before || state == RLK_MARKER_LATER)
        return;
    if (state == RLK_MARKER_QUARANTINE)
        node_log(node, RLK_LOG_QUARANTINE, rlk_node_quarantine(node, now), now);
    else if (before == RLK_MARKER_QUARANTINE && state == RLK_MARKER_OK)
        node_log(node, RLK_LOG_KEPT, 0, now);
    node->logged = state;
}

/*
 * Acts on the guard's news. on_news comes early: it may withdraw the node's
 * vote from attempts, and they then ask another node.
 */
static void act_on_guard(struct rlk_node *node, int64_t now)
{
    struct rlk_guard_news news;

    if (!rlk_guard_take(&node->guard, &news))
        return;
    tell_marker(node, now);
    if (news.excluded)
        node_log(node, RLK_LOG_CLOCK, 0, now);
    if (news.shorten_ns > 0 || news.excluded || news.guarded)
        node->on_news(node, &news, now);
    if (news.mark != RLK_GUARD_NO_MARK && !send_mark(node, &news, now))
        rlk_guard_mark_ended(&node->guard, false);
    rlk_timers_set(&node->runtime->timers, &node->guard_timer,
                   node->guard.wakeup);
}

static void guard_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node = RLK_OWNER_OF(timer, struct rlk_node, guard_timer);

    rlk_guard_tick(&node->guard, node->state == RLK_NODE_UP && !node->silent,
                   now);
    act_on_guard(node, now);
}

void rlk_node_note(struct rlk_node *node,
                   const struct rlk_inflight_entry *entry,
                   const struct rlk_answer *answer, int64_t now)
{
    rlk_marking_note(&node->guard, &node->identity, node->mark, entry, answer,
                     now);
    if (node->guard.has_news)
        act_on_guard(node, now);
}

void rlk_node_judge(struct rlk_node *node, int64_t now)
{
    rlk_guard_judge(&node->guard, now);
    act_on_guard(node, now);
}

/*
 * The node is up: judges its marker, and ends a quarantine that is over. Must
 * happen before held requests are sent: the node would refuse those that
 * precede the mark which ends the quarantine.
 */
static void node_guard_look(struct rlk_node *node, int64_t now)
{
    if (node->identity.marker[0] != '\0')
        rlk_guard_found(&node->guard);
    act_on_guard(node, now);
    rlk_node_judge(node, now);
    rlk_guard_tick(&node->guard, true, now);
    act_on_guard(node, now);
}

int64_t rlk_node_quarantine(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP ? rlk_guard_quarantine(&node->guard, now)
                                      : 0;
}

/* Can its memory be judged, and is it not in quarantine? */
static bool may_be_judged(const struct rlk_node *node)
{
    const struct rlk_runtime *runtime = node->runtime;

    if (runtime->settings.guard != REDLOCK_GUARD_OFF &&
        node->identity.marker_hidden != REDLOCK_REASON_NONE)
        return false;
    return !runtime->guarded ||
           (!node->guard.nameless && node->guard.marker.state == RLK_MARKER_OK);
}

bool rlk_node_queues(const struct rlk_node *node, int64_t now)
{
    return rlk_node_usable(node, now) && !node->lacks_queue &&
           may_be_judged(node);
}

bool rlk_node_observation(const struct rlk_node *node, int64_t now,
                          struct redlock_quarantine_observation *observation)
{
    return rlk_marking_observation(&node->guard, &node->identity, now,
                                   observation);
}

/* false: no memory. */
static bool node_guard_init(struct rlk_node *node)
{
    const struct rlk_runtime *runtime = node->runtime;

    rlk_guard_init(&node->guard,
                   &(struct rlk_guard_settings){
                       .ttl_max_ns = runtime->settings.ttl_max_ns,
                       .drift_ppm = runtime->settings.drift_ppm,
                       .slack_ns = rlk_runtime_slack(runtime, 0),
                       .mark_ns = runtime->settings.node_timeout_ns,
                       .guarded = runtime->guarded,
                       .read_only = runtime->settings.read_only,
                   });
    return rlk_timers_promise(&node->runtime->timers, &node->guard_timer,
                              guard_fire);
}

/* --- its second connection ----------------------------------------------- */

/*
 * A node's second connection, for hand-off messages: opened when there is a
 * waiter, reopened when it breaks, closed when there was no waiter for a while.
 */

static void listen_set_timer(struct rlk_node *node, int64_t at)
{
    rlk_timers_set(&node->runtime->timers, &node->listening.timer, at);
}

/* May it be open, and is there a waiter? */
static bool is_listener_wanted(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP && !node->listening.refused &&
           now < node->listening.wanted_until;
}

static void listen_begin(struct rlk_node *node, int64_t now)
{
    char channel[RLK_CHANNEL_MAX];

    rlk_token_channel(&node->runtime->token_base, channel);
    node->listening.state = RLK_LISTENING_OPENING;
    node->listening.since = now;
    listen_set_timer(node, rlk_clock_add(now, node_patience(node)));
    ops_of(node)->listen(node->runtime->transport, node->index, channel);
}

static void listen_rest(struct rlk_node *node)
{
    node->listening.state = RLK_LISTENING_OFF;
    listen_set_timer(node, RLK_NEVER);
}

static void listen_end(struct rlk_node *node)
{
    ops_of(node)->unlisten(node->runtime->transport, node->index);
    listen_rest(node);
}

/* The connection is gone: decides when to open the next one. */
static void listen_come_down(struct rlk_node *node, enum redlock_reason reason,
                             bool was_steady, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->failures = was_steady ? 0 : listening->failures + 1;
    listening->reason = reason;
    listening->refused = reason == REDLOCK_REASON_NOPERM;
    listen_rest(node);
    if (!is_listener_wanted(node, now))
        return;
    if (was_steady) {
        listen_begin(node, now);
        return;
    }
    listening->state = RLK_LISTENING_PAUSED;
    listen_set_timer(node, node_retry_at(node, listening->failures, now));
}

static void listen_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node =
        RLK_OWNER_OF(timer, struct rlk_node, listening.timer);
    struct rlk_listening *listening = &node->listening;

    switch (listening->state) {
    case RLK_LISTENING_OPENING:
        listen_end(node);
        listen_come_down(node, REDLOCK_REASON_SILENT, false, now);
        break;
    case RLK_LISTENING_PAUSED:
        listen_rest(node);
        if (is_listener_wanted(node, now))
            listen_begin(node, now);
        break;
    case RLK_LISTENING_UP:
        if (now < listening->wanted_until)
            listen_set_timer(node, listening->wanted_until);
        else
            listen_end(node);
        break;
    case RLK_LISTENING_OFF:
        break;
    }
}

void rlk_node_listen(struct rlk_node *node, int64_t now)
{
    node->listening.wanted_until = rlk_clock_add(now, RLK_NODE_LISTEN_IDLE_NS);
    if (node->listening.state == RLK_LISTENING_OFF &&
        is_listener_wanted(node, now))
        listen_begin(node, now);
}

void rlk_node_stop_listening(struct rlk_node *node)
{
    enum rlk_listening_state state = node->listening.state;

    node->listening.wanted_until = 0;
    if (state == RLK_LISTENING_UP || state == RLK_LISTENING_OPENING)
        listen_end(node);
    else
        listen_rest(node);
}

bool rlk_node_listens(const struct rlk_node *node)
{
    return node->listening.state == RLK_LISTENING_UP;
}

/* Unknown run ids are never equal. */
static bool is_same(const char *run_id, const char *other)
{
    return run_id[0] != '\0' && strcmp(run_id, other) == 0;
}

/*
 * Why this connection is useless; NONE: it is not. If it leads to a replica,
 * its subscribers get messages from the master. If the server does not identify
 * itself, the user lacks the right to INFO.
 */
static enum redlock_reason flaw_of(const struct rlk_node *node,
                                   const struct rlk_identity *identity)
{
    if (identity->run_id[0] == '\0')
        return REDLOCK_REASON_NOPERM;
    return is_same(identity->run_id, node->identity.run_id)
               ? REDLOCK_REASON_NONE
               : REDLOCK_REASON_REPLICA;
}

void rlk_node_listening(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now)
{
    struct rlk_listening *listening = &node->listening;
    enum redlock_reason flaw = flaw_of(node, identity);

    if (flaw != REDLOCK_REASON_NONE) {
        listen_end(node);
        listen_come_down(node, flaw, false, now);
        return;
    }
    listening->state = RLK_LISTENING_UP;
    listening->since = now;
    listening->failures = 0;
    listening->reason = REDLOCK_REASON_NONE;
    memcpy(listening->run_id, identity->run_id, sizeof(listening->run_id));
    listen_set_timer(node, listening->wanted_until);
}

void rlk_node_deaf(struct rlk_node *node, enum redlock_reason reason,
                   int64_t now)
{
    bool was_steady =
        node->listening.state == RLK_LISTENING_UP &&
        rlk_clock_sub(now, node->listening.since) >= RLK_NODE_STEADY_NS;

    listen_come_down(node, reason, was_steady, now);
}

/*
 * The first connection is up. A second connection that is open may belong to an
 * earlier server. If the server does not identify itself, it cannot be checked
 * where the second connection ends.
 */
static void node_listen_connected(struct rlk_node *node, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->refused = node->identity.run_id[0] == '\0';
    if (listening->state == RLK_LISTENING_UP &&
        !is_same(listening->run_id, node->identity.run_id))
        listen_end(node);
    if (listening->state == RLK_LISTENING_PAUSED)
        listen_rest(node);
    if (listening->state == RLK_LISTENING_OFF && is_listener_wanted(node, now))
        listen_begin(node, now);
}

/* As rlk_node_overlook() and rlk_node_try_again(). */
static void node_listen_overlook(struct rlk_node *node, int64_t idle_ns)
{
    struct rlk_listening *listening = &node->listening;
    int64_t due = rlk_timers_at(&node->runtime->timers, &listening->timer);

    if (listening->state != RLK_LISTENING_OPENING)
        return;
    listening->since = rlk_clock_add(listening->since, idle_ns);
    listen_set_timer(node, rlk_clock_add(due, idle_ns));
}

static void node_listen_try_again(struct rlk_node *node, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->failures = 0;
    if (listening->state != RLK_LISTENING_PAUSED)
        return;
    listen_rest(node);
    if (is_listener_wanted(node, now))
        listen_begin(node, now);
}

/* --- up and down --------------------------------------------------------- */

/* Logs consecutive failures with the same reason only once. */
static void report_down(struct rlk_node *node, bool was_up,
                        enum redlock_reason reason_before, int64_t now)
{
    if (was_up) {
        node->stats.disconnections++;
        node_log(node, RLK_LOG_DISCONNECTED, 0, now);
        return;
    }
    node->stats.unconnected++;
    if (node->failures == 1 || node->reason != reason_before)
        node_log(node, RLK_LOG_UNCONNECTED, 0, now);
}

static void begin_to_connect(struct rlk_node *node, int64_t now)
{
    node->state = RLK_NODE_CONNECTING;
    node->since = now;
    node->asked = now;
    node->no_answer = NULL;
    set_timer(node, rlk_clock_add(now, node_patience(node)));
    ops_of(node)->connect(node->runtime->transport, node->index);
}

void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now)
{
    bool was_up = node->state == RLK_NODE_UP;
    bool was_steady = was_up && !node->silent &&
                      rlk_clock_sub(now, node->since) >= RLK_NODE_STEADY_NS;
    enum redlock_reason reason_before = node->reason;

    if (was_up)
        note_orphan(node);
    node->failures = was_steady ? 0 : node->failures + 1;
    node->state = RLK_NODE_DOWN;
    node->since = now;
    node->silent = false;
    remember_why(node, reason, message);
    report_down(node, was_up, reason_before, now);
    if (was_steady)
        begin_to_connect(node, now);
    else
        set_timer(node, node_retry_at(node, node->failures, now));
    if (was_up)
        node_fail_requests(node, &node->inflight, true, now);
    else
        node_fail_requests(node, &node->held, false, now);
}

static bool out_of_patience(const struct rlk_node *node, int64_t now)
{
    return node->silent ||
           (node->inflight.count > 0 &&
            rlk_clock_sub(now, node->answered_at) >= node_patience(node));
}

/* The step that got no answer, as text. */
static const char *silence_of(const struct rlk_node *node)
{
    if (node->state == RLK_NODE_UP)
        return "";
    return node->no_answer != NULL ? node->no_answer
                                   : "no answer to the handshake";
}

static void node_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node = RLK_OWNER_OF(timer, struct rlk_node, timer);

    rlk_pending_releases_expire(&node->releases, now);
    if (node->state == RLK_NODE_DOWN) {
        begin_to_connect(node, now);
        return;
    }
    if (node->state == RLK_NODE_UP && !out_of_patience(node, now)) {
        kill_orphans(node, now);
        rlk_node_send_pending_releases(node, now);
        node_watch(node, now);
        return;
    }
    ops_of(node)->disconnect(node->runtime->transport, node->index);
    rlk_node_disconnected(node, REDLOCK_REASON_SILENT, silence_of(node), now);
}

bool rlk_node_init(struct rlk_node *node, int64_t now)
{
    struct rlk_runtime *runtime = node->runtime;

    rlk_pending_releases_init(&node->releases);
    remember_why(node, REDLOCK_REASON_SILENT, "no connection yet");
    if (!rlk_timers_promise(&runtime->timers, &node->timer, node_fire))
        return false;
    if (!node_guard_init(node))
        goto no_guard;
    if (!rlk_timers_promise(&runtime->timers, &node->listening.timer,
                            listen_fire))
        goto no_listening;
    begin_to_connect(node, now);
    return true;

no_listening:
    rlk_timers_forget(&runtime->timers, &node->guard_timer);
no_guard:
    rlk_timers_forget(&runtime->timers, &node->timer);
    return false;
}

void rlk_node_clear(struct rlk_node *node)
{
    rlk_pending_releases_clear(&node->releases);
    rlk_inflight_clear(&node->inflight);
    rlk_inflight_clear(&node->held);
    rlk_timers_forget(&node->runtime->timers, &node->listening.timer);
    rlk_timers_forget(&node->runtime->timers, &node->guard_timer);
    rlk_timers_forget(&node->runtime->timers, &node->timer);
}

bool rlk_node_usable(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP
               ? !node->silent
               : node_first_connection_pending(node, now);
}

int rlk_node_count_usable(const struct rlk_runtime *runtime, int64_t now)
{
    int count = 0;

    for (int node = 0; node < runtime->settings.nodes; node++)
        count += rlk_node_usable(&runtime->nodes[node], now) ? 1 : 0;
    return count;
}

void rlk_node_timed_out(struct rlk_node *node, int64_t now)
{
    if (node->state != RLK_NODE_UP || node->silent || node->inflight.count == 0)
        return;
    node->silent = true;
    node->stats.silences++;
    remember_why(node, REDLOCK_REASON_SILENT, NULL);
    node_log(node, RLK_LOG_SILENT, 0, now);
    set_timer(node, rlk_clock_add(now, node_patience(node)));
}

void rlk_node_overlook(struct rlk_node *node, int64_t idle_ns)
{
    int64_t due = rlk_timers_at(&node->runtime->timers, &node->timer);

    if (node->state == RLK_NODE_DOWN)
        return;
    if (node->state == RLK_NODE_CONNECTING)
        node->since = rlk_clock_add(node->since, idle_ns);
    node->answered_at = rlk_clock_add(node->answered_at, idle_ns);
    if (due != RLK_NEVER)
        set_timer(node, rlk_clock_add(due, idle_ns));
    node_listen_overlook(node, idle_ns);
}

void rlk_node_try_again(struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP && node->silent) {
        ops_of(node)->disconnect(node->runtime->transport, node->index);
        rlk_node_disconnected(node, REDLOCK_REASON_SILENT, "", now);
    }
    if (node->state == RLK_NODE_DOWN) {
        begin_to_connect(node, now);
    } else if (node->state == RLK_NODE_CONNECTING && node->failures > 0) {
        node->since = now;
        set_timer(node, rlk_clock_add(now, node_patience(node)));
    }
    node->failures = 0;
    node_listen_try_again(node, now);
}

bool rlk_node_quiet(const struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP)
        return node->silent || node->inflight.count == 0;
    return !node_first_connection_pending(node, now) ||
           (node->held.count == 0 && node->releases.count == 0);
}

/* Another node that is up and has this run_id; -1: none. */
static int same_server(const struct rlk_node *node, const char *run_id)
{
    const struct rlk_runtime *runtime = node->runtime;

    for (int index = 0; index < runtime->settings.nodes; index++) {
        const struct rlk_node *other = &runtime->nodes[index];
        if (other != node && other->state == RLK_NODE_UP && run_id[0] != '\0' &&
            strcmp(other->identity.run_id, run_id) == 0)
            return index;
    }
    return -1;
}

void rlk_node_connected(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now)
{
    int twin = same_server(node, identity->run_id);

    if (identity->replica || twin >= 0) {
        char message[] = "the same server as node 00";
        message[sizeof(message) - 3] = (char)('0' + (twin + 1) / 10);
        message[sizeof(message) - 2] = (char)('0' + (twin + 1) % 10);
        ops_of(node)->disconnect(node->runtime->transport, node->index);
        if (identity->replica)
            rlk_node_disconnected(node, REDLOCK_REASON_REPLICA, NULL, now);
        else
            rlk_node_disconnected(node, REDLOCK_REASON_SAME_SERVER, message,
                                  now);
        return;
    }
    judge_orphans(node, identity->run_id);
    /* What the server says of itself, before it counts as up. */
    rlk_marking_connected(&node->guard, &node->identity, identity,
                          &node->runtime->observations, node->asked, now);
    act_on_guard(node, now);
    node->state = RLK_NODE_UP;
    node->since = now;
    node->connection++;
    node->stats.connections++;
    node->failures = 0;
    node->silent = false;
    node->answered_at = now;
    set_timer(node, RLK_NEVER);
    node->kills = 0;
    node->knows_release[false] = node->knows_release[true] = false;
    node->lacks_grant = false;
    node->knows_pass = false;
    node->lacks_queue = false;
    node_log(node, RLK_LOG_CONNECTED, 0, now);
    age_pending_releases(node, now);
    kill_orphans(node, now);
    rlk_node_send_pending_releases(node, now);
    node_guard_look(node, now);
    node_send_held(node, now);
    node_listen_connected(node, now);
    node_watch(node, now);
}

void rlk_node_connecting(struct rlk_node *node, const char *no_answer)
{
    node->no_answer = no_answer;
    if (no_answer != NULL && node->failures == 0)
        remember_why(node, REDLOCK_REASON_SILENT, no_answer);
}

/* --- what comes back ----------------------------------------------------- */

static void note_round_trip(struct rlk_node *node, int64_t took)
{
    node->rtt_ns =
        node->rtt_ns == 0 ? took : node->rtt_ns + (took - node->rtt_ns) / 8;
}

/* The answer if the script's text could not be sent either. */
static const struct rlk_answer without_memory = {
    .kind = RLK_ANSWER_ERROR,
    .reason = REDLOCK_REASON_NO_MEMORY,
    .remaining_ms = -1,
    .text = "",
    .slot = -1,
};

void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now)
{
    struct rlk_inflight_entry entry;

    if (node->silent) {
        node->silent = false;
        node_log(node, RLK_LOG_LATE, rlk_clock_sub(now, node->answered_at),
                 now);
        set_timer(node, RLK_NEVER);
    }
    node->answered_at = now;
    if (!rlk_inflight_pop(&node->inflight, &entry))
        return;
    rlk_node_note(node, &entry, answer, now);
    if (entry.verb == RLK_VERB_ASK || node->rtt_ns == 0)
        note_round_trip(node, now - entry.sent);
    if (entry.verb == RLK_VERB_PASS)
        node->knows_pass = answer->kind != RLK_ANSWER_ERROR;
    if (entry.verb == RLK_VERB_RELEASE)
        node->knows_release[entry.whole] = answer->kind != RLK_ANSWER_ERROR;
    if (entry.verb == RLK_VERB_GRANT && entry.checked)
        node->lacks_grant = answer->kind == RLK_ANSWER_ERROR &&
                            answer->reason == REDLOCK_REASON_NOSCRIPT;
    /* The node lacks the script: sends its text, still in this round. */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_NOSCRIPT &&
        entry.pending->ops->wanted(entry.pending, node->index, entry.verb,
                                   now)) {
        if (transmit(node, entry.pending, entry.verb, true, now))
            return;
        answer = &without_memory;
    }
    if (entry.verb == RLK_VERB_KILL_CLIENT)
        node_kill_answered(node, answer, now);
    entry.pending->ops->answered(entry.pending, node->index, entry.verb, answer,
                                 true, now);
    if (node->releases.count > 0)
        send_pending_releases(node, now);
    node_watch(node, now);
}
