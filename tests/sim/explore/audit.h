/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_AUDIT_H
#define SIM_EXPLORE_AUDIT_H

/*
 * Checks that the canonical form of a state omits nothing that matters: worlds
 * with the same number must have the same steps to worlds with the same
 * numbers. When a state is reached again on another path, its steps are taken
 * again and compared.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/state.h"

struct audit;

struct audit *audit_open(uint64_t states);
void audit_close(struct audit *audit);

/*
 * The world is in that state, and stays in it. false: the state was visited
 * before and had other steps.
 */
bool audit_look(struct audit *audit, struct sim_world *world,
                struct state *state, uint64_t number);

#endif
