/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_HANDLE_H
#define RLK_REDLOCK_API_HANDLE_H

/*
 * What the holder's descriptor is told by the core: the hooks published and
 * freed of redlock/core/runtime.h.
 */

struct redlock_lock;

/* What is believed of the lock has changed. */
void rlk_handle_published(struct redlock_lock *lock);

/* The lock is about to be freed. */
void rlk_handle_freed(struct redlock_lock *lock);

#endif
