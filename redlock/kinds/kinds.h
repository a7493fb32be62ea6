/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_KINDS_KINDS_H
#define RLK_REDLOCK_KINDS_KINDS_H

/*
 * The plain Redlock: the resource's key has the token of its holder, set by SET
 * NX PX, as other Redlocks know it.
 */

#include "redlock/runtime/kind.h"

extern const struct rlk_kind rlk_mutex;

/*
 * A resource of which so many may hold a slot at once. Each slot is a mutex of
 * its own, with the key "{resource}:slot:N" and the counter
 * "{resource}:slot:N:fence". How many there are stands at each node in
 * "{resource}:slots" for as long as a slot's key does, and a node refuses
 * whoever says another number.
 *
 * One node of an attempt chooses the slot, the others are asked for that very
 * one: redlock/core/acquire.c.
 */

extern const struct rlk_kind rlk_semaphore;

/*
 * A party: a lock that several hold at once, its members. The resource's key
 * has the party's badge as long as there are members, so that the SET NX of a
 * mutex is refused, whatever library it comes from. The members' tokens stand
 * in the sorted set "{resource}:members", each with the last millisecond, by
 * the node's clock, in which it is a member.
 *
 * There are two, of one set of scripts, and of different badges. Of the first
 * are readers, while a mutex on the same resource is the writer's. Of the other
 * are the holds of one owner, that nest in each other: each owner has a badge
 * of its own, and its first hold mints as a mutex does (RLK_TOKEN_SHARED,
 * RLK_TOKEN_OWNER).
 */

extern const struct rlk_kind rlk_shared;
extern const struct rlk_kind rlk_owned;

/* A reader that was the writer before: redlock_downgrade(). */
extern const struct rlk_kind rlk_downgraded;

#endif
