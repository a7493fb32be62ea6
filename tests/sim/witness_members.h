/* SPDX-License-Identifier: MIT */
#ifndef SIM_WITNESS_MEMBERS_H
#define SIM_WITNESS_MEMBERS_H

/* Who shares a resource at a node, before and after each request. */

#include "tests/sim/world.h"

/* The node has executed it; before: its memory as it was. */
void sim_witness_members(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message);

/* All came to rest: nobody is left as a member, and no placeholder without one.
 */
void sim_witness_members_left(struct sim_world *world);

#endif
