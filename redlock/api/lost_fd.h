/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_LOST_FD_H
#define RLK_REDLOCK_API_LOST_FD_H

/*
 * The descriptor that polls readable when a lock is to be taken for lost: a
 * timer of the kernel on the boot clock, so that it fires even where every
 * thread of this process is stuck.
 */

#include <stdint.h>

struct redlock_lock;

/* An instant that has passed. (Zero would disarm.) */
#define RLK_LOST_FD_NOW INT64_C(1)

/* Close-on-exec, not armed. -1: the system refused. */
int rlk_lost_fd_open(void);

/* From which instant on the lock's descriptor is to be readable. */
int64_t rlk_lost_fd_instant(const struct redlock_lock *lock);

/* Readable from that instant on, and not before. */
void rlk_lost_fd_set(int fd, int64_t instant);

/* The core's hooks of redlock/runtime/runtime.h: what is believed of the lock
 * has changed, and the lock is about to be freed. */
void rlk_lost_fd_published(struct redlock_lock *lock);
void rlk_lost_fd_freed(struct redlock_lock *lock);

#endif
