/* SPDX-License-Identifier: MIT */
/* A lock's tenure, from the winning grants to its loss. */

#include "redlock/lock.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "clock/clock.h"
#include "clock/mutant.h"
#include "redlock/coord.h"
#include "redlock/extension.h"
#include "redlock/fork.h"
#include "redlock/keeper.h"
#include "redlock/lost_fd.h"
#include "redlock/memory.h"
#include "redlock/op.h"
#include "redlock/release.h"

static void publish(struct redlock_lock *lock, int64_t valid_until)
{
    int fd;

    atomic_store(&lock->valid_until, valid_until);
    fd = atomic_load(&lock->lost_fd);
    if (fd >= 0)
        rlk_lost_fd_set(fd, valid_until == 0 ? RLK_LOST_FD_NOW
                                             : rlk_lock_tell_at(lock));
}

static void tell(struct rlk_notice *notice)
{
    struct redlock_lock *lock =
        (struct redlock_lock *)((char *)notice -
                                offsetof(struct redlock_lock, notice));

    lock->coord->tell(lock->coord, lock);
}

static void lock_fire(struct rlk_timer *timer, int64_t now)
{
    struct redlock_lock *lock =
        (struct redlock_lock *)((char *)timer -
                                offsetof(struct redlock_lock, timer));

    if (lock->told) {
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

struct redlock_lock *rlk_lock_new(struct rlk_coord *coord,
                                  const struct rlk_lock_settings *settings)
{
    size_t nodes = (size_t)coord->settings.nodes;
    size_t stakes = nodes * sizeof(struct rlk_stake);
    size_t counters = settings->fenced ? nodes * sizeof(int64_t) : 0;
    struct redlock_lock *lock = rlk_alloc(sizeof(*lock) + stakes + counters);

    if (lock == NULL)
        return NULL;
    if (settings->adopted != NULL) {
        lock->adopted = rlk_text_copy(settings->adopted);
        if (lock->adopted == NULL)
            goto out;
    }
    if (!rlk_timers_promise(&coord->timers, &lock->timer, lock_fire))
        goto out;
    if (settings->fenced)
        lock->counters = (int64_t *)(void *)&lock->stakes[nodes];
    lock->notice.deliver = tell;
    lock->coord = coord;
    lock->resource = settings->resource;
    lock->ttl_ns = settings->ttl_ns;
    lock->longest_ns = settings->ttl_ns;
    lock->notice_ns = settings->notice_ns;
    lock->renew_at = RLK_NEVER;
    lock->lost_fd = -1;
    lock->fork_generation = rlk_fork_generation();
    lock->kept = settings->keep;
    lock->repair = settings->repair;
    lock->lost = settings->lost;
    lock->user = settings->user;
    rlk_tenure_init(&lock->tenure,
                    &(struct rlk_tenure_settings){
                        .nodes = coord->settings.nodes,
                        .quorum = coord->settings.quorum,
                        .drift_ppm = coord->settings.drift_ppm,
                        .ttl_max_ns = coord->settings.ttl_max_ns,
                        .adopted = settings->adopted != NULL,
                    },
                    lock->stakes);
    lock->next = coord->locks;
    lock->link = &coord->locks;
    if (lock->next != NULL)
        lock->next->link = &lock->next;
    coord->locks = lock;
    return lock;

out:
    rlk_free(lock->adopted);
    rlk_free(lock);
    return NULL;
}

void rlk_lock_free(struct redlock_lock *lock)
{
    int fd;

    if (lock == NULL)
        return;
    while (lock->extensions != NULL)
        rlk_extension_end(lock->extensions, REDLOCK_LOST);
    while (lock->ops != NULL)
        rlk_lock_forget(lock, lock->ops);
    rlk_notices_remove(&lock->coord->notices, &lock->notice);
    rlk_timers_forget(&lock->coord->timers, &lock->timer);
    *lock->link = lock->next;
    if (lock->next != NULL)
        lock->next->link = lock->link;
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
        rlk_token_make(&lock->coord->token_base, lock->attempt, token);
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
    if (lock->tenure.founding || lock->told)
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
    publish(lock, lock->tenure.validity);
    rlk_keeper_plan(lock);
    rlk_lock_schedule(lock, now);
}

static void take_fence(struct redlock_lock *lock, const struct rlk_round *round)
{
    lock->fence = rlk_round_fence(round);
    for (int node = 0; node < lock->coord->settings.nodes; node++)
        lock->counters[node] = rlk_round_counter_of(round, node);
}

void rlk_lock_begin(struct redlock_lock *lock, struct rlk_op *op,
                    uint64_t attempt, int64_t now)
{
    lock->attempt = attempt;
    for (int node = 0; node < lock->coord->settings.nodes; node++) {
        if ((op->granted & (UINT32_C(1) << node)) != 0)
            rlk_tenure_grant(&lock->tenure, node,
                             rlk_round_sent_at(&op->round, node), op->ttl_ns,
                             now);
    }
    lock->asked = op->asked;
    lock->unread = op->unread;
    if (lock->counters != NULL)
        take_fence(lock, &op->round);
    rlk_lock_attach(lock, op);
    settle(lock, now);
}

bool rlk_lock_held(struct redlock_lock *lock, int64_t now)
{
    return !lock->told && !lock->tenure.founding &&
           rlk_tenure_held(&lock->tenure, now);
}

void rlk_lock_lose(struct redlock_lock *lock, int64_t now)
{
    if (lock->told && !RLK_MUTANT(LOSS_TOLD_TWICE))
        return;
    lock->told = true;
    lock->renew_at = RLK_NEVER;
    /* First the rest of the shield: who reads that it is lost reads it next. */
    if (lock->tenure.validity > now)
        atomic_store(&lock->shielded_until, lock->tenure.validity);
    rlk_tenure_lose(&lock->tenure);
    publish(lock, 0);
    while (lock->extensions != NULL)
        rlk_extension_end(lock->extensions, REDLOCK_LOST);
    rlk_notices_push(&lock->coord->notices, &lock->notice);
    rlk_lock_schedule(lock, now);
}

void rlk_lock_schedule(struct redlock_lock *lock, int64_t now)
{
    int64_t at;

    if (lock->tenure.founding || lock->abandoned)
        at = RLK_NEVER;
    else if (lock->told && !RLK_MUTANT(GIVEN_UP_WHEN_TOLD))
        at = lock->expires_at > now ? lock->expires_at : now;
    else if (lock->told)
        at = now;
    else
        at = rlk_lock_tell_at(lock);
    if (!lock->told && lock->renew_at < at)
        at = lock->renew_at;
    rlk_timers_set(&lock->coord->timers, &lock->timer, at);
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

void rlk_lock_surplus(struct redlock_lock *lock, int node, int64_t sent_at,
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

void rlk_lock_hasten(struct redlock_lock *lock, int node, int64_t by_ns,
                     int64_t now)
{
    bool begun =
        lock->tenure.founding || lock->tenure.validity != RLK_STAKE_NONE;

    if (by_ns <= 0 || lock->told || !begun)
        return;
    rlk_tenure_hasten(&lock->tenure, node, by_ns, now);
    settle(lock, now);
    if (lock->kept && !lock->told && !lock->renewing) {
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
