/* SPDX-License-Identifier: MIT */
/* The core's hub: events from the transport in, timers and completions out. */

#include "redlock/core/core.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/core/backlog.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"

/* Later by less than such a share of the node time-out is in time. */
#define LATE_SHARE 8

/* A clock that is further off the others than this is wrong. */
#define OUTLIER_NS RLK_NS_PER_S

/* A node has a marker: from here on no node votes without one. */
static void begin_to_guard(struct rlk_core *core, int64_t now)
{
    struct rlk_op *next;

    if (core->guarded || core->settings.guard == REDLOCK_GUARD_OFF)
        return;
    core->guarded = true;
    for (int node = 0; node < core->settings.nodes; node++)
        rlk_guard_on(&core->nodes[node].guard);
    for (int node = 0; node < core->settings.nodes; node++)
        rlk_node_judge(&core->nodes[node], now);
    for (struct rlk_op *op = core->ops; op != NULL; op = next) {
        next = op->next;
        rlk_op_void(op, now);
    }
}

/* Attempts under way do not count the node's vote any more. */
static void bar(struct rlk_core *core, int node, int64_t now)
{
    struct rlk_op *next;

    for (struct rlk_op *op = core->ops; op != NULL; op = next) {
        next = op->next;
        rlk_op_bar(op, node, now);
    }
}

/*
 * The node's keys end earlier: of locks that are held, and of attempts under
 * way.
 */
static void shorten(struct rlk_core *core, int node, int64_t by_ns, int64_t now)
{
    struct redlock_lock *next;

    for (struct rlk_op *op = core->ops; op != NULL; op = op->next)
        rlk_op_shorten(op, node, by_ns);
    for (struct redlock_lock *lock = core->locks; lock != NULL; lock = next) {
        next = lock->next;
        rlk_lock_shorten(lock, node, by_ns, now);
    }
}

static void on_news(struct rlk_node *node, const struct rlk_guard_news *news,
                    int64_t now)
{
    if (news->shorten_ns > 0)
        shorten(node->core, node->index, news->shorten_ns, now);
    if (news->barred)
        bar(node->core, node->index, now);
    if (news->guarded)
        begin_to_guard(node->core, now);
}

static void clear_links(struct rlk_core *core, int count)
{
    for (int node = 0; node < count; node++)
        rlk_node_clear(&core->nodes[node]);
    rlk_timers_clear(&core->timers);
}

enum redlock_status rlk_core_init(struct rlk_core *core,
                                  const struct rlk_core_settings *settings,
                                  struct rlk_transport *transport, int64_t now)
{
    unsigned char random[RLK_TOKEN_RANDOM_BYTES];

    core->transport = transport;
    core->settings = *settings;
    rlk_sightings_take(&core->sightings, settings->sightings,
                       settings->sightings_count);
    core->attempts = 0;
    core->serials = 0;
    core->guarded = settings->guard == REDLOCK_GUARD_ON;
    core->armed = RLK_NEVER;
    core->closing = false;
    atomic_init(&core->cancel_asked, false);
    core->ops = NULL;
    core->spare = NULL;
    core->spares = 0;
    core->acquires = NULL;
    core->locks = NULL;
    rlk_timers_init(&core->timers);
    rlk_completions_init(&core->completions);
    transport->ops->random(transport, random, sizeof(random));
    rlk_token_base_init(&core->token_base, random, settings->label);
    for (int node = 0; node < settings->nodes; node++) {
        core->nodes[node] = (struct rlk_node){
            .core = core,
            .on_news = on_news,
            .name = settings->names[node],
            .index = node,
        };
        if (rlk_node_init(&core->nodes[node], now))
            continue;
        clear_links(core, node);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_op_reserve(core)) {
        clear_links(core, settings->nodes);
        return REDLOCK_NO_MEMORY;
    }
    rlk_core_arm(core);
    return REDLOCK_OK;
}

void rlk_core_clear(struct rlk_core *core, int64_t now)
{
    while (core->acquires != NULL)
        rlk_acquire_drop(core->acquires);
    while (core->locks != NULL)
        rlk_lock_free(core->locks, now);
    while (core->ops != NULL)
        rlk_op_free(core->ops);
    rlk_op_unreserve(core);
    clear_links(core, core->settings.nodes);
}

void rlk_core_arm(struct rlk_core *core)
{
    int64_t next = rlk_timers_next(&core->timers);

    if (next != core->armed) {
        core->armed = next;
        core->transport->ops->arm(core->transport, next);
    }
    if (rlk_completions_waiting(&core->completions))
        core->transport->ops->wake(core->transport);
}

void rlk_core_cancel_all(struct rlk_core *core, int64_t now)
{
    while (core->acquires != NULL)
        rlk_acquire_cancel(core->acquires, now);
    rlk_core_arm(core);
}

void rlk_core_release_all(struct rlk_core *core, int64_t now)
{
    rlk_core_cancel_all(core, now);
    while (core->locks != NULL)
        rlk_release_start(NULL, core->locks, NULL, now);
    for (int node = 0; node < core->settings.nodes; node++) {
        if (core->nodes[node].state == RLK_NODE_UP)
            rlk_backlog_send(&core->nodes[node], now);
    }
    rlk_core_arm(core);
}

int64_t rlk_core_slack(const struct rlk_core *core, int64_t ttl_ns)
{
    int64_t part = ttl_ns / REDLOCK_SLACK_DEFAULT_PART;
    int64_t least = REDLOCK_SLACK_DEFAULT_LEAST_MS * RLK_NS_PER_MS;

    if (RLK_MUTANT(SLACK_LEFT_OUT))
        return 0;
    if (core->settings.slack_ns >= 0)
        return core->settings.slack_ns;
    return part > least ? part : least;
}

/*
 * What the largest clock among the nodes shows at least, in microseconds; those
 * that are more than a second off the median say nothing. 0: none is known. No
 * more than it shows: a counter that runs ahead of all clocks would not be
 * reached again by one that has to begin anew.
 */
static int64_t floor_of(const struct rlk_core *core, int64_t now)
{
    int64_t sorted[REDLOCK_NODES_MAX];
    int64_t largest;
    int count = 0;

    for (int node = 0; node < core->settings.nodes; node++) {
        const struct rlk_offset *offset = &core->nodes[node].guard.offset;
        int64_t ahead = rlk_offset_least(offset, now, core->settings.drift_ppm);
        int place = count;
        if (!offset->known)
            continue;
        while (place > 0 && sorted[place - 1] > ahead) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = ahead;
        count++;
    }
    if (count == 0)
        return 0;
    largest = sorted[count / 2];
    for (int i = count / 2; i < count; i++) {
        if (rlk_clock_sub(sorted[i], sorted[count / 2]) <= OUTLIER_NS)
            largest = sorted[i];
    }
    largest = rlk_clock_add(largest, now);
    return largest > 0 ? largest / RLK_NS_PER_US : 0;
}

void rlk_core_rules(struct rlk_core *core, int node, bool fenced,
                    struct rlk_rules *rules, int64_t now)
{
    *rules = (struct rlk_rules){
        .guard_ms =
            core->guarded ? rlk_clock_to_ms(core->settings.ttl_max_ns) : 0,
        .serial = ++core->serials,
        .fenced = fenced,
        .floor_us = fenced ? floor_of(core, now) : 0,
    };
    memcpy(rules->run_id, core->nodes[node].identity.run_id,
           sizeof(rules->run_id));
}

bool rlk_core_impaired(const struct rlk_core *core, int64_t now)
{
    for (int node = 0; node < core->settings.nodes; node++) {
        if (!rlk_node_usable(&core->nodes[node], now))
            return true;
    }
    return false;
}

void rlk_core_overlook(struct rlk_core *core, int64_t idle_ns)
{
    for (int node = 0; node < core->settings.nodes; node++)
        rlk_node_overlook(&core->nodes[node], idle_ns);
    rlk_core_arm(core);
}

void rlk_core_try_again(struct rlk_core *core, int64_t idle_ns, int64_t now)
{
    if (idle_ns < RLK_NODE_RETRY_LONGEST_NS)
        return;
    for (int node = 0; node < core->settings.nodes; node++)
        rlk_node_try_again(&core->nodes[node], now);
    rlk_core_arm(core);
}

bool rlk_core_quiet(const struct rlk_core *core, uint32_t aside, int64_t now)
{
    for (int node = 0; node < core->settings.nodes; node++) {
        if ((aside & UINT32_C(1) << node) == 0 &&
            !rlk_node_quiet(&core->nodes[node], now))
            return false;
    }
    return true;
}

void rlk_core_left(struct rlk_core *core, int64_t since, int64_t late_ns,
                   int64_t now)
{
    if (late_ns <= core->settings.node_timeout_ns / LATE_SHARE)
        return;
    for (struct rlk_op *op = core->ops; op != NULL; op = op->next)
        rlk_op_left(op, since, now);
    rlk_core_arm(core);
}

void rlk_core_connected(struct rlk_core *core, int node,
                        const struct rlk_identity *identity, int64_t now)
{
    rlk_node_connected(&core->nodes[node], identity, now);
    rlk_core_arm(core);
}

void rlk_core_disconnected(struct rlk_core *core, int node,
                           enum redlock_reason reason, const char *message,
                           int64_t now)
{
    rlk_node_disconnected(&core->nodes[node], reason, message, now);
    rlk_core_arm(core);
}

void rlk_core_answer(struct rlk_core *core, int node,
                     const struct rlk_answer *answer, int64_t now)
{
    rlk_node_answer(&core->nodes[node], answer, now);
    rlk_core_arm(core);
}

void rlk_core_tick(struct rlk_core *core, int64_t now)
{
    struct rlk_timer *timer;

    /* The transport armed this instant once: whatever comes next is news. */
    core->armed = RLK_NEVER;
    while ((timer = rlk_timers_take_due(&core->timers, now)) != NULL)
        timer->fire(timer, now);
    rlk_core_arm(core);
}

bool rlk_core_run_completions(struct rlk_core *core, int64_t now)
{
    struct rlk_completion *completion;

    if (atomic_load(&core->cancel_asked) && core->acquires != NULL) {
        atomic_store(&core->cancel_asked, false);
        rlk_core_cancel_all(core, now);
    }
    /* No more than are here now: a callback may bring about the next one. */
    for (size_t left = core->completions.count; left > 0; left--) {
        completion = rlk_completions_pop(&core->completions);
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
