/* SPDX-License-Identifier: MIT */
/*
 * A node's second connection: opened when somebody waits, made anew when it
 * breaks, closed when nobody has waited for a while.
 */

#include <string.h>

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"

static const struct rlk_transport_ops *ops_of(const struct rlk_node *node)
{
    return node->runtime->transport->ops;
}

static void set_timer(struct rlk_node *node, int64_t at)
{
    rlk_timers_set(&node->runtime->timers, &node->listening.timer, at);
}

/* May it stand, and does somebody wait? */
static bool is_wanted(const struct rlk_node *node, int64_t now)
{
    return node->state == RLK_NODE_UP && !node->listening.refused &&
           now < node->listening.wanted_until;
}

static void begin(struct rlk_node *node, int64_t now)
{
    char channel[RLK_CHANNEL_MAX];

    rlk_token_channel(&node->runtime->token_base, channel);
    node->listening.state = RLK_LISTENING_OPENING;
    node->listening.since = now;
    set_timer(node, rlk_clock_add(now, rlk_node_patience(node)));
    ops_of(node)->listen(node->runtime->transport, node->index, channel);
}

static void rest(struct rlk_node *node)
{
    node->listening.state = RLK_LISTENING_OFF;
    set_timer(node, RLK_NEVER);
}

static void end(struct rlk_node *node)
{
    ops_of(node)->unlisten(node->runtime->transport, node->index);
    rest(node);
}

/* The connection is gone: what is done next. */
static void come_down(struct rlk_node *node, enum redlock_reason reason,
                      bool was_steady, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->failures = was_steady ? 0 : listening->failures + 1;
    listening->reason = reason;
    listening->refused = reason == REDLOCK_REASON_NOPERM;
    rest(node);
    if (!is_wanted(node, now))
        return;
    if (was_steady) {
        begin(node, now);
        return;
    }
    listening->state = RLK_LISTENING_PAUSED;
    set_timer(node, rlk_node_retry_at(node, listening->failures, now));
}

static void fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_node *node =
        RLK_OWNER_OF(timer, struct rlk_node, listening.timer);
    struct rlk_listening *listening = &node->listening;

    switch (listening->state) {
    case RLK_LISTENING_OPENING:
        end(node);
        come_down(node, REDLOCK_REASON_SILENT, false, now);
        break;
    case RLK_LISTENING_PAUSED:
        rest(node);
        if (is_wanted(node, now))
            begin(node, now);
        break;
    case RLK_LISTENING_UP:
        if (now < listening->wanted_until)
            set_timer(node, listening->wanted_until);
        else
            end(node);
        break;
    case RLK_LISTENING_OFF:
        break;
    }
}

bool rlk_node_listen_init(struct rlk_node *node)
{
    node->listening = (struct rlk_listening){.state = RLK_LISTENING_OFF};
    return rlk_timers_promise(&node->runtime->timers, &node->listening.timer,
                              fire);
}

void rlk_node_listen_clear(struct rlk_node *node)
{
    rlk_timers_forget(&node->runtime->timers, &node->listening.timer);
}

void rlk_node_listen(struct rlk_node *node, int64_t now)
{
    node->listening.wanted_until = rlk_clock_add(now, RLK_NODE_LISTEN_IDLE_NS);
    if (node->listening.state == RLK_LISTENING_OFF && is_wanted(node, now))
        begin(node, now);
}

void rlk_node_stop_listening(struct rlk_node *node)
{
    enum rlk_listening_state state = node->listening.state;

    node->listening.wanted_until = 0;
    if (state == RLK_LISTENING_UP || state == RLK_LISTENING_OPENING)
        end(node);
    else
        rest(node);
}

bool rlk_node_listens(const struct rlk_node *node)
{
    return node->listening.state == RLK_LISTENING_UP;
}

/* --- what the transport tells ----------------------------------------------
 */

/* Where either is not known, the two are not the same. */
static bool is_same(const char *run_id, const char *other)
{
    return run_id[0] != '\0' && strcmp(run_id, other) == 0;
}

/*
 * Why nobody listens on this connection; NONE: somebody does. A replica's
 * subscribers hear what is published at its master. A server that does not say
 * who it is was not asked with the rights for that.
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
        end(node);
        come_down(node, flaw, false, now);
        return;
    }
    listening->state = RLK_LISTENING_UP;
    listening->since = now;
    listening->failures = 0;
    listening->reason = REDLOCK_REASON_NONE;
    memcpy(listening->run_id, identity->run_id, sizeof(listening->run_id));
    set_timer(node, listening->wanted_until);
}

void rlk_node_deaf(struct rlk_node *node, enum redlock_reason reason,
                   int64_t now)
{
    bool was_steady =
        node->listening.state == RLK_LISTENING_UP &&
        rlk_clock_sub(now, node->listening.since) >= RLK_NODE_STEADY_NS;

    come_down(node, reason, was_steady, now);
}

/* --- what befalls the first connection --------------------------------------
 */

/*
 * What stands may be of a server that was there before. Of one that does not
 * say who it is, nobody knows whether the second connection ends there.
 */
void rlk_node_listen_connected(struct rlk_node *node, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->refused = node->identity.run_id[0] == '\0';
    if (listening->state == RLK_LISTENING_UP &&
        !is_same(listening->run_id, node->identity.run_id))
        end(node);
    if (listening->state == RLK_LISTENING_PAUSED)
        rest(node);
    if (listening->state == RLK_LISTENING_OFF && is_wanted(node, now))
        begin(node, now);
}

void rlk_node_listen_overlook(struct rlk_node *node, int64_t idle_ns)
{
    struct rlk_listening *listening = &node->listening;

    if (listening->state != RLK_LISTENING_OPENING)
        return;
    listening->since = rlk_clock_add(listening->since, idle_ns);
    set_timer(node, rlk_clock_add(listening->timer.at, idle_ns));
}

void rlk_node_listen_try_again(struct rlk_node *node, int64_t now)
{
    struct rlk_listening *listening = &node->listening;

    listening->failures = 0;
    if (listening->state != RLK_LISTENING_PAUSED)
        return;
    rest(node);
    if (is_wanted(node, now))
        begin(node, now);
}
