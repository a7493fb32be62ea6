/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_MINORITY_H
#define SIM_DEAL_MINORITY_H

/*
 * One waits, and no more nodes refuse it than leave a quorum: how soon it is
 * let in, and how often it asks where too few are left.
 */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/* Makes it such a plan, whatever it was before. */
void sim_deal_minority(struct sim_plan *plan, struct dice *dice);

#endif
