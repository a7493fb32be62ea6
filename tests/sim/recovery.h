/* SPDX-License-Identifier: MIT */
#ifndef SIM_RECOVERY_H
#define SIM_RECOVERY_H

/*
 * The rule returns: after the last fault every node whose vote a kept lock
 * lacks gets the key restored, waits until everything that it may have lost has
 * expired, and is counted again.
 */

#include "tests/sim/world.h"

/* Is there a kept lock that lacks a vote? */
bool sim_recovery_wanted(const struct sim_world *world);

/* The longest time until all votes are back. */
int64_t sim_recovery_span(const struct sim_world *world);

/* Called after that time: which votes are lacking? */
void sim_recovery_check(struct sim_world *world);

#endif
