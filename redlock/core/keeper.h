/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_KEEPER_H
#define RLK_REDLOCK_CORE_KEEPER_H

/*
 * Renews the locks that are kept, each a third of its TTL after the votes
 * that carry its validity were asked for. The first renewal may come earlier,
 * a twelfth of the TTL after them at the earliest.
 */

#include <stdint.h>

struct redlock_lock;
struct rlk_extend;

/* When the lock is next to be renewed. Nothing where it is not kept. */
void rlk_keeper_plan(struct redlock_lock *lock);

/* The instant has come. */
void rlk_keeper_renew(struct redlock_lock *lock, int64_t now);

/* The keeper's extension has ended: frees it, and plans the next. */
void rlk_keeper_renewed(struct redlock_lock *lock, struct rlk_extend *extend,
                        int64_t now);

#endif
