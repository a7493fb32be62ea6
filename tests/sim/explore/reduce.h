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
 *
 * An answer that nobody waits for - a node has deleted the key of an attempt
 * that is over - is heard at once: it moves nothing but its own request.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"

/*
 * Such an answer, to be delivered before anything else; false: there is none,
 * or it may still be disturbed.
 */
bool reduce_unheard(const struct sim_world *world,
                    const struct budgets *budgets, struct sim_choice *choice);

/* The choice as a bit of a set of sleepers; 0: it never sleeps. */
uint64_t reduce_bit(const struct sim_choice *choice);

/* The steps that it does not meet. */
uint64_t reduce_apart(const struct sim_choice *choice);

/* The same set where each node has another place; places: of all nodes. */
uint64_t reduce_rename(uint64_t sleep, const uint8_t *places);

/*
 * What processes share without a message: where a client's step changes it, the
 * step meets all others. SIM_ALL: of no client.
 */
uint64_t reduce_shared(const struct sim_world *world, int client);

#endif
