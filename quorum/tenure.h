/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_TENURE_H
#define RLK_QUORUM_TENURE_H

/*
 * What a holder can rely on: until when each node's vote is valid, and from
 * these the validity, the quorum-th largest end. Pure.
 *
 * docs/protocol.md has the rules and their counter-examples: continuity (an
 * extension counts if the earlier vote at that node was still valid when the
 * answer arrived), probation (a repaired node counts again only after ttl_max),
 * and the latch (a validity that has passed does not come back).
 */

#include "quorum/node_set.h"

/* No vote. */
#define RLK_NO_VOTE INT64_MIN

/* The same for all locks of a client. */
struct rlk_tenure_settings {
    int nodes;          /* 1 .. RLK_NODES_MAX */
    int quorum;         /* majority .. nodes */
    int64_t drift_ppm;  /* the most that two clocks may gain on each other */
    int64_t ttl_max_ns; /* any client's longest TTL: a probation's length */
};

/*
 * The caller's memory, with one int64_t for each node directly behind it: the
 * end of the node's vote or, of a node on probation, when that began.
 */
struct rlk_tenure {
    int64_t validity; /* the holder may act while now < validity */
    const struct rlk_tenure_settings *settings; /* borrowed */
    uint32_t on_probation;                      /* nodes that do not count */
    bool lost;                                  /* final */
    bool unconfirmed; /* adopted, and not yet extended by a quorum */
};

/*
 * adopted: taken over by its token, without votes: the first quorum of
 * extensions founds the tenure.
 */
void rlk_tenure_init(struct rlk_tenure *tenure,
                     const struct rlk_tenure_settings *settings, bool adopted);

/* The node's vote is valid until then; RLK_NO_VOTE: it has none. */
int64_t rlk_tenure_vote_end(const struct rlk_tenure *tenure, int node);

/*
 * Adds a grant of the attempt that founded the tenure, in time or late. The
 * vote is valid until sent + ttl - drift. Ignored if the tenure is lost, or if
 * that instant has passed.
 */
void rlk_tenure_grant(struct rlk_tenure *tenure, int node, int64_t sent,
                      int64_t ttl_ns, int64_t now);

/*
 * The node extended the key, for a request sent at sent. True if the vote
 * counts: the earlier vote is still valid at now, or the probation is over, or
 * an adopted tenure has no quorum yet. A vote's end never moves back. A vote
 * that would have ended by now does not count.
 *
 * quarantined: the node has lost its memory, and with it possibly other grants.
 * Then only an earlier vote that is still valid is extended.
 *
 * If the earlier vote had ended, the answer does not count and begins a
 * probation. An answer at least ttl_max later counts again.
 */
bool rlk_tenure_extended(struct rlk_tenure *tenure, int node, int64_t sent,
                         int64_t ttl_ns, bool quarantined, int64_t now);

/*
 * The node does not have the key with our token. Its vote is withdrawn
 * immediately, which may end the tenure.
 */
void rlk_tenure_withdraw(struct rlk_tenure *tenure, int node, int64_t now);

/*
 * The node's clock was stepped forward by this: its key expires that much
 * earlier, and so does its vote, which may end the tenure.
 */
void rlk_tenure_shorten(struct rlk_tenure *tenure, int node, int64_t by_ns,
                        int64_t now);

/* The node's key was restored. It does not count: its probation begins. */
void rlk_tenure_repaired(struct rlk_tenure *tenure, int node, int64_t now);

/* The holder gives up, or a loss was reported: nothing counts from now on. */
void rlk_tenure_lose(struct rlk_tenure *tenure);

/*
 * now < validity, and not lost. Latches a loss that it finds. A tenure without
 * a validity yet is neither held nor lost.
 */
bool rlk_tenure_held(struct rlk_tenure *tenure, int64_t now);

#endif
