/* SPDX-License-Identifier: MIT */
#ifndef SIM_HAPPEN_H
#define SIM_HAPPEN_H

/*
 * What an event does to the world: the same, whether its time has come or it
 * was chosen.
 */

#include "tests/sim/world.h"

/* The event was taken out of world->events. */
void sim_happen(struct sim_world *world, const struct sim_event *event);

#endif
