/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_NODE_SET_H
#define RLK_QUORUM_NODE_SET_H

/*
 * A set of nodes, a bit each: node n is in it where bit n is set. The order of
 * nodes, and the count of their votes. Pure.
 */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More nodes than anybody runs; a set of nodes fits a uint32_t. */
#define RLK_NODES_MAX 32

/* That node alone. */
static inline uint32_t rlk_node_set_of(int node)
{
    return UINT32_C(1) << node;
}

/* The nodes from 0, so many; at least one. */
static inline uint32_t rlk_node_set_all(int nodes)
{
    assert(nodes > 0 && nodes <= RLK_NODES_MAX);
    return UINT32_MAX >> (RLK_NODES_MAX - nodes);
}

/* Is the node in the set? */
static inline bool rlk_node_set_has(uint32_t set, int node)
{
    return (set & rlk_node_set_of(node)) != 0;
}

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

/* --- their order --------------------------------------------------------- */

/*
 * In which order the nodes are asked for a resource: that of the list, begun at
 * the node that the resource's name chooses. So all clients begin at the same
 * node for one resource, which arbitrates between them, and at different ones
 * for different resources. Pure.
 */

/* The CRC16 of a name: that of Redis Cluster, but of the whole name. */
uint16_t rlk_order_crc(const char *name, size_t length);

/*
 * The node at which the order of a name with that CRC16 begins.
 * nodes: 1 .. RLK_NODES_MAX
 */
int rlk_order_first(uint16_t crc, int nodes);

/*
 * The first of a set of nodes, a bit each, in the order that begins at first.
 * The set is not empty.
 */
int rlk_order_lowest(uint32_t nodes, int first);

/* --- their votes --------------------------------------------------------- */

/*
 * Is a quorum reached, can it still be, or neither; and until when does a
 * quorum of votes stand.
 */

enum rlk_verdict {
    RLK_VERDICT_OPEN, /* votes that are still out can decide either way */
    RLK_VERDICT_WON,  /* a quorum said yes */
    RLK_VERDICT_LOST, /* no quorum can say yes */
};

/* N / 2 + 1: any two majorities of N share a node. nodes: 1 .. RLK_NODES_MAX */
int rlk_tally_majority(int nodes);

/*
 * nodes    1 .. RLK_NODES_MAX
 * quorum   majority .. nodes
 * granted  votes that said yes
 * refused  votes that will not say yes, for whatever reason
 */
enum rlk_verdict rlk_tally(int nodes, int quorum, int granted, int refused);

/*
 * The last instant until which quorum of the votes stand: the quorum-th
 * largest of their ends.
 *
 * ends  of all nodes; INT64_MIN: no vote. With fewer votes than the quorum
 *       the answer is INT64_MIN.
 */
int64_t rlk_tally_end(int nodes, int quorum, const int64_t *ends);

#endif
