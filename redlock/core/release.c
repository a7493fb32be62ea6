/* SPDX-License-Identifier: MIT */
/* Releasing: one round to every node, whatever it answered before. */

#include "redlock/core/release.h"

#include "quorum/wait.h"
#include "redlock/core/extend.h"
#include "redlock/core/local_queue.h"
#include "redlock/core/lock.h"
#include "redlock/core/node.h"
#include "redlock/core/waiter.h"

static enum rlk_vote release_answered(struct rlk_op *op, int node,
                                      enum rlk_verb verb,
                                      const struct rlk_answer *answer,
                                      int64_t now)
{
    (void)op, (void)node, (void)verb, (void)now;
    return answer->kind == RLK_ANSWER_YES ? RLK_VOTE_GRANTED : RLK_VOTE_DENIED;
}

static void release_done(struct rlk_op *op, enum rlk_outcome outcome,
                         int64_t now)
{
    struct rlk_release *release = (struct rlk_release *)op->call;
    enum redlock_status status = REDLOCK_UNREACHABLE;

    if (release == NULL)
        return;
    if (outcome == RLK_OUTCOME_WON)
        status = REDLOCK_OK;
    else if (outcome == RLK_OUTCOME_DENIED)
        status = REDLOCK_GONE;
    else if (rlk_op_lacks_rights(op))
        status = REDLOCK_NO_RIGHTS;
    release->call.op = NULL;
    rlk_call_count(&release->call);
    rlk_call_end(&release->call, status, now);
}

/*
 * The release hands over where there may be waiters, or to a known successor.
 */
static enum rlk_verb release_verb(const struct rlk_op *op, int node)
{
    bool passes = op->release.successor != NULL ||
                  rlk_node_set_has(op->release.pass_at, node);

    return passes && !op->runtime->nodes[node].lacks_queue ? RLK_VERB_PASS
                                                           : RLK_VERB_RELEASE;
}

static const struct rlk_operation release_operation = {
    .round = RLK_ROUND_RELEASE,
    .verb = RLK_VERB_RELEASE,
    .yes = REDLOCK_VOTE_RELEASED,
    .verb_at = release_verb,
    .answered = release_answered,
    .done = release_done,
};

/*
 * The nodes where there may be waiters: the gate, as far as is known; the first
 * node with our key that queues, for waiters that it has refused; and nodes
 * where our own queue entry may still be.
 */
static uint32_t waiters_at(const struct redlock_lock *lock, int64_t now)
{
    const struct rlk_runtime *runtime = lock->runtime;
    int nodes = runtime->settings.nodes;
    int node = rlk_order_first(lock->resource->crc, nodes);
    uint32_t at = lock->rare->waiter == NULL
                      ? 0
                      : rlk_waiter_maybe_at(lock->rare->waiter);
    uint32_t gate = 0;

    for (int i = 0; i < nodes; i++, node = node + 1 < nodes ? node + 1 : 0) {
        if (!rlk_node_usable(&runtime->nodes[node], now))
            continue;
        if (gate == 0)
            gate = rlk_node_set_of(node);
        if (rlk_tenure_vote_end(&lock->tenure, node) != RLK_NO_VOTE &&
            rlk_node_queues(&runtime->nodes[node], now))
            return at | gate | rlk_node_set_of(node);
    }
    return at | gate;
}

/* Does another waiter exist, as far as is known, or did one recently? */
static bool is_wanted(const struct redlock_lock *lock, int64_t now)
{
    const struct rlk_runtime *runtime = lock->runtime;

    /*
     * The nodes wake these waiters, when the last holder has left or a slot is
     * free.
     */
    if (lock->kind->scripted)
        return false;
    return lock->rare->waiter != NULL || !rlk_list_empty(&runtime->lines) ||
           rlk_contention_remembers(&runtime->contention, lock->resource->text,
                                    now);
}

static bool next_holder(const struct redlock_lock *lock,
                        struct rlk_successor *next, int64_t now)
{
    const struct rlk_successor *head =
        lock->rare->waiter != NULL && lock->rare->waiter->head.token.length > 0
            ? &lock->rare->waiter->head
            : NULL;

    if (lock->lost)
        return false;
    return rlk_local_queue_choose(lock->runtime, lock->resource, head, next,
                                  now);
}

/*
 * Without the first gate, a client that names no successor would acquire the
 * lock again before the waiters there learn that it is free.
 */
static void yield_to_others(const struct redlock_lock *lock, int64_t now)
{
    struct rlk_runtime *runtime = lock->runtime;
    const struct rlk_resource *name = lock->resource;
    int first = rlk_order_first(name->crc, runtime->settings.nodes);
    struct rlk_wait_terms terms;

    if (rlk_node_usable(&runtime->nodes[first], now))
        return;
    terms = rlk_wait_terms(lock->ttl_ns, lock->warning_ns,
                           runtime->settings.drift_ppm, lock->kept);
    rlk_contention_yield(
        &runtime->contention, name->text,
        rlk_clock_add(now,
                      rlk_wait_renewal(&terms, rlk_runtime_random(runtime))),
        now);
}

/* An adopted lock's keys may be on any node, with any TTL up to the maximum. */
static bool start(struct rlk_release *release, const struct redlock_lock *lock,
                  int64_t now)
{
    struct rlk_runtime *runtime = lock->runtime;
    struct rlk_reach reach = lock->reach;
    struct rlk_successor next;
    bool wanted = is_wanted(lock, now);
    bool named = wanted && next_holder(lock, &next, now);
    struct rlk_token token;
    struct rlk_op *op;

    if (wanted && !named)
        yield_to_others(lock, now);
    if (lock->rare->adopted != NULL)
        reach.asked = UINT32_MAX;
    rlk_lock_token(lock, &token);
    return rlk_op_start(
        runtime,
        &(struct rlk_op_settings){
            .operation = &release_operation,
            .kind = lock->kind,
            .resource = lock->resource,
            .token = &token,
            .slot = lock->rare->slot,
            .ttl_ns = lock->rare->adopted != NULL ? runtime->settings.ttl_max_ns
                                                  : lock->longest_ns,
            .reach = reach,
            .fence = lock->fence,
            .pass_at = lock->kind->scripted ? 0 : waiters_at(lock, now),
            .pass_checked = (runtime->guarded || lock->fence > 0) && wanted,
            .successor = named ? &next : NULL,
            .deadline = RLK_NEVER,
            .call = release != NULL ? &release->call : NULL,
        },
        release != NULL ? &release->call.op : &op, now);
}

void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now)
{
    bool started;

    if (release != NULL)
        rlk_call_begin(&release->call, lock->runtime, report, now);
    started = start(release, lock, now);
    lock->abandoned = true;
    rlk_release_handle(lock, now);
    if (!started && release != NULL)
        rlk_call_end(&release->call, REDLOCK_UNREACHABLE, now);
}

bool rlk_release_may_learn(const struct redlock_lock *lock)
{
    return lock->rare->waiter != NULL && !lock->kind->holders &&
           rlk_waiter_awaits_handoff(lock->rare->waiter);
}

void rlk_release_abandon(struct redlock_lock *lock, int64_t now)
{
    lock->abandoned = true;
    (void)start(NULL, lock, now);
}

/*
 * Removes the queue entries of a token that another process adopts. Otherwise,
 * after the adopter's release, a node would hand the key to the token once
 * more, for its TTL. The request is a pass of a token that no key has. It
 * removes the entries of the successor that it names, and changes no key.
 */
static void leave_queues(const struct rlk_waiter *waiter, int64_t now)
{
    struct rlk_runtime *runtime = waiter->runtime;
    struct rlk_successor entry = rlk_waiter_entry(waiter);
    struct rlk_token none;

    rlk_token_make(&runtime->token_base, ++runtime->attempts, &none);
    (void)rlk_op_start(runtime,
                       &(struct rlk_op_settings){
                           .operation = &release_operation,
                           .resource = waiter->resource,
                           .token = &none,
                           .ttl_ns = waiter->terms.claim_ns,
                           .successor = &entry,
                           .deadline = RLK_NEVER,
                       },
                       NULL, now);
}

void rlk_release_detach(struct redlock_lock *lock, int64_t now)
{
    if (lock->rare->waiter != NULL &&
        rlk_waiter_maybe_at(lock->rare->waiter) != 0)
        leave_queues(lock->rare->waiter, now);
    rlk_waiter_leave(lock->rare->waiter);
    rlk_release_handle(lock, now);
}

void rlk_release_handle(struct redlock_lock *lock, int64_t now)
{
    rlk_extend_end_all(lock, now);
    while (lock->rounds != NULL)
        rlk_op_detach(RLK_OWNER_OF(lock->rounds, struct rlk_op, of_lock));
    rlk_waiter_free(lock->rare->waiter);
    rlk_lock_free(lock);
}
