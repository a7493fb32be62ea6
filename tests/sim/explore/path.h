/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_PATH_H
#define SIM_EXPLORE_PATH_H

/* A path that breaks a rule, made short, and told as a story. */

#include <stdbool.h>
#include <stdio.h>

#include "tests/sim/plan.h"
#include "tests/sim/witness.h"

/*
 * Takes choices out of the plan for as long as the same rule breaks, and what
 * of its alphabet of faults is not used.
 *
 * at_end  it breaks when the path is over and all is to come to rest; else
 *         before that
 * blind   rules that are not looked at
 */
void path_shrink(struct sim_plan *plan, enum sim_rule rule, bool at_end,
                 uint64_t blind);

/*
 * The plan, what it is to break, and what happens: a file that redlock-sim
 * tells, and sim-check keeps. only: the story looks at that rule alone.
 */
void path_tell(FILE *out, const struct sim_plan *plan, enum sim_rule rule,
               bool only);

#endif
