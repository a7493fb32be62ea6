/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_ANSWER_H
#define SIM_WITNESS_ANSWER_H

/* The rule answer: a node's answer corresponds to its memory. */

#include "tests/sim/witness.h"

/* The node has executed the request; before is its memory before. */
void sim_witness_answers(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message);

#endif
