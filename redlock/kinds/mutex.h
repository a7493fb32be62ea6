/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_KINDS_MUTEX_H
#define RLK_REDLOCK_KINDS_MUTEX_H

/*
 * The plain Redlock: the resource's key has the token of its holder, set by SET
 * NX PX, as other Redlocks know it.
 */

#include "redlock/runtime/kind.h"

extern const struct rlk_kind rlk_mutex;

#endif
