/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_CLIENT_STATE_H
#define SIM_EXPLORE_CLIENT_STATE_H

/* What is true of a process, in one form for what means the same. */

#include "tests/sim/explore/digest.h"
#include "tests/sim/world.h"

/*
 * Timers of one instant come in one order: the nodes', the rounds', the
 * acquisitions', the locks'. To be called when a client has acted.
 */
void client_state_tidy(struct sim_client *client);

/* All that its future depends on. */
struct digest client_state_digest(const struct sim_client *client);

#endif
