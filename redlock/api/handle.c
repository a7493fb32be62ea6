/* SPDX-License-Identifier: MIT */
/* What a holder asks of its lock, answered from the clock, on any thread. */

#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"
#include "redlock/api/blocking.h"
#include "redlock/api/client.h"
#include "redlock/api/lost_fd.h"
#include "redlock/core/lock.h"
#include "redlock/net/fork.h"
#include "redlock/runtime/runtime.h"

/* 0: lost, or the parent's. */
static int64_t valid_until(const struct redlock_lock *lock)
{
    if (lock->generation != rlk_fork_generation())
        return 0;
    return atomic_load(&lock->valid_until);
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
    if (lock == NULL || lock->generation != rlk_fork_generation())
        return 0;
    return rlk_clock_to_ms(atomic_load(&lock->shielded_until));
}

int redlock_lost_fd(struct redlock_lock *lock)
{
    int fd;

    if (lock->generation != rlk_fork_generation())
        return -1;
    rlk_sync_lock(lock->runtime->face);
    fd = atomic_load(&lock->lost_fd);
    if (fd < 0) {
        fd = rlk_lost_fd_open();
        if (fd >= 0)
            rlk_lost_fd_set(fd, rlk_lost_fd_instant(lock));
        atomic_store(&lock->lost_fd, fd);
    }
    rlk_sync_unlock(lock->runtime->face);
    return fd;
}

int64_t redlock_fence(const struct redlock_lock *lock)
{
    return lock == NULL ? 0 : lock->fence;
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
