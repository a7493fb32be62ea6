/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_CHOICES_H
#define SIM_EXPLORE_CHOICES_H

/* All events that can happen next in a state, and what each of them changes. */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/plan.h"
#include "tests/sim/world.h"

#define CHOICES_MAX 192

/* How many of each a path may still use. */
struct budgets {
    uint8_t late;
    uint8_t faults;
};

struct choices {
    int count;
    bool end; /* nothing can happen any more, except disturbances */
    struct sim_choice at[CHOICES_MAX];
};

void choices_find(const struct sim_world *world, const struct budgets *budgets,
                  struct choices *choices);

/* The parts of the world (state.h) that the choice may change. */
uint32_t choices_touch(const struct sim_world *world,
                       const struct sim_choice *choice);

#endif
