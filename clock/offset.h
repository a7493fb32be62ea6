/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_OFFSET_H
#define RLK_CLOCK_OFFSET_H

/*
 * By how much another machine's clock is ahead of ours: an interval, made
 * narrower by each answer that tells the time there. Pure.
 */

#include <stdbool.h>
#include <stdint.h>

struct rlk_offset {
    bool known;
    int64_t low_ns;  /* theirs - ours, at least */
    int64_t high_ns; /* at most */
    int64_t at_ns;   /* our clock at the last sample */
};

/*
 * An answer that said theirs_ns, to a question sent and answered at these
 * instants of ours.
 *
 * rate_ppm  what the clocks may gain on each other: the interval grows with age
 *
 * Returns by how much, at least, their clock was stepped since the sample
 * before: > 0 forward, < 0 back, 0: no step can be told. A step begins the
 * interval anew.
 */
int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm);

#endif
