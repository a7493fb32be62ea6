/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_DRAW_H
#define SIM_NODE_DRAW_H

/*
 * The random requests of test_node.c. They name what the node has or nearly
 * has: a request about unknown keys is usually refused immediately, so the
 * other replies would not be tested.
 */

#include "tests/sim/node_memory.h"
#include "tests/support/dice.h"

/*
 * One resource is used for shared locks only, and one for semaphores, so that
 * they usually have holders. Mutexes use each of them.
 */
#define SIM_DRAW_SLOTS 0
#define SIM_DRAW_HOLDERS (SIM_RESOURCES - 1)

#define SIM_DRAW_CLIENTS 2
#define SIM_DRAW_DIGITS                                                        \
    32 /* the beginning of a token, the same for all tokens of a client */

/* The run_ids in requests, usually the first one. */
extern const char *const sim_draw_runs[2];

struct sim_request sim_draw(const struct sim_model *model, struct dice *dice);

#endif
