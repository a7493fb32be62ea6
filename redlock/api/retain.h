/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_API_RETAIN_H
#define RLK_REDLOCK_API_RETAIN_H

/* Holding a lock once more in the same handle: a count, and no message. */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"

/* As much is left of the lock as a new one would have to have. */
bool rlk_retain_has_enough(const struct redlock_lock *lock);

/* The TTL to which it is extended where too little is left; 0: not known. */
int64_t rlk_retain_ttl_ms(const struct redlock_lock *lock);

/*
 * A release. true: it is not the last one: it has ended with status, and the
 * report says so.
 */
bool rlk_retain_drop(struct redlock_lock *lock, struct redlock_report *report,
                     enum redlock_status *status);

#endif
