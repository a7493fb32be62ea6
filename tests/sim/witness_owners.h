/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_OWNERS_H
#define SIM_WITNESS_OWNERS_H

/*
 * The rule upgrade: an owner that shares what it requests exclusively is told
 * so.
 */

#include "tests/sim/world.h"

/* A client requests a lock: as which owner would it share it? */
void sim_witness_asks_to_share(struct sim_client *client,
                               const struct sim_request *request);

/* The node has executed the request; before: its memory before. */
void sim_witness_share_reported(struct sim_world *world, int node,
                                const struct sim_memory *before,
                                const struct sim_message *message);

/* The answer is about to reach the client. */
void sim_witness_hears_of_share(struct sim_slot *slot, int node,
                                const struct sim_message *message);

/* Its acquisition has ended. */
void sim_witness_asked_alone(struct sim_slot *slot);

#endif
