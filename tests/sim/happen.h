/* SPDX-License-Identifier: MIT */
#ifndef SIM_HAPPEN_H
#define SIM_HAPPEN_H

/* The effect of an event, whether it was due or chosen. */

#include "tests/sim/world.h"

/* The event is no longer in world->events. */
void sim_happen(struct sim_world *world, const struct sim_event *event);

#endif
