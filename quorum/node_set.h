/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_NODE_SET_H
#define RLK_QUORUM_NODE_SET_H

/* A set of nodes, a bit each: node n is in it where bit n is set. Pure. */

#include <assert.h>
#include <stdint.h>

/* How many nodes are in the set. */
static inline int rlk_node_set_count(uint32_t set)
{
    int count = 0;

    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* Its first node; the set is not empty. */
static inline int rlk_node_set_first(uint32_t set)
{
    assert(set != 0);
    return __builtin_ctz(set);
}

#endif
