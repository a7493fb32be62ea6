/* SPDX-License-Identifier: MIT */
#ifndef SIM_CLOCKWORK_H
#define SIM_CLOCKWORK_H

/*
 * A clock that runs slightly too fast or too slow, and that can be stepped. All
 * times in nanoseconds.
 */

#include <stdint.h>

struct sim_clock {
    int64_t base;     /* what it showed at since */
    int64_t since;    /* true time of the start, or of the last step */
    int64_t rate_ppm; /* how much too fast; negative: too slow */
};

/* What the clock shows at a true instant that is not before since. */
int64_t sim_clock_local(const struct sim_clock *clock, int64_t at);

/*
 * The first true instant at which the clock shows local or later, if it is not
 * stepped before; RLK_NEVER stays RLK_NEVER.
 */
int64_t sim_clock_true(const struct sim_clock *clock, int64_t local);

/* Steps the clock, forward or back. */
void sim_clock_step(struct sim_clock *clock, int64_t at, int64_t by);

#endif
