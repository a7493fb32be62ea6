/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_KEEPER_H
#define RLK_REDLOCK_CORE_KEEPER_H

/*
 * The keeper owns each lock's timer and does what is due: it renews a lock that
 * is kept, reports a loss, and gives up the keys of a lost lock.
 *
 * A kept lock is renewed a third of its TTL after the requests whose votes
 * determine its validity. The first renewal may come earlier, at least a
 * twelfth of the TTL after these requests.
 */

#include <stdint.h>

struct redlock_lock;
struct rlk_timer;

/* The lock's tenure has changed: rlk_runtime.lock_moved. */
void rlk_keeper_follow(struct redlock_lock *lock, int64_t now);

/* The lock is not kept any more; a renewal under way continues. */
void rlk_keeper_leave(struct redlock_lock *lock, int64_t now);

/* The lock's timer has fired: rlk_runtime.lock_fire. */
void rlk_keeper_fire(struct rlk_timer *timer, int64_t now);

#endif
