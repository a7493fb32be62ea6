/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLOCK_OFFSET_H
#define RLK_CLOCK_OFFSET_H

/*
 * By how much another machine's clock is ahead of ours: an interval, made
 * narrower by each answer that tells the time there, and wider by age. Pure.
 *
 * An answer that was late on its way says little: behind it a clock may have
 * been stepped further than it shows. What a step may be beyond what was told
 * of it is not forgotten, but told by the answers that come after.
 *
 * rate_ppm  below: what the two clocks may gain on each other, in parts per
 *           million. Without a step the interval is never left at that rate,
 *           whatever the spacing and the lateness of the answers.
 */

#include <stdbool.h>
#include <stdint.h>

/* theirs - ours at some instant of ours; it moves with the rates from then. */
struct rlk_offset_bound {
    int64_t ns;
    int64_t at;
};

struct rlk_offset {
    bool known;
    struct rlk_offset_bound least;
    struct rlk_offset_bound high; /* at most, if steps were what was told */
    struct rlk_offset_bound most; /* at most, whatever was hidden */
};

/*
 * An answer that said theirs_ns, to a question sent and answered at these
 * instants of ours. Answers come in the order of their questions.
 *
 * Returns by how much, at least, their clock was stepped forward beyond what
 * was returned before; 0: no step can be told. Less than 20 ms is none yet, and
 * adds up. After a step back the interval begins anew.
 */
int64_t rlk_offset_sample(struct rlk_offset *offset, int64_t theirs_ns,
                          int64_t sent_ns, int64_t answered_ns,
                          int64_t rate_ppm);

/* Their clock is ahead by this, at least and at most; only where known. */
int64_t rlk_offset_least(const struct rlk_offset *offset, int64_t now,
                         int64_t rate_ppm);
int64_t rlk_offset_most(const struct rlk_offset *offset, int64_t now,
                        int64_t rate_ppm);

/* What steps forward may have been beyond what was told of them: >= 0. */
int64_t rlk_offset_hidden(const struct rlk_offset *offset, int64_t now,
                          int64_t rate_ppm);

#endif
