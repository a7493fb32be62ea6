/* SPDX-License-Identifier: MIT */
/* The order of the nodes, begun where a name says. */

#include "quorum/order.h"

#include <assert.h>

#include "quorum/node_set.h"
#include "quorum/tally.h"

/* CRC16 with the polynomial 0x1021, begun at 0, a byte at a time. */
uint16_t rlk_order_slot(const char *name, size_t length)
{
    uint32_t crc = 0;

    for (size_t i = 0; i < length; i++) {
        uint32_t byte = (crc >> 8 ^ (unsigned char)name[i]) & 0xff;
        byte ^= byte >> 4;
        crc = (crc << 8 ^ byte << 12 ^ byte << 5 ^ byte) & 0xffff;
    }
    return (uint16_t)crc;
}

int rlk_order_first(uint16_t slot, int nodes)
{
    assert(nodes > 0 && nodes <= RLK_NODES_MAX);
    return slot % nodes;
}

int rlk_order_lowest(uint32_t nodes, int first)
{
    uint32_t from_first = nodes & UINT32_MAX << first;

    assert(nodes != 0 && first >= 0 && first < RLK_NODES_MAX);
    return rlk_node_set_first(from_first != 0 ? from_first : nodes);
}
