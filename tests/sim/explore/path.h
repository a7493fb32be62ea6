/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_PATH_H
#define SIM_EXPLORE_PATH_H

/* Reduces a path that breaks a rule, and prints it as a story. */

#include <stdbool.h>
#include <stdio.h>

#include "tests/sim/plan.h"
#include "tests/sim/witness.h"

/*
 * Removes choices from the plan as long as the same rule breaks, and faults
 * that are not used.
 *
 * at_end  the rule breaks when the path is over and the world comes to rest;
 *         otherwise before
 * blind   rules that are not checked
 */
void path_shrink(struct sim_plan *plan, enum sim_rule rule, bool at_end,
                 uint64_t blind);

/*
 * Prints the plan, its expected violation, and the events: a file that
 * redlock-sim prints as a story, and that sim-check tests. only: the story
 * checks that rule only.
 */
void path_tell(FILE *out, const struct sim_plan *plan, enum sim_rule rule,
               bool only);

#endif
