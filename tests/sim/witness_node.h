/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_NODE_H
#define SIM_WITNESS_NODE_H

/*
 * What a request may do to a node's memory: the rules trespass, counter and
 * amnesia, judged by the memory before and after.
 */

#include "tests/sim/witness.h"

/* The node has executed the request; before is its memory before. */
void sim_witness_executed(struct sim_world *world, int node,
                          const struct sim_memory *before,
                          const struct sim_message *message);

#endif
