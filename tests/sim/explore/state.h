/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_STATE_H
#define SIM_EXPLORE_STATE_H

/*
 * A state of the world in its canonical form: sorted timers, no places in
 * memory, no spare memory, expired keys left out. Two worlds with the same
 * number are taken to have the same future.
 *
 * Each part - the network, a client, a node - has a digest of its own, which
 * is made anew when the part was touched.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/digest.h"
#include "tests/sim/world.h"

/* Parts of a world, a bit each: clients from 0, then nodes, then the rest. */
#define PART_CLIENT(client) (UINT32_C(1) << (client))
#define PART_NODE(node) (UINT32_C(1) << (SIM_CLIENTS_MAX + (node)))
#define PART_NET (UINT32_C(1) << (SIM_CLIENTS_MAX + SIM_NODES_MAX))
#define PARTS (SIM_CLIENTS_MAX + SIM_NODES_MAX + 1)

#define STATE_MESSAGES 256

struct state {
    struct digest clients[SIM_CLIENTS_MAX];
    uint64_t nodes[SIM_NODES_MAX];
    uint64_t messages[STATE_MESSAGES]; /* what each says, by its number */
    uint64_t added; /* events up to this order have their messages in there */
};

/* All parts that the world has. */
uint32_t state_parts(const struct sim_world *world);

/* Nothing is known of any part. */
void state_begin(struct state *state, struct sim_world *world);

/* These parts were touched. */
void state_touch(struct state *state, struct sim_world *world, uint32_t parts);

/* The state's number; never 0. */
uint64_t state_number(const struct state *state, const struct sim_world *world);

#endif
