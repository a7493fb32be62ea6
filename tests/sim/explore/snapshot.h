/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_SNAPSHOT_H
#define SIM_EXPLORE_SNAPSHOT_H

/*
 * Copies of the parts of a world (state.h), for going back to a state. A part
 * that a step cannot change need not be copied.
 */

#include <stddef.h>
#include <stdint.h>

#include "tests/sim/explore/state.h"
#include "tests/sim/world.h"

struct snapshot {
    uint32_t parts; /* the parts in the snapshot */
    unsigned char *bytes[PARTS];
    size_t room[PARTS];
};

/* Adds the parts that are not in the snapshot yet. */
void snapshot_add(struct snapshot *snapshot, const struct sim_world *world,
                  const struct state *state, uint32_t parts);

/* Restores these parts, which must be in the snapshot. */
void snapshot_restore(const struct snapshot *snapshot, struct sim_world *world,
                      struct state *state, uint32_t parts);

/* Empties the snapshot, and keeps its memory. */
void snapshot_empty(struct snapshot *snapshot);

#endif
