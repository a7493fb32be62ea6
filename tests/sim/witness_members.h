/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_MEMBERS_H
#define SIM_WITNESS_MEMBERS_H

/* The members of a resource at a node, before and after each request. */

#include "tests/sim/world.h"

/* The node has executed the request; before: its memory before. */
void sim_witness_members(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message);

/* At rest: no member is left, and no placeholder without a member. */
void sim_witness_members_left(struct sim_world *world);

#endif
