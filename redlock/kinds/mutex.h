/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_KINDS_MUTEX_H
#define RLK_REDLOCK_KINDS_MUTEX_H

/*
 * The plain Redlock: the resource's key holds the token of the one that has
 * it, set by SET NX PX, as other Redlocks know it.
 */

#include "redlock/runtime/kind.h"

extern const struct rlk_kind rlk_mutex;

#endif
