/* SPDX-License-Identifier: MIT */
#ifndef SIM_POINTS_H
#define SIM_POINTS_H

/*
 * Places that schedules must reach, or the rules have nothing to judge there:
 * what is executed by chance is counted, and what a profile must reach and
 * never did fails the tests.
 */

#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/profile.h"
#include "tests/sim/tally_sheet.h"
#include "tests/sim/world.h"

const char *sim_point_name(enum sim_point point);

void sim_reach(struct sim_world *world, enum sim_point point);

/* A node has executed a request; before: what its marker was. */
void sim_points_executed(struct sim_world *world, int node,
                         const struct sim_message *message,
                         const char *marker_before);

/* The same for a release, and what the node had before. */
void sim_points_passed(struct sim_world *world, int node,
                       const struct sim_message *message,
                       const struct sim_memory *before);

/* The slot's lock is acquired. */
void sim_points_acquired(struct sim_world *world, const struct sim_slot *slot);

/* A client acted: what became of its votes, before the witness looks. */
void sim_points_client(struct sim_client *client);

/* A connection stands; its backlog is about to be sent. */
void sim_points_connected(struct sim_client *client, int node);

/*
 * The first fault that the profile may draw and never did, the first point that
 * it must reach and did not, or must not and did: false, and which it is.
 */
bool sim_points_complete(const struct sim_profile *profile,
                         const struct sim_tally *tally, char *missing,
                         size_t size);

#endif
