/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_GROUND_H
#define TESTS_SUPPORT_GROUND_H

/*
 * What one part of the core stands on, in a unit test: a runtime whose
 * transport writes down what it is asked, in virtual time that begins at 0.
 * Nothing else is there unless the test sets it up: no core, no keeper; nodes
 * only after ground_nodes().
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
    bool has_nodes;
    int64_t now;
    uint64_t random;         /* every draw; at first half of what is possible */
    bool out_of_memory;      /* every send fails */
    struct rlk_request last; /* sent; its texts are borrowed */
    struct rlk_guard_news news;     /* the last of any node's guard */
    struct redlock_lock *last_told; /* whose completion was run last */
    int told;                       /* losses and renewals */
    char said[4096];
};

/*
 * Three nodes, majority, parallel; node time-out 100 ms, longest TTL 10 s, no
 * drift, no slack, no guard: a vote ends 2 ms before its TTL. A test changes
 * what it is about.
 */
struct rlk_runtime_settings ground_settings(void);

/* Makes the runtime; lock_moved and lock_fire do nothing. */
void ground_open(struct ground *ground,
                 const struct rlk_runtime_settings *settings);

/* Makes the nodes as well. They are connecting. */
void ground_nodes(struct ground *ground);

/* A node's connection stands. Its server is "a00...", connection 100 + n. */
struct rlk_identity ground_identity(int node);
void ground_connect(struct ground *ground, int node);

/* ground_open() with three nodes that are up; nothing is said of it. */
void ground_open_connected(struct ground *ground);

/* Frees what is left of rounds, the nodes, and the runtime. */
void ground_close(struct ground *ground);

/*
 * What the transport was asked since the last call: "connect n1, grant n1
 * 10000, release n2 by text, disconnect n1". The number is milliseconds, of
 * what sets a key, or the connection of what is killed. Borrowed until then.
 */
const char *ground_said(struct ground *ground);

/* The answer to a node's oldest request; an error's reason is ERROR. */
void ground_answer(struct ground *ground, int node, enum rlk_answer_kind kind);
void ground_answer_with(struct ground *ground, int node,
                        const struct rlk_answer *answer);

/* Lets time pass to an instant; what is due meanwhile fires at its own. */
void ground_pass(struct ground *ground, int64_t until);

/* Runs the completions that wait. */
void ground_run_completions(struct ground *ground);

#endif
