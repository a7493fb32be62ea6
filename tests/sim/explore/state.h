/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_STATE_H
#define SIM_EXPLORE_STATE_H

/*
 * A state of the world in canonical form: timers are sorted, addresses and
 * unused memory do not count, and expired keys are omitted. Two worlds with the
 * same number are taken to have the same future.
 *
 * Each part - the network, a client, a node - has a digest of its own, which is
 * computed again when the part has changed.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/digest.h"
#include "tests/sim/world.h"

/*
 * The parts of a world, one bit each: clients from 0, then nodes, then the
 * network.
 */
#define PART_CLIENT(client) (UINT32_C(1) << (client))
#define PART_NODE(node) (UINT32_C(1) << (SIM_CLIENTS_MAX + (node)))
#define PART_NET (UINT32_C(1) << (SIM_CLIENTS_MAX + SIM_NODES_MAX))
#define PARTS (SIM_CLIENTS_MAX + SIM_NODES_MAX + 1)

#define STATE_MESSAGES 256

struct state {
    struct digest clients[SIM_CLIENTS_MAX];
    uint64_t nodes[SIM_NODES_MAX];
    uint64_t messages[STATE_MESSAGES]; /* the digest of each message, by its
                                          number */
    uint64_t added; /* the messages of events up to this order are digested */
};

/* All parts that the world has. */
uint32_t state_parts(const struct sim_world *world);

/* No part is digested yet. */
void state_begin(struct state *state, struct sim_world *world);

/* These parts have changed. */
void state_touch(struct state *state, struct sim_world *world, uint32_t parts);

/* The state's number; never 0. */
uint64_t state_number(const struct state *state, const struct sim_world *world);

#endif
