/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LARGEST_CLOCK_H
#define RLK_REDLOCK_CORE_LARGEST_CLOCK_H

/* From where a fence's counter may begin. */

#include <stdint.h>

struct rlk_runtime;

/*
 * What the largest clock among the nodes shows at least, in microseconds; those
 * that are more than a second off the median say nothing. 0: none is known. No
 * more than it shows: a counter that runs ahead of all clocks would not be
 * reached again by one that has to begin anew.
 */
int64_t rlk_largest_clock_us(const struct rlk_runtime *runtime, int64_t now);

#endif
