/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_TALLY_H
#define RLK_QUORUM_TALLY_H

/*
 * Counts votes: is a quorum reached, can it still be, or neither; and until
 * when does a quorum of votes stand. Pure.
 */

#include <stdint.h>

/* More nodes than anybody runs; a set of nodes fits a uint32_t. */
#define RLK_NODES_MAX 32

enum rlk_verdict {
    RLK_VERDICT_OPEN, /* votes that are still out can decide either way */
    RLK_VERDICT_WON,  /* a quorum said yes */
    RLK_VERDICT_LOST, /* no quorum can say yes */
};

/* N / 2 + 1: any two majorities of N share a node. nodes: 1 .. RLK_NODES_MAX */
int rlk_tally_majority(int nodes);

/*
 * nodes    1 .. RLK_NODES_MAX
 * quorum   majority .. nodes
 * granted  votes that said yes
 * refused  votes that will not say yes, for whatever reason
 */
enum rlk_verdict rlk_tally(int nodes, int quorum, int granted, int refused);

/*
 * The last instant until which quorum of the votes stand: the quorum-th
 * largest of their ends.
 *
 * ends  of all nodes; INT64_MIN: no vote. With fewer votes than the quorum
 *       the answer is INT64_MIN.
 */
int64_t rlk_tally_end(int nodes, int quorum, const int64_t *ends);

#endif
