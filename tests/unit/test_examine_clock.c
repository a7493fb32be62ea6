/* SPDX-License-Identifier: MIT */
/* Judging a clock by its answers and their instants. */

#include <criterion/criterion.h>

#include "redlock/admin/examine.h"

static struct redlock_node_facts facts;

Test(examine_clock, without_samples_is_unknown)
{
    rlk_examine_clock(NULL, 0, &facts);
    cr_assert_eq(facts.clock_error_us, -1);
    cr_assert_eq(facts.clock_span_us, 0);
}

Test(examine_clock, of_one_sample_has_no_trend)
{
    static const struct rlk_examine_sample samples[] = {{1000, 1200, 501100}};

    rlk_examine_clock(samples, 1, &facts);
    cr_assert_eq(facts.clock_us, 500000);
    cr_assert_eq(facts.clock_error_us, 101);
    cr_assert_eq(facts.clock_span_us, 0);
}

Test(examine_clock, is_taken_from_the_quickest_answer)
{
    static const struct rlk_examine_sample samples[] = {
        {1000, 9000, 508000}, {10000, 10100, 510050}, {20000, 29000, 529000}};

    rlk_examine_clock(samples, 3, &facts);
    cr_assert_eq(facts.clock_us, 500000);
    cr_assert_eq(facts.clock_error_us, 51);
}

Test(examine_clock, gains_between_the_halves)
{
    static const struct rlk_examine_sample samples[] = {
        {0, 100, 50},
        {100000, 100100, 100050},
        {1000000, 1000100, 1020050},
        {1100000, 1100500, 1122250},
    };

    rlk_examine_clock(samples, 4, &facts);
    cr_assert_eq(facts.clock_gain_us, 20000);
    cr_assert_eq(facts.clock_gain_error_us, 102);
    cr_assert_eq(facts.clock_span_us, 1000000);
}

/* A node may send any number. */
Test(examine_clock, of_a_lying_node_does_not_overflow)
{
    static const struct rlk_examine_sample samples[] = {
        {1000, 1100, INT64_MIN},
        {2000, 2100, INT64_MAX},
    };

    rlk_examine_clock(samples, 1, &facts);
    cr_assert_lt(facts.clock_us, 0);
    rlk_examine_clock(samples, 2, &facts);
    cr_assert_lt(facts.clock_us, 0);
    cr_assert_gt(facts.clock_gain_us, 0);
    cr_assert_gt(-facts.clock_us, 0, "it has no opposite");
    cr_assert_gt(facts.clock_us - facts.clock_gain_us, INT64_MIN);
    cr_assert_lt(facts.clock_us - facts.clock_gain_us, 0);
}
