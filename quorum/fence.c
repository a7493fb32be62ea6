/* SPDX-License-Identifier: MIT */
/* The largest counter, and who is at it. */

#include "quorum/fence.h"

#include "quorum/node_set.h"

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
