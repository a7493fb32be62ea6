/* SPDX-License-Identifier: MIT */
/* The largest counter, who is at it, and how large it may be. */

#include "quorum/fence.h"

#include "quorum/node_set.h"

int64_t rlk_fence_limit(uint32_t nodes, const int64_t *counters, int quorum,
                        int64_t clock_us)
{
    int64_t reached = clock_us;

    for (uint32_t left = nodes; left != 0; left &= left - 1) {
        int64_t counter = counters[rlk_node_set_first(left)];
        uint32_t below;
        if (counter <= reached)
            continue;
        below = rlk_fence_below(nodes, counters, counter);
        if (rlk_node_set_count(nodes & ~below) >= quorum)
            reached = counter;
    }
    return reached + RLK_FENCE_AHEAD_US;
}

int64_t rlk_fence_number(uint32_t nodes, const int64_t *counters)
{
    int64_t number = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        if (rlk_node_set_has(nodes, node) && counters[node] > number)
            number = counters[node];
    }
    return number;
}

uint32_t rlk_fence_level(uint32_t nodes, const int64_t *counters,
                         int64_t number)
{
    uint32_t level = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        if (rlk_node_set_has(nodes, node) && counters[node] == number)
            level |= rlk_node_set_of(node);
    }
    return level;
}

uint32_t rlk_fence_below(uint32_t nodes, const int64_t *counters,
                         int64_t number)
{
    uint32_t below = 0;

    for (int node = 0; node < RLK_NODES_MAX; node++) {
        if (rlk_node_set_has(nodes, node) && counters[node] < number)
            below |= rlk_node_set_of(node);
    }
    return below;
}
