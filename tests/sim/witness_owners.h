/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_OWNERS_H
#define SIM_WITNESS_OWNERS_H

/* Owners that share what they want to have alone: who is told of it? */

#include "tests/sim/world.h"

/* A client asks for a lock: as which owner does it want to share it? */
void sim_witness_asks_to_share(struct sim_client *client,
                               const struct sim_request *request);

/* The node has executed it; before: its memory as it was. */
void sim_witness_share_reported(struct sim_world *world, int node,
                                const struct sim_memory *before,
                                const struct sim_message *message);

/* The client is about to hear it. */
void sim_witness_hears_of_share(struct sim_slot *slot, int node,
                                const struct sim_message *message);

/* Its acquisition has ended. */
void sim_witness_asked_alone(struct sim_slot *slot);

#endif
