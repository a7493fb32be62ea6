/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_REDUCE_H
#define SIM_EXPLORE_REDUCE_H

/*
 * What need not be tried, since it only repeats. Steps of two processes that do
 * not meet - two nodes, two clients, a node and a client - lead to the same
 * state in either order.
 *
 * Sleep leaves steps out, and no state: a step that was taken before sleeps
 * after steps of others, until one comes that it meets.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"

/* The choice as a bit of a set of sleepers; 0: it never sleeps. */
uint64_t reduce_bit(const struct sim_choice *choice);

/* The steps that it does not meet. */
uint64_t reduce_apart(const struct sim_choice *choice);

/*
 * What processes share without a message: where a client's step changes it, the
 * step meets all others. SIM_ALL: of no client.
 */
uint64_t reduce_shared(const struct sim_world *world, int client);

#endif
