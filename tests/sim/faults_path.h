/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAULTS_PATH_H
#define SIM_FAULTS_PATH_H

/* The plan's deeds to the paths between clients and nodes. */

#include "tests/sim/world.h"

/* To each path that the action is about. */
void sim_faults_path(struct sim_world *world, const struct sim_action *action);

#endif
