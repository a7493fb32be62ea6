/* SPDX-License-Identifier: MIT */
/* How far another clock is ahead, and whether it was stepped. */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "clock/offset.h"

#define MS RLK_NS_PER_MS
#define US RLK_NS_PER_US

static const int64_t drift_ppm = 10000;
static struct rlk_offset offset;

static int64_t sample(int64_t theirs, int64_t sent, int64_t answered)
{
    return rlk_offset_sample(&offset, theirs * MS, sent * MS, answered * MS,
                             drift_ppm);
}

static int64_t least(int64_t now)
{
    return rlk_offset_least(&offset, now * MS, drift_ppm);
}

static int64_t most(int64_t now)
{
    return rlk_offset_most(&offset, now * MS, drift_ppm);
}

static int64_t hidden(int64_t now)
{
    return rlk_offset_hidden(&offset, now * MS, drift_ppm);
}

Test(offset, first_sample_is_as_wide_as_its_round_trip)
{
    cr_assert_eq(sample(1000, 10, 14), 0);
    cr_assert(offset.known);
    cr_assert_eq(least(14), 986 * MS);
    /* The clock may have been read at the beginning, and has gained 1 %. */
    cr_assert_eq(most(14), 990 * MS + 40 * US);
}

Test(offset, samples_make_it_narrower)
{
    (void)sample(1000, 10, 14);
    cr_assert_eq(sample(1003, 14, 16), 0);
    cr_assert_eq(least(16), 987 * MS);
    cr_assert_eq(most(16), 989 * MS + 20 * US);
    /* A slow answer does not improve the interval, which has grown by 1 %. */
    cr_assert_eq(sample(1050, 16, 116), 0);
    cr_assert_eq(least(116), 986 * MS);
    cr_assert_eq(most(116), 990 * MS + 20 * US);
}

Test(offset, clock_that_runs_faster_within_the_rate_is_not_stepped)
{
    for (int64_t now = 0; now < 100000; now += 100)
        cr_assert_eq(sample(now + now / 100, now, now), 0);
}

Test(offset, step_forward_is_seen_once)
{
    (void)sample(1000, 0, 2);
    cr_assert_eq(sample(1502, 2, 4), 498 * MS - 40 * US);
    cr_assert_eq(least(4), 1498 * MS);
    cr_assert_eq(sample(1504, 4, 6), 0);
}

/* Later steps forward are measured from there. */
Test(offset, step_back_begins_the_interval_anew)
{
    (void)sample(1000, 0, 2);
    cr_assert_eq(sample(502, 2, 4), 0);
    cr_assert_eq(least(4), 498 * MS);
    cr_assert_eq(most(4), 500 * MS + 20 * US);
    cr_assert_eq(sample(492, 4, 4), 0);
    cr_assert_eq(sample(992, 4, 4), 500 * MS);
}

/* Of the 150 ms 49 are certain; the next answer shows the other part. */
Test(offset, step_behind_a_late_answer_is_reported_in_parts)
{
    (void)sample(1000, 0, 0);
    cr_assert_eq(sample(1150, 0, 101), 49 * MS - 1010 * US);
    cr_assert_eq(hidden(101), 101 * MS + 1010 * US);
    cr_assert_eq(sample(1251, 101, 101), 101 * MS);
    cr_assert_eq(hidden(101), 0);
    cr_assert_eq(least(101), 1150 * MS);
}

/* Parts that are no step by themselves are not lost. */
Test(offset, step_hidden_by_a_late_answer_is_reported_at_the_next)
{
    (void)sample(1000, 0, 0);
    cr_assert_eq(sample(1150, 0, 140), 0);
    cr_assert_eq(hidden(140), 150 * MS);
    cr_assert_eq(sample(1290, 140, 140), 150 * MS - 1400 * US);
    cr_assert_eq(hidden(140), 0);
}

Test(offset, small_differences_are_no_step_until_they_add_up)
{
    (void)sample(1000, 0, 0);
    cr_assert_eq(sample(1015, 0, 0), 0);
    cr_assert_eq(least(0), 1000 * MS);
    cr_assert_eq(hidden(0), 15 * MS);
    cr_assert_eq(sample(1020, 0, 0), 0);
    cr_assert_eq(sample(1030, 0, 0), 30 * MS);
    cr_assert_eq(least(0), 1030 * MS);
}

/* A clock that is slewed by 8 %, with ten answers a second. */
Test(offset, slewing_beyond_the_rate_adds_up)
{
    int64_t seen = 0;

    for (int64_t now = 0; now <= 10000; now += 100)
        seen += sample(now + now * 8 / 100, now, now);
    cr_assert_gt(seen, 600 * MS);
    cr_assert_leq(seen, 800 * MS);
}
