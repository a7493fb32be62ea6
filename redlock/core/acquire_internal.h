/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_ACQUIRE_INTERNAL_H
#define RLK_REDLOCK_CORE_ACQUIRE_INTERNAL_H

/*
 * What the files of an acquisition share: the attempts that ask all nodes, and
 * its beginning and end (acquire.c); its wait in the queue (acquire_queue.c);
 * its attempts at a slot (acquire_slot.c).
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/transport.h"

struct rlk_acquire;
struct rlk_op;

/* --- acquire.c -------------------------------------------------------------
 */

/* It has ended: the completion comes, and the lock is freed unless OK. */
void rlk_acquire_end(struct rlk_acquire *acquire, enum redlock_status status,
                     int64_t now);

/* An attempt was not won. Does another one follow? Else it has ended. */
bool rlk_acquire_goes_on(struct rlk_acquire *acquire,
                         enum redlock_status status, int64_t now);

/* Nothing is done before that, or before the deadline if that is earlier. */
void rlk_acquire_pause_until(struct rlk_acquire *acquire, int64_t at);

/* How long one pauses whom nobody wakes. */
int64_t rlk_acquire_pause(const struct rlk_acquire *acquire, int64_t now);

/* --- acquire_queue.c -------------------------------------------------------
 */

/* Is there a queue for it? None is for a lock that is to be shared. */
bool rlk_acquire_may_queue(const struct rlk_acquire *acquire, int64_t now);

/* Stands in the line, and if it is the first there, asks for a place. */
void rlk_acquire_queue(struct rlk_acquire *acquire, int64_t now);

/* Its place goes, unless it has become the lock's. served: it has the lock. */
void rlk_acquire_leave_queue(struct rlk_acquire *acquire, bool served,
                             int64_t now);

/* --- acquire_slot.c ---------------------------------------------------------
 *
 * An attempt at a slot of a semaphore. One node chooses it: the first usable
 * one of the resource's order that answers, the gate. All others are asked for
 * that very slot, at once. So each slot is a mutex whose votes are counted as
 * any, whatever the gate says, and a token is never given two: where it is not
 * known what the gate has chosen, the attempt is undone, and the next one has
 * another gate.
 *
 * A slot that the gate chose and the others refused is passed over by the
 * attempts that follow, until none is left or there is a pause.
 */

/* All slots are looked at again, from a random one on, at all gates. */
void rlk_acquire_slot_anew(struct rlk_acquire *acquire);

/* The op has been started: asks the gate. The op may be freed by that. */
void rlk_acquire_slot_begin(struct rlk_op *op, int64_t now);

/* As rlk_operation.fill, .counted and .missed. */
void rlk_acquire_slot_fill(const struct rlk_op *op, int node,
                           struct rlk_request *request);
void rlk_acquire_slot_counted(struct rlk_op *op, int node, enum rlk_vote vote,
                              int64_t now);
void rlk_acquire_slot_missed(struct rlk_op *op, int node, int64_t now);

/*
 * An attempt was refused, at a slot if one was chosen. Is another one to be
 * tried at once?
 */
bool rlk_acquire_slot_next(struct rlk_acquire *acquire,
                           const struct rlk_slot *refused);

#endif
