/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_SNAPSHOT_H
#define SIM_EXPLORE_SNAPSHOT_H

/*
 * Copies of the parts of a world (state.h), to go back to. What a step cannot
 * have touched need not be copied.
 */

#include <stddef.h>
#include <stdint.h>

#include "tests/sim/explore/state.h"
#include "tests/sim/world.h"

struct snapshot {
    uint32_t parts; /* those that are in it */
    unsigned char *bytes[PARTS];
    size_t room[PARTS];
};

/* Adds those of the parts that are not in it yet. */
void snapshot_add(struct snapshot *snapshot, const struct sim_world *world,
                  const struct state *state, uint32_t parts);

/* Puts the parts back as they were; they are in it. */
void snapshot_restore(const struct snapshot *snapshot, struct sim_world *world,
                      struct state *state, uint32_t parts);

/* Forgets its parts, and keeps the memory. */
void snapshot_empty(struct snapshot *snapshot);

#endif
