/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPECT_H
#define SIM_EXPECT_H

/*
 * What a kept story says must be so, whatever its text is: lines of its head.
 *
 *     @expect breaks RULE    it ends with that rule broken; with a @mutant,
 *                            and without that mutant no rule is
 *     @expect breaks nothing
 *     @expect seen TEXT      a line has that; they come in this order
 *     @expect never TEXT     no line has
 *
 * A story has to say what it breaks.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/witness.h"

/*
 * Does a run that told this, and broke that rule, do what the head says? The
 * head ends with a line of dashes, or with the text. false: complaint says
 * what is missing.
 */
bool sim_expect_met(const char *head, const char *trace, enum sim_rule broken,
                    char *complaint, size_t size);

#endif
