/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_OFFSET_H
#define RLK_CLOCK_OFFSET_H

/*
 * By how much another machine's clock is ahead of ours: an interval, made
 * narrower by each answer that tells the time there, and wider by age. Pure.
 *
 * An answer that was late on its way says little: the clock may have been
 * stepped by more than the answer shows. What a step may have been beyond what
 * was told of it is remembered, until later answers tell.
 *
 * rate_ppm  in all of the below: what the two clocks may gain on each other, in
 *           parts per million. As long as they keep to that rate and none is
 *           stepped, their true offset stays in the interval, however late and
 *           far apart the answers are.
 */

#include <stdbool.h>
#include <stdint.h>

/* One end of the interval, which from its instant on moves with the rate. */
struct rlk_offset_bound {
    int64_t ns; /* their clock less ours */
    int64_t at; /* when that was so, by our clock */
};

struct rlk_offset {
    bool known;                    /* there was an answer */
    struct rlk_offset_bound least; /* they are ahead by this at least */
    struct rlk_offset_bound high;  /* by this at most, if each step was as large
                                      as was told */
    struct rlk_offset_bound most; /* by this at most, whatever the steps were */
};

/*
 * Their clock showed theirs_ns in the answer to a question that was sent at
 * sent_ns and answered at answered_ns, by our clock. To be called in the order
 * of the questions.
 *
 * Returns by how much, at least, their clock was stepped forward beyond what
 * was returned before; 0: no step is certain. Less than 20 ms is not taken for
 * a step, and is kept, so that small steps add up. After a step back the
 * interval begins anew.
 */
int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm);

/* Their clock is ahead by this, at least and at most; only where known. */
int64_t rlk_offset_least(const struct rlk_offset *offset, int64_t now,
                         int64_t rate_ppm);
int64_t rlk_offset_most(const struct rlk_offset *offset, int64_t now,
                        int64_t rate_ppm);

/* By how much steps forward may have been larger than was told: >= 0. */
int64_t rlk_offset_hidden(const struct rlk_offset *offset, int64_t now,
                          int64_t rate_ppm);

#endif
