/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_PLACE_INTERNAL_H
#define RLK_REDLOCK_CORE_PLACE_INTERNAL_H

/*
 * What the files of a place share: its attempts (place_attempt.c), whom it asks
 * when (place_ask.c), what nodes publish for it (place_pushed.c).
 */

#include <stdint.h>

#include "quorum/node_set.h"
#include "redlock/core/place.h"
#include "redlock/runtime/runtime.h"

static inline uint32_t rlk_place_all(const struct rlk_place *place)
{
    return rlk_node_set_all(place->runtime->settings.nodes);
}

static inline int64_t rlk_place_smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* --- place_attempt.c --------------------------------------------------------
 */

/* Is it a reader's? */
bool rlk_place_shares(const struct rlk_place *place);

/* As rlk_operation.fill. */
void rlk_place_fill(const struct rlk_op *op, int node,
                    struct rlk_request *request);

/* A node has refused it; and it has given it a place. */
void rlk_place_refused(struct rlk_place *place, int node,
                       const struct rlk_answer *answer, int64_t now);
void rlk_place_queued(struct rlk_place *place, int node,
                      const struct rlk_answer *answer, int64_t now);

/* Who is next at a node, as it told; our own stand in a line of their own. */
void rlk_place_hear_head(struct rlk_place *place,
                         const struct rlk_successor *head);

/* --- place_ask.c -------------------------------------------------------------
 */

/* Sets the timer to the earliest of the place's instants; or to none of them.
 */
void rlk_place_arm(struct rlk_place *place);
void rlk_place_disarm(struct rlk_place *place);

/* The timer has fired. */
void rlk_place_fire(struct rlk_timer *timer, int64_t now);

/* The slowest round trip of these nodes; RLK_NEVER: none is known. */
int64_t rlk_place_slowest(const struct rlk_place *place, uint32_t nodes);

/* The nodes that may be asked for a place. */
uint32_t rlk_place_gates(const struct rlk_place *place, int64_t now);

/* A fresh token asks the first gate. The place may be gone after it. */
void rlk_place_enter(struct rlk_place *place, int64_t now);

/* Asks these in one utterance. The place may be gone after it. */
void rlk_place_speak(struct rlk_place *place, uint32_t gates, int64_t now);

/*
 * All nodes without a vote are claimed, unless they are already. The caller
 * drives the op.
 */
void rlk_place_claim(struct rlk_place *place, int64_t now);

/* An answer to the claim is in; likewise. */
void rlk_place_weigh_claim(struct rlk_place *place, int64_t now);

/* --- place_slot.c -----------------------------------------------------------
 *
 * A place in the queue for the slots of a semaphore. It has one gate at a time,
 * which chooses a slot when it is its turn; the others are asked for that very
 * one. It is woken, and handed nothing. Where it is not known what the gate has
 * chosen, the token is given up, and the next one has another gate: so a token
 * has one slot at most.
 */

bool rlk_place_is_for_slot(const struct rlk_place *place);

extern const struct rlk_operation rlk_place_slot_operation;

/* It says to its gate that it still waits. The place may be gone after it. */
void rlk_place_slot_renew(struct rlk_place *place, int64_t now);

/* A slot may be free at that node. Likewise. */
void rlk_place_slot_woken(struct rlk_place *place, int node, int64_t now);

/* --- place_pushed.c ---------------------------------------------------------
 */

/*
 * So many tokens that were given up are remembered. What is handed to an older
 * one is answered by nobody: its key keeps others out for its claim and the
 * slack, as that of a waiter does which was killed (wait.h).
 */
#define RLK_ENDED_MOST 64

/* What is still handed to these is to be answered. */
struct rlk_ended {
    uint32_t count; /* ever */
    struct rlk_ended_place {
        uint64_t attempt;
        struct rlk_resource *resource; /* held; NULL: unused */
        int64_t lives_ns;              /* what is handed to it, at most */
    } places[RLK_ENDED_MOST];
};

/* The present token is over: what is still handed to it is to be answered. */
void rlk_place_remember(struct rlk_place *place);

#endif
