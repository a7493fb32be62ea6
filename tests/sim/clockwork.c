/* SPDX-License-Identifier: MIT */
/* Clocks with a rate error. */

#include "tests/sim/clockwork.h"

#include "clock/clock.h"

#define MILLION INT64_C(1000000)

/* The sums below fit for spans up to this one; no schedule has a longer one. */
#define LONGEST_NS (INT64_C(3000) * RLK_NS_PER_S)

static int64_t run(const struct sim_clock *clock, int64_t span)
{
    return span + span / MILLION * clock->rate_ppm +
           span % MILLION * clock->rate_ppm / MILLION;
}

int64_t sim_clock_local(const struct sim_clock *clock, int64_t at)
{
    return clock->base + run(clock, at - clock->since);
}

int64_t sim_clock_true(const struct sim_clock *clock, int64_t local)
{
    int64_t span;

    if (local == RLK_NEVER || local - clock->base > LONGEST_NS)
        return RLK_NEVER;
    if (local <= clock->base)
        return clock->since;
    span = (local - clock->base) * MILLION / (MILLION + clock->rate_ppm);
    while (run(clock, span) < local - clock->base)
        span++;
    while (span > 0 && run(clock, span - 1) >= local - clock->base)
        span--;
    return clock->since + span;
}

void sim_clock_step(struct sim_clock *clock, int64_t at, int64_t by)
{
    clock->base = sim_clock_local(clock, at) + by;
    clock->since = at;
}
