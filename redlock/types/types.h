/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_TYPES_TYPES_H
#define RLK_REDLOCK_TYPES_TYPES_H

/* The lock types. The scripts beside this file serve all of them. */

#include "redlock/runtime/lock_type.h"

/*
 * The plain Redlock: the resource's key has the holder's token, written by SET
 * NX PX as in other Redlock libraries.
 */
extern const struct rlk_lock_type rlk_mutex;

/*
 * A slot of a resource. Each slot is a mutex with its own key,
 * "{resource}:slot:N", and its own counter, "{resource}:slot:N:fence". Each
 * node stores the number of slots in "{resource}:slots" while any slot's key
 * exists, and refuses a client with another number.
 *
 * One node of an attempt chooses the slot, and the others are asked for that
 * slot: redlock/core/acquire.c.
 */
extern const struct rlk_lock_type rlk_semaphore;

/*
 * A lock that several tokens, its members, hold at the same time. While there
 * are members, the resource's key has a placeholder, so that the SET NX of a
 * mutex is refused, from any library. The sorted set "{resource}:members" has
 * the members' tokens, each with the last millisecond of its membership by the
 * node's clock.
 *
 * The members of rlk_shared are readers; a writer uses a mutex on the same
 * resource. The members of rlk_owned are the locks of one owner, which nest:
 * each owner has its own placeholder, and its first lock is issued a fence as a
 * mutex is (RLK_PLACEHOLDER_READERS, RLK_PLACEHOLDER_OWNER).
 */
extern const struct rlk_lock_type rlk_shared;
extern const struct rlk_lock_type rlk_owned;

/* A shared lock that was exclusive before: redlock_downgrade(). */
extern const struct rlk_lock_type rlk_downgraded;

#endif
