/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ATTEMPT_H
#define RLK_REDLOCK_CORE_ATTEMPT_H

/*
 * One attempt to acquire a lock: what the answers of its round mean, and what
 * it came to. The attempt that asks all nodes at once (acquire.h) and the one
 * that waits in their queues (place.h) have this in common.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/transport.h"

struct rlk_op;

/* As rlk_operation.wanted. */
bool rlk_attempt_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                        int64_t now);

/* As rlk_operation.heard. */
enum rlk_vote rlk_attempt_answered(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer,
                                   int64_t now);

/*
 * As rlk_operation.verb_at, of an attempt at a slot: who may wait is asked to
 * choose one, and the others for that very slot.
 */
enum rlk_verb rlk_attempt_verb_for_slot(const struct rlk_op *op, int node);

/* What an attempt with that outcome tells its caller. */
enum redlock_status rlk_attempt_status(const struct rlk_op *op,
                                       enum rlk_outcome outcome);

/*
 * It has won: the lock is held by its votes, and moved by those that are late.
 * number: the attempt's, by which its token was made.
 */
void rlk_attempt_begin_lock(struct rlk_op *op, struct redlock_lock *lock,
                            uint64_t number, int64_t now);

#endif
