/* SPDX-License-Identifier: MIT */
/* Extending a lock, for its holder or for the keeper; downgrading it. */

#include "redlock/core/extend.h"

#include "quorum/backoff.h"
#include "redlock/core/acquire.h"
#include "redlock/core/lock.h"
#include "redlock/core/waiter.h"

/* The least pause after the first failed round. */
#define RETRY_BASE_NS (5 * RLK_NS_PER_MS)

/* No round begins with less than this left until the loss is reported. */
#define RETRY_LEAST_NS RLK_NS_PER_MS

static void end(struct rlk_extend *extend, enum redlock_status status,
                int64_t now)
{
    struct redlock_lock *lock = extend->lock;

    rlk_ring_remove(&lock->extends, &extend->of_lock);
    rlk_timers_forget(&lock->runtime->timers, &extend->timer);
    if (extend->call.op != NULL)
        rlk_op_tell_report(extend->call.op, now);
    extend->lock = NULL;
    if (status == REDLOCK_OK) {
        lock->ttl_ns = extend->ttl_ns;
        lock->runtime->counts.renewals++;
    }
    if (extend->ended == NULL) {
        rlk_call_end(&extend->call, status, now);
        return;
    }
    rlk_call_drop(&extend->call);
    extend->ended(extend, lock, now);
}

void rlk_extend_end_all(struct redlock_lock *lock, int64_t now)
{
    while (lock->extends != NULL)
        end(RLK_OWNER_OF(lock->extends, struct rlk_extend, of_lock),
            REDLOCK_LOST, now);
}

static void pause_round(struct rlk_extend *extend, int64_t fastest_ns,
                        int64_t now)
{
    struct rlk_runtime *runtime = extend->call.runtime;
    int64_t left = rlk_clock_sub(rlk_lock_tell_at(extend->lock), now);
    struct rlk_backoff_settings backoff = {
        .base_ns = RETRY_BASE_NS,
        .ceiling_ns = left > 0 ? left : 0,
    };
    int64_t pause;

    if (fastest_ns != RLK_NEVER && 2 * fastest_ns > backoff.base_ns)
        backoff.base_ns = 2 * fastest_ns;
    pause = rlk_backoff_pause(&backoff, extend->call.rounds - 1,
                              rlk_runtime_random(runtime));
    /* Without this, ever shorter pauses would end in a burst of rounds. */
    if (backoff.ceiling_ns < RETRY_LEAST_NS)
        pause = backoff.ceiling_ns;
    rlk_timers_set(&runtime->timers, &extend->timer, rlk_clock_add(now, pause));
}

/* --- a round ------------------------------------------------------------- */

static bool round_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                         int64_t now)
{
    (void)node;
    return op->lock != NULL && op->kind == op->lock->kind &&
           (verb == RLK_VERB_EXTEND || rlk_lock_repairs(op->lock, now));
}

static void repair_answered(struct rlk_op *op, int node,
                            const struct rlk_answer *answer, int64_t now)
{
    uint32_t bit = rlk_node_set_of(node);

    /*
     * The node may still execute the repair, and its answer is lost. So the
     * vote is withdrawn, and the probation begins with the first answer on the
     * next connection.
     */
    if (answer->kind == RLK_ANSWER_ERROR && (op->reach.maybe_unread & bit) != 0)
        rlk_lock_withdraw(op->lock, node, now);
    if (answer->kind != RLK_ANSWER_YES && answer->kind != RLK_ANSWER_CREATED)
        return;
    rlk_lock_counter(op->lock, node, answer->counter);
    rlk_lock_repaired(op->lock, node, now);
}

static enum rlk_vote accepted(struct rlk_op *op, int node,
                              const struct rlk_answer *answer, int64_t now)
{
    int64_t sent_at = rlk_round_sent_at(&op->round, node);
    /* A request from before the guard was found judged no marker. */
    bool quarantined =
        answer->quarantined || (op->runtime->guarded && answer->time_us == 0);

    if (op->fence > 0 && answer->begun_anew)
        rlk_lock_counter(op->lock, node, answer->counter);
    /* Other members raise the counter, too: our membership suffices. */
    if (op->fence > 0 && !op->kind->holders &&
        !rlk_lock_expects(op->lock, node, answer->counter)) {
        op->reasons[node] =
            answer->counter > op->fence + RLK_FENCE_AHEAD_US
                ? REDLOCK_REASON_COUNTER_AHEAD /* not by a newer holder */
                : REDLOCK_REASON_SUPERSEDED;
        return RLK_VOTE_EXCLUDED;
    }
    if (rlk_lock_extended(op->lock, node, sent_at, op->round.settings.ttl_ns,
                          quarantined, now))
        return RLK_VOTE_GRANTED;
    op->reasons[node] =
        quarantined ? REDLOCK_REASON_QUARANTINE : REDLOCK_REASON_PROBATION;
    return RLK_VOTE_EXCLUDED;
}

/*
 * The request preceded a downgrade, and the node has downgraded its key since.
 * That the key is not the token any more means nothing then.
 */
static bool is_of_before(const struct rlk_op *op,
                         const struct rlk_answer *answer)
{
    return op->kind != op->lock->kind && answer->kind == RLK_ANSWER_HELD &&
           rlk_token_is_shared(answer->text, answer->text_length);
}

static enum rlk_vote round_answered(struct rlk_op *op, int node,
                                    enum rlk_verb verb,
                                    const struct rlk_answer *answer,
                                    int64_t now)
{
    if (op->lock == NULL)
        return RLK_VOTE_FAILED;
    if (is_of_before(op, answer))
        return RLK_VOTE_FAILED;
    if (verb == RLK_VERB_REPAIR) {
        repair_answered(op, node, answer, now);
        return RLK_VOTE_NONE;
    }
    if (answer->kind == RLK_ANSWER_YES)
        return accepted(op, node, answer, now);
    if (answer->kind == RLK_ANSWER_MISSING)
        op->extend.lacking_key |= rlk_node_set_of(node);
    return RLK_VOTE_DENIED;
}

/* If a quorum has accepted, restores the key at nodes that lack it. */
static void repair(struct rlk_op *op, int64_t now)
{
    if (!rlk_op_won(op) || op->lock == NULL || op->kind != op->lock->kind)
        return;
    for (int node = 0; op->extend.lacking_key != 0; node++) {
        uint32_t bit = rlk_node_set_of(node);
        if ((op->extend.lacking_key & bit) == 0)
            continue;
        op->extend.lacking_key &= ~bit;
        if (rlk_lock_repairs(op->lock, now))
            (void)rlk_op_send(op, node, RLK_VERB_REPAIR, now);
    }
}

static void round_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                          int64_t now)
{
    if (vote == RLK_VOTE_DENIED)
        rlk_lock_withdraw(op->lock, node, now);
    repair(op, now);
}

/*
 * An adopted lock gets only one round: without a validity there is no instant
 * until which rounds could be repeated.
 */
static void confirmation_done(struct rlk_extend *extend,
                              const struct rlk_op *op, enum rlk_outcome outcome,
                              int64_t now)
{
    if (outcome == RLK_OUTCOME_DENIED)
        rlk_lock_give_up(extend->lock, now); /* also ends the extension */
    else
        end(extend, rlk_op_no_quorum(op), now);
}

/*
 * A majority lacks the right to downgrade. The lock then is exclusive at some
 * nodes and shared at others, and no later round would change that.
 */
static void refused_to_share(struct rlk_extend *extend, int64_t now)
{
    struct redlock_lock *lock = extend->lock;

    end(extend, REDLOCK_NO_RIGHTS, now);
    rlk_lock_give_up(lock, now);
}

static void decided(struct rlk_extend *extend, const struct rlk_op *op,
                    enum rlk_outcome outcome, int64_t now)
{
    const struct rlk_tenure *tenure = &extend->lock->tenure;

    extend->call.op = NULL;
    /* The round may have counted a vote that was withdrawn later. */
    if (outcome == RLK_OUTCOME_WON && !tenure->unconfirmed &&
        tenure->validity >= extend->goal)
        end(extend, REDLOCK_OK, now);
    else if (tenure->unconfirmed)
        confirmation_done(extend, op, outcome, now);
    else if (extend->downgrades && rlk_op_lacks_rights(op))
        refused_to_share(extend, now);
    else
        pause_round(extend, op->fastest_ns, now);
}

static void round_done(struct rlk_op *op, enum rlk_outcome outcome, int64_t now)
{
    if (op->call != NULL)
        decided((struct rlk_extend *)op->call, op, outcome, now);
    repair(op, now);
}

static const struct rlk_operation round_operation = {
    .round = RLK_ROUND_EXTEND,
    .verb = RLK_VERB_EXTEND,
    .yes = REDLOCK_VOTE_GRANTED,
    .wanted = round_wanted,
    .answered = round_answered,
    .counted = round_counted,
    .done = round_done,
};

static bool begin_round(struct rlk_extend *extend, int64_t now)
{
    struct redlock_lock *lock = extend->lock;
    struct rlk_token token;
    bool unconfirmed = lock->tenure.unconfirmed;
    bool again = extend->call.rounds > 0;

    rlk_call_count(&extend->call);
    rlk_lock_token(lock, &token);
    return rlk_op_start(
        lock->runtime,
        &(struct rlk_op_settings){
            .operation = &round_operation,
            .kind = lock->kind,
            .resource = lock->resource,
            .token = &token,
            .slot = lock->rare->slot,
            .lock = lock,
            .ttl_ns = extend->ttl_ns,
            .deadline = unconfirmed ? RLK_NEVER : rlk_lock_tell_at(lock),
            .fence = lock->fence,
            .again = again,
            .call = &extend->call,
        },
        &extend->call.op, now);
}

static void extend_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_extend *extend = RLK_OWNER_OF(timer, struct rlk_extend, timer);
    struct redlock_lock *lock = extend->lock;

    /*
     * The lock's own timer may be due at this instant, too, and fire after this
     * one. Without the report here, rounds that are over when they begin would
     * follow each other without end.
     */
    if (now >= rlk_lock_tell_at(lock)) {
        rlk_lock_give_up(lock, now);
        return;
    }
    /* Answers after their timeouts may have been enough. */
    if (lock->tenure.validity >= extend->goal) {
        end(extend, REDLOCK_OK, now);
        return;
    }
    if (!begin_round(extend, now))
        pause_round(extend, RLK_NEVER, now);
}

/* --- the whole of it ----------------------------------------------------- */

enum redlock_status rlk_extend_start(struct rlk_extend *extend,
                                     struct redlock_lock *lock, int64_t ttl_ns,
                                     struct redlock_report *report, int64_t now)
{
    struct rlk_runtime *runtime = lock->runtime;

    if (lock->lost ||
        (!lock->tenure.unconfirmed && !rlk_lock_held(lock, now))) {
        rlk_lock_give_up(lock, now);
        return REDLOCK_LOST;
    }
    if (!rlk_timers_promise(&runtime->timers, &extend->timer, extend_fire))
        return REDLOCK_NO_MEMORY;
    rlk_call_begin(&extend->call, runtime, report, now);
    rlk_waiter_rest(lock->rare->waiter);
    extend->lock = lock;
    extend->ttl_ns = ttl_ns;
    if (ttl_ns > lock->longest_ns)
        lock->longest_ns = ttl_ns;
    extend->goal = rlk_clock_vote_end(now, ttl_ns, runtime->settings.drift_ppm);
    rlk_ring_push(&lock->extends, &extend->of_lock);
    if (begin_round(extend, now))
        return REDLOCK_OK;

    rlk_ring_remove(&lock->extends, &extend->of_lock);
    rlk_timers_forget(&runtime->timers, &extend->timer);
    return REDLOCK_NO_MEMORY;
}

enum redlock_status rlk_extend_check(const struct redlock_lock *lock,
                                     int64_t ttl_ms)
{
    return rlk_acquire_check_ttl(lock->runtime, ttl_ms, lock->warning_ns);
}

enum redlock_status rlk_extend_check_downgrade(const struct redlock_lock *lock)
{
    return lock->kind->scripted || lock->member != NULL ||
                   lock->tenure.unconfirmed
               ? REDLOCK_NO_DOWNGRADE
               : REDLOCK_OK;
}

enum redlock_status rlk_extend_downgrade(struct rlk_extend *extend,
                                         struct redlock_lock *lock,
                                         struct redlock_report *report,
                                         int64_t now)
{
    const struct rlk_lock_type *former = lock->kind;
    enum redlock_status status;

    /* Before anything is sent: readers may come in at a node immediately. */
    lock->kind = lock->runtime->settings.downgraded;
    extend->downgrades = true;
    status = rlk_extend_start(extend, lock, lock->ttl_ns, report, now);
    if (status != REDLOCK_OK)
        lock->kind = former;
    return status;
}

void rlk_extend_drop(struct rlk_extend *extend, int64_t now)
{
    if (extend->lock != NULL)
        end(extend, REDLOCK_LOST, now);
    rlk_call_drop(&extend->call);
}
