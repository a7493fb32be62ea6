/* SPDX-License-Identifier: MIT */
#ifndef SIM_RUN_H
#define SIM_RUN_H

/* Runs plans in a world, from the first event to the last check. */

#include "tests/sim/witness.h"
#include "tests/sim/world.h"

/* A world to run in, as often as you like; freed by sim_run_close(). */
struct sim_world *sim_run_open(void);
void sim_run_close(struct sim_world *world);

/*
 * Up to its first choice or event: every process has started; in a chosen plan
 * its connections stand and every server knows every script.
 */
void sim_run_prepare(struct sim_world *world, const struct sim_plan *plan,
                     FILE *story, uint64_t blind);

/* Faults stop, everybody lets go, all comes to rest, everybody acquires. */
void sim_run_finish(struct sim_world *world);

/*
 * Runs the plan to its end, or to the first rule that breaks: which one.
 * world->complaint and world->tally are this run's.
 *
 * story  where it is told, or NULL
 * blind  rules that are not looked at, a bit each
 */
enum sim_rule sim_run(struct sim_world *world, const struct sim_plan *plan,
                      FILE *story, uint64_t blind);

#endif
