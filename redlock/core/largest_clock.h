/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LARGEST_CLOCK_H
#define RLK_REDLOCK_CORE_LARGEST_CLOCK_H

/* The nodes' clocks, by which a fence's counter begins and is judged. */

#include <stdint.h>

struct rlk_runtime;

/*
 * What the median of the nodes' clocks shows at least, in microseconds; of two
 * in the middle the smaller one. 0: none is known.
 */
int64_t rlk_median_clock_us(const struct rlk_runtime *runtime, int64_t now);

/*
 * What the largest of the nodes' clocks shows at least, in microseconds. Clocks
 * that are more than a second off the median are left out. 0: none is known.
 *
 * It is never more than that clock shows. A counter that runs ahead of all
 * clocks could not be exceeded by one that has to begin anew from a clock.
 */
int64_t rlk_largest_clock_us(const struct rlk_runtime *runtime, int64_t now);

#endif
