/* SPDX-License-Identifier: MIT */
/* Passes events in from the transport, and timers and completions out. */

#include "redlock/core/core.h"

#include "quorum/node_set.h"
#include "redlock/core/acquire.h"
#include "redlock/core/keeper.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"
#include "redlock/core/waiter.h"

/* A delay of less than this share of the node timeout counts as none. */
#define LATE_SHARE 8

/* --- what exists --------------------------------------------------------- */

static struct rlk_acquire *first_acquire(const struct rlk_core *core)
{
    return RLK_LIST_FIRST(&core->runtime.acquires, struct rlk_acquire,
                          among_acquires);
}

static struct redlock_lock *first_lock(const struct rlk_core *core)
{
    return RLK_LIST_FIRST(&core->runtime.locks, struct redlock_lock,
                          among_locks);
}

static struct rlk_op *op_of(struct rlk_list *among_ops)
{
    return RLK_OWNER_OF(among_ops, struct rlk_op, among_ops);
}

/* --- the news of a node's guard ------------------------------------------ */

/* A node has a marker: from here on all nodes' markers are judged. */
static void begin_to_guard(struct rlk_core *core, int64_t now)
{
    struct rlk_runtime *runtime = &core->runtime;
    struct rlk_list *next;

    if (runtime->guarded || runtime->settings.guard == REDLOCK_GUARD_OFF)
        return;
    runtime->guarded = true;
    for (int node = 0; node < runtime->settings.nodes; node++)
        rlk_guard_on(&core->nodes[node].guard);
    for (int node = 0; node < runtime->settings.nodes; node++)
        rlk_node_judge(&core->nodes[node], now);
    for (struct rlk_list *at = runtime->ops.next; at != &runtime->ops;
         at = next) {
        next = at->next;
        rlk_op_discard(op_of(at), now);
    }
}

/* Withdraws the node's vote from attempts under way. */
static void bar(struct rlk_runtime *runtime, int node, int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = runtime->ops.next; at != &runtime->ops;
         at = next) {
        next = at->next;
        rlk_op_exclude(op_of(at), node, now);
    }
}

/*
 * The node's keys expire earlier than expected, those of held locks and those
 * of attempts under way.
 */
static void shorten(struct rlk_runtime *runtime, int node, int64_t by_ns,
                    int64_t now)
{
    struct rlk_list *next;

    for (struct rlk_list *at = runtime->ops.next; at != &runtime->ops;
         at = at->next)
        rlk_op_shorten(op_of(at), node, by_ns);
    for (struct rlk_list *at = runtime->locks.next; at != &runtime->locks;
         at = next) {
        next = at->next;
        rlk_lock_shorten(RLK_OWNER_OF(at, struct redlock_lock, among_locks),
                         node, by_ns, now);
    }
}

static void on_news(struct rlk_node *node, const struct rlk_guard_news *news,
                    int64_t now)
{
    if (news->shorten_ns > 0)
        shorten(node->runtime, node->index, news->shorten_ns, now);
    if (news->excluded)
        bar(node->runtime, node->index, now);
    if (news->guarded)
        begin_to_guard(RLK_OWNER_OF(node->runtime, struct rlk_core, runtime),
                       now);
}

/* --- its life ------------------------------------------------------------ */

static void clear_nodes(struct rlk_core *core, int count)
{
    for (int node = 0; node < count; node++)
        rlk_node_clear(&core->nodes[node]);
    rlk_timers_clear(&core->runtime.timers);
}

enum redlock_status rlk_core_init(struct rlk_core *core,
                                  const struct rlk_runtime_settings *settings,
                                  struct rlk_transport *transport, int64_t now)
{
    struct rlk_runtime *runtime = &core->runtime;

    rlk_runtime_init(runtime, settings, transport, core->nodes);
    runtime->lock_moved = rlk_keeper_follow;
    runtime->lock_fire = rlk_keeper_fire;
    core->armed = RLK_NEVER;
    core->on_free = NULL;
    core->closing = false;
    core->cut_off = false;
    for (int node = 0; node < settings->nodes; node++) {
        core->nodes[node] = (struct rlk_node){
            .runtime = runtime,
            .on_news = on_news,
            .name = settings->names[node],
            .index = node,
        };
        if (rlk_node_init(&core->nodes[node], now))
            continue;
        clear_nodes(core, node);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_op_reserve(runtime)) {
        clear_nodes(core, settings->nodes);
        return REDLOCK_NO_MEMORY;
    }
    rlk_core_arm(core);
    return REDLOCK_OK;
}

void rlk_core_clear(struct rlk_core *core, int64_t now)
{
    while (first_acquire(core) != NULL)
        rlk_acquire_drop(first_acquire(core));
    while (first_lock(core) != NULL)
        rlk_release_handle(first_lock(core), now);
    while (!rlk_list_empty(&core->runtime.ops))
        rlk_op_free(op_of(core->runtime.ops.next));
    rlk_op_unreserve(&core->runtime);
    rlk_waiter_forget(&core->runtime);
    clear_nodes(core, core->runtime.settings.nodes);
}

void rlk_core_arm(struct rlk_core *core)
{
    int64_t next = core->runtime.timers.next;

    if (next != core->armed) {
        core->armed = next;
        core->runtime.transport->ops->arm(core->runtime.transport, next);
    }
    if (!rlk_completions_empty(&core->runtime.completions))
        core->runtime.transport->ops->wake(core->runtime.transport);
}

void rlk_core_cancel_all(struct rlk_core *core, int64_t now)
{
    while (first_acquire(core) != NULL)
        rlk_acquire_cancel(first_acquire(core), now);
    rlk_core_arm(core);
}

void rlk_core_release_all(struct rlk_core *core, int64_t now)
{
    rlk_core_cancel_all(core, now);
    while (first_lock(core) != NULL)
        rlk_release_start(NULL, first_lock(core), NULL, now);
    for (int node = 0; node < core->runtime.settings.nodes; node++) {
        if (core->nodes[node].state == RLK_NODE_UP)
            rlk_node_send_pending_releases(&core->nodes[node], now);
    }
    rlk_core_arm(core);
}

bool rlk_core_impaired(const struct rlk_core *core, int64_t now)
{
    for (int node = 0; node < core->runtime.settings.nodes; node++) {
        if (!rlk_node_usable(&core->nodes[node], now))
            return true;
    }
    return false;
}

void rlk_core_overlook(struct rlk_core *core, int64_t idle_ns)
{
    for (int node = 0; node < core->runtime.settings.nodes; node++)
        rlk_node_overlook(&core->nodes[node], idle_ns);
    rlk_core_arm(core);
}

void rlk_core_try_again(struct rlk_core *core, int64_t idle_ns, int64_t now)
{
    if (idle_ns < RLK_NODE_RETRY_LONGEST_NS)
        return;
    for (int node = 0; node < core->runtime.settings.nodes; node++)
        rlk_node_try_again(&core->nodes[node], now);
    rlk_core_arm(core);
}

void rlk_core_stop_reading(struct rlk_core *core)
{
    if (!core->runtime.gave_up)
        return;
    core->runtime.gave_up = false;
    for (int node = 0; node < core->runtime.settings.nodes; node++)
        rlk_node_stop_listening(&core->nodes[node]);
    rlk_core_arm(core);
}

bool rlk_core_quiet(const struct rlk_core *core, uint32_t aside, int64_t now)
{
    for (int node = 0; node < core->runtime.settings.nodes; node++) {
        if (!rlk_node_set_has(aside, node) &&
            !rlk_node_quiet(&core->nodes[node], now))
            return false;
    }
    return true;
}

void rlk_core_left(struct rlk_core *core, int64_t since, int64_t late_ns,
                   int64_t now)
{
    if (late_ns <= core->runtime.settings.node_timeout_ns / LATE_SHARE)
        return;
    for (struct rlk_list *at = core->runtime.ops.next; at != &core->runtime.ops;
         at = at->next)
        rlk_op_left(op_of(at), since, now);
    rlk_core_arm(core);
}

/* Reports to all waits when a quorum is lost or regained. */
static void report_reachable(struct rlk_core *core, int64_t now)
{
    struct rlk_runtime *runtime = &core->runtime;
    bool cut_off =
        rlk_node_count_usable(runtime, now) < runtime->settings.quorum;

    if (cut_off == core->cut_off)
        return;
    core->cut_off = cut_off;
    for (struct rlk_list *at = runtime->acquires.next; at != &runtime->acquires;
         at = at->next)
        rlk_acquire_tell(RLK_OWNER_OF(at, struct rlk_acquire, among_acquires));
}

void rlk_core_connected(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now)
{
    rlk_node_connected(&core->nodes[node], identity, now);
    report_reachable(core, now);
    rlk_core_arm(core);
}

void rlk_core_connecting(struct rlk_core *core, int node, const char *no_answer)
{
    rlk_node_connecting(&core->nodes[node], no_answer);
}

void rlk_core_disconnected(struct rlk_core *core, int node,
                           enum redlock_reason reason, const char *message,
                           int64_t now)
{
    rlk_node_disconnected(&core->nodes[node], reason, message, now);
    report_reachable(core, now);
    rlk_core_arm(core);
}

enum rlk_verb rlk_core_asked(const struct rlk_core *core, int node)
{
    const struct rlk_inflight *inflight = &core->nodes[node].inflight;

    return inflight->count == 0 ? RLK_VERB_INSPECT
                                : inflight->entries[inflight->head].verb;
}

void rlk_core_answer(struct rlk_core *core, int node,
                     const struct rlk_answer *answer, int64_t now)
{
    struct rlk_node *at = &core->nodes[node];
    bool was_silent = at->silent;

    rlk_node_answer(at, answer, now);
    if (was_silent)
        report_reachable(core, now);
    rlk_core_arm(core);
}

void rlk_core_listening(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now)
{
    rlk_node_listening(&core->nodes[node], identity, now);
    if (rlk_node_listens(&core->nodes[node]))
        rlk_waiter_answered(&core->runtime, node, now);
    rlk_core_arm(core);
}

void rlk_core_deaf(struct rlk_core *core, int node, enum redlock_reason reason,
                   int64_t now)
{
    rlk_node_deaf(&core->nodes[node], reason, now);
    rlk_core_arm(core);
}

void rlk_core_handed(struct rlk_core *core, int node,
                     const struct rlk_handoff *handoff, int64_t now)
{
    rlk_waiter_handed(&core->runtime, node, handoff, now);
    rlk_core_arm(core);
}

void rlk_core_tick(struct rlk_core *core, int64_t now)
{
    struct rlk_timer *timer;

    /* The armed instant has passed, so the next one must be passed on. */
    core->armed = RLK_NEVER;
    while ((timer = rlk_timers_take_due(&core->runtime.timers, now)) != NULL)
        timer->fire(timer, now);
    report_reachable(core, now);
    rlk_core_arm(core);
}

bool rlk_core_run_completions(struct rlk_core *core)
{
    const struct rlk_list *queue = &core->runtime.completions.queue;
    struct rlk_completion *completion;
    size_t left = 0;

    /* Only those queued now: callbacks may queue more, without end. */
    for (const struct rlk_list *at = queue->next; at != queue; at = at->next)
        left++;
    for (; left > 0; left--) {
        completion = rlk_completions_pop(&core->runtime.completions);
        if (completion == NULL)
            break;
        completion->run(completion);
        if (core->closing) {
            core->on_free(core);
            return false;
        }
    }
    rlk_core_arm(core);
    return true;
}
