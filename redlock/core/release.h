/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_RELEASE_H
#define RLK_REDLOCK_CORE_RELEASE_H

/* Giving a lock back, on every node. */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/op.h"
#include "redlock/redlock.h"

struct rlk_release {
    struct rlk_call call; /* of one round */
};

/*
 * Frees the lock and asks every node to delete its key.
 *
 * release  the caller's memory, with call.completion.run set and zero
 *          elsewhere; NULL: nobody waits for the answers.
 */
void rlk_release_start(struct rlk_release *release, struct redlock_lock *lock,
                       struct redlock_report *report, int64_t now);

/*
 * Was the lock handed over, and has a node not said so yet, or none who is
 * next? Then what has come in since is worth reading before the release: one
 * that names nobody costs the next holder a round trip, and a push that is read
 * after it is answered by a release more.
 */
bool rlk_release_may_learn(const struct redlock_lock *lock);

/* Gives up the keys of a lost lock; its holder still has the handle. */
void rlk_release_abandon(struct redlock_lock *lock, int64_t now);

/*
 * Frees the lock and leaves its keys to whoever adopts its token. Its entries
 * in the nodes' queues are removed.
 */
void rlk_release_detach(struct redlock_lock *lock, int64_t now);

/*
 * Frees the lock and sends nothing: extensions under way end as lost, and what
 * nodes still answer moves nothing.
 */
void rlk_release_handle(struct redlock_lock *lock, int64_t now);

#endif
