/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_GROUND_H
#define TESTS_SUPPORT_GROUND_H

/*
 * What one part of the core stands on, in a unit test: a runtime in virtual
 * time that begins at 0. Nothing else is there unless the test sets it up: no
 * core, no keeper, no node. Its transport sends nothing.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"

#define MS RLK_NS_PER_MS
#define SECOND RLK_NS_PER_S

#define GROUND_NODES 5

struct ground {
    struct rlk_transport transport; /* first: the runtime has its address */
    struct rlk_runtime runtime;
    struct rlk_node node[GROUND_NODES];
    int64_t now;
    uint64_t random; /* every draw; at first half of what is possible */
};

/*
 * Three nodes, majority, parallel; node timeout 100 ms, longest TTL 10 s, no
 * drift, no slack, no guard. A test changes what it is about.
 */
struct rlk_runtime_settings ground_settings(void);

void ground_open(struct ground *ground,
                 const struct rlk_runtime_settings *settings);
void ground_close(struct ground *ground);

#endif
