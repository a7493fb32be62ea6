/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_GROUND_H
#define TESTS_SUPPORT_GROUND_H

/*
 * A runtime for unit tests of one part of the core, in virtual time that begins
 * at 0. There is no core, no keeper and no node unless the test sets them up.
 * Its transport sends nothing.
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
    uint64_t random; /* returned by every draw; initially half of the largest
                        value */
};

/*
 * Three nodes, majority, parallel; node timeout 100 ms, longest TTL 10 s, no
 * drift, no slack, no guard. A test changes the settings that it tests.
 */
struct rlk_runtime_settings ground_settings(void);

void ground_open(struct ground *ground,
                 const struct rlk_runtime_settings *settings);
void ground_close(struct ground *ground);

#endif
