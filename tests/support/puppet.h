/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_PUPPET_H
#define TESTS_SUPPORT_PUPPET_H

/*
 * The core on strings: a core whose time, nodes and answers are the
 * test's. Requests are written as they go to a server, and counted; nothing
 * passes unless the test lets it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/core/core.h"
#include "redlock/resp/command.h"

#define PUPPET_NODES 5

/* What was asked of a node and has no answer yet. */
struct puppet_question {
    enum rlk_verb verb;
    bool checked;
    int64_t client_id;
};

struct puppet_node {
    bool connecting; /* the core has asked for it, and was told nothing */
    bool up;
    bool nameless; /* it does not say who it is */
    int run;       /* of its server, from 0 */
    int connects;
    int64_t last_client_id;
    struct puppet_question *questions; /* oldest first */
    size_t first;
    size_t count;
    size_t room;
    uint64_t asked[RLK_VERBS]; /* ever */
    uint64_t bytes;            /* ever: sent, as they go over the wire */
};

struct puppet;

/*
 * What a node says to its oldest question. false: nothing yet. The answer's
 * text is borrowed until the next call.
 */
typedef bool puppet_fn(struct puppet *puppet, int node,
                       const struct puppet_question *question,
                       struct rlk_answer *answer);

struct puppet {
    struct rlk_transport transport; /* first: what the core knows of it */
    struct rlk_core core;
    struct puppet_node node[PUPPET_NODES];
    puppet_fn *answers; /* NULL: nobody says anything */
    bool refuses;       /* nothing is connected */
    int64_t now;
    int64_t armed;
    uint64_t dice;
    struct rlk_wire wire;
    struct redlock_lock *told; /* the last whose loss was told */
};

/* Begins, with settings but for what is zero there: a client of three nodes. */
void puppet_start(struct puppet *puppet,
                  const struct rlk_core_settings *settings);
void puppet_stop(struct puppet *puppet);

/* Lets so much time pass: connects, answers, fires and delivers. */
void puppet_pass(struct puppet *puppet, int64_t span_ns);

/* One that is told, or connected, by hand. */
void puppet_connect(struct puppet *puppet, int node,
                    const struct rlk_identity *identity);
void puppet_break(struct puppet *puppet, int node);
void puppet_answer(struct puppet *puppet, int node,
                   const struct rlk_answer *answer);

/* The oldest question of a node; NULL: none. */
const struct puppet_question *puppet_question(const struct puppet *puppet,
                                              int node);

/* Delivers what has ended, until nothing is left to deliver. */
void puppet_settle(struct puppet *puppet);

/* How often all nodes together were asked it. */
uint64_t puppet_asked(const struct puppet *puppet, enum rlk_verb verb);

#endif
