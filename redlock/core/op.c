/* SPDX-License-Identifier: MIT */
/* One round in flight, from the first request to the last answer. */

#include "redlock/core/op.h"

#include <assert.h>
#include <stddef.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/core/backlog.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/core/memory.h"
#include "redlock/core/op_answer.h"
#include "redlock/core/report.h"

/* So many are kept when they are over: as many as a turn may need. */
#define SPARES_MOST 128

enum rlk_verb rlk_op_asks(const struct rlk_op *op)
{
    switch (op->round.settings.kind) {
    case RLK_ROUND_ACQUIRE:
        return RLK_VERB_GRANT;
    case RLK_ROUND_EXTEND:
        return RLK_VERB_EXTEND;
    case RLK_ROUND_RELEASE:
        return RLK_VERB_RELEASE;
    case RLK_ROUND_INSPECT:
        break;
    }
    return op->init_node ? RLK_VERB_INIT_NODE : RLK_VERB_INSPECT;
}

bool rlk_op_acquires(const struct rlk_op *op)
{
    return op->round.settings.kind == RLK_ROUND_ACQUIRE;
}

/* A key that this op sets has expired by itself after so long. */
static int64_t lives(const struct rlk_op *op)
{
    return rlk_clock_add(
        rlk_clock_add(op->ttl_ns, rlk_core_slack(op->core, op->ttl_ns)),
        rlk_clock_drift(op->ttl_ns, op->core->settings.drift_ppm));
}

void rlk_op_release_later(struct rlk_op *op, int node, bool left, int64_t now)
{
    struct rlk_node *at = &op->core->nodes[node];
    uint32_t bit = UINT32_C(1) << node;

    if ((op->asked & bit) == 0)
        return;
    rlk_backlog_add(at, op->resource, &op->token,
                    &(struct rlk_backlog_terms){
                        .lives_ns = lives(op),
                        .maybe_unread = rlk_node_maybe_unread(
                            at, (op->maybe_unread & bit) != 0, !left),
                    },
                    now);
    rlk_node_watch(at, now);
}

void rlk_op_note_maybe_unread(struct rlk_op *op, int node)
{
    op->maybe_unread |= UINT32_C(1) << node;
    if (op->lock != NULL)
        op->lock->maybe_unread |= op->maybe_unread;
}

/* What sets the key goes out: a release to that node must not be lost. */
static void note_asked(struct rlk_op *op, int node, enum rlk_verb verb)
{
    if (verb != RLK_VERB_GRANT && verb != RLK_VERB_REPAIR)
        return;
    op->asked |= UINT32_C(1) << node;
    if (op->lock != NULL)
        op->lock->asked |= op->asked;
}

static bool send_to(struct rlk_op *op, int node, enum rlk_verb verb,
                    int64_t now)
{
    if (!rlk_node_send(&op->core->nodes[node], &op->pending, verb, now))
        return false;
    note_asked(op, node, verb);
    op->in_flight++;
    return true;
}

static void note_unreached(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->core->nodes[node];

    op->reasons[node] = at->reason;
    rlk_report_message(op->report, node, at->message);
}

/* That a marker was not read is no sign that there is none. */
static bool hides_marker(const struct rlk_op *op, const struct rlk_node *at)
{
    return rlk_op_acquires(op) &&
           op->core->settings.guard != REDLOCK_GUARD_OFF &&
           at->identity.marker_hidden != REDLOCK_REASON_NONE;
}

bool rlk_op_may_judge(const struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->core->nodes[node];
    bool judges = op->core->guarded || op->round.settings.fenced;

    if (at->state != RLK_NODE_UP || (!rlk_op_acquires(op) && !op->init_node))
        return true;
    if (hides_marker(op, at))
        return false;
    return (!op->init_node && !judges) || !at->guard.nameless;
}

void rlk_op_note_unjudged(struct rlk_op *op, int node)
{
    const struct rlk_node *at = &op->core->nodes[node];

    op->reasons[node] = REDLOCK_REASON_NOPERM;
    if (hides_marker(op, at)) {
        op->reasons[node] = at->identity.marker_hidden;
        rlk_report_message(op->report, node,
                           "does not show " RLK_MARKER_KEY
                           ", which tells if it lost its memory");
    } else if (op->core->guarded || op->init_node) {
        rlk_report_message(op->report, node,
                           "the amnesia guard needs the right to INFO");
    } else {
        rlk_report_message(op->report, node, "a fence needs the right to INFO");
    }
}

static void ask(struct rlk_op *op, int node, int64_t now)
{
    struct rlk_node *at = &op->core->nodes[node];
    enum rlk_verb verb = rlk_op_asks(op);
    bool usable = rlk_node_usable(at, now) ||
                  (verb == RLK_VERB_RELEASE && at->state == RLK_NODE_UP);

    if (usable && !rlk_op_may_judge(op, node)) {
        rlk_op_note_unjudged(op, node);
        rlk_round_vote(&op->round, node, RLK_VOTE_UNREACHED, now);
        return;
    }
    if (usable && send_to(op, node, verb, now))
        return;
    if (verb == RLK_VERB_RELEASE)
        rlk_op_release_later(op, node, false, now);
    note_unreached(op, node);
    rlk_round_vote(&op->round, node, RLK_VOTE_UNREACHED, now);
}

/* What is known to be dead costs an attempt nothing, and may end it. */
static void exclude_dead(struct rlk_op *op, int64_t now)
{
    for (int node = 0; node < op->core->settings.nodes; node++) {
        if (rlk_node_usable(&op->core->nodes[node], now))
            continue;
        note_unreached(op, node);
        rlk_round_exclude(&op->round, node, now);
    }
}

static void undo(struct rlk_op *op, int node, int64_t now)
{
    if (!RLK_MUTANT(UNDO_LEFT_OUT)) {
        if (send_to(op, node, RLK_VERB_RELEASE, now))
            return;
        rlk_op_release_later(op, node, false, now);
    }
    rlk_round_undone(&op->round, node, now);
}

static void confirm(struct rlk_op *op, int node, int64_t now)
{
    if (!send_to(op, node, RLK_VERB_CONFIRM, now))
        rlk_round_unconfirmed(&op->round, node, RLK_VOTE_FAILED, now);
}

void rlk_op_repair(struct rlk_op *op, int64_t now)
{
    for (int node = 0; op->lacking_key != 0; node++) {
        uint32_t bit = UINT32_C(1) << node;
        if ((op->lacking_key & bit) == 0)
            continue;
        op->lacking_key &= ~bit;
        if (rlk_lock_repairs(op->lock, now))
            send_to(op, node, RLK_VERB_REPAIR, now);
    }
}

static void finish(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    op->over = true;
    op->won = outcome == RLK_OUTCOME_WON;
    /* Cut short, a round says less than the one before it. */
    if (!op->again || outcome != RLK_OUTCOME_DEADLINE)
        rlk_report_outcome(op, now);
    if (op->done != NULL && op->owner != NULL)
        op->done(op, outcome, now);
    op->report = NULL;
    op->owner = NULL;
    if (op->won && op->lock != NULL)
        rlk_op_repair(op, now);
}

void rlk_op_drive(struct rlk_op *op, int64_t now)
{
    struct rlk_step step;

    while (rlk_round_next(&op->round, &step, now)) {
        switch (step.kind) {
        case RLK_STEP_ASK:
            ask(op, step.node, now);
            break;
        case RLK_STEP_CONFIRM:
            confirm(op, step.node, now);
            break;
        case RLK_STEP_UNDO:
            undo(op, step.node, now);
            break;
        case RLK_STEP_DONE:
            finish(op, step.outcome, now);
            break;
        }
    }
    if (op->over && op->in_flight == 0)
        rlk_op_free(op);
    else
        rlk_timers_set(&op->core->timers, &op->timer,
                       op->over ? RLK_NEVER : rlk_round_wakeup(&op->round));
}

static void op_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_op *op =
        (struct rlk_op *)((char *)timer - offsetof(struct rlk_op, timer));
    uint32_t waited = op->round.waiting | op->round.confirming;

    rlk_round_tick(&op->round, now);
    for (int node = 0; node < op->core->settings.nodes; node++) {
        if ((waited & (UINT32_C(1) << node)) == 0 ||
            rlk_round_vote_of(&op->round, node) != RLK_VOTE_TIMED_OUT)
            continue;
        op->reasons[node] = REDLOCK_REASON_SILENT;
        rlk_node_timed_out(&op->core->nodes[node], now);
    }
    rlk_op_drive(op, now);
}

/* Back to what op_new() gives, for the next that needs it. */
static void keep_spare(struct rlk_op *op)
{
    struct rlk_core *core = op->core;
    struct rlk_timer timer = op->timer;

    rlk_zero(op, sizeof(*op));
    op->timer = timer;
    op->timer.at = RLK_NEVER;
    op->core = core;
    op->next = core->spare;
    core->spare = op;
    core->spares++;
}

static struct rlk_op *take_spare(struct rlk_core *core)
{
    struct rlk_op *op = core->spare;

    if (op == NULL)
        return NULL;
    core->spare = op->next;
    core->spares--;
    op->next = NULL;
    return op;
}

/*
 * Zeroed, with its timer. A release must not fail for want of memory: the last
 * of the spare ones is kept for it.
 */
static struct rlk_op *op_new(struct rlk_core *core, enum rlk_round_kind kind)
{
    struct rlk_op *op;

    if (core->spares > 1)
        return take_spare(core);
    op = rlk_alloc(sizeof(*op));
    if (op != NULL && rlk_timers_promise(&core->timers, &op->timer, op_fire))
        return op;
    rlk_free(op);
    return kind == RLK_ROUND_RELEASE ? take_spare(core) : NULL;
}

bool rlk_op_reserve(struct rlk_core *core)
{
    struct rlk_op *op = op_new(core, RLK_ROUND_ACQUIRE);

    if (op == NULL)
        return false;
    op->core = core;
    keep_spare(op);
    return true;
}

static void enlist(struct rlk_op *op)
{
    op->next = op->core->ops;
    op->place = &op->core->ops;
    if (op->next != NULL)
        op->next->place = &op->next;
    op->core->ops = op;
}

static void start_round(struct rlk_op *op,
                        const struct rlk_op_settings *settings, int64_t now)
{
    const struct rlk_core_settings *core = &op->core->settings;

    rlk_round_start(&op->round,
                    &(struct rlk_round_settings){
                        .kind = settings->kind,
                        .strategy = core->parallel ? RLK_STRATEGY_PARALLEL
                                                   : RLK_STRATEGY_SEQUENTIAL,
                        .nodes = core->nodes,
                        .quorum = core->quorum,
                        .node_timeout_ns = core->node_timeout_ns,
                        .deadline_ns = settings->deadline,
                        .ttl_ns = settings->ttl_ns,
                        .drift_ppm = core->drift_ppm,
                        .min_validity_ns = settings->min_validity_ns,
                        .fenced = settings->fenced,
                    },
                    now);
}

bool rlk_op_start(struct rlk_core *core, const struct rlk_op_settings *settings,
                  struct rlk_op **place, int64_t now)
{
    struct rlk_op *op = op_new(core, settings->kind);

    if (op == NULL)
        return false;
    op->pending.ops = &rlk_op_pending;
    op->core = core;
    enlist(op);
    op->resource = rlk_resource_hold(settings->resource);
    if (settings->token != NULL)
        op->token = *settings->token;
    op->asked = settings->asked;
    op->maybe_unread = settings->maybe_unread;
    op->ttl_ns = settings->ttl_ns;
    op->fastest_ns = RLK_NEVER;
    op->report = settings->report;
    op->done = settings->done;
    op->owner = settings->owner;
    for (int node = 0; node < core->settings.nodes; node++)
        op->remaining_ms[node] = -1;
    if (settings->lock != NULL)
        rlk_lock_attach(settings->lock, op);
    op->again = settings->again;
    op->fence = settings->fence;
    op->init_node = settings->init_node;
    op->guarded = core->guarded;
    if (!op->again)
        rlk_report_begin(op->report, core);
    start_round(op, settings, now);
    if (settings->kind == RLK_ROUND_ACQUIRE)
        exclude_dead(op, now);
    if (place != NULL)
        *place = op;
    rlk_op_drive(op, now);
    return true;
}

void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now)
{
    if (!op->over && rlk_round_left(&op->round, since, now))
        rlk_timers_set(&op->core->timers, &op->timer,
                       rlk_round_wakeup(&op->round));
}

void rlk_op_cancel(struct rlk_op *op, int64_t now)
{
    if (RLK_MUTANT(CANCEL_WITHOUT_UNDO))
        return;
    rlk_round_cancel(&op->round, now);
    rlk_op_drive(op, now);
}

void rlk_op_void(struct rlk_op *op, int64_t now)
{
    if (!rlk_op_acquires(op) || op->guarded || op->over ||
        RLK_MUTANT(VOID_LEFT_OUT))
        return;
    op->voided = true;
    rlk_op_cancel(op, now);
}

void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns)
{
    /* What is not answered yet is executed after the step that we hear of. */
    if (rlk_op_acquires(op) && !op->over &&
        (op->granted & UINT32_C(1) << node) != 0)
        rlk_round_shorten(&op->round, node, by_ns);
}

void rlk_op_bar(struct rlk_op *op, int node, int64_t now)
{
    if (!rlk_op_acquires(op) || op->over)
        return;
    op->granted &= ~(UINT32_C(1) << node);
    if (rlk_round_vote_of(&op->round, node) == RLK_VOTE_GRANTED)
        op->reasons[node] = REDLOCK_REASON_CLOCK;
    rlk_round_bar(&op->round, node, now);
    rlk_op_drive(op, now);
}

void rlk_op_disown(struct rlk_op *op)
{
    op->owner = NULL;
    op->report = NULL;
}

void rlk_op_detach(struct rlk_op *op)
{
    op->lock = NULL;
    op->lacking_key = 0;
}

void rlk_op_free(struct rlk_op *op)
{
    if (op->lock != NULL)
        rlk_lock_forget(op->lock, op);
    *op->place = op->next;
    if (op->next != NULL)
        op->next->place = op->place;
    rlk_resource_drop(op->resource);
    rlk_timers_set(&op->core->timers, &op->timer, RLK_NEVER);
    if (op->core->spares < SPARES_MOST) {
        keep_spare(op);
        return;
    }
    rlk_timers_forget(&op->core->timers, &op->timer);
    rlk_free(op);
}

void rlk_op_unreserve(struct rlk_core *core)
{
    struct rlk_op *op;

    while ((op = take_spare(core)) != NULL) {
        rlk_timers_forget(&core->timers, &op->timer);
        rlk_free(op);
    }
}

int64_t rlk_op_node_free_in_ms(const struct rlk_op *op, int node)
{
    switch (rlk_round_vote_of(&op->round, node)) {
    case RLK_VOTE_NONE: /* not asked: perhaps it is free */
    case RLK_VOTE_GRANTED:
        return 0;
    case RLK_VOTE_DENIED:
        return op->remaining_ms[node] < 0 ? 0 : op->remaining_ms[node];
    case RLK_VOTE_FAILED:
    case RLK_VOTE_TIMED_OUT:
    case RLK_VOTE_UNREACHED:
    case RLK_VOTE_BARRED:
        break;
    }
    return INT64_MAX;
}

int64_t rlk_op_free_in_ms(const struct rlk_op *op)
{
    int nodes = op->core->settings.nodes;
    int quorum = op->core->settings.quorum;
    int64_t best = INT64_MAX;

    /* The quorum-th smallest: what a quorum of them do not exceed. */
    for (int node = 0; node < nodes; node++) {
        int64_t candidate = rlk_op_node_free_in_ms(op, node);
        int within = 0;
        for (int other = 0; other < nodes; other++)
            within += rlk_op_node_free_in_ms(op, other) <= candidate;
        if (within >= quorum && candidate < best)
            best = candidate;
    }
    return best;
}

bool rlk_op_lacks_rights(const struct rlk_op *op)
{
    int refused = 0;

    for (int node = 0; node < op->core->settings.nodes; node++)
        refused += op->reasons[node] == REDLOCK_REASON_NOAUTH ||
                   op->reasons[node] == REDLOCK_REASON_WRONGPASS ||
                   op->reasons[node] == REDLOCK_REASON_NOPERM;
    return refused > op->core->settings.nodes - op->core->settings.quorum;
}
