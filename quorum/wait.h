/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_WAIT_H
#define RLK_QUORUM_WAIT_H

/*
 * The rules of waiting in the nodes' queues: which nodes a waiter queues at,
 * how often it renews its queue entry, and how long a handed-over vote is
 * valid. Pure; docs/waiting.md has the rules and their reasons.
 *
 * A gate is a node in whose queue the waiter has an entry. Usually there is one
 * gate: the first usable node in the resource's order. A wait makes attempts,
 * each with a new token; struct rlk_wait has the state that is kept between
 * attempts.
 */

#include "clock/clock.h"
#include "quorum/node_set.h"

/* A node keeps a queue entry this long after its waiter's last request. */
#define RLK_WAIT_LEASE_NS (2 * RLK_NS_PER_S)

/* A renewed lock is handed over for this much more than the waiter needs. */
#define RLK_WAIT_CLAIM_MARGIN_NS (2 * RLK_NS_PER_S)

/* The shortest time between two renewals of a waiter. */
#define RLK_WAIT_RENEWAL_LEAST_NS (20 * RLK_NS_PER_MS)

/* The shortest time to wait for a gate, or for the rest of a hand-off. */
#define RLK_WAIT_PATIENCE_LEAST_NS RLK_NS_PER_MS

/* The shortest time until the first waiter doubts a holder that too few nodes
 * name. */
#define RLK_WAIT_DOUBT_LEAST_NS (10 * RLK_NS_PER_MS)

/* The longest pause after a lost claim. */
#define RLK_WAIT_BACKOFF_MOST_NS (32 * RLK_NS_PER_MS)

/* The number of a token's requests that are remembered; an older one counts as
 * the first. */
#define RLK_WAIT_REQUESTS 16

/* --- times --------------------------------------------------------------- */

struct rlk_wait_terms {
    int64_t claim_ns;   /* the TTL of a key that a node hands over by itself:
                           such a vote is valid this long after the waiter's
                           request, less the drift */
    int64_t renewal_ns; /* the time until the waiter renews its queue entry */
    bool woken_only;    /* a handed-over vote would be valid too briefly: the
                           node only wakes the waiter, which then asks */
};

/*
 * ttl_ns    > 0: the lock's TTL
 * least_ns  >= 0: the least validity that the caller accepts
 * kept      the lock is renewed while it is held
 */
struct rlk_wait_terms rlk_wait_terms(int64_t ttl_ns, int64_t least_ns,
                                     int64_t drift_ppm, bool kept);

/* The time until the next renewal: renewal_ns, varied by up to a fifth. */
int64_t rlk_wait_renewal(const struct rlk_wait_terms *terms, uint64_t random);

/*
 * How long the waiter waits for an answer that takes one round trip. rtt_ns:
 * the last round trip; RLK_NEVER: unknown.
 */
int64_t rlk_wait_patience(int64_t rtt_ns);

/*
 * The pause after a lost claim, with full jitter. lost: the number of claims
 * lost before this one, >= 0
 */
int64_t rlk_wait_backoff(int64_t rtt_ns, int lost, uint64_t random);

/* --- utterances -------------------------------------------------------------
 *
 * An utterance is a request of a waiter for one token. Each carries the next
 * number, its generation, from 0. A node keeps the newest generation and states
 * it when it hands over: the key was set after that request was sent. A
 * handed-over vote counts from that instant, never from a later one.
 */

struct rlk_request_sequence {
    int64_t first;                   /* when the first was sent */
    int64_t last[RLK_WAIT_REQUESTS]; /* when the newest were sent, by
                                          generation modulo the size */
    int64_t count;
};

/* Starts with a new token. */
void rlk_request_sequence_init(struct rlk_request_sequence *requests);

/* Records that a request is sent at `now`; returns its generation. */
int64_t rlk_request_sequence_add(struct rlk_request_sequence *requests,
                                 int64_t now);

/*
 * The instant from which a vote with this generation counts. A generation that
 * is too old to be remembered, or was never used, counts from the first
 * request. At least one request was added.
 */
int64_t rlk_request_sequence_sent(const struct rlk_request_sequence *requests,
                                  int64_t generation);

/* --- gates --------------------------------------------------------------- */

struct rlk_wait {
    int nodes;
    int quorum;
    int first;           /* the first node of the resource's order */
    int preferred;       /* a gate where the holder has its key; -1: none */
    int wide;            /* the number of gates */
    int lost;            /* the number of lost claims */
    uint32_t gates;      /* the gates that were asked last */
    uint32_t unanswered; /* those of them that have not answered */
    uint32_t answered;   /* nodes whose refusal is known */
    uint32_t behind; /* those of them that refused because of earlier waiters */
    uint64_t holders[RLK_NODES_MAX]; /* the holder that each named; 0: none */
};

/* nodes, quorum and first as for the round. */
void rlk_wait_init(struct rlk_wait *wait, int nodes, int quorum, int first);

/*
 * The gates that a new token asks, one bit each. usable: the nodes that may be
 * asked. 0: there are none.
 */
uint32_t rlk_wait_enter(struct rlk_wait *wait, uint32_t usable);

/*
 * A node refused because `holder`, any number that identifies a holder, holds
 * the resource; 0: nobody holds it, but earlier waiters are queued there.
 */
void rlk_wait_refused(struct rlk_wait *wait, int node, uint64_t holder);

/*
 * The node refused only because of earlier waiters in its queue. At a node
 * where they are not queued, this waiter would overtake them; so the waiter
 * does not ask another node because of doubts about this node's holder.
 */
void rlk_wait_behind(struct rlk_wait *wait, int node);

/* The node granted: the holder that its refusal named is gone. */
void rlk_wait_granted(struct rlk_wait *wait, int node);

/*
 * rlk_wait_patience() has passed. If a gate has not answered, the next node
 * becomes a gate, too. Returns the nodes to ask now, one bit each; 0: no gate
 * was silent, or no node is left.
 */
uint32_t rlk_wait_silent(struct rlk_wait *wait, uint32_t usable);

/*
 * How many of the usable nodes must refuse before no quorum is left. With fewer
 * refusals a quorum may be free. A node that cannot be asked counts as one that
 * refuses; otherwise two dead nodes would leave a waiter in doubt forever.
 */
int rlk_wait_needed(int usable, int quorum);

/*
 * Have all gates answered, is the first in doubt as defined at
 * rlk_wait_renew(), and is there another node to ask?
 */
bool rlk_wait_doubts(const struct rlk_wait *wait, uint32_t usable);

/*
 * Each gate that was asked last has answered, or was silent for
 * rlk_wait_patience(). If the first gate is in doubt, the next node is asked,
 * too, without a renewal. Returns that node as a bit; 0: no doubt, or no other
 * node.
 */
uint32_t rlk_wait_doubt(struct rlk_wait *wait, uint32_t usable);

/* The time from an answer to rlk_wait_doubt(); rtt_ns as for
 * rlk_wait_patience(). */
int64_t rlk_wait_doubt_after(int64_t rtt_ns);

/*
 * The renewal: returns the gates to ask again. Normally there is one gate.
 * There is one more if the first gate is in doubt: it is silent; it is free but
 * does not serve the waiter; it names a holder that most refusals do not name;
 * or so few usable nodes name its holder that a quorum may be free. A waiter
 * that only earlier waiters keep out gets one more gate only if the first is
 * silent.
 */
uint32_t rlk_wait_renew(struct rlk_wait *wait, uint32_t usable);

/*
 * A claim was lost. The next attempt queues where the holder has its key: at
 * the first node whose refusal named the holder that most refusals named.
 */
void rlk_wait_lost(struct rlk_wait *wait);

#endif
