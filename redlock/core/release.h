/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_RELEASE_H
#define RLK_REDLOCK_CORE_RELEASE_H

/* Releasing a lock on every node. */

#include "redlock/core/op.h"
#include "redlock/redlock.h"

struct rlk_release {
    struct rlk_call call; /* of one round */
};

/*
 * Frees the lock and asks every node to delete its key.
 *
 * release  the caller's memory, with call.completion.run set and zero
 *          elsewhere; NULL: the answers are ignored
 */
void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now);

/*
 * Was the lock handed over, and is a hand-off message or the next waiter still
 * missing? Then the caller should read the sockets before the release: a
 * release that names no successor costs the next holder a round trip, and a
 * message read later costs another release.
 */
bool rlk_release_may_learn(const struct redlock_lock *lock);

/* Gives up the keys of a lost lock; its holder still has the handle. */
void rlk_release_abandon(struct redlock_lock *lock, int64_t now);

/*
 * Frees the lock and leaves its keys to a process that adopts its token.
 * Removes its queue entries at the nodes.
 */
void rlk_release_detach(struct redlock_lock *lock, int64_t now);

/*
 * Frees the lock and sends nothing: extensions under way end as lost, and later
 * answers update nothing.
 */
void rlk_release_handle(struct redlock_lock *lock, int64_t now);

#endif
