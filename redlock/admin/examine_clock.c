/* SPDX-License-Identifier: MIT */
/* Offset and gain of a clock. */

#include "redlock/admin/examine_clock.h"

/*
 * A node may tell any number as its time. Cut to this, some thousand years,
 * sums and differences of a few of them do not overflow.
 */
#define FARTHEST_US (INT64_C(1) << 57)

/* How far the node's clock was ahead at an instant. */
struct reading {
    int64_t at_us; /* on the boot clock */
    int64_t ahead_us;
    int64_t error_us; /* more or less */
};

static int64_t took(const struct rlk_examine_sample *sample)
{
    return sample->received_us - sample->sent_us;
}

static int64_t within_reach(int64_t us)
{
    return us > FARTHEST_US    ? FARTHEST_US
           : us < -FARTHEST_US ? -FARTHEST_US
                               : us;
}

/* The reading by the quickest answer of some samples; count is not 0. */
static struct reading best(const struct rlk_examine_sample *samples, int count)
{
    const struct rlk_examine_sample *quickest = samples;
    struct reading reading;

    for (int i = 1; i < count; i++) {
        if (took(&samples[i]) < took(quickest))
            quickest = &samples[i];
    }
    /* One more, because both clocks were cut to whole microseconds. */
    reading.error_us = took(quickest) / 2 + 1;
    reading.at_us = quickest->sent_us + took(quickest) / 2;
    reading.ahead_us =
        within_reach(within_reach(quickest->node_us) - reading.at_us);
    return reading;
}

void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts)
{
    struct reading whole, first, second;
    int half = count / 2;

    facts->clock_error_us = -1;
    facts->clock_span_us = 0;
    if (count == 0)
        return;
    whole = best(samples, count);
    facts->clock_us = whole.ahead_us;
    facts->clock_error_us = whole.error_us;
    if (half == 0)
        return;
    first = best(samples, half);
    second = best(samples + half, count - half);
    facts->clock_gain_us = second.ahead_us - first.ahead_us;
    facts->clock_gain_error_us = first.error_us + second.error_us;
    facts->clock_span_us = second.at_us - first.at_us;
}
