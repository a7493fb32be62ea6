/* SPDX-License-Identifier: MIT */
/*
 * Handles of both APIs: queries about a lock and a client; adopting and
 * detaching locks.
 */

#include <string.h>
#include <unistd.h>

#include "clock/clock.h"
#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "redlock/core/acquire.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/net/fork.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/size.h"
#include "redlock/sets/set.h"

/* The function behind the macro of redlock.h (sizes). */
#undef redlock_adopt_as

/* A forked child holds nothing. */
static bool is_ours(const struct redlock_lock *lock)
{
    return lock->runtime->settings.generation == rlk_fork_generation();
}

/* 0: the lock is lost, or belongs to the process that forked this one. */
static int64_t valid_until(const struct redlock_lock *lock)
{
    if (!is_ours(lock))
        return 0;
    return lock->member == NULL ? rlk_lock_valid_until(lock)
                                : rlk_set_valid_until(lock->member->set);
}

bool redlock_held(const struct redlock_lock *lock)
{
    return lock != NULL && rlk_now() < valid_until(lock);
}

int64_t redlock_remaining_ms(const struct redlock_lock *lock)
{
    int64_t left =
        lock == NULL ? 0 : rlk_clock_sub(valid_until(lock), rlk_now());

    return left <= 0 ? 0 : rlk_clock_to_ms(left);
}

int64_t redlock_valid_until_ms(const struct redlock_lock *lock)
{
    return lock == NULL ? 0 : rlk_clock_to_ms(valid_until(lock));
}

int64_t redlock_shielded_until_ms(const struct redlock_lock *lock)
{
    if (lock == NULL || !is_ours(lock))
        return 0;
    return rlk_clock_to_ms(lock->member == NULL
                               ? rlk_lock_shielded_until(lock)
                               : rlk_set_shielded_until(lock->member->set));
}

int64_t redlock_fence(const struct redlock_lock *lock)
{
    return lock == NULL || lock->member != NULL ? 0 : lock->fence;
}

/* The lock of that number in the handle's set; or NULL. */
static const struct redlock_lock *lock_of(const struct redlock_lock *lock,
                                          int number)
{
    if (number < 0 || number >= redlock_count(lock))
        return NULL;
    return lock->member == NULL ? lock
                                : lock->member->set->members[number].lock;
}

int redlock_count(const struct redlock_lock *lock)
{
    return lock->member == NULL ? 1 : lock->member->set->count;
}

int64_t redlock_fence_of(const struct redlock_lock *lock, int number)
{
    const struct redlock_lock *one = lock_of(lock, number);

    return one == NULL ? 0 : one->fence;
}

const char *redlock_resource_of(const struct redlock_lock *lock, int number)
{
    const struct redlock_lock *one = lock_of(lock, number);

    return one == NULL ? NULL : one->resource->text;
}

const char *redlock_token_of(const struct redlock_lock *lock, int number,
                             char *text)
{
    const struct redlock_lock *one = lock_of(lock, number);

    return one == NULL ? NULL : redlock_token(one, text);
}

int redlock_slot(const struct redlock_lock *lock)
{
    return lock != NULL && lock->rare->slot.chosen ? lock->rare->slot.from : -1;
}

const char *redlock_resource(const struct redlock_lock *lock)
{
    return lock->resource->text;
}

const char *redlock_token(const struct redlock_lock *lock, char *text)
{
    struct rlk_token token;

    rlk_lock_token(lock, &token);
    memcpy(text, token.text, token.length + 1);
    return text;
}

/* Reads the slot from the request's token. false: it is not a valid one. */
static bool read_slot(const struct redlock_request *request,
                      struct rlk_slot *slot)
{
    if (!rlk_acquire_slots(request, slot))
        return false;
    if (slot->many == 0)
        return true;
    if (request->slot < 0 || request->slot >= request->slots)
        return false;
    *slot = rlk_slot_chosen(request->slots, request->slot);
    return true;
}

enum redlock_status redlock_adopt(struct redlock_client *client,
                                  const char *resource, const char *token,
                                  struct redlock_lock **lock)
{
    const struct redlock_request request = {
        .size = sizeof(request),
        .resource = resource,
    };

    return redlock_adopt_as(client, &request, token, lock);
}

enum redlock_status redlock_adopt_as(struct redlock_client *client,
                                     const struct redlock_request *given,
                                     const char *token,
                                     struct redlock_lock **lock)
{
    struct rlk_runtime *runtime = &client->core.runtime;
    struct rlk_lock_settings settings = {.rare.adopted = token};
    struct redlock_request room;
    const struct redlock_request *request = rlk_size_request(given, &room);
    struct rlk_token checked;

    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    if (*lock != NULL)
        return REDLOCK_ALREADY;
    if (request == NULL || runtime->settings.read_only ||
        redlock_resource_problem(request->resource) != NULL || token == NULL ||
        !rlk_token_copy(&checked, token) ||
        !rlk_acquire_lock_type(runtime, request, &settings.kind) ||
        !read_slot(request, &settings.rare.slot))
        return REDLOCK_BAD_REQUEST;
    rlk_sync_lock(client);
    settings.resource = rlk_resource_new(request->resource, request->owner);
    settings.ttl_ns = runtime->settings.ttl_max_ns;
    settings.warning_ns = rlk_acquire_warning(0);
    if (settings.resource != NULL) {
        *lock = rlk_lock_new(runtime, &settings);
        if (*lock == NULL)
            rlk_resource_drop(settings.resource);
    }
    rlk_sync_unlock(client);
    return *lock == NULL ? REDLOCK_NO_MEMORY : REDLOCK_OK;
}

void redlock_detach(struct redlock_lock **handle)
{
    struct redlock_lock *lock = handle == NULL ? NULL : *handle;
    struct redlock_client *client;

    if (lock == NULL)
        return;
    client = lock->runtime->api;
    *handle = NULL;
    if (!rlk_client_is_ours(client))
        return;
    rlk_sync_lock(client);
    rlk_async_forget(client, lock);
    if (client->sync != NULL) {
        rlk_sync_drain(client->sync);
        rlk_tell_forget(&client->sync->tell, lock, &client->sync->mutex);
    }
    if (lock->member == NULL)
        rlk_release_detach(lock, rlk_now());
    else
        rlk_set_detach(lock->member->set, rlk_now());
    rlk_sync_leave(client);
}

/* --- the descriptor of a loss -------------------------------------------- */

static int64_t instant_of(const struct redlock_lock *lock)
{
    return lock->lost ? 0 : rlk_lock_tell_at(lock);
}

/* The instant from which the lock's descriptor is readable. */
static int64_t lost_at(const struct redlock_lock *lock)
{
    const struct rlk_set *set = lock->member == NULL ? NULL : lock->member->set;
    int64_t first = instant_of(lock);

    for (int i = 0; set != NULL && i < set->count; i++) {
        int64_t of_one = instant_of(set->members[i].lock);
        if (of_one < first)
            first = of_one;
    }
    return first;
}

void rlk_lost_fd_published(struct redlock_lock *lock)
{
    int fd;

    /* A member of a set: the descriptor belongs to the first member. */
    if (lock->member != NULL)
        lock = rlk_set_handle(lock->member->set);
    fd = lock == NULL ? -1 : atomic_load(&lock->lost_fd);
    if (fd >= 0)
        (void)rlk_timer_fd_set(fd, lost_at(lock));
}

void rlk_lost_fd_freed(struct redlock_lock *lock)
{
    int fd = atomic_load(&lock->lost_fd);

    if (fd >= 0)
        close(fd);
}

int redlock_lost_fd(struct redlock_lock *lock)
{
    int fd;

    if (!is_ours(lock))
        return -1;
    rlk_sync_lock(lock->runtime->api);
    fd = atomic_load(&lock->lost_fd);
    if (fd < 0) {
        fd = rlk_timer_fd();
        if (fd >= 0)
            (void)rlk_timer_fd_set(fd, lost_at(lock));
        atomic_store(&lock->lost_fd, fd);
    }
    rlk_sync_unlock(lock->runtime->api);
    return fd;
}

/* --- what a client has counted and seen ---------------------------------- */

static void fill(struct redlock_client_stats *stats,
                 const struct rlk_runtime *runtime)
{
    const struct rlk_counts *counts = &runtime->counts;

    stats->nodes = runtime->settings.nodes;
    stats->acquired = counts->acquired;
    stats->refused = counts->refused;
    stats->failed = counts->failed;
    stats->cancelled = counts->cancelled;
    stats->waits = counts->waits;
    stats->waited_us = counts->waited_ns / RLK_NS_PER_US;
    stats->renewals = counts->renewals;
    stats->lost = counts->lost;
    for (int node = 0; node < stats->nodes; node++)
        stats->node[node] = runtime->nodes[node].stats;
}

enum redlock_status redlock_stats(struct redlock_client *client,
                                  struct redlock_client_stats *stats)
{
    struct redlock_client_stats counted = {0};

    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    if (rlk_size_common(stats->size, RLK_SIZE_STATS, sizeof(counted)) == 0)
        return REDLOCK_BAD_REQUEST;
    rlk_sync_lock(client);
    fill(&counted, &client->core.runtime);
    rlk_sync_unlock(client);
    rlk_size_give(stats, &counted, RLK_SIZE_STATS, sizeof(counted));
    return REDLOCK_OK;
}

int redlock_quarantine_observations(
    struct redlock_client *client,
    struct redlock_quarantine_observation *observations)
{
    int64_t now = rlk_now();
    int count = 0;

    if (!rlk_client_is_ours(client))
        return 0;
    rlk_sync_lock(client);
    for (int node = 0; node < client->core.runtime.settings.nodes; node++)
        count += rlk_node_observation(&client->core.nodes[node], now,
                                      &observations[count]);
    rlk_sync_unlock(client);
    return count;
}
