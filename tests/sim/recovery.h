/* SPDX-License-Identifier: MIT */
#ifndef SIM_RECOVERY_H
#define SIM_RECOVERY_H

/*
 * Kept locks, once nothing fails any more: every node that was not counted has
 * its key put back, waits out what it may have forgotten, and is counted again
 * (the rule returns).
 */

#include "tests/sim/world.h"

/* Is there a kept lock that does not count all nodes? */
bool sim_recovery_wanted(const struct sim_world *world);

/* How long it takes at most. */
int64_t sim_recovery_span(const struct sim_world *world);

/* It is over: who is not counted? */
void sim_recovery_check(struct sim_world *world);

#endif
