/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_DRAW_H
#define SIM_NODE_DRAW_H

/*
 * The random requests of test_node.c. What they name is near what the
 * node has: a request about nothing that is there is mostly refused at once,
 * and the other answers would not be met.
 */

#include "tests/sim/node_memory.h"
#include "tests/support/dice.h"

/* One resource is all parties', and one all semaphores', so that somebody is
 * there mostly; mutexes ask for each of them. */
#define SIM_DRAW_SLOTS 0
#define SIM_DRAW_HOLDERS (SIM_RESOURCES - 1)

#define SIM_DRAW_CLIENTS 2
#define SIM_DRAW_DIGITS 32 /* of a token, which its client's all begin with */

/* The run_ids that are asked with, mostly the first one. */
extern const char *const sim_draw_runs[2];

struct sim_request sim_draw(const struct sim_model *model, struct dice *dice);

#endif
