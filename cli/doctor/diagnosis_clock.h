/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_CLOCK_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_CLOCK_H

/* Whose clock is wrong? Pure. */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/admin.h"

#define DIAGNOSIS_CLOCK_MAX 48

/*
 * How far a node's clock is ahead of the others' median. Of an even number of
 * others any instant between the two in the middle is their median, and the
 * one nearest to the node's is taken: of three clocks, the one that is wrong
 * does not make a right one look wrong. false: it or all others are unknown.
 */
bool diagnosis_clock_ahead(const struct redlock_examination *examination,
                           int node, int64_t *ahead_us);

/* "+3.00 s", "-0.12 ms"; text: DIAGNOSIS_CLOCK_MAX bytes. Returns text. */
const char *diagnosis_clock_text(int64_t us, char *text);

#endif
