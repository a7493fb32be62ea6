/* SPDX-License-Identifier: MIT */
/* A lock, from the grants that won it until its loss. */

#include "redlock/core/lock.h"

#include <assert.h>

#include "redlock/runtime/memory.h"

static_assert(offsetof(struct redlock_lock, votes) ==
                  offsetof(struct redlock_lock, tenure) +
                      sizeof(struct rlk_tenure),
              "the votes are directly behind the tenure");

static void run_tell(struct rlk_completion *completion)
{
    struct redlock_lock *lock =
        RLK_OWNER_OF(completion, struct redlock_lock, completion);

    lock->runtime->tell(lock);
}

static void fill(struct redlock_lock *lock,
                 const struct rlk_lock_settings *settings)
{
    const struct rlk_runtime_settings *of = &lock->runtime->settings;

    lock->completion.run = run_tell;
    lock->kind = settings->kind != NULL ? settings->kind : of->kind;
    lock->resource = settings->resource;
    lock->ttl_ns = settings->ttl_ns;
    lock->longest_ns = settings->ttl_ns;
    lock->warning_ns = settings->warning_ns;
    lock->renew_at = RLK_NEVER;
    lock->lost_fd = -1;
    lock->kept = settings->keep;
    lock->repair = settings->repair;
    lock->on_lost = settings->lost;
    lock->fenced = settings->fenced;
    rlk_tenure_init(&lock->tenure, &lock->runtime->tenures,
                    settings->rare.adopted != NULL);
}

static const struct rlk_lock_rare none;

struct rlk_lock_rare *rlk_lock_rare(struct redlock_lock *lock)
{
    if (lock->rare == &none) {
        struct rlk_lock_rare *own = rlk_alloc(sizeof(*own));
        if (own == NULL)
            return NULL;
        lock->rare = own;
    }
    return (struct rlk_lock_rare *)(uintptr_t)lock->rare;
}

static bool fill_rare(struct redlock_lock *lock,
                      const struct rlk_lock_rare *rare)
{
    struct rlk_lock_rare *own = rlk_lock_rare(lock);

    if (own == NULL)
        return false;
    *own = *rare;
    if (rare->adopted == NULL)
        return true;
    own->adopted = rlk_text_copy(rare->adopted);
    return own->adopted != NULL;
}

static void free_rare(struct redlock_lock *lock)
{
    if (lock->rare == &none)
        return;
    rlk_free((void *)(uintptr_t)lock->rare->adopted);
    rlk_free(rlk_lock_rare(lock));
}

static bool is_needed(const struct rlk_lock_rare *rare)
{
    return rare->slot.many > 0 || rare->adopted != NULL ||
           rare->waiter != NULL || rare->on_renewed != NULL ||
           rare->user != NULL || rare->least_ns != 0;
}

struct redlock_lock *rlk_lock_new(struct rlk_runtime *runtime,
                                  const struct rlk_lock_settings *settings)
{
    size_t votes = (size_t)runtime->settings.nodes * sizeof(int64_t);
    size_t counters = settings->fenced ? votes : 0;
    struct redlock_lock *lock = rlk_alloc(sizeof(*lock) + votes + counters);

    if (lock == NULL)
        return NULL;
    lock->rare = &none;
    if (is_needed(&settings->rare) && !fill_rare(lock, &settings->rare))
        goto out;
    if (!rlk_timers_promise(&runtime->timers, &lock->timer, runtime->lock_fire))
        goto out;
    lock->runtime = runtime;
    fill(lock, settings);
    rlk_list_push_front(&runtime->locks, &lock->among_locks);
    return lock;

out:
    free_rare(lock);
    rlk_free(lock);
    return NULL;
}

void rlk_lock_free(struct redlock_lock *lock)
{
    if (lock == NULL)
        return;
    assert(lock->extends == NULL);
    assert(lock->rounds == NULL);
    if (lock->runtime->freed != NULL)
        lock->runtime->freed(lock);
    rlk_list_remove(&lock->completion.queued);
    rlk_timers_forget(&lock->runtime->timers, &lock->timer);
    rlk_list_remove(&lock->among_locks);
    rlk_resource_drop(lock->resource);
    free_rare(lock);
    rlk_free(lock);
}

void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token)
{
    if (lock->rare->adopted != NULL)
        (void)rlk_token_copy(token, lock->rare->adopted);
    else
        rlk_token_make(&lock->runtime->token_base, lock->attempt, token);
}

/* --- what is due --------------------------------------------------------- */

int64_t rlk_lock_tell_at(const struct redlock_lock *lock)
{
    return rlk_clock_sub(lock->tenure.validity, lock->warning_ns);
}

enum rlk_lock_due rlk_lock_due(const struct redlock_lock *lock, int64_t now)
{
    if (lock->abandoned)
        return RLK_LOCK_NOTHING;
    if (lock->lost)
        return now >= lock->expires_at ? RLK_LOCK_EXPIRED : RLK_LOCK_NOTHING;
    if (lock->tenure.lost)
        return RLK_LOCK_LOST;
    if (lock->tenure.unconfirmed)
        return RLK_LOCK_NOTHING;
    if (now >= lock->tenure.validity || now >= rlk_lock_tell_at(lock))
        return RLK_LOCK_LOST;
    return now >= lock->renew_at ? RLK_LOCK_RENEW : RLK_LOCK_NOTHING;
}

int64_t rlk_lock_next_due(const struct redlock_lock *lock, int64_t now)
{
    int64_t tell_at;

    if (lock->tenure.unconfirmed || lock->abandoned)
        return RLK_NEVER;
    if (lock->lost)
        return lock->expires_at > now ? lock->expires_at : now;
    tell_at = rlk_lock_tell_at(lock);
    return lock->renew_at < tell_at ? lock->renew_at : tell_at;
}

bool rlk_lock_held(struct redlock_lock *lock, int64_t now)
{
    return !lock->lost && !lock->tenure.unconfirmed &&
           rlk_tenure_held(&lock->tenure, now);
}

bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now)
{
    return lock->repair && rlk_lock_held(lock, now);
}

static void published(struct redlock_lock *lock)
{
    if (lock->runtime->published != NULL)
        lock->runtime->published(lock);
}

void rlk_lock_lose(struct redlock_lock *lock, int64_t now)
{
    /* Stored first: a thread that finds the lock lost reads this afterwards. */
    lock->shields = lock->tenure.validity > now;
    lock->lost = true;
    lock->renew_at = RLK_NEVER;
    rlk_tenure_lose(&lock->tenure);
    published(lock);
}

/* --- what moves it ------------------------------------------------------- */

/*
 * Publishes the validity. If it has moved forward or back, queues on_renewed,
 * unless the lock is lost by then.
 */
static void publish_validity(struct redlock_lock *lock, int64_t now)
{
    int64_t known = lock->expires_at;

    lock->expires_at = lock->tenure.validity;
    if (rlk_lock_due(lock, now) == RLK_LOCK_LOST)
        return;
    published(lock);
    if (lock->rare->on_renewed != NULL && known != 0 &&
        lock->tenure.validity != known)
        rlk_completions_push(&lock->runtime->completions, &lock->completion);
}

/* The tenure has changed: publishes the validity, and calls the keeper. */
static void follow_tenure(struct redlock_lock *lock, int64_t now)
{
    if (lock->tenure.unconfirmed || lock->lost)
        return;
    if (rlk_tenure_held(&lock->tenure, now))
        publish_validity(lock, now);
    lock->runtime->lock_moved(lock, now);
}

void rlk_lock_begin(struct redlock_lock *lock, uint64_t attempt,
                    int64_t granted_ns, int64_t now)
{
    lock->attempt = attempt;
    if (lock->kept && granted_ns < lock->ttl_ns) {
        lock->raises = true;
        lock->renew_at =
            rlk_clock_add(now, rlk_clock_sub(rlk_lock_tell_at(lock), now) / 3);
    }
    follow_tenure(lock, now);
}

void rlk_lock_give_up(struct redlock_lock *lock, int64_t now)
{
    if (lock->lost)
        return;
    rlk_tenure_lose(&lock->tenure);
    lock->runtime->lock_moved(lock, now);
}

void rlk_lock_late_grant(struct redlock_lock *lock, int node, int64_t sent_at,
                         int64_t ttl_ns, int64_t now)
{
    rlk_tenure_grant(&lock->tenure, node, sent_at, ttl_ns, now);
    follow_tenure(lock, now);
}

bool rlk_lock_extended(struct redlock_lock *lock, int node, int64_t sent_at,
                       int64_t ttl_ns, bool quarantined, int64_t now)
{
    bool counted = rlk_tenure_extended(&lock->tenure, node, sent_at, ttl_ns,
                                       quarantined, now);

    follow_tenure(lock, now);
    return counted;
}

void rlk_lock_withdraw(struct redlock_lock *lock, int node, int64_t now)
{
    rlk_tenure_withdraw(&lock->tenure, node, now);
    follow_tenure(lock, now);
}

void rlk_lock_repaired(struct redlock_lock *lock, int node, int64_t now)
{
    rlk_tenure_repaired(&lock->tenure, node, now);
    follow_tenure(lock, now);
}

void rlk_lock_shorten(struct redlock_lock *lock, int node, int64_t by_ns,
                      int64_t now)
{
    bool begun =
        lock->tenure.unconfirmed || lock->tenure.validity != RLK_NO_VOTE;

    if (by_ns <= 0 || lock->lost || !begun)
        return;
    rlk_tenure_shorten(&lock->tenure, node, by_ns, now);
    lock->renew_soon = lock->kept && !lock->renewing;
    follow_tenure(lock, now);
}

/* --- its fence ----------------------------------------------------------- */

void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter)
{
    if (lock->fenced)
        lock->votes[lock->tenure.settings->nodes + node] = counter;
}

int64_t rlk_lock_counted(const struct redlock_lock *lock, int node)
{
    int64_t counter =
        lock->fenced ? lock->votes[lock->tenure.settings->nodes + node] : 0;

    return counter < lock->fence ? lock->fence : counter;
}

bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter)
{
    return counter == lock->fence ||
           counter == lock->votes[lock->tenure.settings->nodes + node];
}
