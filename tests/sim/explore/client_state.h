/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_CLIENT_STATE_H
#define SIM_EXPLORE_CLIENT_STATE_H

/* The state of a process in a canonical form. */

#include "tests/sim/explore/digest.h"
#include "tests/sim/world.h"

/*
 * Puts timers with the same instant into one order: nodes, rounds,
 * acquisitions, locks. Called after a client has acted.
 */
void client_state_tidy(struct sim_client *client);

/* Covers everything that the future of the process depends on. */
struct digest client_state_digest(const struct sim_client *client);

#endif
