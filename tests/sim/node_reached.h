/* SPDX-License-Identifier: MIT */
#ifndef SIM_NODE_REACHED_H
#define SIM_NODE_REACHED_H

/*
 * What the random requests of test_node.c have met: each answer of each
 * command of each kind of lock, and the branches of the scripts that their
 * answers do not tell apart. A request that is drawn, and never gets so far,
 * compares nothing.
 */

#include "tests/sim/node_memory.h"

#define SIM_REACHED_KINDS 5
#define SIM_REACHED_ANSWERS (RLK_ANSWER_ERROR + 1)
#define SIM_REACHED_BRANCHES 32

struct sim_reached {
    int answers[SIM_REACHED_KINDS][2][RLK_VERBS][SIM_REACHED_ANSWERS];
    int branches[SIM_REACHED_BRANCHES];
};

/* A request that was executed. */
struct sim_step {
    const struct sim_memory *before;
    const struct sim_memory *after;
    const struct sim_answer *answer;
    int pushes;
    int64_t now_ms;
};

void sim_reached_note(struct sim_reached *reached,
                      const struct sim_request *request,
                      const struct sim_step *step);

/* false: not all that is to be met was; it is printed what is missing. */
bool sim_reached_all(const struct sim_reached *reached);

const char *sim_reached_verb(enum rlk_verb verb);

#endif
