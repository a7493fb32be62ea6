/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_FENCE_H
#define RLK_QUORUM_FENCE_H

/*
 * The fence out of the counters of the nodes that granted: the largest of
 * them, once a quorum is known to be at it (docs/protocol.md, fences). Pure.
 */

#include <stdint.h>

#include "quorum/tally.h"

/* The largest counter of the nodes in the set; 0 where the set is empty. */
int64_t rlk_fence_number(uint32_t nodes, const int64_t *counters);

/* Those of the set whose counter is exactly the number. */
uint32_t rlk_fence_level(uint32_t nodes, const int64_t *counters,
                         int64_t number);

/* Those whose counter is less: it can be raised to the number. */
uint32_t rlk_fence_below(uint32_t nodes, const int64_t *counters,
                         int64_t number);

#endif
