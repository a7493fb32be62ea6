/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_REDUCE_H
#define SIM_EXPLORE_REDUCE_H

/*
 * Omits steps whose order makes no difference. Steps of two processes that do
 * not communicate - two nodes, two clients, a node and a client - lead to the
 * same state in either order.
 *
 * Sleep sets omit steps, but no states: a step that was tried before sleeps
 * during steps of other processes, until a step that depends on it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"

/* The bit of the choice in a sleep set; 0: it never sleeps. */
uint64_t reduce_bit(const struct sim_choice *choice);

/* The steps that are independent of the choice. */
uint64_t reduce_apart(const struct sim_choice *choice);

/*
 * A digest of what processes share without messages. If a client's step changes
 * it, the step depends on all others. SIM_ALL: of no client.
 */
uint64_t reduce_shared(const struct sim_world *world, int client);

#endif
