/* SPDX-License-Identifier: MIT */
/* Acquiring: attempts and pauses. */

#include "redlock/core/acquire.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "quorum/backoff.h"
#include "redlock/core/core.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/report.h"

/* The pause after the first refused attempt has at least this bound. */
#define BACKOFF_BASE_NS RLK_NS_PER_MS

static void attempt(struct rlk_acquire *acquire, int64_t now);

static void end(struct rlk_acquire *acquire, enum redlock_status status,
                int64_t now)
{
    *acquire->place = acquire->next;
    if (acquire->next != NULL)
        acquire->next->place = acquire->place;
    acquire->place = NULL;
    if (acquire->op != NULL)
        rlk_op_disown(acquire->op);
    acquire->op = NULL;
    rlk_timers_forget(&acquire->core->timers, &acquire->timer);
    acquire->status = status;
    if (status != REDLOCK_OK) {
        rlk_lock_free(acquire->lock, now);
        acquire->lock = NULL;
    }
    rlk_report_finish(acquire->report,
                      acquire->refused == INT_MAX || status != REDLOCK_OK
                          ? acquire->refused
                          : acquire->refused + 1,
                      acquire->started, now);
    rlk_completions_push(&acquire->core->completions, &acquire->completion);
}

static void acquire_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_acquire *acquire =
        (struct rlk_acquire *)((char *)timer -
                               offsetof(struct rlk_acquire, timer));

    if (now >= acquire->deadline && !RLK_MUTANT(DEADLINE_IGNORED))
        end(acquire, acquire->status, now);
    else
        attempt(acquire, now);
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
        /* What the attempts before were told says more. */
        return acquire->refused > 0 ? acquire->status : REDLOCK_DEADLINE;
    case RLK_OUTCOME_NO_QUORUM:
    case RLK_OUTCOME_PENDING:
        break;
    }
    return rlk_op_lacks_rights(op) ? REDLOCK_NO_RIGHTS : REDLOCK_NO_QUORUM;
}

/* By default no less than what doubling alone leads to. */
static int64_t longest_pause(const struct rlk_core *core, int64_t base_ns)
{
    int64_t doubled = RLK_BACKOFF_CAP * base_ns;
    int64_t most = REDLOCK_PAUSE_MAX_DEFAULT_MS * RLK_NS_PER_MS;

    if (core->settings.pause_max_ns > 0)
        return core->settings.pause_max_ns;
    return doubled > most ? doubled : most;
}

/* When to try again: full jitter, never beyond what the refusals told. */
static int64_t next_attempt(struct rlk_acquire *acquire,
                            const struct rlk_op *op, int64_t now)
{
    int64_t free_in = rlk_clock_from_ms(rlk_op_free_in_ms(op));
    int64_t left = rlk_clock_sub(acquire->deadline, now);
    struct rlk_backoff_settings backoff = {
        .base_ns = BACKOFF_BASE_NS,
        .ceiling_ns = left,
        .waited_ns = rlk_clock_sub(now, acquire->started),
    };
    uint64_t random;

    /* Drawn from what is left again and again, pauses would end in a burst. */
    if (left < BACKOFF_BASE_NS)
        return acquire->deadline;
    if (op->fastest_ns != RLK_NEVER && 2 * op->fastest_ns > backoff.base_ns)
        backoff.base_ns = 2 * op->fastest_ns;
    backoff.longest_ns = longest_pause(acquire->core, backoff.base_ns);
    if (free_in < BACKOFF_BASE_NS)
        free_in = BACKOFF_BASE_NS;
    if (free_in < backoff.ceiling_ns)
        backoff.ceiling_ns = free_in;
    acquire->core->transport->ops->random(acquire->core->transport, &random,
                                          sizeof(random));
    return rlk_clock_add(
        now, rlk_backoff_pause(&backoff, acquire->refused - 1, random));
}

static void attempt_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_acquire *acquire = op->owner;
    enum redlock_status status = status_of(acquire, op, outcome);

    acquire->op = NULL;
    if (op->voided) {
        attempt(acquire, now);
        return;
    }
    if (status == REDLOCK_OK) {
        rlk_lock_begin(acquire->lock, op, acquire->attempt, now);
        end(acquire, status, now);
        return;
    }
    if (acquire->refused < INT_MAX)
        acquire->refused++;
    acquire->status = status;
    if (acquire->once || now >= acquire->deadline ||
        status == REDLOCK_CANCELLED || status == REDLOCK_NO_RIGHTS)
        end(acquire, status, now);
    else
        rlk_timers_set(&acquire->core->timers, &acquire->timer,
                       next_attempt(acquire, op, now));
}

static void attempt(struct rlk_acquire *acquire, int64_t now)
{
    struct rlk_core *core = acquire->core;
    struct rlk_token token;

    /* Protocol 2: every attempt has a fresh token. */
    if (acquire->attempt == 0 || !RLK_MUTANT(TOKEN_REUSED))
        acquire->attempt = ++core->attempts;
    rlk_token_make(&core->token_base, acquire->attempt, &token);
    if (!rlk_op_start(
            core,
            &(struct rlk_op_settings){
                .kind = RLK_ROUND_ACQUIRE,
                .resource = acquire->lock->resource,
                .token = &token,
                .ttl_ns = acquire->lock->ttl_ns,
                .min_validity_ns = acquire->min_validity_ns,
                .deadline = acquire->once ? RLK_NEVER : acquire->deadline,
                .fenced = acquire->lock->counters != NULL,
                .report = acquire->report,
                .again = acquire->refused > 0,
                .done = attempt_done,
                .owner = acquire,
            },
            &acquire->op, now))
        end(acquire, REDLOCK_NO_MEMORY, now);
}

int64_t rlk_acquire_notice(int64_t ttl_ns)
{
    int64_t notice = ttl_ns / REDLOCK_NOTICE_DEFAULT_PART;
    int64_t least = REDLOCK_NOTICE_DEFAULT_LEAST_MS * RLK_NS_PER_MS;
    int64_t most = REDLOCK_NOTICE_DEFAULT_MOST_MS * RLK_NS_PER_MS;

    if (notice < least)
        return least;
    return notice > most ? most : notice;
}

enum redlock_status rlk_acquire_check_ttl(const struct rlk_core *core,
                                          int64_t ttl_ms, int64_t notice_ns)
{
    int64_t ttl_ns = rlk_clock_from_ms(ttl_ms);
    int64_t drift;

    if (ttl_ms < 1)
        return REDLOCK_BAD_REQUEST;
    drift = rlk_clock_drift(ttl_ns, core->settings.drift_ppm);
    if (ttl_ns > core->settings.ttl_max_ns)
        return REDLOCK_TTL_TOO_LONG;
    if (rlk_clock_add(drift, notice_ns) >= ttl_ns)
        return REDLOCK_TTL_TOO_SHORT;
    return REDLOCK_OK;
}

static enum redlock_status check(const struct rlk_core *core,
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
    return rlk_acquire_check_ttl(core, ttl_ms, lock->notice_ns);
}

enum redlock_status rlk_acquire_start(struct rlk_acquire *acquire,
                                      struct rlk_core *core,
                                      const struct redlock_request *request,
                                      int64_t now)
{
    struct rlk_lock_settings settings = {0};
    enum redlock_status status = check(core, request, &settings);
    int64_t wait_ns = rlk_clock_from_ms(request->wait_ms);
    int64_t least_ns = rlk_clock_from_ms(request->min_validity_ms);

    if (status != REDLOCK_OK)
        return status;
    settings.resource =
        rlk_resource_new(request->resource, strlen(request->resource));
    if (settings.resource == NULL)
        return REDLOCK_NO_MEMORY;
    acquire->lock = rlk_lock_new(core, &settings);
    if (acquire->lock == NULL) {
        rlk_resource_drop(settings.resource);
        return REDLOCK_NO_MEMORY;
    }
    if (!rlk_timers_promise(&core->timers, &acquire->timer, acquire_fire)) {
        rlk_lock_free(acquire->lock, now);
        acquire->lock = NULL;
        return REDLOCK_NO_MEMORY;
    }
    acquire->core = core;
    acquire->started = now;
    acquire->once = request->wait_ms == 0;
    acquire->deadline = request->wait_ms == REDLOCK_FOREVER
                            ? RLK_NEVER
                            : rlk_clock_add(now, wait_ns);
    /* A lock whose loss would have to be told at once is none. */
    acquire->min_validity_ns =
        least_ns > settings.notice_ns ? least_ns : settings.notice_ns;
    acquire->report = request->report;
    acquire->next = core->acquires;
    acquire->place = &core->acquires;
    if (acquire->next != NULL)
        acquire->next->place = &acquire->next;
    core->acquires = acquire;
    attempt(acquire, now);
    return REDLOCK_OK;
}

void rlk_acquire_cancel(struct rlk_acquire *acquire, int64_t now)
{
    if (acquire->place == NULL)
        return;
    if (acquire->op != NULL)
        rlk_op_cancel(acquire->op, now); /* undoes, then attempt_done() */
    if (acquire->place != NULL)
        end(acquire, REDLOCK_CANCELLED, now);
}

void rlk_acquire_drop(struct rlk_acquire *acquire)
{
    if (acquire->place != NULL)
        end(acquire, REDLOCK_CANCELLED, acquire->started);
    rlk_completions_remove(&acquire->core->completions, &acquire->completion);
}
