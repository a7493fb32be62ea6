/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_LOST_FD_H
#define RLK_REDLOCK_API_LOST_FD_H

/*
 * The descriptor that polls readable when a lock is to be taken for lost: a
 * timer of the kernel's on the boot clock, so that it fires with every thread
 * of ours stuck.
 */

#include <stdint.h>

/* An instant that has passed. (Zero would disarm.) */
#define RLK_LOST_FD_NOW INT64_C(1)

/* Close-on-exec, not armed. -1: the system refused. */
int rlk_lost_fd_open(void);

/* Readable from that instant on, and not before. */
void rlk_lost_fd_set(int fd, int64_t instant);

#endif
