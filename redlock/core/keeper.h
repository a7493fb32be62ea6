/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_KEEPER_H
#define RLK_REDLOCK_CORE_KEEPER_H

/*
 * The keeper owns each lock's timer and does what the lock says is due: it
 * renews a lock that is kept, tells a loss, and gives up the keys of a lock
 * that was lost.
 *
 * A kept lock is renewed a third of its TTL after the votes that carry its
 * validity were asked for. The first renewal may come earlier, a twelfth of the
 * TTL after them at the earliest.
 */

#include <stdint.h>

struct redlock_lock;
struct rlk_timer;

/* The lock's tenure has changed: rlk_runtime.lock_moved. */
void rlk_keeper_follow(struct redlock_lock *lock, int64_t now);

/* The lock is not kept any more; a renewal that is under way goes on. */
void rlk_keeper_leave(struct redlock_lock *lock, int64_t now);

/* The lock's timer has fired: rlk_runtime.lock_fire. */
void rlk_keeper_fire(struct rlk_timer *timer, int64_t now);

#endif
