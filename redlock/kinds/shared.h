/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_KINDS_SHARED_H
#define RLK_REDLOCK_KINDS_SHARED_H

/*
 * A lock that several hold at once, its members: readers, of whom there may be
 * many, while a mutex on the same resource is the writer's. The resource's key
 * has the badge (RLK_TOKEN_BADGE) as long as there are members, so that the SET
 * NX of a mutex is refused, whatever library it comes from. The members' tokens
 * stand in the sorted set "{resource}:members", each with the last millisecond,
 * by the node's clock, in which it is a member.
 */

#include "redlock/runtime/kind.h"

extern const struct rlk_kind rlk_shared;

#endif
