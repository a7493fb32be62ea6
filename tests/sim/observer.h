/* SPDX-License-Identifier: MIT */
#ifndef SIM_OBSERVER_H
#define SIM_OBSERVER_H

/*
 * A user who follows who holds a resource, and the rule of what he sees: it is
 * held against what the nodes have said to the very questions that the view is
 * made of, whether the answers came or not.
 */

#include "tests/sim/world.h"

/* Begins to observe the action's resource, or ends it. false: no memory. */
bool sim_observer_toggle(struct sim_client *client,
                         const struct sim_action *action);

/* Ends it; nothing where nobody observes. */
void sim_observer_end(struct sim_client *client);

/* A node has executed a request. */
void sim_observer_executed(struct sim_world *world, int node,
                           const struct sim_message *message);

#endif
