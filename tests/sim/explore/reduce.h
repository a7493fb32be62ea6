/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_REDUCE_H
#define SIM_EXPLORE_REDUCE_H

/*
 * Which of the choices of a state are enough. Steps of two processes that do
 * not meet - at a node, on a connection - give the same state in either order,
 * and one order is tried; a step that changes what its process believes is
 * tried in every order, since the rules compare beliefs.
 */

#include "tests/sim/explore/choices.h"

/*
 * Puts those that are enough to the front; returns their number, which is all
 * of them where nothing can be left out. *client: whose steps they are, if one
 * of them that changes its beliefs makes the others needed after all; SIM_ALL:
 * none's.
 *
 * order  of the nodes, by state_number(): worlds whose nodes have changed
 * places are reduced alike.
 */
int reduce_choices(const struct sim_world *world, const struct budgets *budgets,
                   const uint64_t *order, struct choices *choices, int *client);

#endif
