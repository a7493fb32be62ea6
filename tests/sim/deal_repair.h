/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_REPAIR_H
#define SIM_DEAL_REPAIR_H

/* A schedule in which it matters that a repaired vote does not count. */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/*
 * Nodes vote for one client, whose other requests are slow; one of them forgets
 * it, and another client, who keeps the lock by the rest, puts its key there.
 * Then a vote of that one runs out, on a node that the slow requests reach
 * next. Chance alone hardly ever brings all that together.
 */
void sim_deal_repair(struct sim_plan *plan, struct dice *dice);

#endif
