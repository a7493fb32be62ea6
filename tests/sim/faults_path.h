/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAULTS_PATH_H
#define SIM_FAULTS_PATH_H

/* The plan's faults of the paths between clients and nodes. */

#include "tests/sim/world.h"

/* Applies the action to each path that it concerns. */
void sim_faults_path(struct sim_world *world, const struct sim_action *action);

#endif
