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
