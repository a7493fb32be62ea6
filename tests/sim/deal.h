/* SPDX-License-Identifier: MIT */
#ifndef SIM_DEAL_H
#define SIM_DEAL_H

/* Plans out of a seed and a profile. */

#include "tests/sim/plan.h"
#include "tests/sim/profile.h"

/* Fills an empty plan; the same arguments give the same plan. */
void sim_deal(struct sim_plan *plan, const struct sim_profile *profile,
              uint64_t seed);

#endif
