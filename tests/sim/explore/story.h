/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_STORY_H
#define SIM_EXPLORE_STORY_H

/*
 * What is explored: a chosen plan in a file of stories/, and within which
 * bounds. Lines of its head:
 *
 *     # Two clients, one resource.       for people
 *     @promise exclusion                 of docs/safety.md, in a few words
 *     @bounds late 1 faults 0 states 285398 ci
 *     @bounds late 1 faults 1            not exhausted yet
 *
 *     @reaches a lock that was handed over   of points.h, one a line: within
 *                                        the bounds for the tests it happens
 *
 * states is how many there are within these bounds, which every compiler finds
 * alike: a fingerprint of what the core does. ci: looked at by the tests.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"
#include "tests/sim/plan.h"

#define STORY_BOUNDS_MAX 8

struct story_bounds {
    struct budgets budgets;
    uint64_t states; /* 0: not known */
    bool ci;
};

struct story {
    char path[512];
    char name[64]; /* the file's, without .story */
    char promise[64];
    uint64_t reaches; /* enum sim_point, a bit each */
    struct sim_plan plan;
    int bounds_count;
    struct story_bounds bounds[STORY_BOUNDS_MAX];
};

/* false: complaint. */
bool story_read(struct story *story, const char *path, char *complaint,
                size_t size);
void story_clear(struct story *story);

/* Writes the numbers of states into its file; false: complaint. */
bool story_rewrite(const struct story *story, char *complaint, size_t size);

#endif
