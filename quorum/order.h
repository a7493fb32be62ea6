/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_ORDER_H
#define RLK_QUORUM_ORDER_H

/*
 * In which order the nodes are asked for a resource: that of the list, begun at
 * the node that the resource's name chooses. So all clients begin at the same
 * node for one resource, which arbitrates between them, and at different ones
 * for different resources. Pure.
 */

#include <stddef.h>
#include <stdint.h>

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

#endif
