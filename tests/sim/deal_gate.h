/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_GATE_H
#define SIM_DEAL_GATE_H

/*
 * Many wait at one node, and that one alone fails: how long the others are
 * kept from what is free.
 */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/* Makes it such a plan, whatever it was before. */
void sim_deal_gate(struct sim_plan *plan, struct dice *dice);

#endif
