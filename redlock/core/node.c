/* SPDX-License-Identifier: MIT */
/* One node: its connection's life, and the requests in flight. */

#include "redlock/core/node.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "redlock/core/marking.h"
#include "redlock/runtime/runtime.h"

/*
 * The pause between two attempts to connect: its certain part, and the most
 * that chance adds after the first failure, which doubles with each.
 */
#define RETRY_LEAST_NS (50 * RLK_NS_PER_MS)
#define RETRY_CHANCE_NS (100 * RLK_NS_PER_MS)

/* A connection that stood for less counts as a failed attempt. */
#define STEADY_NS RLK_NS_PER_S

/* How long to wait for a connection or for an answer, in node time-outs. */
#define PATIENCE 10

static const struct rlk_transport_ops *ops_of(const struct rlk_node *node)
{
    return node->runtime->transport->ops;
}

static int64_t patience(const struct rlk_node *node)
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

static void begin_to_connect(struct rlk_node *node, int64_t now)
{
    node->state = RLK_NODE_CONNECTING;
    node->since = now;
    node->asked = now;
    set_timer(node, rlk_clock_add(now, patience(node)));
    ops_of(node)->connect(node->runtime->transport, node->index);
}

static int64_t retry_pause(struct rlk_node *node)
{
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_CHANCE_NS,
        .ceiling_ns = RLK_NODE_RETRY_LONGEST_NS - RETRY_LEAST_NS,
    };
    uint64_t random;

    ops_of(node)->random(node->runtime->transport, &random, sizeof(random));
    return RETRY_LEAST_NS +
           rlk_backoff_pause(&backoff, node->failures - 1, random);
}

/* Answers all requests in the ring with the reason why the node is down. */
static void fail_all(struct rlk_node *node, struct rlk_inflight *inflight,
                     bool sent, int64_t now)
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

static void drop_orphan(struct rlk_node *node, int which)
{
    node->orphans_count--;
    memmove(&node->orphans[which], &node->orphans[which + 1],
            (size_t)(node->orphans_count - which) * sizeof(node->orphans[0]));
}

/* The connection breaks: the server may not have read all that is on it. */
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
 * If nothing of an old connection may still be executed: the keys of the
 * releases in the backlog expire from now on.
 */
static void age_backlog(struct rlk_node *node, int64_t now)
{
    if (!rlk_node_maybe_unread(node, true, false))
        rlk_backlog_begin_to_age(&node->backlog, node->connection, now);
}

static void come_down(struct rlk_node *node, enum redlock_reason reason,
                      const char *message, int64_t now)
{
    bool was_up = node->state == RLK_NODE_UP;
    bool was_steady =
        was_up && !node->silent && rlk_clock_sub(now, node->since) >= STEADY_NS;

    if (was_up)
        note_orphan(node);
    node->failures = was_steady ? 0 : node->failures + 1;
    node->state = RLK_NODE_DOWN;
    node->since = now;
    node->silent = false;
    remember_why(node, reason, message);
    if (was_steady)
        begin_to_connect(node, now);
    else
        set_timer(node, rlk_clock_add(now, retry_pause(node)));
    if (was_up)
        fail_all(node, &node->inflight, true, now);
    else
        fail_all(node, &node->held, false, now);
}

void rlk_node_watch(struct rlk_node *node, int64_t now)
{
    bool open = node->inflight.count > 0 || node->backlog.count > 0 ||
                node->orphans_count > 0;

    if (node->state == RLK_NODE_UP && open && node->timer.at == RLK_NEVER)
        set_timer(node, rlk_clock_add(now, patience(node)));
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

bool rlk_node_send_own(struct rlk_node *node, const struct rlk_request *request,
                       int64_t now)
{
    if (!rlk_inflight_push(&node->inflight, &(struct rlk_inflight_entry){
                                                .pending = &nobody,
                                                .verb = request->verb,
                                                .sent = now,
                                            }))
        return false;
    if (node->inflight.count == 1)
        node->heard = now;
    rlk_node_watch(node, now);
    if (ops_of(node)->send(node->runtime->transport, node->index, request))
        return true;
    rlk_inflight_unpush(&node->inflight);
    return false;
}

static bool out_of_patience(const struct rlk_node *node, int64_t now)
{
    return node->silent || (node->inflight.count > 0 &&
                            rlk_clock_sub(now, node->heard) >= patience(node));
}

/*
 * The server may not have read all that broken connections carried. It kills
 * these connections, so that nothing of them is executed after the releases
 * that follow (protocol 2).
 */
static void kill_orphans(struct rlk_node *node, int64_t now)
{
    struct rlk_request request = {.verb = RLK_VERB_KILL_CLIENT};

    if (node->kills > 0)
        return;
    node->spared = 0;
    for (int i = 0; i < node->orphans_count; i++) {
        request.client_id = node->orphans[i];
        if (!rlk_node_send_own(node, &request, now))
            return;
        node->kills++;
    }
}

/*
 * Orphans are killed, and answered, in the order in which they broke. One that
 * the server could not look for is tried again; one that it refuses to kill is
 * given up.
 */
static void kill_answered(struct rlk_node *node,
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
    age_backlog(node, now);
}

static void node_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node = RLK_OWNER_OF(timer, struct rlk_node, timer);

    rlk_backlog_expire(&node->backlog, now);
    if (node->state == RLK_NODE_DOWN) {
        begin_to_connect(node, now);
        return;
    }
    if (node->state == RLK_NODE_UP && !out_of_patience(node, now)) {
        kill_orphans(node, now);
        rlk_node_send_backlog(node, now);
        rlk_node_watch(node, now);
        return;
    }
    ops_of(node)->disconnect(node->runtime->transport, node->index);
    come_down(node, REDLOCK_REASON_SILENT,
              node->state == RLK_NODE_UP ? "" : "no answer to the handshake",
              now);
}

/* Writes the mark that the guard asks for; false: not sent. */
static bool send_mark(struct rlk_node *node, const struct rlk_guard_news *news,
                      int64_t now)
{
    struct rlk_runtime *runtime = node->runtime;
    struct rlk_request request;

    if (node->state != RLK_NODE_UP)
        return false;
    if (news->mark == RLK_GUARD_QUARANTINE)
        runtime->serials++;
    rlk_marking_request(&node->identity, news, &runtime->token_base,
                        runtime->serials, node->mark, &request);
    return rlk_node_send_own(node, &request, now);
}

/*
 * Acts on the guard's news. The core comes first, as it may take the node's
 * vote from attempts, which then ask another node.
 */
static void act_on_guard(struct rlk_node *node, int64_t now)
{
    struct rlk_guard_news news;

    if (!rlk_guard_take(&node->guard, &news))
        return;
    if (news.shorten_ns > 0 || news.barred || news.guarded)
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

void rlk_node_hear(struct rlk_node *node,
                   const struct rlk_inflight_entry *entry,
                   const struct rlk_answer *answer, int64_t now)
{
    rlk_marking_hear(&node->guard, &node->identity, node->mark, entry, answer,
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
 * The node is up again. Before what was held back is asked there: a request
 * would be refused that comes before the mark by which a quarantine ends.
 */
static void look_at_marker(struct rlk_node *node, int64_t now)
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

bool rlk_node_sighting(const struct rlk_node *node, int64_t now,
                       struct redlock_sighting *sighting)
{
    return rlk_marking_sighting(&node->guard, &node->identity, now, sighting);
}

static bool init_guard(struct rlk_node *node)
{
    const struct rlk_runtime *runtime = node->runtime;

    rlk_guard_init(&node->guard,
                   &(struct rlk_guard_settings){
                       .ttl_max_ns = runtime->settings.ttl_max_ns,
                       .drift_ppm = runtime->settings.drift_ppm,
                       .slack_ns = rlk_runtime_slack(runtime, 0),
                       .mark_ns = runtime->settings.node_timeout_ns,
                       .guarded = runtime->guarded,
                   });
    return rlk_timers_promise(&node->runtime->timers, &node->guard_timer,
                              guard_fire);
}

bool rlk_node_init(struct rlk_node *node, int64_t now)
{
    struct rlk_runtime *runtime = node->runtime;

    rlk_backlog_init(&node->backlog);
    remember_why(node, REDLOCK_REASON_SILENT, "no connection yet");
    if (!rlk_timers_promise(&runtime->timers, &node->timer, node_fire))
        return false;
    if (!init_guard(node)) {
        rlk_timers_forget(&runtime->timers, &node->timer);
        return false;
    }
    begin_to_connect(node, now);
    return true;
}

void rlk_node_clear(struct rlk_node *node)
{
    rlk_backlog_clear(&node->backlog);
    rlk_inflight_clear(&node->inflight);
    rlk_inflight_clear(&node->held);
    rlk_timers_forget(&node->runtime->timers, &node->guard_timer);
    rlk_timers_forget(&node->runtime->timers, &node->timer);
}

static bool first_connection_pending(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_CONNECTING && node->failures == 0 &&
           rlk_clock_sub(now, node->since) <
               node->runtime->settings.node_timeout_ns;
}

bool rlk_node_usable(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP ? !node->silent
                                      : first_connection_pending(node, now);
}

static bool transmit(struct rlk_node *node, struct rlk_pending *pending,
                     enum rlk_verb verb, bool by_text, int64_t now)
{
    struct rlk_request request;

    pending->ops->request(pending, node->index, verb, &request, now);
    if (!rlk_inflight_push(&node->inflight, &(struct rlk_inflight_entry){
                                                .pending = pending,
                                                .verb = verb,
                                                .checked = request.checked,
                                                .sent = now,
                                            }))
        return false;
    if (node->inflight.count == 1)
        node->heard = now;
    rlk_node_watch(node, now);
    /*
     * A release goes by text until the server has shown that it knows the
     * script: this process may have ended before it could be sent again. Where
     * a node has said that it does not know the script of the grant, and the
     * lock was released before the text could be sent, the next grant brings
     * it.
     */
    request.by_text =
        by_text ||
        (verb == RLK_VERB_GRANT && request.checked && node->lacks_grant) ||
        (verb == RLK_VERB_RELEASE && (request.checked || !node->knows_release));
    if (ops_of(node)->send(node->runtime->transport, node->index, &request))
        return true;
    rlk_inflight_unpush(&node->inflight);
    return false;
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
    if (!first_connection_pending(node, now))
        return false;
    return rlk_inflight_push(
        &node->held,
        &(struct rlk_inflight_entry){.pending = pending, .verb = verb});
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
        .kind = RLK_OWNER_OF(entry->backlog, struct rlk_node, backlog)
                    ->runtime->settings.kind,
        .verb = verb,
        .resource = entry->resource->text,
        .resource_length = entry->resource->length,
        .token = entry->token.text,
        .token_length = entry->token.length,
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

static void send_backlog(struct rlk_node *node, int64_t now)
{
    struct rlk_backlog_entry *entry;

    while ((entry = rlk_backlog_next(&node->backlog)) != NULL) {
        entry->pending.ops = &entry_ops;
        if (!rlk_node_send(node, &entry->pending, RLK_VERB_RELEASE, now))
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
                            const struct rlk_token *token, int64_t lives_ns,
                            bool maybe_unread, int64_t now)
{
    rlk_backlog_add(&node->backlog, resource, token,
                    &(struct rlk_backlog_terms){
                        .lives_ns = lives_ns,
                        .maybe_unread = maybe_unread,
                        .connection = node->connection,
                    },
                    now);
    rlk_node_watch(node, now);
}

/* --- what rounds and the transport tell -------------------------------------
 */

void rlk_node_timed_out(struct rlk_node *node, int64_t now)
{
    if (node->state != RLK_NODE_UP || node->silent || node->inflight.count == 0)
        return;
    node->silent = true;
    remember_why(node, REDLOCK_REASON_SILENT, NULL);
    set_timer(node, rlk_clock_add(now, patience(node)));
}

void rlk_node_overlook(struct rlk_node *node, int64_t idle_ns)
{
    if (node->state == RLK_NODE_DOWN)
        return;
    if (node->state == RLK_NODE_CONNECTING)
        node->since = rlk_clock_add(node->since, idle_ns);
    node->heard = rlk_clock_add(node->heard, idle_ns);
    if (node->timer.at != RLK_NEVER)
        set_timer(node, rlk_clock_add(node->timer.at, idle_ns));
}

void rlk_node_try_again(struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP && node->silent) {
        ops_of(node)->disconnect(node->runtime->transport, node->index);
        come_down(node, REDLOCK_REASON_SILENT, "", now);
    }
    if (node->state == RLK_NODE_DOWN) {
        begin_to_connect(node, now);
    } else if (node->state == RLK_NODE_CONNECTING && node->failures > 0) {
        node->since = now;
        set_timer(node, rlk_clock_add(now, patience(node)));
    }
    node->failures = 0;
}

bool rlk_node_quiet(const struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP)
        return node->silent || node->inflight.count == 0;
    return !first_connection_pending(node, now) ||
           (node->held.count == 0 && node->backlog.count == 0);
}

/* Another node that is up and is the server with that run_id; -1: none. */
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

static void send_held(struct rlk_node *node, int64_t now)
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

/*
 * Orphans are connections to one run of a server: another run has none of them,
 * and where the server does not say which run it is, they cannot be killed.
 */
static void judge_orphans(struct rlk_node *node, const char *run_id)
{
    const char *before = node->identity.run_id;
    bool told = run_id[0] != '\0' && before[0] != '\0';

    if (told && strcmp(run_id, before) == 0)
        return;
    node->unkilled = !told && (node->unkilled || node->orphans_count > 0);
    node->orphans_count = 0;
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
            come_down(node, REDLOCK_REASON_REPLICA, NULL, now);
        else
            come_down(node, REDLOCK_REASON_SAME_SERVER, message, now);
        return;
    }
    judge_orphans(node, identity->run_id);
    rlk_marking_connected(&node->guard, &node->identity, identity,
                          &node->runtime->sightings, node->asked, now);
    act_on_guard(node, now);
    node->state = RLK_NODE_UP;
    node->since = now;
    node->connection++;
    node->failures = 0;
    node->silent = false;
    node->heard = now;
    set_timer(node, RLK_NEVER);
    node->kills = 0;
    node->knows_release = false;
    node->lacks_grant = false;
    age_backlog(node, now);
    kill_orphans(node, now);
    rlk_node_send_backlog(node, now);
    look_at_marker(node, now);
    send_held(node, now);
    rlk_node_watch(node, now);
}

void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now)
{
    come_down(node, reason, message, now);
}

void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now)
{
    struct rlk_inflight_entry entry;

    node->heard = now;
    if (node->silent) {
        node->silent = false;
        set_timer(node, RLK_NEVER);
    }
    if (!rlk_inflight_pop(&node->inflight, &entry))
        return;
    rlk_node_hear(node, &entry, answer, now);
    if (entry.verb == RLK_VERB_RELEASE && !entry.checked)
        node->knows_release = answer->kind != RLK_ANSWER_ERROR;
    if (entry.verb == RLK_VERB_GRANT && entry.checked)
        node->lacks_grant = answer->kind == RLK_ANSWER_ERROR &&
                            answer->reason == REDLOCK_REASON_NOSCRIPT;
    /* The node does not know the script: it gets its text, in this round. */
    if (answer->kind == RLK_ANSWER_ERROR &&
        answer->reason == REDLOCK_REASON_NOSCRIPT &&
        entry.pending->ops->wanted(entry.pending, node->index, entry.verb,
                                   now) &&
        transmit(node, entry.pending, entry.verb, true, now))
        return;
    if (entry.verb == RLK_VERB_KILL_CLIENT)
        kill_answered(node, answer, now);
    entry.pending->ops->answered(entry.pending, node->index, entry.verb, answer,
                                 true, now);
    if (node->backlog.count > 0)
        send_backlog(node, now);
    rlk_node_watch(node, now);
}
