/* SPDX-License-Identifier: MIT */
#ifndef SIM_OBSERVER_H
#define SIM_OBSERVER_H

/*
 * A user that observes the holder of a resource, and the rule seen: the view is
 * compared with the answers of the nodes to the same questions, even if the
 * answers did not arrive.
 */

#include "tests/sim/world.h"

/* Begins to observe the action's resource, or ends it. false: no memory. */
bool sim_observer_toggle(struct sim_client *client,
                         const struct sim_action *action);

/* Ends observing; does nothing if there is no observer. */
void sim_observer_end(struct sim_client *client);

/* A node has executed a request. */
void sim_observer_executed(struct sim_world *world, int node,
                           const struct sim_message *message);

#endif
