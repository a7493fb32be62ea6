/* SPDX-License-Identifier: MIT */
/* A lock's tenure, from the winning grants to its loss. */

#include "redlock/core/lock.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/api/fork.h"
#include "redlock/api/lost_fd.h"
#include "redlock/core/core.h"
#include "redlock/core/extend.h"
#include "redlock/core/keeper.h"
#include "redlock/core/memory.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"

static void publish(struct redlock_lock *lock, int64_t valid_until)
{
    int fd;

    atomic_store(&lock->valid_until, valid_until);
    fd = atomic_load(&lock->lost_fd);
    if (fd >= 0)
        rlk_lost_fd_set(fd, valid_until == 0 ? RLK_LOST_FD_NOW
                                             : rlk_lock_tell_at(lock));
}

/* It ends later than the holder knows. What is told is known when it is told:
 * a renewal, unless the lock is lost by then. */
static void publish_renewal(struct redlock_lock *lock)
{
    int64_t known = atomic_load(&lock->valid_until);

    publish(lock, lock->tenure.validity);
    if (known != 0 && lock->tenure.validity > known)
        rlk_completions_push(&lock->core->completions, &lock->completion);
}

static void tell(struct rlk_completion *completion)
{
    struct redlock_lock *lock =
        (struct redlock_lock *)((char *)completion -
                                offsetof(struct redlock_lock, completion));

    lock->core->tell(lock->core, lock);
}

static void lock_fire(struct rlk_timer *timer, int64_t now)
{
    struct redlock_lock *lock =
        (struct redlock_lock *)((char *)timer -
                                offsetof(struct redlock_lock, timer));

    if (lock->lost) {
        /* The holder had until here: now others may have it. */
        lock->abandoned = true;
        rlk_release_abandon(lock, now);
        return;
    }
    if (now >= rlk_lock_tell_at(lock)) {
        rlk_lock_lose(lock, now);
        return;
    }
    if (now >= lock->renew_at)
        rlk_keeper_renew(lock, now);
    rlk_lock_schedule(lock, now);
}

struct redlock_lock *rlk_lock_new(struct rlk_core *core,
                                  const struct rlk_lock_settings *settings)
{
    size_t nodes = (size_t)core->settings.nodes;
    size_t votes = nodes * sizeof(struct rlk_held_vote);
    size_t counters = settings->fenced ? nodes * sizeof(int64_t) : 0;
    struct redlock_lock *lock = rlk_alloc(sizeof(*lock) + votes + counters);

    if (lock == NULL)
        return NULL;
    if (settings->adopted != NULL) {
        lock->adopted = rlk_text_copy(settings->adopted);
        if (lock->adopted == NULL)
            goto out;
    }
    if (!rlk_timers_promise(&core->timers, &lock->timer, lock_fire))
        goto out;
    if (settings->fenced)
        lock->counters = (int64_t *)(void *)&lock->votes[nodes];
    lock->completion.run = tell;
    lock->core = core;
    lock->resource = settings->resource;
    lock->ttl_ns = settings->ttl_ns;
    lock->longest_ns = settings->ttl_ns;
    lock->notice_ns = settings->notice_ns;
    lock->renew_at = RLK_NEVER;
    lock->lost_fd = -1;
    lock->fork_generation = rlk_fork_generation();
    lock->kept = settings->keep;
    lock->repair = settings->repair;
    lock->on_lost = settings->lost;
    lock->on_renewed = settings->renewed;
    lock->user = settings->user;
    rlk_tenure_init(&lock->tenure,
                    &(struct rlk_tenure_settings){
                        .nodes = core->settings.nodes,
                        .quorum = core->settings.quorum,
                        .drift_ppm = core->settings.drift_ppm,
                        .ttl_max_ns = core->settings.ttl_max_ns,
                        .adopted = settings->adopted != NULL,
                    },
                    lock->votes);
    lock->next = core->locks;
    lock->place = &core->locks;
    if (lock->next != NULL)
        lock->next->place = &lock->next;
    core->locks = lock;
    return lock;

out:
    rlk_free(lock->adopted);
    rlk_free(lock);
    return NULL;
}

void rlk_lock_free(struct redlock_lock *lock, int64_t now)
{
    int fd;

    if (lock == NULL)
        return;
    while (lock->extends != NULL)
        rlk_extend_end(lock->extends, REDLOCK_LOST, now);
    while (lock->ops != NULL)
        rlk_lock_forget(lock, lock->ops);
    rlk_completions_remove(&lock->core->completions, &lock->completion);
    rlk_timers_forget(&lock->core->timers, &lock->timer);
    *lock->place = lock->next;
    if (lock->next != NULL)
        lock->next->place = lock->place;
    fd = atomic_load(&lock->lost_fd);
    if (fd >= 0)
        close(fd);
    rlk_resource_drop(lock->resource);
    rlk_free(lock->adopted);
    rlk_free(lock);
}

void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token)
{
    if (lock->adopted != NULL)
        (void)rlk_token_copy(token, lock->adopted);
    else
        rlk_token_make(&lock->core->token_base, lock->attempt, token);
}

int64_t rlk_lock_tell_at(const struct redlock_lock *lock)
{
    if (RLK_MUTANT(LOSS_TOLD_AT_EXPIRY))
        return lock->tenure.validity;
    return rlk_clock_sub(lock->tenure.validity, lock->notice_ns);
}

/* What the tenure now says, for the holder and for the timers. */
static void settle(struct redlock_lock *lock, int64_t now)
{
    if (lock->tenure.founding || lock->lost)
        return;
    if (!rlk_tenure_held(&lock->tenure, now)) {
        rlk_lock_lose(lock, now);
        return;
    }
    lock->expires_at = lock->tenure.validity;
    /* So little is left of it that it has to be told at once. */
    if (now >= rlk_lock_tell_at(lock)) {
        rlk_lock_lose(lock, now);
        return;
    }
    if (lock->on_renewed == NULL)
        publish(lock, lock->tenure.validity);
    else
        publish_renewal(lock);
    rlk_keeper_plan(lock);
    rlk_lock_schedule(lock, now);
}

static void take_fence(struct redlock_lock *lock, const struct rlk_round *round)
{
    lock->fence = rlk_round_fence(round);
    for (int node = 0; node < lock->core->settings.nodes; node++)
        lock->counters[node] = rlk_round_counter_of(round, node);
}

void rlk_lock_begin(struct redlock_lock *lock, struct rlk_op *op,
                    uint64_t attempt, int64_t now)
{
    lock->attempt = attempt;
    for (int node = 0; node < lock->core->settings.nodes; node++) {
        if ((op->granted & (UINT32_C(1) << node)) != 0)
            rlk_tenure_grant(&lock->tenure, node,
                             rlk_round_sent_at(&op->round, node), op->ttl_ns,
                             now);
    }
    lock->asked = op->asked;
    lock->maybe_unread = op->maybe_unread;
    if (lock->counters != NULL)
        take_fence(lock, &op->round);
    rlk_lock_attach(lock, op);
    settle(lock, now);
}

bool rlk_lock_held(struct redlock_lock *lock, int64_t now)
{
    return !lock->lost && !lock->tenure.founding &&
           rlk_tenure_held(&lock->tenure, now);
}

void rlk_lock_lose(struct redlock_lock *lock, int64_t now)
{
    if (lock->lost && !RLK_MUTANT(LOSS_TOLD_TWICE))
        return;
    lock->lost = true;
    lock->renew_at = RLK_NEVER;
    /* First the rest of the shield: who reads that it is lost reads it next. */
    if (lock->tenure.validity > now)
        atomic_store(&lock->shielded_until, lock->tenure.validity);
    rlk_tenure_lose(&lock->tenure);
    publish(lock, 0);
    while (lock->extends != NULL)
        rlk_extend_end(lock->extends, REDLOCK_LOST, now);
    rlk_completions_push(&lock->core->completions, &lock->completion);
    rlk_lock_schedule(lock, now);
}

void rlk_lock_schedule(struct redlock_lock *lock, int64_t now)
{
    int64_t at;

    if (lock->tenure.founding || lock->abandoned)
        at = RLK_NEVER;
    else if (lock->lost && !RLK_MUTANT(GIVEN_UP_WHEN_TOLD))
        at = lock->expires_at > now ? lock->expires_at : now;
    else if (lock->lost)
        at = now;
    else
        at = rlk_lock_tell_at(lock);
    if (!lock->lost && lock->renew_at < at)
        at = lock->renew_at;
    rlk_timers_set(&lock->core->timers, &lock->timer, at);
}

void rlk_lock_attach(struct redlock_lock *lock, struct rlk_op *op)
{
    op->lock = lock;
    op->next_of_lock = lock->ops;
    lock->ops = op;
}

void rlk_lock_forget(struct redlock_lock *lock, struct rlk_op *op)
{
    struct rlk_op **place = &lock->ops;

    while (*place != op)
        place = &(*place)->next_of_lock;
    *place = op->next_of_lock;
    rlk_op_detach(op);
}

void rlk_lock_late_grant(struct redlock_lock *lock, int node, int64_t sent_at,
                         int64_t ttl_ns, int64_t now)
{
    rlk_tenure_grant(&lock->tenure, node, sent_at, ttl_ns, now);
    settle(lock, now);
}

bool rlk_lock_extended(struct redlock_lock *lock, int node, int64_t sent_at,
                       int64_t ttl_ns, bool quarantined, int64_t now)
{
    bool counted = rlk_tenure_extended(&lock->tenure, node, sent_at, ttl_ns,
                                       quarantined, now);

    settle(lock, now);
    return counted;
}

void rlk_lock_shorten(struct redlock_lock *lock, int node, int64_t by_ns,
                      int64_t now)
{
    bool begun = lock->tenure.founding || lock->tenure.validity != RLK_NO_VOTE;

    if (by_ns <= 0 || lock->lost || !begun)
        return;
    rlk_tenure_shorten(&lock->tenure, node, by_ns, now);
    settle(lock, now);
    if (lock->kept && !lock->lost && !lock->renewing) {
        lock->renew_at = now;
        rlk_lock_schedule(lock, now);
    }
}

void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter)
{
    if (lock->counters != NULL)
        lock->counters[node] = counter;
}

bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter)
{
    return counter == lock->fence || counter == lock->counters[node];
}

void rlk_lock_withdraw(struct redlock_lock *lock, int node, int64_t now)
{
    rlk_tenure_withdraw(&lock->tenure, node, now);
    settle(lock, now);
}

void rlk_lock_repaired(struct redlock_lock *lock, int node, int64_t now)
{
    rlk_tenure_repaired(&lock->tenure, node, now);
    settle(lock, now);
}

bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now)
{
    return lock->repair && !RLK_MUTANT(REPAIR_LEFT_OUT) &&
           (rlk_lock_held(lock, now) || RLK_MUTANT(REPAIR_WHEN_LOST));
}
