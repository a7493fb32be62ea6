/* SPDX-License-Identifier: MIT */
/* How far another clock is ahead, and whether it was stepped. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "clock/offset.h"

#define MS RLK_NS_PER_MS

static const int64_t drift_ppm = 10000;

static int64_t sample(struct rlk_offset *offset, int64_t theirs, int64_t sent,
                      int64_t answered)
{
    return rlk_offset_sample(offset, theirs * MS, sent * MS, answered * MS,
                             drift_ppm);
}

Test(offset, first_sample_is_as_wide_as_its_round_trip)
{
    struct rlk_offset offset = {0};

    cr_assert_eq(sample(&offset, 1000, 10, 14), 0);
    cr_assert(offset.known);
    cr_assert_eq(offset.low_ns, 986 * MS);
    cr_assert_eq(offset.high_ns, 990 * MS);
}

Test(offset, samples_make_it_narrower)
{
    struct rlk_offset offset = {0};

    (void)sample(&offset, 1000, 10, 14);
    cr_assert_eq(sample(&offset, 1003, 14, 16), 0);
    cr_assert_eq(offset.low_ns, 987 * MS);
    cr_assert_eq(offset.high_ns, 989 * MS);
    /* A slow answer says less than what is known, which has aged by 1 %. */
    cr_assert_eq(sample(&offset, 1050, 16, 116), 0);
    cr_assert_eq(offset.low_ns, 986 * MS);
    cr_assert_eq(offset.high_ns, 990 * MS);
}

Test(offset, clock_that_goes_faster_within_the_rate_is_not_stepped)
{
    struct rlk_offset offset = {0};

    for (int64_t now = 0; now < 100000; now += 100)
        cr_assert_eq(sample(&offset, now + now / 100, now, now), 0);
}

Test(offset, step_forward_is_seen_once)
{
    struct rlk_offset offset = {0};

    (void)sample(&offset, 1000, 0, 2);
    cr_assert_eq(sample(&offset, 1502, 2, 4), 498 * MS - 20 * RLK_NS_PER_US);
    cr_assert_eq(offset.low_ns, 1498 * MS);
    cr_assert_eq(sample(&offset, 1504, 4, 6), 0);
}

Test(offset, step_back_is_negative)
{
    struct rlk_offset offset = {0};

    (void)sample(&offset, 1000, 0, 2);
    cr_assert_lt(sample(&offset, 502, 2, 4), -490 * MS);
    cr_assert_eq(offset.high_ns, 500 * MS);
}

Test(offset, what_is_just_apart_is_no_step_until_it_adds_up)
{
    struct rlk_offset offset = {0};

    (void)sample(&offset, 1000, 0, 0);
    cr_assert_eq(sample(&offset, 1015, 0, 0), 0);
    cr_assert_eq(offset.high_ns, 1000 * MS);
    cr_assert_eq(sample(&offset, 1020, 0, 0), 0);
    cr_assert_eq(sample(&offset, 1030, 0, 0), 30 * MS);
    cr_assert_eq(offset.low_ns, 1030 * MS);
    cr_assert_eq(sample(&offset, 1011, 0, 0), 0);
    cr_assert_eq(sample(&offset, 1009, 0, 0), -21 * MS);
}

/* Slewed by 8 %, looked at ten times a second. */
Test(offset, slewing_beyond_the_rate_adds_up)
{
    struct rlk_offset offset = {0};
    int64_t seen = 0;

    for (int64_t now = 0; now <= 10000; now += 100)
        seen += sample(&offset, now + now * 8 / 100, now, now);
    cr_assert_gt(seen, 600 * MS);
    cr_assert_leq(seen, 800 * MS);
}
