/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_TYPES_TYPES_H
#define RLK_REDLOCK_TYPES_TYPES_H

/* The lock types. The scripts beside this file serve all of them. */

#include "redlock/runtime/lock_type.h"

/*
 * The plain Redlock: the resource's key has the token of its holder, set by SET
 * NX PX, as other Redlocks know it.
 */
extern const struct rlk_lock_type rlk_mutex;

/*
 * A slot of a resource. Each slot is a mutex of its own, with the key
 * "{resource}:slot:N" and the counter "{resource}:slot:N:fence". Each node
 * stores the number of slots in "{resource}:slots" for as long as a slot's key
 * exists, and refuses a client that has another number.
 *
 * One node of an attempt chooses the slot, the others are asked for that slot:
 * redlock/core/acquire.c.
 */
extern const struct rlk_lock_type rlk_semaphore;

/*
 * A party: a lock that several tokens hold at the same time, its members. The
 * resource's key has the party's placeholder as long as there are members, so
 * that the SET NX of a mutex is refused, whatever library it comes from. The
 * members' tokens are in the sorted set "{resource}:members", each with the
 * last millisecond, by the node's clock, of its membership.
 *
 * The members of rlk_shared are readers, while a mutex on the same resource is
 * the writer's. Those of rlk_owned are the holds of one owner, which nest: each
 * owner has a placeholder of its own, and its first hold is issued a fence as a
 * mutex is (RLK_BADGE_READERS, RLK_BADGE_OWNER).
 */
extern const struct rlk_lock_type rlk_shared;
extern const struct rlk_lock_type rlk_owned;

/* A reader that was the writer before: redlock_downgrade(). */
extern const struct rlk_lock_type rlk_downgraded;

#endif
