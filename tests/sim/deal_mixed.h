/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_MIXED_H
#define SIM_DEAL_MIXED_H

/*
 * Waiters that are not alike: with a fence and without one, one that knows of
 * no queue, one that does not see the gate.
 */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/* Makes those of a crowd differ. */
void sim_deal_mixed(struct sim_plan *plan, struct dice *dice);

#endif
