/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_STORY_H
#define SIM_EXPLORE_STORY_H

/*
 * What is explored: a plan of choices in a file of stories/, and its bounds.
 * Lines of its head:
 *
 *     # Two clients, one resource.       a comment
 *     @promise exclusion                 of docs/safety.md, in a few words
 *     @bounds late 1 faults 0 states 285398 ci
 *     @bounds late 1 faults 1            not explored completely yet
 *
 *     @reaches a lock that was handed over   a point of points.h, one in a
 *                                        line, which the tests must reach
 *
 * states is the number of states within these bounds, the same with every
 * compiler: a fingerprint of what the core does. ci: explored by the tests.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"
#include "tests/sim/plan.h"

#define STORY_BOUNDS_MAX 8

struct story_bounds {
    struct budgets budgets;
    uint64_t states; /* 0: unknown */
    bool ci;
};

struct story {
    char path[512];
    char name[64]; /* of the file, without .story */
    char promise[64];
    uint64_t reaches; /* enum sim_point, one bit each */
    struct sim_plan plan;
    int bounds_count;
    struct story_bounds bounds[STORY_BOUNDS_MAX];
};

/* false: see complaint. */
bool story_read(struct story *story, const char *path, char *complaint,
                size_t size);
void story_clear(struct story *story);

/* Writes the numbers of states to its file; false: see complaint. */
bool story_rewrite(const struct story *story, char *complaint, size_t size);

#endif
