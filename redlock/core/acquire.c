/* SPDX-License-Identifier: MIT */
/* Acquiring: attempts that ask all nodes, and the pauses between them. */

#include "redlock/core/acquire.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "redlock/core/acquire_internal.h"
#include "redlock/core/attempt.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/core/place.h"
#include "redlock/core/report.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/size.h"

/* The pause after the first refused attempt has at least this bound. */
#define BACKOFF_BASE_NS RLK_NS_PER_MS

static void try(struct rlk_acquire *acquire, int64_t now);
static void attempt(struct rlk_acquire *acquire, int64_t now);

void rlk_acquire_end(struct rlk_acquire *acquire, enum redlock_status status,
                     int64_t now)
{
    rlk_list_remove(&acquire->among_acquires);
    rlk_completions_remove(&acquire->call.runtime->completions,
                           &acquire->news.completion);
    rlk_timers_forget(&acquire->call.runtime->timers, &acquire->timer);
    rlk_acquire_leave_queue(acquire, status == REDLOCK_OK, now);
    rlk_counts_ended(&acquire->call.runtime->counts, status,
                     acquire->waits ? rlk_clock_sub(now, acquire->call.started)
                                    : 0);
    if (status != REDLOCK_OK) {
        rlk_lock_free(acquire->lock);
        acquire->lock = NULL;
    }
    rlk_call_end(&acquire->call, status, now);
}

static void acquire_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_acquire *acquire =
        RLK_OWNER_OF(timer, struct rlk_acquire, timer);

    if (now >= acquire->deadline)
        rlk_acquire_end(acquire, acquire->call.status, now);
    else
        try(acquire, now);
}

void rlk_acquire_pause_until(struct rlk_acquire *acquire, int64_t at)
{
    acquire->waits = true;
    rlk_timers_set(&acquire->call.runtime->timers, &acquire->timer,
                   at < acquire->deadline ? at : acquire->deadline);
}

/* --- what is told of the wait ----------------------------------------------
 */

void rlk_acquire_tell(struct rlk_acquire *acquire)
{
    if (acquire->news.told != NULL && !acquire->once)
        rlk_completions_push(&acquire->call.runtime->completions,
                             &acquire->news.completion);
}

bool rlk_acquire_take_news(struct rlk_acquire *acquire,
                           struct rlk_wait_told *told, int64_t now)
{
    const struct rlk_place *place = rlk_line_place(&acquire->in_line);
    const struct rlk_runtime *runtime = acquire->call.runtime;
    const struct rlk_wait_reach reach = {
        .nodes = runtime->settings.nodes,
        .quorum = runtime->settings.quorum,
        .reachable = rlk_node_count_usable(runtime, now),
    };
    const char *holder;
    int rank = -1;

    if (!rlk_list_linked(&acquire->among_acquires))
        return false;
    if (place != NULL && place->ticket != 0) {
        rank = place->rank + rlk_line_rank(&acquire->in_line);
        holder = place->holder;
    } else {
        holder = rlk_report_holder_named(acquire->call.report);
    }
    return rlk_wait_news_take(&acquire->news, &acquire->call,
                              acquire->lock->resource, rank, holder, &reach,
                              told, now);
}

/* --- an attempt ------------------------------------------------------------
 */

/* The longest pause; by default no less than what doubling alone leads to. */
static int64_t longest_pause(const struct rlk_runtime *runtime, int64_t base_ns)
{
    int64_t doubled = RLK_BACKOFF_CAP * base_ns;
    int64_t most = REDLOCK_PAUSE_MAX_DEFAULT_MS * RLK_NS_PER_MS;

    if (runtime->settings.pause_max_ns > 0)
        return runtime->settings.pause_max_ns;
    return doubled > most ? doubled : most;
}

/* How one pauses whom nobody wakes. rtt_ns: the shortest; RLK_NEVER: none. */
static struct rlk_backoff_settings polling(const struct rlk_acquire *acquire,
                                           int64_t rtt_ns, int64_t now)
{
    struct rlk_backoff_settings backoff = {
        .base_ns = BACKOFF_BASE_NS,
        .ceiling_ns = rlk_clock_sub(acquire->deadline, now),
        .waited_ns = rlk_clock_sub(now, acquire->call.started),
    };

    if (rtt_ns != RLK_NEVER && 2 * rtt_ns > backoff.base_ns)
        backoff.base_ns = 2 * rtt_ns;
    backoff.longest_ns = longest_pause(acquire->call.runtime, backoff.base_ns);
    return backoff;
}

static int64_t draw(const struct rlk_acquire *acquire,
                    const struct rlk_backoff_settings *backoff)
{
    return rlk_backoff_pause(backoff, acquire->call.rounds - 1,
                             rlk_runtime_random(acquire->call.runtime));
}

/*
 * When to try again: after a pause with full jitter that ends no later than the
 * keys which the refusals told of.
 */
static int64_t next_attempt(struct rlk_acquire *acquire,
                            const struct rlk_op *op, int64_t now)
{
    struct rlk_backoff_settings backoff = polling(acquire, op->fastest_ns, now);
    int64_t free_in = rlk_clock_from_ms(rlk_op_free_in_ms(op));

    /*
     * Pauses that are drawn from what is left, again and again, would become a
     * burst of attempts at the end.
     */
    if (backoff.ceiling_ns < BACKOFF_BASE_NS)
        return acquire->deadline;
    if (free_in < BACKOFF_BASE_NS)
        free_in = BACKOFF_BASE_NS;
    if (free_in < backoff.ceiling_ns)
        backoff.ceiling_ns = free_in;
    return rlk_clock_add(now, draw(acquire, &backoff));
}

int64_t rlk_acquire_pause(const struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_backoff_settings backoff = polling(acquire, RLK_NEVER, now);

    return draw(acquire, &backoff);
}

bool rlk_acquire_goes_on(struct rlk_acquire *acquire,
                         enum redlock_status status, int64_t now)
{
    rlk_call_count(&acquire->call);
    acquire->call.status = status;
    if (!acquire->once && now < acquire->deadline &&
        status != REDLOCK_CANCELLED && status != REDLOCK_NO_RIGHTS &&
        status != REDLOCK_LOST && status != REDLOCK_DISAGREES &&
        status != REDLOCK_TTL_MAX_DIFFERS && status != REDLOCK_UPGRADE)
        return true;
    rlk_acquire_end(acquire, status, now);
    return false;
}

static bool is_cut_off(const struct rlk_runtime *runtime, int64_t now)
{
    return rlk_node_count_usable(runtime, now) < runtime->settings.quorum;
}

static void attempt_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_acquire *acquire = op->call;
    const struct rlk_resource *name = op->resource;
    enum redlock_status status;

    if (acquire == NULL)
        return;
    status = rlk_attempt_status(op, outcome);
    /* It may have been refused already, and wait for what undoes it. */
    if (acquire->cancelled && status != REDLOCK_OK)
        status = REDLOCK_CANCELLED;
    acquire->call.op = NULL;
    if (op->voided) {
        attempt(acquire, now);
        return;
    }
    if (status == REDLOCK_OK) {
        rlk_call_count(&acquire->call);
        rlk_attempt_begin_lock(op, acquire->lock, acquire->attempt, now);
        rlk_acquire_end(acquire, status, now);
        return;
    }
    if (status == REDLOCK_BUSY && rlk_acquire_slot_next(acquire, &op->slot)) {
        rlk_call_count(&acquire->call);
        acquire->call.status = status;
        attempt(acquire, now);
        return;
    }
    /* What came of the attempts before says more. */
    if (status == REDLOCK_DEADLINE && acquire->call.rounds > 0)
        status = acquire->call.status;
    if (status == REDLOCK_BUSY)
        rlk_crowd_note(&acquire->call.runtime->crowd, name->text, name->length,
                       now);
    if (!rlk_acquire_goes_on(acquire, status, now))
        return;
    /* Slots that others refused are looked at again after a pause. */
    if (status == REDLOCK_BUSY && acquire->slots_refused == 0 &&
        rlk_acquire_may_queue(acquire, now)) {
        rlk_acquire_queue(acquire, now);
        return;
    }
    rlk_acquire_pause_until(acquire, next_attempt(acquire, op, now));
    if (status == REDLOCK_BUSY || is_cut_off(op->runtime, now))
        rlk_acquire_tell(acquire);
}

static const struct rlk_operation attempt_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .wanted = rlk_attempt_wanted,
    .heard = rlk_attempt_heard,
    .done = attempt_done,
};

static const struct rlk_operation slot_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .verb_at = rlk_attempt_verb_for_slot,
    .fill = rlk_acquire_slot_fill,
    .wanted = rlk_attempt_wanted,
    .heard = rlk_attempt_heard_slot,
    .counted = rlk_acquire_slot_counted,
    .missed = rlk_acquire_slot_missed,
    .done = attempt_done,
};

static void attempt(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_runtime *runtime = acquire->call.runtime;
    bool of_semaphore = acquire->lock->slot.many > 0;
    struct rlk_token token;

    /* Protocol 2: every attempt has a fresh token. */
    acquire->attempt = ++runtime->attempts;
    rlk_token_make(&runtime->token_base, acquire->attempt, &token);
    if (!rlk_op_start(
            runtime,
            &(struct rlk_op_settings){
                .operation =
                    of_semaphore ? &slot_operation : &attempt_operation,
                .kind = acquire->lock->kind,
                .resource = acquire->lock->resource,
                .token = &token,
                .slot = acquire->slot,
                .ttl_ns = acquire->lock->ttl_ns,
                .min_validity_ns = acquire->min_validity_ns,
                .deadline = acquire->deadline,
                .fenced = acquire->lock->counters != NULL,
                .fence = acquire->owner_fence,
                /* What refuses a slot has kept nothing of it. */
                .waits = of_semaphore || (!acquire->once &&
                                          rlk_acquire_may_queue(acquire, now)),
                .called = of_semaphore,
                .report = acquire->call.report,
                .again = acquire->call.rounds > 0,
                .call = acquire,
            },
            &acquire->call.op, now))
        rlk_acquire_end(acquire, REDLOCK_NO_MEMORY, now);
    else if (of_semaphore && acquire->call.op != NULL)
        rlk_acquire_slot_begin(acquire->call.op, now);
}

/* --- which of the two ------------------------------------------------------
 */

/* Is it known that others want the resource, too, or wanted so? */
static bool begins_in_queue(const struct rlk_acquire *acquire, int64_t now)
{
    const struct rlk_runtime *runtime = acquire->call.runtime;
    const struct rlk_resource *name = acquire->lock->resource;

    if (acquire->fair)
        return true;
    return !acquire->once && (rlk_crowd_remembers(&runtime->crowd, name->text,
                                                  name->length, now) ||
                              rlk_line_exists(runtime, name));
}

static void try(struct rlk_acquire *acquire, int64_t now)
{
    bool polls = acquire->polls;

    acquire->polls = false;
    rlk_acquire_slot_anew(acquire);
    if (!polls && begins_in_queue(acquire, now) &&
        rlk_acquire_may_queue(acquire, now))
        rlk_acquire_queue(acquire, now);
    else
        attempt(acquire, now);
}

/*
 * A client that does not see the first gate takes more than its share where
 * others queue there: it lets them go before.
 */
static bool is_polite(struct rlk_acquire *acquire, int64_t now)
{
    const struct rlk_runtime *runtime = acquire->call.runtime;
    const struct rlk_resource *name = acquire->lock->resource;
    int64_t until =
        rlk_crowd_polite_until(&runtime->crowd, name->text, name->length, now);

    if (acquire->once || until <= now)
        return false;
    acquire->call.status = REDLOCK_BUSY;
    rlk_acquire_pause_until(acquire, until);
    rlk_acquire_tell(acquire);
    return true;
}

/* --- the whole of it -------------------------------------------------------
 */

enum redlock_status rlk_acquire_start_by(struct rlk_acquire *acquire,
                                         struct rlk_runtime *runtime,
                                         const struct redlock_request *request,
                                         int64_t deadline, int64_t now)
{
    struct rlk_lock_settings settings = {0};
    enum redlock_status status = rlk_acquire_check(runtime, request, &settings);
    int64_t least_ns = rlk_clock_from_ms(request->min_validity_ms);

    if (status != REDLOCK_OK)
        return status;
    settings.resource = rlk_resource_owned(
        request->resource, strlen(request->resource), request->owner);
    if (settings.resource == NULL)
        return REDLOCK_NO_MEMORY;
    acquire->lock = rlk_lock_new(runtime, &settings);
    if (acquire->lock == NULL) {
        rlk_resource_drop(settings.resource);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_timers_promise(&runtime->timers, &acquire->timer, acquire_fire)) {
        rlk_lock_free(acquire->lock);
        acquire->lock = NULL;
        return REDLOCK_NO_MEMORY;
    }
    rlk_call_begin(&acquire->call, runtime, request->report, now);
    acquire->once = request->wait_ms == 0;
    acquire->deadline = deadline;
    /* A lock whose loss would have to be told at once is not worth having. */
    acquire->min_validity_ns =
        least_ns > settings.notice_ns ? least_ns : settings.notice_ns;
    acquire->lock->least_ns = acquire->min_validity_ns;
    acquire->fair = request->fair;
    acquire->owner_fence = request->owner_fence;
    acquire->news.told = request->waiting;
    acquire->news.user = request->user;
    rlk_list_push_front(&runtime->acquires, &acquire->among_acquires);
    if (!is_polite(acquire, now))
        try(acquire, now);
    return REDLOCK_OK;
}

enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      int64_t now)
{
    struct redlock_request room;

    request = rlk_size_request(request, &room);
    if (request == NULL)
        return REDLOCK_BAD_REQUEST;
    return rlk_acquire_start_by(
        acquire, runtime, request,
        request->wait_ms == 0 ? RLK_NEVER : rlk_acquire_deadline(request, now),
        now);
}

void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now)
{
    if (!rlk_list_linked(&acquire->among_acquires))
        return;
    acquire->cancelled = true;
    if (acquire->call.op != NULL)
        rlk_op_cancel(acquire->call.op, now); /* undoes, and attempt_done() */
    if (rlk_list_linked(&acquire->among_acquires))
        rlk_acquire_end(acquire, REDLOCK_CANCELLED, now);
}

void rlk_acquire_drop(struct rlk_acquire *acquire)
{
    rlk_line_drop(&acquire->in_line);
    if (rlk_list_linked(&acquire->among_acquires))
        rlk_acquire_end(acquire, REDLOCK_CANCELLED, acquire->call.started);
    rlk_call_drop(&acquire->call);
}
