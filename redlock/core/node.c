/* SPDX-License-Identifier: MIT */
/* One node: its connection's life. */

#include "redlock/core/node.h"

#include <string.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "redlock/runtime/runtime.h"

/*
 * The pause between two attempts to connect: its certain part, and the most
 * that chance adds after the first failure, which doubles with each.
 */
#define RETRY_LEAST_NS (50 * RLK_NS_PER_MS)
#define RETRY_CHANCE_NS (100 * RLK_NS_PER_MS)

/* How long to wait for a connection or for an answer, in node time-outs. */
#define PATIENCE 10

static const struct rlk_transport_ops *ops_of(const struct rlk_node *node)
{
    return node->runtime->transport->ops;
}

int64_t rlk_node_patience(const struct rlk_node *node)
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
    node->unheard = NULL;
    set_timer(node, rlk_clock_add(now, rlk_node_patience(node)));
    ops_of(node)->connect(node->runtime->transport, node->index);
}

int64_t rlk_node_retry_at(const struct rlk_node *node, int failures,
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

/* --- connections that broke -------------------------------------------------
 */

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
void rlk_node_kill_answered(struct rlk_node *node,
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

/* --- up and down ------------------------------------------------------------
 */

void rlk_node_log(struct rlk_node *node, enum rlk_log_kind kind,
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

/* Attempts that fail one after the other for the same reason are told once. */
static void tell_down(struct rlk_node *node, bool was_up,
                      enum redlock_reason reason_before, int64_t now)
{
    if (was_up) {
        node->stats.disconnections++;
        rlk_node_log(node, RLK_LOG_DISCONNECTED, 0, now);
        return;
    }
    node->stats.unconnected++;
    if (node->failures == 1 || node->reason != reason_before)
        rlk_node_log(node, RLK_LOG_UNCONNECTED, 0, now);
}

static void come_down(struct rlk_node *node, enum redlock_reason reason,
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
    tell_down(node, was_up, reason_before, now);
    if (was_steady)
        begin_to_connect(node, now);
    else
        set_timer(node, rlk_node_retry_at(node, node->failures, now));
    if (was_up)
        rlk_node_fail_requests(node, &node->inflight, true, now);
    else
        rlk_node_fail_requests(node, &node->held, false, now);
}

void rlk_node_watch(struct rlk_node *node, int64_t now)
{
    bool open = node->inflight.count > 0 || node->backlog.count > 0 ||
                node->orphans_count > 0;

    if (node->state == RLK_NODE_UP && open && node->timer.at == RLK_NEVER)
        set_timer(node, rlk_clock_add(now, rlk_node_patience(node)));
}

static bool out_of_patience(const struct rlk_node *node, int64_t now)
{
    return node->silent ||
           (node->inflight.count > 0 &&
            rlk_clock_sub(now, node->heard) >= rlk_node_patience(node));
}

/* More on its silence. */
static const char *silence_of(const struct rlk_node *node)
{
    if (node->state == RLK_NODE_UP)
        return "";
    return node->unheard != NULL ? node->unheard : "no answer to the handshake";
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
    come_down(node, REDLOCK_REASON_SILENT, silence_of(node), now);
}

bool rlk_node_init(struct rlk_node *node, int64_t now)
{
    struct rlk_runtime *runtime = node->runtime;

    rlk_backlog_init(&node->backlog);
    remember_why(node, REDLOCK_REASON_SILENT, "no connection yet");
    if (!rlk_timers_promise(&runtime->timers, &node->timer, node_fire))
        return false;
    if (!rlk_node_guard_init(node))
        goto no_guard;
    if (!rlk_node_listen_init(node))
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
    rlk_backlog_clear(&node->backlog);
    rlk_inflight_clear(&node->inflight);
    rlk_inflight_clear(&node->held);
    rlk_node_listen_clear(node);
    rlk_timers_forget(&node->runtime->timers, &node->guard_timer);
    rlk_timers_forget(&node->runtime->timers, &node->timer);
}

bool rlk_node_first_connection_pending(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_CONNECTING && node->failures == 0 &&
           rlk_clock_sub(now, node->since) <
               node->runtime->settings.node_timeout_ns;
}

bool rlk_node_usable(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP
               ? !node->silent
               : rlk_node_first_connection_pending(node, now);
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
    rlk_node_log(node, RLK_LOG_SILENT, 0, now);
    set_timer(node, rlk_clock_add(now, rlk_node_patience(node)));
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
    rlk_node_listen_overlook(node, idle_ns);
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
        set_timer(node, rlk_clock_add(now, rlk_node_patience(node)));
    }
    node->failures = 0;
    rlk_node_listen_try_again(node, now);
}

bool rlk_node_quiet(const struct rlk_node *node, int64_t now)
{
    if (node->state == RLK_NODE_UP)
        return node->silent || node->inflight.count == 0;
    return !rlk_node_first_connection_pending(node, now) ||
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
    rlk_node_guard_connected(node, identity, now);
    node->state = RLK_NODE_UP;
    node->since = now;
    node->connection++;
    node->stats.connections++;
    node->failures = 0;
    node->silent = false;
    node->heard = now;
    set_timer(node, RLK_NEVER);
    node->kills = 0;
    node->knows_release = 0;
    node->lacks_grant = 0;
    node->knows_pass = false;
    node->lacks_queue = false;
    rlk_node_log(node, RLK_LOG_CONNECTED, 0, now);
    age_backlog(node, now);
    kill_orphans(node, now);
    rlk_node_send_backlog(node, now);
    rlk_node_guard_look(node, now);
    rlk_node_send_held(node, now);
    rlk_node_listen_connected(node, now);
    rlk_node_watch(node, now);
}

void rlk_node_connecting(struct rlk_node *node, const char *unheard)
{
    node->unheard = unheard;
    if (unheard != NULL && node->failures == 0)
        remember_why(node, REDLOCK_REASON_SILENT, unheard);
}

void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now)
{
    come_down(node, reason, message, now);
}
