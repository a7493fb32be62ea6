/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_FENCE_H
#define RLK_QUORUM_FENCE_H

/*
 * The fence, from the counters of the nodes that granted: it is the largest of
 * them, once a quorum is known to be at it (protocol 8). Pure.
 *
 * A counter may be damaged, and be ahead of everything by centuries. A quorum
 * of counters cannot: so a number counts that a quorum has reached, or that is
 * no more than a day ahead of the nodes' clocks, where counters begin.
 *
 * nodes     a set of nodes, a bit each.
 * counters  one for each node, > 0 for those in the set.
 */

#include <stdint.h>

#include "quorum/tally.h"

/* How far a counter may be ahead: a day, in microseconds. */
#define RLK_FENCE_AHEAD_US (INT64_C(24) * 3600 * 1000000)

/*
 * The largest number that counts: a day beyond clock_us, or beyond the largest
 * number that a quorum of the set has reached, if that is more.
 */
int64_t rlk_fence_limit(uint32_t nodes, const int64_t *counters, int quorum,
                        int64_t clock_us);

/* The largest counter of the nodes in the set; 0 where the set is empty. */
int64_t rlk_fence_number(uint32_t nodes, const int64_t *counters);

/* Those nodes of the set whose counter is exactly the number. */
uint32_t rlk_fence_level(uint32_t nodes, const int64_t *counters,
                         int64_t number);

/* Those nodes of the set whose counter is less, and can be raised to it. */
uint32_t rlk_fence_below(uint32_t nodes, const int64_t *counters,
                         int64_t number);

#endif
