/* SPDX-License-Identifier: MIT */
/* Instants that saturate, and the drift margin. */

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "clock/clock.h"
#include "tests/support/dice.h"

Test(clock, sums_are_plain_within_range)
{
    cr_assert_eq(rlk_clock_add(5, 7), 12);
    cr_assert_eq(rlk_clock_add(5, -7), -2);
    cr_assert_eq(rlk_clock_add(-5, 0), -5);
    cr_assert_eq(rlk_clock_sub(5, 7), -2);
    cr_assert_eq(rlk_clock_sub(5, -7), 12);
    cr_assert_eq(rlk_clock_sub(-5, 0), -5);
}

Test(clock, sums_saturate_at_both_ends)
{
    cr_assert_eq(rlk_clock_add(INT64_MAX - 1, 1), RLK_NEVER);
    cr_assert_eq(rlk_clock_add(INT64_MAX - 1, 2), RLK_NEVER);
    cr_assert_eq(rlk_clock_add(INT64_MAX - 1, INT64_MAX), RLK_NEVER);
    cr_assert_eq(rlk_clock_add(INT64_MIN + 1, -1), INT64_MIN);
    cr_assert_eq(rlk_clock_add(INT64_MIN + 1, -2), INT64_MIN);
    cr_assert_eq(rlk_clock_add(-1, INT64_MIN), INT64_MIN);
    cr_assert_eq(rlk_clock_sub(INT64_MIN + 1, 1), INT64_MIN);
    cr_assert_eq(rlk_clock_sub(INT64_MIN + 1, 2), INT64_MIN);
    cr_assert_eq(rlk_clock_sub(INT64_MAX - 2, -1), INT64_MAX - 1);
    cr_assert_eq(rlk_clock_sub(INT64_MAX - 2, -3), RLK_NEVER);
    cr_assert_eq(rlk_clock_sub(0, INT64_MIN), RLK_NEVER);
    cr_assert_eq(rlk_clock_sub(-1, INT64_MIN), INT64_MAX);
}

Test(clock, adding_to_never_gives_never)
{
    cr_assert_eq(rlk_clock_add(RLK_NEVER, 1), RLK_NEVER);
    cr_assert_eq(rlk_clock_add(RLK_NEVER, -1), RLK_NEVER);
    cr_assert_eq(rlk_clock_add(RLK_NEVER, INT64_MIN), RLK_NEVER);
    cr_assert_eq(rlk_clock_sub(RLK_NEVER, 1), RLK_NEVER);
    cr_assert_eq(rlk_clock_sub(RLK_NEVER, INT64_MAX), RLK_NEVER);
}

Test(clock, milliseconds_convert_and_saturate)
{
    cr_assert_eq(rlk_clock_from_ms(3), 3000000);
    cr_assert_eq(rlk_clock_from_ms(-3), -3000000);
    cr_assert_eq(rlk_clock_from_ms(INT64_MAX), INT64_MAX);
    cr_assert_eq(rlk_clock_from_ms(INT64_MAX / 1000000 + 1), INT64_MAX);
    cr_assert_eq(rlk_clock_from_ms(INT64_MAX / 1000000),
                 INT64_MAX / 1000000 * 1000000);
    cr_assert_eq(rlk_clock_from_ms(INT64_MIN), INT64_MIN);
    cr_assert_eq(rlk_clock_from_ms(INT64_MIN / 1000000),
                 INT64_MIN / 1000000 * 1000000);
}

Test(clock, microseconds_convert_and_saturate)
{
    cr_assert_eq(rlk_clock_from_us(-3), -3000);
    cr_assert_eq(rlk_clock_from_us(INT64_MAX / 1000), INT64_MAX / 1000 * 1000);
    cr_assert_eq(rlk_clock_from_us(INT64_MAX / 1000 + 1), INT64_MAX);
    cr_assert_eq(rlk_clock_from_us(INT64_MIN / 1000 - 1), INT64_MIN);
}

Test(clock, gain_between_clocks_is_rounded_up)
{
    cr_assert_eq(rlk_clock_gain(0, 10000), 0);
    cr_assert_eq(rlk_clock_gain(1, 1), 1);
    cr_assert_eq(rlk_clock_gain(999999, 10000), 10000);
    cr_assert_eq(rlk_clock_gain(RLK_NS_PER_S + 50, 10000),
                 10 * RLK_NS_PER_MS + 1);
    cr_assert_eq(rlk_clock_gain(INT64_MAX, 1000000), INT64_MAX);
}

Test(clock, nanoseconds_are_cut_towards_zero)
{
    cr_assert_eq(rlk_clock_to_ms(1999999), 1);
    cr_assert_eq(rlk_clock_to_ms(-1999999), -1);
    cr_assert_eq(rlk_clock_to_ms(999999), 0);
}

Test(clock, drift_is_a_share_of_the_ttl_and_two_ms)
{
    /* One per cent of 10 s, and 2 ms. */
    cr_assert_eq(rlk_clock_drift(10 * RLK_NS_PER_S, 10000),
                 102 * RLK_NS_PER_MS);
    cr_assert_eq(rlk_clock_drift(10 * RLK_NS_PER_S, 0), 2 * RLK_NS_PER_MS);
    cr_assert_eq(rlk_clock_drift(0, 10000), 2 * RLK_NS_PER_MS);
    /* The remainder after whole millions counts, too. */
    cr_assert_eq(rlk_clock_drift(1999999, 500000), 999999 + 2 * RLK_NS_PER_MS);
    cr_assert_eq(rlk_clock_drift(10 * RLK_NS_PER_S, 1000000),
                 10002 * RLK_NS_PER_MS);
}

Test(clock, drift_of_the_longest_ttl_saturates)
{
    cr_assert_eq(rlk_clock_drift(INT64_MAX, 1000000), INT64_MAX);
    cr_assert_eq(rlk_clock_drift(INT64_MAX - RLK_NS_PER_S, 1000000),
                 INT64_MAX - RLK_NS_PER_S + RLK_DRIFT_FIXED_NS);
    cr_assert_gt(rlk_clock_drift(INT64_MAX, 999999), 0);
}

Test(clock, vote_ends_a_drift_before_its_ttl)
{
    cr_assert_eq(rlk_clock_vote_end(5 * RLK_NS_PER_S, RLK_NS_PER_S, 10000),
                 5988 * RLK_NS_PER_MS);
    /* A TTL below its own drift has ended before it was sent. */
    cr_assert_eq(rlk_clock_vote_end(0, RLK_NS_PER_MS, 0), -RLK_NS_PER_MS);
    cr_assert_eq(rlk_clock_vote_end(RLK_NS_PER_S, INT64_MAX, 0), RLK_NEVER);
    cr_assert_eq(rlk_clock_vote_end(0, INT64_MAX, 0),
                 INT64_MAX - RLK_DRIFT_FIXED_NS);
}

Test(clock, sums_equal_those_of_a_wider_type)
{
    struct dice dice = {1};

    for (int i = 0; i < 100000; i++) {
        int64_t a = (int64_t)dice_bits(&dice) >> dice_below(&dice, 64);
        int64_t b = (int64_t)dice_bits(&dice) >> dice_below(&dice, 64);
        long double sum = (long double)a + (long double)b;
        long double difference = (long double)a - (long double)b;
        cr_assert_eq(rlk_clock_add(a, b), sum > INT64_MAX   ? INT64_MAX
                                          : sum < INT64_MIN ? INT64_MIN
                                                            : (int64_t)sum);
        cr_assert_eq(rlk_clock_sub(a, b), difference > INT64_MAX ? INT64_MAX
                                          : difference < INT64_MIN
                                              ? INT64_MIN
                                              : (int64_t)difference);
    }
}

Test(clock, negative_ttl_asserts, .signal = SIGABRT)
{
    (void)rlk_clock_drift(-1, 0);
}

Test(clock, drift_of_more_than_one_asserts, .signal = SIGABRT)
{
    (void)rlk_clock_drift(1, 1000001);
}

Test(now, is_the_boot_clock_and_does_not_go_back)
{
    struct timespec before;
    struct timespec after;
    int64_t first;
    int64_t second;

    clock_gettime(CLOCK_BOOTTIME, &before);
    first = rlk_now();
    second = rlk_now();
    clock_gettime(CLOCK_BOOTTIME, &after);

    cr_assert_geq(first, before.tv_sec * RLK_NS_PER_S + before.tv_nsec);
    cr_assert_geq(second, first);
    cr_assert_leq(second, after.tv_sec * RLK_NS_PER_S + after.tv_nsec);
}

/* --- the kernel's timer ----------------------------------------------------
 */

/* Does poll() report it as readable within that time? */
static bool polls_readable(int fd, int patience_ms)
{
    struct pollfd polled = {.fd = fd, .events = POLLIN};

    return poll(&polled, 1, patience_ms) == 1;
}

Test(clock, timer_is_readable_from_its_instant_on)
{
    int fd = rlk_timer_fd();

    cr_assert(rlk_timer_fd_set(fd, RLK_NEVER));
    cr_assert_not(polls_readable(fd, 0));
    cr_assert(rlk_timer_fd_set(fd, rlk_now()));
    cr_assert(polls_readable(fd, 60000));
    cr_assert(rlk_timer_fd_set(fd, RLK_NEVER));
    cr_assert_not(polls_readable(fd, 0));
    cr_assert(rlk_timer_fd_set(fd, 0)); /* does not disarm it */
    cr_assert(polls_readable(fd, 60000));
    close(fd);
}

Test(clock, timer_of_no_descriptor_is_not_set)
{
    cr_assert_not(rlk_timer_fd_set(-1, rlk_now()));
}
