/* SPDX-License-Identifier: MIT */
/* What the largest of the nodes' clocks shows, and what their median. */

#include <criterion/criterion.h>

#include "redlock/core/largest_clock.h"
#include "tests/support/ground.h"

static struct ground ground;

static void open_five(void)
{
    struct rlk_runtime_settings settings = ground_settings();

    settings.nodes = 5;
    settings.quorum = 3;
    ground_open(&ground, &settings);
    for (int node = 0; node < 5; node++)
        rlk_guard_init(&ground.node[node].guard,
                       &(struct rlk_guard_settings){
                           .ttl_max_ns = settings.ttl_max_ns,
                       });
}

static void close_ground(void)
{
    ground_close(&ground);
}

TestSuite(largest_clock, .init = open_five, .fini = close_ground);

/* At our instant 0, told in no time. */
static void shows(int node, int64_t seconds)
{
    rlk_guard_sample(&ground.node[node].guard, seconds * 1000000, 0, 0);
}

static int64_t largest(void)
{
    return rlk_largest_clock_us(&ground.runtime, 0);
}

Test(largest_clock, is_none_where_no_clock_is_known)
{
    cr_assert_eq(largest(), 0);
}

Test(largest_clock, is_the_only_one_that_is_known)
{
    shows(3, 100);
    cr_assert_eq(largest(), 100000000);
}

Test(largest_clock, is_the_largest_within_a_second_of_the_median)
{
    for (int node = 0; node < 4; node++)
        shows(node, 100);
    shows(4, 101);
    cr_assert_eq(largest(), 101000000);
}

Test(largest_clock, is_not_one_that_is_far_off)
{
    shows(0, 5000);
    for (int node = 1; node < 5; node++)
        shows(node, 100);
    cr_assert_eq(largest(), 100000000);
}

Test(largest_clock, is_found_in_any_order)
{
    shows(0, 101);
    shows(1, 99);
    shows(2, 9000);
    shows(3, 100);
    shows(4, 1);
    cr_assert_eq(largest(), 101000000);
}

Test(largest_clock, goes_on_with_ours)
{
    shows(0, 100);
    cr_assert_eq(rlk_largest_clock_us(&ground.runtime, 2 * SECOND), 102000000);
}

/* --- the median ------------------------------------------------------------
 */

static int64_t median(void)
{
    return rlk_median_clock_us(&ground.runtime, 0);
}

Test(largest_clock, the_median_is_none_where_no_clock_is_known)
{
    cr_assert_eq(median(), 0);
}

/* Fewer than half of the clocks do not move it, wherever they are. */
Test(largest_clock, the_median_is_the_clock_in_the_middle)
{
    shows(0, 900000);
    shows(1, 100);
    shows(2, 101);
    shows(3, 900000);
    shows(4, 102);
    cr_assert_eq(median(), 102000000);
}

Test(largest_clock, of_two_in_the_middle_the_median_is_the_smaller_one)
{
    shows(0, 900000);
    shows(1, 100);
    cr_assert_eq(median(), 100000000);
}
