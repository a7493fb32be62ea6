/* SPDX-License-Identifier: MIT */
/*
 * At any spacing of the answers and any rate of the clock: a gain that the rate
 * explains is no step, and any other gain is one.
 */

#include <criterion/criterion.h>

#include "clock/clock.h"
#include "clock/offset.h"
#include "tests/support/dice.h"

#define MS RLK_NS_PER_MS
#define US RLK_NS_PER_US
#define MILLION INT64_C(1000000)

static const int64_t drift_ppm = 10000;
static const int64_t spacings_ns[] = {
    50 * US, 333 * US, 999 * US, MS, 7 * MS + 1, 100 * MS, 10000 * MS,
};
static const int64_t rates_ppm[] = {10000, 9999, 9000, 5000, 500, 20, 1, 0};

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* A clock that shows start_ns at our zero, and runs at another rate. */
struct fast {
    int64_t start_ns;
    int64_t rate_ppm;
};

static int64_t shows(const struct fast *clock, int64_t at)
{
    return clock->start_ns + at + at / MILLION * clock->rate_ppm +
           at % MILLION * clock->rate_ppm / MILLION;
}

/* A request that was sent at that instant, with its latency there and back. */
static int64_t ask(struct rlk_offset *offset, const struct fast *clock,
                   int64_t sent, int64_t there, int64_t back)
{
    return rlk_offset_sample(offset, shows(clock, sent + there), sent,
                             sent + there + back, drift_ppm);
}

static void cr_no_step(int64_t spacing, int64_t rate, int64_t delay_most,
                       uint64_t seed)
{
    const struct fast clock = {.start_ns = 77 * MS, .rate_ppm = rate};
    struct rlk_offset offset = {0};
    struct dice dice = {seed};
    int64_t now = 0;

    for (int i = 0; i < 2000; i++) {
        int64_t there = dice_below(&dice, delay_most + 1);
        int64_t back = dice_below(&dice, delay_most + 1);

        cr_assert_eq(ask(&offset, &clock, now, there, back), 0,
                     "every %ld ns, %ld ppm", (long)spacing, (long)rate);
        now += there + back + spacing;
    }
    cr_assert_leq(rlk_offset_least(&offset, now, drift_ppm),
                  shows(&clock, now) - now);
    cr_assert_geq(rlk_offset_most(&offset, now, drift_ppm),
                  shows(&clock, now) - now);
}

/* Answers at equal distances; 2000 of 50 us last a tenth of a second. */
Test(offset_rates, a_rate_within_the_drift_is_never_a_step)
{
    for (int i = 0; i < COUNT(spacings_ns); i++) {
        for (int j = 0; j < COUNT(rates_ppm); j++) {
            cr_no_step(spacings_ns[i], rates_ppm[j], 0, 1);
            cr_no_step(spacings_ns[i], -rates_ppm[j], 0, 1);
        }
    }
}

/* An answer that took ten seconds. */
Test(offset_rates, a_rate_within_the_drift_behind_late_answers_is_never_a_step)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        for (int j = 0; j < COUNT(rates_ppm); j++) {
            cr_no_step(50 * US, rates_ppm[j], 10000 * MS, seed);
            cr_no_step(MS, -rates_ppm[j], 300 * MS, seed);
        }
    }
}

/* A busy client at 0.9 %, for so long that small errors would add up. */
Test(offset_rates, a_busy_client_sees_no_step_in_a_minute)
{
    const struct fast clock = {.rate_ppm = 9000};
    struct rlk_offset offset = {0};

    for (int64_t now = 0; now < 60000 * MS; now += 200 * US)
        cr_assert_eq(ask(&offset, &clock, now, 20 * US, 20 * US), 0);
}

/*
 * Steps of a random size at a random time, seen by answers that are not late:
 * the sum of what is told falls short by no more than a step's least, the round
 * trips and what the rates explain since the answer before.
 */
static void cr_seen(int64_t spacing, int64_t rate, uint64_t seed)
{
    const int64_t trip = 200 * US;
    struct fast clock = {.rate_ppm = rate};
    struct rlk_offset offset = {0};
    struct dice dice = {seed};
    int64_t now = 0;

    for (int i = 0; i < 50; i++) {
        int64_t size = dice_below(&dice, 1000 * MS);
        int64_t reported = 0;

        for (int j = 0; j < 5; j++) {
            reported += ask(&offset, &clock, now, trip / 2, trip / 2);
            now += trip + spacing;
        }
        cr_assert_eq(reported, 0);
        clock.start_ns += size;
        reported = ask(&offset, &clock, now, trip / 2, trip / 2);
        now += trip + spacing;
        cr_assert_leq(reported, size);
        cr_assert_geq(reported, size - 20 * MS - 4 * trip - spacing / 40);
        /* Begins anew, so that steps too small to be reported do not add up. */
        if (reported == 0)
            offset = (struct rlk_offset){0};
    }
}

Test(offset_rates, a_step_is_seen_except_for_what_the_rates_explain)
{
    for (int i = 0; i < COUNT(spacings_ns); i++) {
        for (int j = 0; j < COUNT(rates_ppm); j++) {
            cr_seen(spacings_ns[i], rates_ppm[j], 1);
            cr_seen(spacings_ns[i], -rates_ppm[j], 2);
        }
    }
}

/*
 * An answer that was late on its way back shows a part of a step; the next
 * prompt answer shows the other part.
 */
Test(offset_rates, a_step_hidden_by_a_late_answer_is_reported_at_the_next)
{
    for (int64_t late = 0; late <= 400 * MS; late += 7 * MS) {
        struct fast clock = {.start_ns = 5 * MS};
        struct rlk_offset offset = {0};
        int64_t reported = ask(&offset, &clock, 0, 0, 0);

        clock.start_ns += 150 * MS;
        reported += ask(&offset, &clock, MS, 0, late);
        cr_assert_leq(reported, 150 * MS);
        reported += ask(&offset, &clock, 2 * MS + late, 0, MS);
        cr_assert_leq(reported, 150 * MS);
        cr_assert_geq(reported, 150 * MS - 20 * MS - 2 * MS - late / 50);
    }
}

static int64_t any(struct dice *dice)
{
    static const int64_t edges[] = {
        INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX - 1, INT64_MAX,
    };
    int64_t chosen = dice_below(dice, 2 * COUNT(edges));

    return chosen < COUNT(edges) ? edges[chosen] : (int64_t)dice_bits(dice);
}

/* A node may send any time, and the boot clock may show any. */
Test(offset_rates, no_number_overflows)
{
    struct rlk_offset offset = {0};
    struct dice dice = {3};

    for (int i = 0; i < 200000; i++) {
        int64_t theirs = any(&dice);
        int64_t sent = any(&dice);
        int64_t answered = any(&dice);

        if (sent > answered)
            continue;
        cr_assert_geq(
            rlk_offset_sample(&offset, theirs, sent, answered, drift_ppm), 0);
        (void)rlk_offset_least(&offset, answered, drift_ppm);
        (void)rlk_offset_most(&offset, answered, drift_ppm);
        cr_assert_geq(rlk_offset_hidden(&offset, answered, drift_ppm), 0);
        if (i % 50 == 0)
            offset = (struct rlk_offset){0};
    }
}
