/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_INTERNAL_H
#define RLK_REDLOCK_CORE_OP_INTERNAL_H

/*
 * What the files of a round in flight tell each other: its life (op.c), what it
 * asks (op_ask.c), what the answers are (op_answer.c).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/inflight.h"
#include "redlock/core/op.h"

/* What every op is as the owner of requests. */
extern const struct rlk_pending_ops rlk_op_pending;

static inline bool rlk_op_acquires(const struct rlk_op *op)
{
    return op->round.settings.kind == RLK_ROUND_ACQUIRE;
}

/* --- op.c ------------------------------------------------------------------
 */

/* Does what the round wants done; the op may be gone afterwards. */
void rlk_op_drive(struct rlk_op *op, int64_t now);

/* --- op_ask.c --------------------------------------------------------------
 */

void rlk_op_ask(struct rlk_op *op, int node, int64_t now);
void rlk_op_confirm(struct rlk_op *op, int node, int64_t now);
void rlk_op_undo(struct rlk_op *op, int node, int64_t now);

/* What is known to be dead costs an attempt nothing, and may end it. */
void rlk_op_exclude_dead(struct rlk_op *op, int64_t now);

/* Fills in a request of the op's. */
void rlk_op_request(const struct rlk_pending *pending, int node,
                    enum rlk_verb verb, struct rlk_request *request,
                    int64_t now);

/*
 * The release of this attempt goes to the node's backlog, unless the node was
 * never asked to set the key. left: the release went out, behind all that was
 * asked.
 */
void rlk_op_release_later(struct rlk_op *op, int node, bool left, int64_t now);

/*
 * A connection broke with our request on it: the server may execute it at any
 * time until that connection is killed there.
 */
void rlk_op_note_maybe_unread(struct rlk_op *op, int node);

/* Why such a node was not asked: see rlk_op_may_judge(). */
void rlk_op_note_unjudged(struct rlk_op *op, int node);

#endif
