/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_SETS_H
#define SIM_DEAL_SETS_H

/* Wishes for several resources at once, in any order. */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/* Adds the wishes of all clients. */
void sim_deal_sets(struct sim_plan *plan, struct dice *dice);

/* Has some of the resources of each wish shared. */
void sim_deal_set_modes(struct sim_plan *plan, struct dice *dice);

#endif
