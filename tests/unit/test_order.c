/* SPDX-License-Identifier: MIT */
/* The order in which nodes are asked. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "quorum/node_set.h"

static int first(const char *name, int nodes)
{
    return rlk_order_first(rlk_order_crc(name, strlen(name)), nodes);
}

/* The check value of this CRC16 is 0x31c3, for "123456789". */
Test(order, begins_at_the_crc16_of_redis_cluster)
{
    for (int nodes = 1; nodes <= RLK_NODES_MAX; nodes++)
        cr_assert_eq(first("123456789", nodes), 0x31c3 % nodes);
}

/* Redis Cluster hashes only the part in braces. */
Test(order, is_of_the_whole_name)
{
    cr_assert_eq(first("{a}b", 32), 0xc2d0 % 32);
}

Test(order, of_a_name_without_a_byte_begins_at_the_first_node)
{
    cr_assert_eq(first("", 5), 0);
}

Test(order, is_spread_over_all_nodes)
{
    int begun[5] = {0};
    char name[8];

    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "job-%d", i);
        begun[first(name, 5)]++;
    }
    for (int node = 0; node < 5; node++)
        cr_expect(begun[node] > 100, "node %d: %d", node, begun[node]);
}

Test(order, continues_with_the_first_node_after_the_last)
{
    cr_assert_eq(rlk_order_lowest(0x1f, 3), 3);
    cr_assert_eq(rlk_order_lowest(0x17, 3), 4);
    cr_assert_eq(rlk_order_lowest(0x07, 3), 0);
    cr_assert_eq(rlk_order_lowest(0x06, 3), 1);
    cr_assert_eq(rlk_order_lowest(UINT32_C(1) << 31, 31), 31);
    cr_assert_eq(rlk_order_lowest(1, 31), 0);
}
