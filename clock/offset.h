/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_OFFSET_H
#define RLK_CLOCK_OFFSET_H

/*
 * The offset of another machine's clock: how far it is ahead of ours, as an
 * interval. Each answer with a time narrows the interval, and age widens it.
 * Pure.
 *
 * An answer that was delayed says little: the clock may have been stepped by
 * more than the answer shows. The largest possible rest of a step is kept until
 * later answers show it.
 *
 * rate_ppm  for all functions: the most that the two clocks may gain on each
 *           other, in parts per million. As long as they keep this rate and are
 *           not stepped, their true offset stays in the interval, however late
 *           and rare the answers are.
 */

#include <stdbool.h>
#include <stdint.h>

/* One end of the interval. After its instant it moves with the rate. */
struct rlk_offset_bound {
    int64_t ns; /* their clock less ours */
    int64_t at; /* when that was so, by our clock */
};

struct rlk_offset {
    bool known;                    /* there was an answer */
    struct rlk_offset_bound least; /* they are ahead by this at least */
    struct rlk_offset_bound high;  /* by this at most, if steps were as large as
                                      reported */
    struct rlk_offset_bound most;  /* by this at most, for any steps */
};

/*
 * Adds a sample: their clock showed theirs_ns in the answer to a request that
 * was sent at sent_ns and answered at answered_ns, by our clock. Samples must
 * be added in the order of the requests.
 *
 * Returns by how much, at least, their clock was stepped forward beyond earlier
 * results; 0: no step is certain. A difference of less than 20 ms is no step,
 * but is kept, so that small steps add up. After a step back the interval
 * begins anew.
 */
int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm);

/* Their clock is ahead by at least and at most this; only if known. */
int64_t rlk_offset_least(const struct rlk_offset *offset, int64_t now,
                         int64_t rate_ppm);
int64_t rlk_offset_most(const struct rlk_offset *offset, int64_t now,
                        int64_t rate_ppm);

/* By how much steps may have been larger than reported: >= 0. */
int64_t rlk_offset_hidden(const struct rlk_offset *offset, int64_t now,
                          int64_t rate_ppm);

#endif
