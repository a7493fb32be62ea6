/* SPDX-License-Identifier: MIT */
/* What is counted, and in which class. */

#include <criterion/criterion.h>

#include "redlock/runtime/runtime.h"

#define US INT64_C(1000)

static struct redlock_node_stats stats;
static struct rlk_counts counts;

static int bucket_of(int64_t took_ns)
{
    struct redlock_node_stats one = {0};

    rlk_counts_latency(&one, took_ns);
    for (int i = 0; i < REDLOCK_LATENCY_BUCKETS; i++) {
        if (one.latency[i] == 1)
            return i;
    }
    return -1;
}

/* As redlock_node_stats.latency says it. */
Test(counts, the_first_class_ends_at_128_us_and_each_next_one_doubles)
{
    cr_assert_eq(bucket_of(0), 0);
    for (int i = 0; i < REDLOCK_LATENCY_BUCKETS - 1; i++) {
        cr_assert_eq(bucket_of((INT64_C(128) << i) * US - 1), i);
        cr_assert_eq(bucket_of((INT64_C(128) << i) * US), i + 1);
    }
    cr_assert_eq(bucket_of(INT64_MAX), REDLOCK_LATENCY_BUCKETS - 1);
}

Test(counts, latencies_are_added_up_and_the_slowest_is_kept)
{
    rlk_counts_latency(&stats, 300 * US);
    rlk_counts_latency(&stats, 900 * US);
    rlk_counts_latency(&stats, 100 * US);
    cr_assert_eq(stats.latency_us, 1300);
    cr_assert_eq(stats.latency_most_us, 900);
}

/* A clock that goes back gives no latency. */
Test(counts, a_negative_latency_counts_as_0)
{
    cr_assert_eq(bucket_of(-1), -1);
}

Test(counts, each_status_is_counted_once)
{
    rlk_counts_ended(&counts, REDLOCK_OK, 0);
    rlk_counts_ended(&counts, REDLOCK_BUSY, 0);
    rlk_counts_ended(&counts, REDLOCK_CANCELLED, 0);
    rlk_counts_ended(&counts, REDLOCK_NO_QUORUM, 0);
    rlk_counts_ended(&counts, REDLOCK_DEADLINE, 0);
    cr_assert_eq(counts.acquired, 1);
    cr_assert_eq(counts.refused, 1);
    cr_assert_eq(counts.cancelled, 1);
    cr_assert_eq(counts.failed, 2);
    cr_assert_eq(counts.waits, 0);
}

Test(counts, a_wait_is_counted_with_its_length)
{
    rlk_counts_ended(&counts, REDLOCK_OK, 5 * US);
    rlk_counts_ended(&counts, REDLOCK_BUSY, 7 * US);
    cr_assert_eq(counts.waits, 2);
    cr_assert_eq(counts.waited_ns, 12 * US);
}
