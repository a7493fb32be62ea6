/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_ANSWER_H
#define SIM_WITNESS_ANSWER_H

/* The rule answer: what a node answers is what its memory has. */

#include "tests/sim/witness.h"

/* The node has executed it; before is its memory as it was. */
void sim_witness_answers(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message);

#endif
