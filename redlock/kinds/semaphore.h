/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_KINDS_SEMAPHORE_H
#define RLK_REDLOCK_KINDS_SEMAPHORE_H

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

#include "redlock/runtime/kind.h"

extern const struct rlk_kind rlk_semaphore;

#endif
