/* SPDX-License-Identifier: MIT */
/* One round in flight, from its beginning to the last answer. */

#include "redlock/core/op.h"

#include <stddef.h>

#include "clock/clock.h"
#include "quorum/node_set.h"
#include "quorum/order.h"
#include "redlock/core/node.h"
#include "redlock/core/op_internal.h"
#include "redlock/core/report.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/runtime.h"

/* So many ops that are over are kept: as many as a turn may need. */
#define SPARES_MOST 128

static void finish(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    op->over = true;
    op->won = outcome == RLK_OUTCOME_WON;
    /* A round that was cut short says less than the one before it. */
    if (!op->again || outcome != RLK_OUTCOME_DEADLINE || op->place != NULL)
        rlk_op_tell_report(op, now);
    op->operation->done(op, outcome, now);
    op->report = NULL;
    op->call = NULL;
}

void rlk_op_drive(struct rlk_op *op, int64_t now)
{
    struct rlk_step step;

    while (rlk_round_next(&op->round, &step, now)) {
        switch (step.kind) {
        case RLK_STEP_ASK:
            rlk_op_ask(op, step.node, now);
            break;
        case RLK_STEP_CONFIRM:
            rlk_op_confirm(op, step.node, now);
            break;
        case RLK_STEP_UNDO:
            rlk_op_undo(op, step.node, now);
            break;
        case RLK_STEP_DONE:
            finish(op, step.outcome, now);
            break;
        }
    }
    if (op->over && op->in_flight == 0 && !op->lingers)
        rlk_op_free(op);
    else
        rlk_timers_set(&op->runtime->timers, &op->timer,
                       op->over ? RLK_NEVER : rlk_round_wakeup(&op->round));
}

static void note_silent(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->runtime->nodes[node];

    op->reasons[node] = REDLOCK_REASON_SILENT;
    if (at->state == RLK_NODE_CONNECTING && at->unheard != NULL)
        rlk_report_message(op->report, node, at->unheard);
}

static void op_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_op *op = RLK_OWNER_OF(timer, struct rlk_op, timer);
    uint32_t waited = op->round.waiting | op->round.confirming;

    rlk_round_tick(&op->round, now);
    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (!rlk_node_set_has(waited, node) ||
            rlk_round_vote_of(&op->round, node) != RLK_VOTE_TIMED_OUT)
            continue;
        note_silent(op, node);
        rlk_op_count_vote(op, node, RLK_VOTE_TIMED_OUT);
        rlk_node_timed_out(&op->runtime->nodes[node], now);
        if (op->operation->missed != NULL)
            op->operation->missed(op, node, now);
    }
    rlk_op_drive(op, now);
}

/* --- what is counted -------------------------------------------------------
 */

_Static_assert((int)RLK_VOTE_GRANTED == (int)REDLOCK_VOTE_GRANTED &&
                   (int)RLK_VOTE_DENIED == (int)REDLOCK_VOTE_DENIED &&
                   (int)RLK_VOTE_FAILED == (int)REDLOCK_VOTE_FAILED &&
                   (int)RLK_VOTE_TIMED_OUT == (int)REDLOCK_VOTE_TIMED_OUT &&
                   (int)RLK_VOTE_UNREACHED == (int)REDLOCK_VOTE_UNREACHED &&
                   (int)RLK_VOTE_BARRED == (int)REDLOCK_VOTE_BARRED,
               "they are counted by the public ones");

bool rlk_op_asks_for_votes(const struct rlk_op *op)
{
    return op->operation->round == RLK_ROUND_ACQUIRE ||
           op->operation->round == RLK_ROUND_EXTEND;
}

void rlk_op_count_vote(struct rlk_op *op, int node, enum rlk_vote vote)
{
    if (rlk_op_asks_for_votes(op))
        op->runtime->nodes[node].stats.votes[vote]++;
}

/* --- kept for reuse --------------------------------------------------------
 */

/* Makes it as op_new() gives it, and keeps it for the next round. */
static void keep_spare(struct rlk_op *op)
{
    struct rlk_runtime *runtime = op->runtime;
    struct rlk_timer timer = op->timer;

    rlk_zero(op, sizeof(*op));
    op->timer = timer;
    op->timer.at = RLK_NEVER;
    op->runtime = runtime;
    rlk_list_push_front(&runtime->spare_ops, &op->among_ops);
    runtime->spare_ops_count++;
}

static struct rlk_op *take_spare(struct rlk_runtime *runtime)
{
    struct rlk_op *op;

    if (rlk_list_empty(&runtime->spare_ops))
        return NULL;
    op = RLK_OWNER_OF(runtime->spare_ops.next, struct rlk_op, among_ops);
    rlk_list_remove(&op->among_ops);
    runtime->spare_ops_count--;
    return op;
}

/*
 * An op, all zeroes but for its timer. The last spare one is for a release
 * alone, which must not fail for want of memory.
 */
static struct rlk_op *op_new(struct rlk_runtime *runtime,
                             enum rlk_round_kind round)
{
    struct rlk_op *op;

    if (runtime->spare_ops_count > 1)
        return take_spare(runtime);
    op = rlk_alloc(sizeof(*op));
    if (op != NULL && rlk_timers_promise(&runtime->timers, &op->timer, op_fire))
        return op;
    rlk_free(op);
    return round == RLK_ROUND_RELEASE ? take_spare(runtime) : NULL;
}

bool rlk_op_reserve(struct rlk_runtime *runtime)
{
    struct rlk_op *op = op_new(runtime, RLK_ROUND_ACQUIRE);

    if (op == NULL)
        return false;
    op->runtime = runtime;
    keep_spare(op);
    return true;
}

void rlk_op_unreserve(struct rlk_runtime *runtime)
{
    struct rlk_op *op;

    while ((op = take_spare(runtime)) != NULL) {
        rlk_timers_forget(&runtime->timers, &op->timer);
        rlk_free(op);
    }
}

/* --- its beginning, and what ends it early ---------------------------------
 */

static enum rlk_strategy strategy_of(const struct rlk_op *op,
                                     const struct rlk_op_settings *settings)
{
    if (settings->called)
        return RLK_STRATEGY_CALLED;
    return op->runtime->settings.parallel ? RLK_STRATEGY_PARALLEL
                                          : RLK_STRATEGY_SEQUENTIAL;
}

/* Only an attempt asks in an order of its own. */
static int first_of(const struct rlk_op *op,
                    const struct rlk_op_settings *settings)
{
    if (settings->operation->round != RLK_ROUND_ACQUIRE)
        return 0;
    return rlk_order_first(op->resource->crc, op->runtime->settings.nodes);
}

static void name_successor(struct rlk_op *op,
                           const struct rlk_successor *successor)
{
    if (successor == NULL)
        return;
    op->successor = rlk_alloc(sizeof(*op->successor));
    if (op->successor != NULL)
        *op->successor = *successor;
}

/*
 * Is it an owner's first, whose number the others carry? They are refused by
 * nodes that are beyond it.
 */
static bool is_founding(const struct rlk_op *op,
                        const struct rlk_op_settings *settings)
{
    return settings->fenced && op->kind->owned && settings->fence == 0;
}

static void start_round(struct rlk_op *op,
                        const struct rlk_op_settings *settings, int64_t now)
{
    const struct rlk_runtime_settings *of = &op->runtime->settings;

    rlk_round_start(&op->round,
                    &(struct rlk_round_settings){
                        .kind = settings->operation->round,
                        .strategy = strategy_of(op, settings),
                        .nodes = of->nodes,
                        .quorum = of->quorum,
                        .first = first_of(op, settings),
                        .waits = settings->waits,
                        .node_timeout_ns = of->node_timeout_ns,
                        .deadline_ns = settings->deadline,
                        .ttl_ns = settings->ttl_ns,
                        .drift_ppm = of->drift_ppm,
                        .min_validity_ns = settings->min_validity_ns,
                        .fenced = settings->fenced,
                        .patient = is_founding(op, settings),
                    },
                    now);
}

bool rlk_op_start(struct rlk_runtime *runtime,
                  const struct rlk_op_settings *settings, struct rlk_op **made,
                  int64_t now)
{
    struct rlk_op *op = op_new(runtime, settings->operation->round);

    if (op == NULL)
        return false;
    op->pending.ops = &rlk_op_pending;
    op->operation = settings->operation;
    op->kind = settings->kind == NULL ? runtime->settings.kind : settings->kind;
    op->runtime = runtime;
    rlk_list_push_front(&runtime->ops, &op->among_ops);
    op->resource = rlk_resource_hold(settings->resource);
    if (settings->token != NULL)
        op->token = *settings->token;
    op->slot = settings->slot;
    op->reach = settings->reach;
    op->ttl_ns = settings->ttl_ns;
    op->key_lives_ms = rlk_clock_to_ms(rlk_clock_add(
        settings->ttl_ns, rlk_runtime_slack(runtime, settings->slack_of_ns > 0
                                                         ? settings->slack_of_ns
                                                         : settings->ttl_ns)));
    op->fastest_ns = RLK_NEVER;
    op->report = settings->report;
    op->call = settings->call;
    for (int node = 0; node < runtime->settings.nodes; node++)
        op->remaining_ms[node] = -1;
    if (settings->lock != NULL)
        rlk_op_attach(op, settings->lock, settings->rounds_of_lock,
                      settings->lock_reach);
    op->again = settings->again;
    op->fence = settings->fence;
    op->pass_at = settings->pass_at;
    op->pass_checked = settings->pass_checked;
    op->place = settings->place;
    name_successor(op, settings->successor);
    op->guarded = runtime->guarded;
    if (!op->again)
        rlk_report_begin(op->report, &runtime->settings);
    start_round(op, settings, now);
    if (op->operation->round == RLK_ROUND_ACQUIRE && !settings->called)
        rlk_op_exclude_dead(op, now);
    if (made != NULL)
        *made = op;
    rlk_op_drive(op, now);
    return true;
}

uint32_t rlk_op_call(struct rlk_op *op, uint32_t nodes)
{
    uint32_t called = 0;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if (rlk_node_set_has(nodes, node) && rlk_round_call(&op->round, node))
            called |= rlk_node_set_of(node);
    }
    /* What they granted before is not to count from the new request. */
    op->granted &= ~called;
    return called;
}

void rlk_op_stop_lingering(struct rlk_op *op)
{
    op->lingers = false;
    op->place = NULL;
    if (op->in_flight == 0)
        rlk_op_free(op);
}

void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now)
{
    if (!op->over && rlk_round_left(&op->round, since, now))
        rlk_timers_set(&op->runtime->timers, &op->timer,
                       rlk_round_wakeup(&op->round));
}

void rlk_op_cancel(struct rlk_op *op, int64_t now)
{
    rlk_round_cancel(&op->round, now);
    rlk_op_drive(op, now);
}

void rlk_op_void(struct rlk_op *op, int64_t now)
{
    if (op->operation->round != RLK_ROUND_ACQUIRE || op->guarded || op->over)
        return;
    rlk_op_give_up(op, now);
}

void rlk_op_give_up(struct rlk_op *op, int64_t now)
{
    op->voided = true;
    rlk_op_cancel(op, now);
}

void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns)
{
    /* Where the grant is not answered yet, it is executed after the step. */
    if (op->operation->round == RLK_ROUND_ACQUIRE && !op->over &&
        rlk_node_set_has(op->granted, node))
        rlk_round_shorten(&op->round, node, by_ns);
}

void rlk_op_bar(struct rlk_op *op, int node, int64_t now)
{
    if (op->operation->round != RLK_ROUND_ACQUIRE || op->over)
        return;
    op->granted &= ~rlk_node_set_of(node);
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_GRANTED)
        op->reasons[node] = REDLOCK_REASON_CLOCK;
    rlk_round_bar(&op->round, node, now);
    rlk_op_drive(op, now);
}

/* --- its caller and its lock -----------------------------------------------
 */

void rlk_op_disown(struct rlk_op *op)
{
    op->call = NULL;
    op->report = NULL;
}

void rlk_op_attach(struct rlk_op *op, struct redlock_lock *lock,
                   struct rlk_list *rounds, struct rlk_reach *reach)
{
    op->lock = lock;
    op->lock_reach = reach;
    rlk_list_push_front(rounds, &op->of_lock);
}

void rlk_op_detach(struct rlk_op *op)
{
    rlk_list_remove(&op->of_lock);
    op->lock = NULL;
    op->lock_reach = NULL;
    op->lacking_key = 0;
}

void rlk_op_free(struct rlk_op *op)
{
    struct rlk_runtime *runtime = op->runtime;

    rlk_op_detach(op);
    rlk_list_remove(&op->among_ops);
    rlk_resource_drop(op->resource);
    rlk_free(op->successor);
    rlk_timers_set(&runtime->timers, &op->timer, RLK_NEVER);
    if (runtime->spare_ops_count < SPARES_MOST) {
        keep_spare(op);
        return;
    }
    rlk_timers_forget(&runtime->timers, &op->timer);
    rlk_free(op);
}
