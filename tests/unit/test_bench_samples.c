/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "cli/bench/bench_samples.h"

static struct bench_samples samples;

static void clear(void)
{
    bench_samples_clear(&samples);
}

/* count, count - 1, ... 1 */
static void fill(int count)
{
    for (int i = count; i > 0; i--)
        cr_assert(bench_samples_add(&samples, i));
    bench_samples_sort(&samples);
}

TestSuite(bench_samples, .fini = clear);

Test(bench_samples, percentile_of_no_samples_is_0)
{
    cr_assert_eq(bench_samples_percentile(&samples, 50), 0);
}

Test(bench_samples, one_sample_is_every_percentile)
{
    fill(1);
    cr_assert_eq(bench_samples_percentile(&samples, 0), 1);
    cr_assert_eq(bench_samples_percentile(&samples, 50), 1);
    cr_assert_eq(bench_samples_percentile(&samples, 100), 1);
}

/* The smallest sample that this part of all samples does not exceed. */
Test(bench_samples, a_percentile_is_a_sample_of_the_nearest_rank)
{
    fill(10);
    cr_assert_eq(bench_samples_percentile(&samples, 0), 1);
    cr_assert_eq(bench_samples_percentile(&samples, 50), 5);
    cr_assert_eq(bench_samples_percentile(&samples, 51), 6);
    cr_assert_eq(bench_samples_percentile(&samples, 90), 9);
    cr_assert_eq(bench_samples_percentile(&samples, 99), 10);
    cr_assert_eq(bench_samples_percentile(&samples, 100), 10);
}

Test(bench_samples, the_room_for_samples_grows)
{
    fill(10000);
    cr_assert_eq(samples.count, 10000);
    cr_assert_eq(bench_samples_percentile(&samples, 99.9), 9990);
    cr_assert_eq(bench_samples_percentile(&samples, 100), 10000);
}

Test(bench_samples, a_merge_takes_all_samples_of_the_other)
{
    struct bench_samples other = {.ns = NULL};

    cr_assert(bench_samples_add(&other, 30));
    cr_assert(bench_samples_add(&other, 20));
    fill(1);
    cr_assert(bench_samples_merge(&samples, &other));
    bench_samples_sort(&samples);
    cr_assert_eq(samples.count, 3);
    cr_assert_eq(bench_samples_percentile(&samples, 100), 30);
    cr_assert_eq(other.count, 0);
    cr_assert_null(other.ns);
}
