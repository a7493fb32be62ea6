/* SPDX-License-Identifier: MIT */
#ifndef SIM_POINTS_H
#define SIM_POINTS_H

/*
 * Points are situations that schedules must reach, since otherwise the rules
 * would have nothing to judge. They are counted, and the tests fail if a
 * profile never reaches a point that it must reach.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/profile.h"
#include "tests/sim/tally_sheet.h"
#include "tests/sim/world.h"

const char *sim_point_name(enum sim_point point);

void sim_reach(struct sim_world *world, enum sim_point point);

/* A node has executed a request; before: its marker before. */
void sim_points_executed(struct sim_world *world, int node,
                         const struct sim_message *message,
                         const char *marker_before);

/* The same for a release; before: the node's memory before. */
void sim_points_passed(struct sim_world *world, int node,
                       const struct sim_message *message,
                       const struct sim_memory *before);

/* The slot's lock is acquired. */
void sim_points_acquired(struct sim_world *world, const struct sim_slot *slot);

/* A client has acted. Called before the witness checks its votes. */
void sim_points_client(struct sim_client *client);

/* A connection is up, and its pending releases are about to be sent. */
void sim_points_connected(struct sim_client *client, int node);

/*
 * false: names the first fault that the profile may draw but never did, the
 * first point that it should have reached and did not, or should not have
 * reached and did.
 */
bool sim_points_complete(const struct sim_profile *profile,
                         const struct sim_tally *tally, char *missing,
                         size_t size);

#endif
