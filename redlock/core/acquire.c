/* SPDX-License-Identifier: MIT */
/* Acquiring: attempts and pauses. */

#include "redlock/core/acquire.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/op.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/sized.h"

/* The pause after the first refused attempt has at least this bound. */
#define BACKOFF_BASE_NS RLK_NS_PER_MS

static void attempt(struct rlk_acquire *acquire, int64_t now);

static void end(struct rlk_acquire *acquire, enum redlock_status status,
                int64_t now)
{
    rlk_list_remove(&acquire->among_acquires);
    rlk_timers_forget(&acquire->call.runtime->timers, &acquire->timer);
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
        end(acquire, acquire->call.status, now);
    else
        attempt(acquire, now);
}

/* --- an attempt ------------------------------------------------------------
 */

/*
 * A request that goes out late, as the node's connection is new or it did not
 * know the script, may come when the vote is of no use.
 */
static bool attempt_wanted(const struct rlk_op *op, int node,
                           enum rlk_verb verb, int64_t now)
{
    const struct rlk_runtime *runtime = op->runtime;

    (void)verb;
    return rlk_op_may_judge(op, node) && op->guarded == runtime->guarded &&
           rlk_round_vote_of(&op->round, node) == RLK_VOTE_NONE &&
           (op->round.outcome == RLK_OUTCOME_PENDING ||
            (op->lock != NULL && rlk_lock_held(op->lock, now)));
}

static void confirm_heard(struct rlk_op *op, int node,
                          const struct rlk_answer *answer, int64_t now)
{
    bool moves = op->lock != NULL && op->won;

    if (answer->kind == RLK_ANSWER_ERROR)
        return;
    if (answer->kind == RLK_ANSWER_YES) {
        if (moves)
            rlk_lock_counter(op->lock, node, answer->counter);
        return;
    }
    op->granted &= ~(UINT32_C(1) << node);
    if (moves)
        rlk_lock_withdraw(op->lock, node, now);
}

/* A grant. One that comes late is of use to a lock that is already held. */
static void granted(struct rlk_op *op, int node, int64_t counter, int64_t now)
{
    op->granted |= UINT32_C(1) << node;
    if (op->lock == NULL || !op->won)
        return;
    rlk_lock_counter(op->lock, node, counter);
    rlk_lock_late_grant(op->lock, node, rlk_round_sent_at(&op->round, node),
                        op->ttl_ns, now);
}

/* A yes without time and counter is no answer of a checked script. */
static bool lacks_its_due(const struct rlk_op *op,
                          const struct rlk_answer *answer)
{
    return (op->guarded && answer->time_us == 0) ||
           (op->round.settings.fenced && answer->counter == 0);
}

static enum rlk_vote attempt_heard(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer, int64_t now)
{
    if (verb == RLK_VERB_CONFIRM) {
        confirm_heard(op, node, answer, now);
        return RLK_VOTE_NONE;
    }
    if (answer->kind != RLK_ANSWER_YES)
        return RLK_VOTE_DENIED;
    if (lacks_its_due(op, answer)) {
        op->reasons[node] = REDLOCK_REASON_ERROR;
        return RLK_VOTE_FAILED;
    }
    if (rlk_guard_bars(&op->runtime->nodes[node].guard, now)) {
        op->reasons[node] = REDLOCK_REASON_CLOCK;
        return RLK_VOTE_BARRED;
    }
    granted(op, node, answer->counter, now);
    return RLK_VOTE_GRANTED;
}

static enum redlock_status status_of(const struct rlk_acquire *acquire,
                                     const struct rlk_op *op,
                                     enum rlk_outcome outcome)
{
    switch (outcome) {
    case RLK_OUTCOME_WON:
        return REDLOCK_OK;
    case RLK_OUTCOME_DENIED:
        return REDLOCK_BUSY;
    case RLK_OUTCOME_TOO_SLOW:
        return REDLOCK_TOO_SLOW;
    case RLK_OUTCOME_CANCELLED:
        return REDLOCK_CANCELLED;
    case RLK_OUTCOME_DEADLINE:
        /* What came of the attempts before says more. */
        return acquire->call.rounds > 0 ? acquire->call.status
                                        : REDLOCK_DEADLINE;
    case RLK_OUTCOME_NO_QUORUM:
    case RLK_OUTCOME_PENDING:
        break;
    }
    return rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS : REDLOCK_NO_QUORUM;
}

/* The longest pause; by default no less than what doubling alone leads to. */
static int64_t longest_pause(const struct rlk_runtime *runtime, int64_t base_ns)
{
    int64_t doubled = RLK_BACKOFF_CAP * base_ns;
    int64_t most = REDLOCK_PAUSE_MAX_DEFAULT_MS * RLK_NS_PER_MS;

    if (runtime->settings.pause_max_ns > 0)
        return runtime->settings.pause_max_ns;
    return doubled > most ? doubled : most;
}

/*
 * When to try again: after a pause with full jitter that ends no later than the
 * keys which the refusals told of.
 */
static int64_t next_attempt(struct rlk_acquire *acquire,
                            const struct rlk_op *op, int64_t now)
{
    const struct rlk_runtime *runtime = acquire->call.runtime;
    int64_t free_in = rlk_clock_from_ms(rlk_op_free_in_ms(op));
    int64_t left = rlk_clock_sub(acquire->deadline, now);
    struct rlk_backoff_settings backoff = {
        .base_ns = BACKOFF_BASE_NS,
        .ceiling_ns = left,
        .waited_ns = rlk_clock_sub(now, acquire->call.started),
    };

    /*
     * Pauses that are drawn from what is left, again and again, would become a
     * burst of attempts at the end.
     */
    if (left < BACKOFF_BASE_NS)
        return acquire->deadline;
    if (op->fastest_ns != RLK_NEVER && 2 * op->fastest_ns > backoff.base_ns)
        backoff.base_ns = 2 * op->fastest_ns;
    backoff.longest_ns = longest_pause(runtime, backoff.base_ns);
    if (free_in < BACKOFF_BASE_NS)
        free_in = BACKOFF_BASE_NS;
    if (free_in < backoff.ceiling_ns)
        backoff.ceiling_ns = free_in;
    return rlk_clock_add(now,
                         rlk_backoff_pause(&backoff, acquire->call.rounds - 1,
                                           rlk_runtime_random(runtime)));
}

/* The lock is held by this attempt's votes, and moved by those that are late.
 */
static void begin_lock(struct rlk_acquire *acquire, struct rlk_op *op,
                       int64_t now)
{
    struct redlock_lock *lock = acquire->lock;

    for (int node = 0; node < op->runtime->settings.nodes; node++) {
        if ((op->granted & (UINT32_C(1) << node)) != 0)
            rlk_tenure_grant(&lock->tenure, node,
                             rlk_round_sent_at(&op->round, node), op->ttl_ns,
                             now);
        rlk_lock_counter(lock, node, rlk_round_counter_of(&op->round, node));
    }
    if (lock->counters != NULL)
        lock->fence = rlk_round_fence(&op->round);
    lock->reach = op->reach;
    rlk_op_attach(op, lock, &lock->rounds, &lock->reach);
    rlk_lock_begin(lock, acquire->attempt, now);
}

static void attempt_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_acquire *acquire = op->call;
    enum redlock_status status;

    if (acquire == NULL)
        return;
    status = status_of(acquire, op, outcome);
    acquire->call.op = NULL;
    if (op->voided) {
        attempt(acquire, now);
        return;
    }
    rlk_call_count(&acquire->call);
    if (status == REDLOCK_OK) {
        begin_lock(acquire, op, now);
        end(acquire, status, now);
        return;
    }
    acquire->call.status = status;
    if (acquire->once || now >= acquire->deadline ||
        status == REDLOCK_CANCELLED || status == REDLOCK_NO_RIGHTS)
        end(acquire, status, now);
    else
        rlk_timers_set(&acquire->call.runtime->timers, &acquire->timer,
                       next_attempt(acquire, op, now));
}

static const struct rlk_operation attempt_operation = {
    .round = RLK_ROUND_ACQUIRE,
    .verb = RLK_VERB_GRANT,
    .yes = REDLOCK_VOTE_GRANTED,
    .wanted = attempt_wanted,
    .heard = attempt_heard,
    .done = attempt_done,
};

static void attempt(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_runtime *runtime = acquire->call.runtime;
    struct rlk_token token;

    /* Protocol 2: every attempt has a fresh token. */
    acquire->attempt = ++runtime->attempts;
    rlk_token_make(&runtime->token_base, acquire->attempt, &token);
    if (!rlk_op_start(
            runtime,
            &(struct rlk_op_settings){
                .operation = &attempt_operation,
                .resource = acquire->lock->resource,
                .token = &token,
                .ttl_ns = acquire->lock->ttl_ns,
                .min_validity_ns = acquire->min_validity_ns,
                .deadline = acquire->once ? RLK_NEVER : acquire->deadline,
                .fenced = acquire->lock->counters != NULL,
                .report = acquire->call.report,
                .again = acquire->call.rounds > 0,
                .call = acquire,
            },
            &acquire->call.op, now))
        end(acquire, REDLOCK_NO_MEMORY, now);
}

/* --- the whole of it -------------------------------------------------------
 */

int64_t rlk_acquire_notice(int64_t ttl_ns)
{
    int64_t notice = ttl_ns / REDLOCK_NOTICE_DEFAULT_PART;
    int64_t least = REDLOCK_NOTICE_DEFAULT_LEAST_MS * RLK_NS_PER_MS;
    int64_t most = REDLOCK_NOTICE_DEFAULT_MOST_MS * RLK_NS_PER_MS;

    if (notice < least)
        return least;
    return notice > most ? most : notice;
}

enum redlock_status rlk_acquire_check_ttl(const struct rlk_runtime *runtime,
                                          int64_t ttl_ms, int64_t notice_ns)
{
    int64_t ttl_ns = rlk_clock_from_ms(ttl_ms);
    int64_t drift;

    if (ttl_ms < 1)
        return REDLOCK_BAD_REQUEST;
    drift = rlk_clock_drift(ttl_ns, runtime->settings.drift_ppm);
    if (ttl_ns > runtime->settings.ttl_max_ns)
        return REDLOCK_TTL_TOO_LONG;
    if (rlk_clock_add(drift, notice_ns) >= ttl_ns)
        return REDLOCK_TTL_TOO_SHORT;
    return REDLOCK_OK;
}

static enum redlock_status check(const struct rlk_runtime *runtime,
                                 const struct redlock_request *request,
                                 struct rlk_lock_settings *lock)
{
    int64_t ttl_ms =
        request->ttl_ms == 0 ? REDLOCK_TTL_DEFAULT_MS : request->ttl_ms;

    if (redlock_resource_problem(request->resource) != NULL)
        return REDLOCK_BAD_REQUEST;
    if (request->wait_ms < 0 || request->min_validity_ms < 0 ||
        request->notice_ms < 0)
        return REDLOCK_BAD_REQUEST;
    lock->ttl_ns = rlk_clock_from_ms(ttl_ms);
    lock->notice_ns = request->notice_ms > 0
                          ? rlk_clock_from_ms(request->notice_ms)
                          : rlk_acquire_notice(lock->ttl_ns);
    lock->keep = request->keep;
    lock->repair = !request->no_repair;
    lock->fenced = request->fencing;
    lock->lost = request->lost;
    lock->renewed = request->renewed;
    lock->user = request->user;
    return rlk_acquire_check_ttl(runtime, ttl_ms, lock->notice_ns);
}

static enum redlock_status start(struct rlk_acquire *acquire,
                                 struct rlk_runtime *runtime,
                                 const struct redlock_request *request,
                                 int64_t now)
{
    struct rlk_lock_settings settings = {0};
    enum redlock_status status = check(runtime, request, &settings);
    int64_t wait_ns = rlk_clock_from_ms(request->wait_ms);
    int64_t least_ns = rlk_clock_from_ms(request->min_validity_ms);

    if (status != REDLOCK_OK)
        return status;
    settings.resource =
        rlk_resource_new(request->resource, strlen(request->resource));
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
    acquire->deadline = request->wait_ms == REDLOCK_FOREVER
                            ? RLK_NEVER
                            : rlk_clock_add(now, wait_ns);
    /* A lock whose loss would have to be told at once is not worth having. */
    acquire->min_validity_ns =
        least_ns > settings.notice_ns ? least_ns : settings.notice_ns;
    rlk_list_push_front(&runtime->acquires, &acquire->among_acquires);
    attempt(acquire, now);
    return REDLOCK_OK;
}

enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      int64_t now)
{
    struct redlock_request room;

    request = rlk_sized_request(request, &room);
    if (request == NULL)
        return REDLOCK_BAD_REQUEST;
    return start(acquire, runtime, request, now);
}

void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now)
{
    if (!rlk_list_linked(&acquire->among_acquires))
        return;
    if (acquire->call.op != NULL)
        rlk_op_cancel(acquire->call.op, now); /* undoes, and attempt_done() */
    if (rlk_list_linked(&acquire->among_acquires))
        end(acquire, REDLOCK_CANCELLED, now);
}

void rlk_acquire_drop(struct rlk_acquire *acquire)
{
    if (rlk_list_linked(&acquire->among_acquires))
        end(acquire, REDLOCK_CANCELLED, acquire->call.started);
    rlk_call_drop(&acquire->call);
}
