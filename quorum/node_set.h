/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_NODE_SET_H
#define RLK_QUORUM_NODE_SET_H

/*
 * A set of nodes: bit n stands for node n. Also the order of the nodes, and the
 * count of their votes. Pure.
 */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More nodes than are of use; a set of nodes fits into a uint32_t. */
#define RLK_NODES_MAX 32

/* The set of this node alone. */
static inline uint32_t rlk_node_set_of(int node)
{
    return UINT32_C(1) << node;
}

/* The set of the first `nodes` nodes; at least one. */
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

/* The lowest node; the set is not empty. */
static inline int rlk_node_set_first(uint32_t set)
{
    assert(set != 0);
    return __builtin_ctz(set);
}

/* --- their order --------------------------------------------------------- */

/*
 * The order in which nodes are asked for a resource: that of the list, starting
 * at a node that the resource's name determines. All clients begin at the same
 * node for one resource, so this node arbitrates between them, and different
 * resources begin at different nodes. Pure.
 */

/* The CRC16 of a name: as in Redis Cluster, but of the whole name. */
uint16_t rlk_order_crc(const char *name, size_t length);

/*
 * The first node of the order for a name with that CRC16.
 * nodes: 1 .. RLK_NODES_MAX
 */
int rlk_order_first(uint16_t crc, int nodes);

/*
 * The first node of a set in the order that begins at first. The set is not
 * empty.
 */
int rlk_order_lowest(uint32_t nodes, int first);

/* --- their votes --------------------------------------------------------- */

/*
 * Is a quorum reached, still possible, or impossible? And until when is a
 * quorum of votes valid?
 */

enum rlk_verdict {
    RLK_VERDICT_OPEN, /* the missing votes can decide either way */
    RLK_VERDICT_WON,  /* a quorum said yes */
    RLK_VERDICT_LOST, /* no quorum can say yes */
};

/* N / 2 + 1: any two majorities of N share a node. nodes: 1 .. RLK_NODES_MAX */
int rlk_tally_majority(int nodes);

/*
 * nodes    1 .. RLK_NODES_MAX
 * quorum   majority .. nodes
 * granted  votes that said yes
 * refused  votes that will not say yes, for any reason
 */
enum rlk_verdict rlk_tally(int nodes, int quorum, int granted, int refused);

/*
 * The last instant at which a quorum of votes is valid: the quorum-th largest
 * of their ends.
 *
 * ends  of all nodes; INT64_MIN: no vote. With fewer votes than the quorum
 *       the result is INT64_MIN.
 */
int64_t rlk_tally_end(int nodes, int quorum, const int64_t *ends);

#endif
