/* SPDX-License-Identifier: MIT */
/* Intersecting intervals of a clock's offset. */

#include "clock/offset.h"

#include "clock/clock.h"

#define PPM 1000000

/* Less than this apart is no step. */
#define STEP_LEAST_NS (20 * RLK_NS_PER_MS)

static void widen(struct rlk_offset *offset, int64_t now_ns, int64_t rate_ppm)
{
    int64_t by = rlk_clock_sub(now_ns, offset->at_ns) / PPM * rate_ppm;

    offset->low_ns = rlk_clock_sub(offset->low_ns, by);
    offset->high_ns = rlk_clock_add(offset->high_ns, by);
}

int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm)
{
    struct rlk_offset fresh = {
        .known = true,
        .low_ns = rlk_clock_sub(theirs_ns, answered_ns),
        .high_ns = rlk_clock_sub(theirs_ns, sent_ns),
        .at_ns = answered_ns,
    };
    int64_t stepped = 0;

    if (!offset->known) {
        *offset = fresh;
        return 0;
    }
    widen(offset, answered_ns, rate_ppm);
    offset->at_ns = answered_ns;
    if (fresh.low_ns > offset->high_ns)
        stepped = fresh.low_ns - offset->high_ns;
    else if (fresh.high_ns < offset->low_ns)
        stepped = fresh.high_ns - offset->low_ns;
    if (stepped > STEP_LEAST_NS || stepped < -STEP_LEAST_NS) {
        *offset = fresh;
        return stepped;
    }
    /* A little apart: what is known stays, so that small steps add up. */
    if (stepped != 0)
        return 0;
    if (fresh.low_ns > offset->low_ns)
        offset->low_ns = fresh.low_ns;
    if (fresh.high_ns < offset->high_ns)
        offset->high_ns = fresh.high_ns;
    return 0;
}
