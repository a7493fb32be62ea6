/* SPDX-License-Identifier: MIT */
#ifndef STAGE_H
#define STAGE_H

/*
 * A round in virtual time. It is driven by hand, one event a call, or played
 * from a script of what every node does. Either way everything that comes out
 * of the round is written down, and what must hold of every round is asserted
 * on the way:
 *
 *   a node is asked once, in ascending order, and undone once at most;
 *   sequential: one open question at a time until the outcome;
 *   a won acquire has asked everybody and undoes nobody, a lost one has
 *   undone everybody it reached;
 *   the outcome comes out once, by the deadline, and nothing after it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "quorum/round.h"

#define MS RLK_NS_PER_MS

/* What a node does when it is asked. */
struct stage_node {
    enum rlk_vote vote; /* NONE: silent; UNREACHED: told at once */
    int64_t delay;      /* from the question to the vote */
    int64_t undo_delay; /* from the undo to its answer; RLK_NEVER: none */
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
 * Five nodes, quorum 3, sequential; node time-out 50 ms, TTL 1 s, drift 1 %,
 * no deadline. A test changes what it is about.
 */
struct rlk_round_settings stage_settings(enum rlk_round_kind kind);

/* Starts a round at instant 0, and drains it. Nodes are silent. */
void stage_start(struct stage *stage,
                 const struct rlk_round_settings *settings);

/* The same with a script, one entry a node. */
void stage_start_script(struct stage *stage,
                        const struct rlk_round_settings *settings,
                        const struct stage_node *nodes);

/* One event at that instant; the round is drained after it. */
void stage_vote(struct stage *stage, int node, enum rlk_vote vote, int64_t at);
void stage_undone(struct stage *stage, int node, int64_t at);
void stage_tick(struct stage *stage, int64_t at);
void stage_cancel(struct stage *stage, int64_t at);

/*
 * Lets the script run: the next vote, answer or wake-up, until nothing more
 * happens. At one instant the wake-up is first, then votes, then answers.
 */
void stage_play(struct stage *stage);

/* The same, up to and with that instant. */
void stage_play_until(struct stage *stage, int64_t until);

#endif
