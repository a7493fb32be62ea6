/* SPDX-License-Identifier: MIT */
/* A node's guard: what is heard goes in, and what it asks for is done. */

#include "redlock/core/node.h"
#include "redlock/runtime/marking.h"
#include "redlock/runtime/runtime.h"

/* Writes the mark that the guard asks for; false: not sent. */
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
    return rlk_node_send_own(node, &request, now);
}

/* Says what has become of the node's memory, once for each change. */
static void tell_marker(struct rlk_node *node, int64_t now)
{
    enum rlk_marker_state state = node->guard.marker.state;
    enum rlk_marker_state before = node->told;

    if (!node->guard.guarded || state == before || state == RLK_MARKER_LATER)
        return;
    if (state == RLK_MARKER_QUARANTINE)
        rlk_node_log(node, RLK_LOG_QUARANTINE, rlk_node_quarantine(node, now),
                     now);
    else if (before == RLK_MARKER_QUARANTINE && state == RLK_MARKER_OK)
        rlk_node_log(node, RLK_LOG_SOUND, 0, now);
    node->told = state;
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
    tell_marker(node, now);
    if (news.barred)
        rlk_node_log(node, RLK_LOG_CLOCK, 0, now);
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

void rlk_node_guard_connected(struct rlk_node *node,
                              const struct rlk_identity *identity, int64_t now)
{
    rlk_marking_connected(&node->guard, &node->identity, identity,
                          &node->runtime->sightings, node->asked, now);
    act_on_guard(node, now);
}

/*
 * The node is up again. Before what was held back is asked there: a request
 * would be refused that comes before the mark by which a quarantine ends.
 */
void rlk_node_guard_look(struct rlk_node *node, int64_t now)
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

/* Does it grant to those who judge its memory, and show what they judge by? */
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

bool rlk_node_sighting(const struct rlk_node *node, int64_t now,
                       struct redlock_sighting *sighting)
{
    return rlk_marking_sighting(&node->guard, &node->identity, now, sighting);
}

bool rlk_node_guard_init(struct rlk_node *node)
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
