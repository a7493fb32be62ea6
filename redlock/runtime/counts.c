/* SPDX-License-Identifier: MIT */
/* What a client counts. */

#include "redlock/runtime/counts.h"

#include "clock/clock.h"

void rlk_counts_ended(struct rlk_counts *counts, enum redlock_status status,
                      int64_t waited_ns)
{
    if (waited_ns > 0) {
        counts->waits++;
        counts->waited_ns = rlk_clock_add(counts->waited_ns, waited_ns);
    }
    if (status == REDLOCK_OK)
        counts->acquired++;
    else if (status == REDLOCK_BUSY)
        counts->refused++;
    else if (status == REDLOCK_CANCELLED)
        counts->cancelled++;
    else
        counts->failed++;
}

void rlk_counts_latency(struct redlock_node_stats *stats, int64_t took_ns)
{
    uint64_t us = (uint64_t)took_ns / 1000;
    int bucket;

    if (took_ns < 0)
        return;
    /* Those below 128 us, below 256 us, and so on. */
    bucket = 63 - __builtin_clzll(us >> 6 | 1);
    if (bucket >= REDLOCK_LATENCY_BUCKETS)
        bucket = REDLOCK_LATENCY_BUCKETS - 1;
    stats->latency[bucket]++;
    stats->latency_us += (int64_t)us;
    if (stats->latency_most_us < (int64_t)us)
        stats->latency_most_us = (int64_t)us;
}
