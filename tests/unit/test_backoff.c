/* SPDX-License-Identifier: MIT */
/* Pauses: full jitter, doubling, capped. */

#include <criterion/criterion.h>
#include <signal.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "tests/support/dice.h"

#define MS RLK_NS_PER_MS

static const struct rlk_backoff_settings two_ms = {
    .base_ns = 2 * MS,
    .ceiling_ns = INT64_MAX,
};

/* The longest pause there is: all random bits set. */
static int64_t longest(const struct rlk_backoff_settings *settings,
                       int refusals)
{
    return rlk_backoff_pause(settings, refusals, UINT64_MAX);
}

Test(backoff, bound_doubles_up_to_its_cap)
{
    cr_assert_eq(longest(&two_ms, 0), 2 * MS);
    cr_assert_eq(longest(&two_ms, 1), 4 * MS);
    cr_assert_eq(longest(&two_ms, 5), 64 * MS);
    cr_assert_eq(longest(&two_ms, 6), 128 * MS);
    cr_assert_eq(longest(&two_ms, 7), 128 * MS);
    cr_assert_eq(longest(&two_ms, INT32_MAX), 128 * MS);
}

Test(backoff, ceiling_wins_over_the_bound)
{
    struct rlk_backoff_settings settings = {.base_ns = 2 * MS,
                                            .ceiling_ns = 3 * MS};

    cr_assert_eq(longest(&settings, 0), 2 * MS);
    cr_assert_eq(longest(&settings, 1), 3 * MS);
    cr_assert_eq(longest(&settings, 100), 3 * MS);
}

Test(backoff, bound_grows_with_the_time_waited)
{
    struct rlk_backoff_settings settings = two_ms;

    settings.longest_ns = 1000 * MS;
    cr_assert_eq(longest(&settings, 9), 128 * MS);
    settings.waited_ns = 4000 * MS;
    cr_assert_eq(longest(&settings, 9), 500 * MS);
    settings.waited_ns = 8000 * MS;
    cr_assert_eq(longest(&settings, 9), 1000 * MS);
    settings.waited_ns = INT64_MAX;
    cr_assert_eq(longest(&settings, 9), 1000 * MS);
    settings.ceiling_ns = 7 * MS;
    cr_assert_eq(longest(&settings, 9), 7 * MS);
}

Test(backoff, bound_stays_below_the_longest_pause)
{
    struct rlk_backoff_settings settings = two_ms;

    settings.longest_ns = 5 * MS;
    cr_assert_eq(longest(&settings, 0), 2 * MS);
    cr_assert_eq(longest(&settings, 9), 5 * MS);
    settings.longest_ns = 0; /* no report: the pause does not grow */
    settings.waited_ns = 8000 * MS;
    cr_assert_eq(longest(&settings, 9), 128 * MS);
}

Test(backoff, ceiling_of_zero_is_no_pause)
{
    struct rlk_backoff_settings settings = {.base_ns = 2 * MS};

    cr_assert_eq(longest(&settings, 3), 0);
}

Test(backoff, bound_saturates)
{
    struct rlk_backoff_settings settings = {.base_ns = INT64_MAX / 2,
                                            .ceiling_ns = INT64_MAX};

    cr_assert_eq(longest(&settings, 1), INT64_MAX - 1);
    cr_assert_eq(longest(&settings, 2), INT64_MAX);
    cr_assert_eq(longest(&settings, 9), INT64_MAX);
}

/* The jitter is full: uniform from zero to the bound. */
Test(backoff, pauses_are_spread_evenly_over_the_whole_bound)
{
    enum {
        BINS = 16,
        DRAWS = 160000
    };
    struct dice dice = {3};
    int drawn[BINS] = {0};
    int64_t bound = 8 * MS;

    for (int i = 0; i < DRAWS; i++) {
        int64_t pause = rlk_backoff_pause(&two_ms, 2, dice_bits(&dice));
        cr_assert(pause >= 0 && pause <= bound, "pause %ld", (long)pause);
        drawn[pause * BINS / (bound + 1)]++;
    }
    for (int bin = 0; bin < BINS; bin++)
        cr_assert(drawn[bin] > DRAWS / BINS * 9 / 10 &&
                      drawn[bin] < DRAWS / BINS * 11 / 10,
                  "%d draws in bin %d", drawn[bin], bin);
}

Test(backoff, every_pause_of_a_small_bound_is_equally_likely)
{
    struct rlk_backoff_settings settings = {.base_ns = 3, .ceiling_ns = 3};
    const uint64_t quarter = UINT64_C(1) << 62;

    for (uint64_t i = 0; i < 4; i++) {
        cr_assert_eq(rlk_backoff_pause(&settings, 0, i * quarter), (int)i);
        cr_assert_eq(rlk_backoff_pause(&settings, 0, i * quarter + quarter - 1),
                     (int)i);
    }
}

/* The product's upper half, added up bit by bit. */
static uint64_t dumb_multiply_high(uint64_t a, uint64_t b)
{
    uint64_t high = 0;
    uint64_t low = 0;

    for (int i = 63; i >= 0; i--) {
        high = high << 1 | low >> 63;
        low <<= 1;
        if ((a >> i & 1) != 0) {
            low += b;
            high += low < b;
        }
    }
    return high;
}

Test(backoff, scaling_is_exact)
{
    struct dice dice = {4};

    for (int i = 0; i < 50000; i++) {
        int64_t bound =
            (int64_t)(dice_bits(&dice) >> 1) >> dice_below(&dice, 62);
        struct rlk_backoff_settings settings = {
            .base_ns = bound + (bound == 0),
            .ceiling_ns = bound,
        };
        uint64_t random = dice_bits(&dice);
        cr_assert_eq((uint64_t)rlk_backoff_pause(&settings, 0, random),
                     dumb_multiply_high(random, (uint64_t)bound + 1), "case %d",
                     i);
    }
}

Test(backoff, same_arguments_give_the_same_pause)
{
    cr_assert_eq(rlk_backoff_pause(&two_ms, 3, 12345678901234567U),
                 rlk_backoff_pause(&two_ms, 3, 12345678901234567U));
}

Test(backoff, negative_refusals_assert, .signal = SIGABRT)
{
    (void)rlk_backoff_pause(&two_ms, -1, 0);
}
