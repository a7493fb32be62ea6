/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_CLOCK_H
#define RLK_REDLOCK_ADMIN_EXAMINE_CLOCK_H

/*
 * A node's clock against ours, from a few questions for its time. What it said
 * was true at some instant between the question and the answer: half of that
 * is the error. Pure.
 */

#include <stdint.h>

#include "redlock/admin.h"

#define RLK_EXAMINE_SAMPLES 6

struct rlk_examine_sample {
    int64_t sent_us; /* on the boot clock, as received_us */
    int64_t received_us;
    int64_t node_us; /* what the node said */
};

/*
 * Fills the clock_ members: how far it is ahead by the quickest answer, and
 * what it gained between the quickest of the first half and of the second.
 */
void rlk_examine_clock(const struct rlk_examine_sample *samples, int count,
                       struct redlock_node_facts *facts);

#endif
