/* SPDX-License-Identifier: MIT */
#ifndef SIM_RUN_H
#define SIM_RUN_H

/* Plays plans in a world, from the first event to the last check. */

#include "tests/sim/witness.h"
#include "tests/sim/world.h"

/* A world that can be used for any number of runs; freed by sim_run_close(). */
struct sim_world *sim_run_open(void);
void sim_run_close(struct sim_world *world);

/*
 * Prepares everything up to the first choice or event: all processes have
 * started. In a plan of choices all connections are up, and every server knows
 * every script.
 */
void sim_run_prepare(struct sim_world *world, const struct sim_plan *plan,
                     FILE *story, uint64_t blind);

/*
 * Ends the faults, releases all locks, waits for rest, and lets every client
 * acquire.
 */
void sim_run_finish(struct sim_world *world);

/*
 * Plays the plan to its end, or to the first broken rule, which is returned.
 * world->complaint and world->tally belong to this run.
 *
 * story  the story is written there; or NULL blind  rules that are not checked,
 * one bit each
 */
enum sim_rule sim_run(struct sim_world *world, const struct sim_plan *plan,
                      FILE *story, uint64_t blind);

#endif
