/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ACQUIRE_INTERNAL_H
#define RLK_REDLOCK_CORE_ACQUIRE_INTERNAL_H

/*
 * What the files of an acquisition share: the attempts that ask all nodes, and
 * its beginning and end (acquire.c); its wait in the queue (acquire_queue.c).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

struct rlk_acquire;

/* --- acquire.c -------------------------------------------------------------
 */

/* It has ended: the completion comes, and the lock is freed unless OK. */
void rlk_acquire_end(struct rlk_acquire *acquire, enum redlock_status status,
                     int64_t now);

/* An attempt was not won. Does another one follow? Else it has ended. */
bool rlk_acquire_goes_on(struct rlk_acquire *acquire,
                         enum redlock_status status, int64_t now);

/* Nothing is done before that, or before the deadline if that is earlier. */
void rlk_acquire_pause_until(struct rlk_acquire *acquire, int64_t at);

/* How long one pauses whom nobody wakes. */
int64_t rlk_acquire_pause(const struct rlk_acquire *acquire, int64_t now);

/* There may be something to tell to the caller, who waits. */
void rlk_acquire_tell(struct rlk_acquire *acquire);

/* --- acquire_queue.c -------------------------------------------------------
 */

/* Is there a queue for it? None is for a lock that is to be shared. */
bool rlk_acquire_may_queue(const struct rlk_acquire *acquire, int64_t now);

/* Stands in the line, and if it is the first there, asks for a place. */
void rlk_acquire_queue(struct rlk_acquire *acquire, int64_t now);

/* Its place goes, unless it has become the lock's. served: it has the lock. */
void rlk_acquire_leave_queue(struct rlk_acquire *acquire, bool served,
                             int64_t now);

#endif
