/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_CROWD_H
#define SIM_DEAL_CROWD_H

/* Schedules in which all want the same lock, again and again, and wait. */

#include "tests/sim/plan.h"
#include "tests/support/dice.h"

/* Into a plan that has its sizes and its faults. */
void sim_deal_crowd(struct sim_plan *plan, struct dice *dice);

#endif
