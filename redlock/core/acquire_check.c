/* SPDX-License-Identifier: MIT */
/* What may be requested, and what is taken where the request does not say. */

#include <stddef.h>

#include "clock/clock.h"
#include "redlock/core/acquire.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"

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

bool rlk_acquire_slots(const struct redlock_request *request,
                       struct rlk_slot *slot)
{
    *slot = (struct rlk_slot){0};
    if (request->slots < 0 || request->slots > REDLOCK_SLOTS_MAX)
        return false;
    if (request->slots == 0)
        return true;
    slot->many = (uint16_t)request->slots;
    return request->mode == REDLOCK_EXCLUSIVE && request->more_count == 0;
}

/* Who shares it as an owner has no number of that owner's. */
static bool is_owner(const struct redlock_request *request)
{
    return redlock_owner_problem(request->owner) == NULL &&
           request->owner_fence >= 0 && request->owner_fence <= RLK_FENCE_MAX &&
           request->more_count == 0 && request->slots == 0 &&
           (request->mode == REDLOCK_EXCLUSIVE || request->owner_fence == 0);
}

bool rlk_acquire_kind(const struct rlk_runtime *runtime,
                      const struct redlock_request *request,
                      const struct rlk_kind **kind)
{
    bool owned = request->owner != NULL;

    if (owned ? !is_owner(request) : request->owner_fence != 0)
        return false;
    *kind = owned ? runtime->settings.owned : runtime->settings.kind;
    if (request->mode == REDLOCK_SHARED)
        *kind = runtime->settings.shared;
    if (request->slots > 0)
        *kind = runtime->settings.semaphore;
    return request->mode == REDLOCK_EXCLUSIVE ||
           request->mode == REDLOCK_SHARED;
}

enum redlock_status rlk_acquire_check(const struct rlk_runtime *runtime,
                                      const struct redlock_request *request,
                                      struct rlk_lock_settings *lock)
{
    int64_t ttl_ms =
        request->ttl_ms == 0 ? REDLOCK_TTL_DEFAULT_MS : request->ttl_ms;

    if (runtime->settings.read_only ||
        redlock_resource_problem(request->resource) != NULL ||
        request->wait_ms < 0 || request->min_validity_ms < 0 ||
        request->notice_ms < 0 ||
        !rlk_acquire_kind(runtime, request, &lock->kind))
        return REDLOCK_BAD_REQUEST;
    if (!rlk_acquire_slots(request, &lock->slot))
        return REDLOCK_BAD_REQUEST;
    lock->ttl_ns = rlk_clock_from_ms(ttl_ms);
    lock->notice_ns = request->notice_ms > 0
                          ? rlk_clock_from_ms(request->notice_ms)
                          : rlk_acquire_notice(lock->ttl_ns);
    lock->keep = request->keep;
    lock->repair = !request->no_repair;
    lock->fenced = request->fencing || request->owner_fence > 0;
    lock->lost = request->lost;
    lock->renewed = request->renewed;
    lock->user = request->user;
    return rlk_acquire_check_ttl(runtime, ttl_ms, lock->notice_ns);
}

int64_t rlk_acquire_deadline(const struct redlock_request *request, int64_t now)
{
    return request->wait_ms == REDLOCK_FOREVER
               ? RLK_NEVER
               : rlk_clock_add(now, rlk_clock_from_ms(request->wait_ms));
}
