/* SPDX-License-Identifier: MIT */
/* Intersects the intervals of a clock's offset. */

#include "clock/offset.h"

#include "clock/clock.h"

/* A smaller difference does not count as a step. */
#define STEP_LEAST_NS (20 * RLK_NS_PER_MS)

/* The most by which the rate can have moved the bound since its instant. */
static int64_t widening(const struct rlk_offset_bound *bound, int64_t now,
                        int64_t rate_ppm)
{
    int64_t age = rlk_clock_sub(now, bound->at);

    return rlk_clock_gain(age > 0 ? age : 0, rate_ppm);
}

static int64_t upper(const struct rlk_offset_bound *bound, int64_t now,
                     int64_t rate_ppm)
{
    return rlk_clock_add(bound->ns, widening(bound, now, rate_ppm));
}

static int64_t lower(const struct rlk_offset_bound *bound, int64_t now,
                     int64_t rate_ppm)
{
    return rlk_clock_sub(bound->ns, widening(bound, now, rate_ppm));
}

static void lower_to(struct rlk_offset_bound *bound,
                     const struct rlk_offset_bound *fresh, int64_t now,
                     int64_t rate_ppm)
{
    if (upper(fresh, now, rate_ppm) < upper(bound, now, rate_ppm))
        *bound = *fresh;
}

int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm)
{
    /*
     * Their clock was read at some instant between the two: it may have gained
     * `most` since then if that was right after sending, and nothing if late.
     */
    struct rlk_offset_bound least = {
        rlk_clock_sub(theirs_ns, answered_ns),
        answered_ns,
    };
    struct rlk_offset_bound most = {rlk_clock_sub(theirs_ns, sent_ns), sent_ns};
    int64_t high = upper(&offset->high, answered_ns, rate_ppm);

    if (!offset->known || upper(&most, answered_ns, rate_ppm) <
                              lower(&offset->least, answered_ns, rate_ppm)) {
        *offset = (struct rlk_offset){true, least, most, most};
        return 0;
    }
    if (least.ns > upper(&offset->most, answered_ns, rate_ppm))
        offset->most = most;
    else
        lower_to(&offset->most, &most, answered_ns, rate_ppm);
    if (least.ns > high) {
        int64_t stepped = rlk_clock_sub(least.ns, high);
        /* The old interval is kept, so that small differences add up. */
        if (stepped <= STEP_LEAST_NS)
            return 0;
        offset->least = least;
        offset->high = least;
        return stepped;
    }
    if (least.ns > lower(&offset->least, answered_ns, rate_ppm))
        offset->least = least;
    lower_to(&offset->high, &most, answered_ns, rate_ppm);
    return 0;
}

int64_t rlk_offset_least(const struct rlk_offset *offset, int64_t now,
                         int64_t rate_ppm)
{
    return lower(&offset->least, now, rate_ppm);
}

int64_t rlk_offset_most(const struct rlk_offset *offset, int64_t now,
                        int64_t rate_ppm)
{
    return upper(&offset->most, now, rate_ppm);
}

int64_t rlk_offset_hidden(const struct rlk_offset *offset, int64_t now,
                          int64_t rate_ppm)
{
    int64_t hidden = rlk_clock_sub(upper(&offset->most, now, rate_ppm),
                                   upper(&offset->high, now, rate_ppm));

    return hidden > 0 ? hidden : 0;
}
