/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_INTERNAL_H
#define RLK_REDLOCK_CORE_OP_INTERNAL_H

/*
 * What the files of a round in flight share: its life (op_drive.c), what it
 * asks (op_ask.c), what the answers are to it (op_answer.c).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/op.h"
#include "redlock/runtime/inflight.h"

/* Every op as the owner of requests: in op_answer.c. */
extern const struct rlk_pending_ops rlk_op_pending;

/* --- op_ask.c --------------------------------------------------------------
 */

/* Do at a node what the round's steps of these names want done. */
void rlk_op_ask(struct rlk_op *op, int node, int64_t now);
void rlk_op_confirm(struct rlk_op *op, int node, int64_t now);
void rlk_op_undo(struct rlk_op *op, int node, int64_t now);

/* Takes the nodes out of an attempt that are known to be dead. */
void rlk_op_exclude_dead(struct rlk_op *op, int64_t now);

/* As rlk_pending_ops.request. */
void rlk_op_request(const struct rlk_pending *pending, int node,
                    enum rlk_verb verb, struct rlk_request *request,
                    int64_t now);

/*
 * Adds the release of the op's token to the node's backlog, unless the node was
 * never asked to set the key. left: the release has been sent, after all else.
 */
void rlk_op_release_later(struct rlk_op *op, int node, bool left, int64_t now);

/*
 * What nodes without an undo have handed to the op's token goes to whoever is
 * next there. Once for each op.
 */
void rlk_op_hand_on_elsewhere(struct rlk_op *op, int64_t now);

/*
 * The node's connection broke with a request of the op's on it: the server may
 * execute it until it has killed that connection.
 */
void rlk_op_note_maybe_unread(struct rlk_op *op, int node);

/* Notes why the node was not asked: rlk_op_may_judge() said no. */
void rlk_op_note_unjudged(struct rlk_op *op, int node);

/* --- op_drive.c ------------------------------------------------------------
 */

/* Are its answers votes on a lock, or on its extension? */
bool rlk_op_asks_for_votes(const struct rlk_op *op);

/* Counts a node's vote for redlock_stats(), if it is one. */
void rlk_op_count_vote(struct rlk_op *op, int node, enum rlk_vote vote);

#endif
