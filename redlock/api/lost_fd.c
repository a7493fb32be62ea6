/* SPDX-License-Identifier: MIT */
/* A loss as a descriptor. */

#include "redlock/api/client.h"

#include <stddef.h>
#include <unistd.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/sets/set.h"

static int64_t instant_of(const struct redlock_lock *lock)
{
    return lock->lost ? 0 : rlk_lock_tell_at(lock);
}

int64_t rlk_lost_fd_instant(const struct redlock_lock *lock)
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

    /* Whoever has one of several locks has asked for the first one's. */
    if (lock->member != NULL)
        lock = rlk_set_handle(lock->member->set);
    fd = lock == NULL ? -1 : atomic_load(&lock->lost_fd);
    if (fd >= 0)
        (void)rlk_timer_fd_set(fd, rlk_lost_fd_instant(lock));
}

void rlk_lost_fd_freed(struct redlock_lock *lock)
{
    int fd = atomic_load(&lock->lost_fd);

    if (fd >= 0)
        close(fd);
}
