/* SPDX-License-Identifier: MIT */
#ifndef SIM_SHRINK_H
#define SIM_SHRINK_H

/* Making a failing plan shorter, as long as it breaks the same rule. */

#include "tests/sim/run.h"

/* plan breaks the rule; on return it still does, by less. */
void sim_shrink(struct sim_world *world, struct sim_plan *plan,
                enum sim_rule rule, uint64_t blind);

#endif
