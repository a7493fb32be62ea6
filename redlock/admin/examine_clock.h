/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_CLOCK_H
#define RLK_REDLOCK_ADMIN_EXAMINE_CLOCK_H

/*
 * A node's clock against the boot clock, by a few questions for its time. The
 * time in an answer was right at some instant between question and answer: half
 * of that span is the error. Pure.
 */

#include <stdint.h>

#include "redlock/admin.h"

#define RLK_EXAMINE_SAMPLES 6

struct rlk_examine_sample {
    int64_t sent_us;     /* the question, on the boot clock */
    int64_t received_us; /* the answer, on the boot clock */
    int64_t node_us;     /* the node's time, as it told it */
};

/*
 * Fills the clock_ members: how far the node's clock is ahead by the quickest
 * answer, and how much that grew between the quickest answer of the first half
 * and that of the second.
 */
void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts);

#endif
