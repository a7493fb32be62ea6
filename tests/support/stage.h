/* SPDX-License-Identifier: MIT */
#ifndef STAGE_H
#define STAGE_H

/*
 * A round in virtual time: driven by the test, one event for each call, or
 * played from a script of what every node does. In both cases the results are
 * recorded, and these rules are asserted:
 *
 *   a node is asked once, in ascending order, and undone at most once;
 *   sequential: one question is open at a time until the outcome;
 *   a won acquire has asked all nodes and undone none; a lost one has
 *   undone all nodes that it reached;
 *   the outcome is reported once, by the deadline, and nothing after it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "quorum/round.h"

#define MS RLK_NS_PER_MS

/* What a node does when it is asked. */
struct stage_node {
    enum rlk_vote vote; /* NONE: silent; UNREACHED: reported immediately */
    int64_t delay;      /* from the question to the vote */
    int64_t undo_delay; /* from the undo to its answer; RLK_NEVER: no answer */
};

struct stage {
    struct rlk_round round;
    struct stage_node nodes[RLK_NODES_MAX];
    int64_t now;
    uint32_t asked;
    uint32_t undone;
    bool done;
    enum rlk_outcome outcome; /* as reported */
    int64_t done_at;
    int64_t vote_due[RLK_NODES_MAX];
    int64_t undo_due[RLK_NODES_MAX];
};

/*
 * Five nodes, quorum 3, sequential; node timeout 50 ms, TTL 1 s, drift 1 %, no
 * deadline. A test changes the settings that it tests.
 */
struct rlk_round_settings stage_settings(enum rlk_round_kind kind);

/*
 * Starts a round at instant 0 and takes its first steps. All nodes are silent.
 */
void stage_start(struct stage *stage,
                 const struct rlk_round_settings *settings);

/* The same with a script, one entry for each node. */
void stage_start_script(struct stage *stage,
                        const struct rlk_round_settings *settings,
                        const struct stage_node *nodes);

/*
 * Gives the round one event at that instant, and takes the steps that follow.
 */
void stage_vote(struct stage *stage, int node, enum rlk_vote vote, int64_t at);
void stage_undone(struct stage *stage, int node, int64_t at);
void stage_tick(struct stage *stage, int64_t at);
void stage_cancel(struct stage *stage, int64_t at);

/*
 * Plays the script to its end: votes, answers and wake-ups. At one instant the
 * wake-up comes first, then votes, then answers.
 */
void stage_play(struct stage *stage);

/* The same, up to and including that instant. */
void stage_play_until(struct stage *stage, int64_t until);

#endif
