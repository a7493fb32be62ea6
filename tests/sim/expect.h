/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPECT_H
#define SIM_EXPECT_H

/*
 * What a stored story must show, whatever its trace is: lines in its head.
 *
 *     @expect breaks RULE    it ends because that rule is broken; with a
 *                            @mutant, and without the mutant no rule is
 *     @expect breaks nothing
 *     @expect seen TEXT      a line contains the text; in this order
 *     @expect never TEXT     no line contains the text
 *
 * A story must have a line with "breaks".
 */

#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/witness.h"

/*
 * Does a run with this trace and this broken rule meet the expectations in the
 * head? The head ends with a line of dashes, or with the text. false: complaint
 * says what is missing.
 */
bool sim_expect_met(const char *head, const char *trace, enum sim_rule broken,
                    char *complaint, size_t size);

#endif
