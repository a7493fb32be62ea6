/* SPDX-License-Identifier: MIT */
/* The order of the nodes, begun where a name says. */

#include "quorum/order.h"

#include <assert.h>

#include "quorum/tally.h"

/* CRC16 with the polynomial 0x1021, begun at 0: half a byte at a time. */
static uint16_t crc16(const char *name, size_t length)
{
    static const uint16_t of_half[16] = {
        0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
        0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef,
    };
    uint32_t crc = 0;

    for (size_t i = 0; i < length; i++) {
        uint32_t byte = (unsigned char)name[i];
        crc = (crc << 4 ^ of_half[(crc >> 12 ^ byte >> 4) & 15]) & 0xffff;
        crc = (crc << 4 ^ of_half[(crc >> 12 ^ byte) & 15]) & 0xffff;
    }
    return (uint16_t)crc;
}

int rlk_order_first(const char *name, size_t length, int nodes)
{
    assert(nodes > 0 && nodes <= RLK_NODES_MAX);
    return crc16(name, length) % nodes;
}

int rlk_order_lowest(uint32_t nodes, int first)
{
    uint32_t from_first = nodes & UINT32_MAX << first;

    assert(nodes != 0 && first >= 0 && first < RLK_NODES_MAX);
    return __builtin_ctz(from_first != 0 ? from_first : nodes);
}
