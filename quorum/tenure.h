/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_TENURE_H
#define RLK_QUORUM_TENURE_H

/*
 * What a holder may believe: for each node until when its vote stands, and
 * from these the validity - the quorum-th largest end. Pure.
 *
 * The rules, and the counter-examples that bought them, are in
 * docs/protocol.md: continuity (an extension counts where the former vote on
 * that very node still stood when the answer arrived), probation (a repaired
 * node counts again only ttl_max later), and the latch (a validity that has
 * passed does not come back).
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/node_set.h"

/* A vote that does not stand, and a probation that was not begun. */
#define RLK_NO_VOTE INT64_MIN

struct rlk_held_vote {
    int64_t end;       /* this node's vote stands until then; RLK_NO_VOTE */
    int64_t probation; /* when it began, while the node is not counted;
                          RLK_NO_VOTE: it is in none */
};

struct rlk_tenure_settings {
    int nodes;          /* 1 .. RLK_NODES_MAX */
    int quorum;         /* majority .. nodes */
    int64_t drift_ppm;  /* what two clocks may gain on each other */
    int64_t ttl_max_ns; /* the longest TTL anybody uses: a probation's length */
    bool adopted;       /* no votes yet, taken over by its token: the first
                           quorum of extensions founds the tenure */
};

struct rlk_tenure {
    int64_t validity;   /* the holder may act while now < validity */
    int64_t ttl_max_ns; /* this and the next three: of the settings */
    int32_t drift_ppm;
    uint8_t nodes;
    uint8_t quorum;
    bool lost;                   /* for good */
    bool unconfirmed;            /* adopted, and no quorum has answered yet */
    struct rlk_held_vote *votes; /* nodes of them, the caller's */
};

/* votes: settings->nodes of them, borrowed for the tenure's life. */
void rlk_tenure_init(struct rlk_tenure *tenure,
                     const struct rlk_tenure_settings *settings,
                     struct rlk_held_vote *votes);

/*
 * A grant of the attempt that founded the tenure, in time or late: the vote
 * stands until sent + ttl - drift. Ignored once lost, and where that instant
 * has gone by already.
 */
void rlk_tenure_grant(struct rlk_tenure *tenure, int node, int64_t sent,
                      int64_t ttl_ns, int64_t now);

/*
 * The node extended our key, for a request sent at sent. True if the vote
 * counts: the former one still stood at now, or the probation is over, or an
 * adopted tenure has no quorum yet. An end never moves back. A vote that
 * would be over by now does not count.
 *
 * quarantined: the node has lost its memory. What it forgot cannot be known:
 * only a former vote that still stands is carried on there.
 *
 * Where the former vote had run out, the answer does not count and begins a
 * probation; an answer at least ttl_max_ns later counts again.
 */
bool rlk_tenure_extended(struct rlk_tenure *tenure, int node, int64_t sent,
                         int64_t ttl_ns, bool quarantined, int64_t now);

/*
 * The node does not hold our key: missing, or somebody else's. Its vote is
 * withdrawn at once, which may end the tenure.
 */
void rlk_tenure_withdraw(struct rlk_tenure *tenure, int node, int64_t now);

/*
 * The node's clock has gone ahead by so much: its key ends that much earlier,
 * and so does its vote, which may end the tenure.
 */
void rlk_tenure_shorten(struct rlk_tenure *tenure, int node, int64_t by_ns,
                        int64_t now);

/* The node was given our key back. It does not count: its probation begins. */
void rlk_tenure_repaired(struct rlk_tenure *tenure, int node, int64_t now);

/* The holder gives up, or was told to: nothing counts from here on. */
void rlk_tenure_lose(struct rlk_tenure *tenure);

/*
 * now < validity, and never lost. Latches a loss that it finds; a tenure that
 * has no validity yet is not held, and not lost either.
 */
bool rlk_tenure_held(struct rlk_tenure *tenure, int64_t now);

#endif
