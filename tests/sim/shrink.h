/* SPDX-License-Identifier: MIT */
#ifndef SIM_SHRINK_H
#define SIM_SHRINK_H

/* Reduces a failing plan while it breaks the same rule. */

#include "tests/sim/run.h"

/* On entry and on return the plan breaks the rule. */
void sim_shrink(struct sim_world *world, struct sim_plan *plan,
                enum sim_rule rule, uint64_t blind);

#endif
