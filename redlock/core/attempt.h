/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ATTEMPT_H
#define RLK_REDLOCK_CORE_ATTEMPT_H

/*
 * One attempt to acquire a lock: what the answers to its round mean, and its
 * result. Used by the attempt that asks all nodes (acquire.h) and by the
 * attempt of a waiter (waiter.h).
 */

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/transport.h"

struct rlk_op;

/* As rlk_operation.wanted. */
bool rlk_attempt_wanted(const struct rlk_op *op, int node, enum rlk_verb verb,
                        int64_t now);

/* As rlk_operation.answered. */
enum rlk_vote rlk_attempt_answered(struct rlk_op *op, int node,
                                   enum rlk_verb verb,
                                   const struct rlk_answer *answer,
                                   int64_t now);

/*
 * As rlk_operation.verb_at, for a slot: a gate is asked to choose a slot; the
 * other nodes are asked for the chosen one.
 */
enum rlk_verb rlk_attempt_verb_for_slot(const struct rlk_op *op, int node);

/* The status for the caller of an attempt with this outcome. */
enum redlock_status rlk_attempt_status(const struct rlk_op *op,
                                       enum rlk_outcome outcome);

/*
 * The attempt has won: its grants become votes of the lock, and late answers
 * update the lock from now on. number: the number in the attempt's token.
 */
void rlk_attempt_begin_lock(struct rlk_op *op, struct redlock_lock *lock,
                            uint64_t number, int64_t now);

#endif
