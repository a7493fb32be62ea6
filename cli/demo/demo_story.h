/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_STORY_H
#define RLK_CLI_DEMO_DEMO_STORY_H

/* The demo's five acts, and what they left to judge. */

#include <stdbool.h>
#include <stdint.h>

#include "cli/demo/demo_crew.h"
#include "cli/demo/demo_masters.h"
#include "cli/demo/demo_view.h"
#include "redlock/redlock.h"

struct demo {
    bool quick;
    int64_t ttl_ms;
    struct demo_masters masters;
    struct demo_crew crew;
    struct redlock_client *client; /* the audience's: it looks, and visits */
    struct demo_picture picture;
    struct redlock_report held;
    struct redlock_report votes; /* of the visitor's acquire */
    enum redlock_status visit;   /* its answer */
    int64_t without_two;         /* increments with two masters dead */
    int64_t without_three;       /* with three dead, once the TTL had run */
    int64_t in_quarantine;       /* with one back, which may not vote yet */
    int64_t after_return;        /* with its quarantine over */
    struct redlock_problem problem;
};

/* A client for the demo's masters, with its TTL as the longest. */
enum redlock_status demo_story_open(const struct demo *demo,
                                    struct redlock_client **client);

/*
 * Plays the acts. False: interrupted (signals_ending()), or a master did not
 * start again (problem).
 */
bool demo_story_play(struct demo *demo);

/* Says what was expected and found. True if all is as it should be. */
bool demo_story_judge(const struct demo *demo);

#endif
