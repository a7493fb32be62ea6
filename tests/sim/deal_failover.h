/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_FAILOVER_H
#define SIM_DEAL_FAILOVER_H

/* Nodes that fail over, each a moment after its replica heard it last. */

#include "tests/sim/profile.h"
#include "tests/support/dice.h"

/* Into a plan that has its sizes and its wishes. */
void sim_deal_failovers(struct sim_plan *plan,
                        const struct sim_profile *profile, struct dice *dice);

#endif
