/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_ANSWER_H
#define RLK_REDLOCK_CORE_OP_ANSWER_H

/*
 * A round's side towards the nodes (op_answer.c): its requests, and their
 * answers turned into votes. Between it and the round's life (op.c) alone.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/inflight.h"
#include "redlock/core/op.h"

/* What every op is as the owner of requests. */
extern const struct rlk_pending_ops rlk_op_pending;

/* --- of op.c ----------------------------------------------------------------
 */

bool rlk_op_acquires(const struct rlk_op *op);

/* The request that the round is about. */
enum rlk_verb rlk_op_asks(const struct rlk_op *op);

/*
 * The release of this attempt is owed to the node, unless it was never asked to
 * set the key. left: the release went out, behind all that was asked.
 */
void rlk_op_release_later(struct rlk_op *op, int node, bool left, int64_t now);

/*
 * A connection broke with our request on it: the server may execute it at any
 * time until that connection is killed there.
 */
void rlk_op_note_maybe_unread(struct rlk_op *op, int node);

/* Whoever does not say which server he is cannot be held to his marker. */
bool rlk_op_may_judge(const struct rlk_op *op, int node);
void rlk_op_note_unjudged(struct rlk_op *op, int node);

/* Gives those that lack our key it back. */
void rlk_op_repair(struct rlk_op *op, int64_t now);

/* Does what the round wants done; the op may be gone afterwards. */
void rlk_op_drive(struct rlk_op *op, int64_t now);

#endif
