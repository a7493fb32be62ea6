/* SPDX-License-Identifier: MIT */
#ifndef SIM_FAULTS_H
#define SIM_FAULTS_H

/* The plan's deeds to nodes, processes and paths. */

#include "tests/sim/world.h"

/* Does what the action says, where the world's state allows it. */
void sim_faults_do(struct sim_world *world, const struct sim_action *action);

/*
 * May a node lose its memory now, with every lock still shielded? Always
 * where the plan breaks that assumption, and after a down time that no key
 * outlives.
 */
bool sim_faults_may_forget(struct sim_world *world, int node);

/*
 * May a process start that has heard nothing? Where clocks are stepped because
 * everybody knows them: not after a step that nobody has told the node of, as
 * long as there may be keys that it ended early.
 */
bool sim_faults_may_start(const struct sim_world *world);

/* Did the allocation that was to fail? None fails from here on. */
void sim_faults_memory(struct sim_world *world);

/* Faults stop: everything that is down, paused or stopped comes back. */
void sim_faults_heal(struct sim_world *world);

#endif
