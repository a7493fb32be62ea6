/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAULTS_H
#define SIM_FAULTS_H

/* The plan's faults of nodes, processes and paths. */

#include "tests/sim/world.h"

/* Does what the action says, if the state of the world allows it. */
void sim_faults_do(struct sim_world *world, const struct sim_action *action);

/*
 * May a node lose its memory now, with every lock still shielded? Always
 * allowed if the plan violates that assumption, and after a downtime longer
 * than every key.
 */
bool sim_faults_may_forget(struct sim_world *world, int node);

/*
 * May a process without observations start? If clocks are stepped because every
 * process knows them, it must not start after a step that no client has
 * reported at the node, as long as there may be keys that the step ended early.
 */
bool sim_faults_may_start(const struct sim_world *world);

/* Has the allocation failed that was to fail? From here on none fails. */
void sim_faults_memory(struct sim_world *world);

/* Ends all faults: everything that is down, paused or stopped comes back. */
void sim_faults_heal(struct sim_world *world);

#endif
