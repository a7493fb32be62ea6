/* SPDX-License-Identifier: MIT */
#ifndef SIM_STORY_H
#define SIM_STORY_H

/* The events of a world as text: one in each line, after its true time. */

#include "tests/sim/world.h"

/* Does nothing if there is no story. */
void sim_story(const struct sim_world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * The name of a token: "c1.3" is the third attempt of client 1. Static,
 * short-lived.
 */
const char *sim_story_token(const char *token);

/* "grant r1 c1.3 for 300 ms". Static, short-lived. */
const char *sim_story_request(const struct sim_request *request);

/* "yes", "held by c2.1". Static, short-lived. */
const char *sim_story_answer(const struct sim_answer *answer);

/* The number of the attempt in a token; 0: there is none. */
uint64_t sim_story_attempt(const char *token);

#endif
