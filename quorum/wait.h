/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_WAIT_H
#define RLK_QUORUM_WAIT_H

/*
 * Waiting for a resource in the queues of its nodes: at which of them, how
 * often it is said again that one still waits, and how long what is handed over
 * may be believed. Pure; docs/waiting.md has the rules and why they are so.
 *
 * A gate is a node in whose queue the waiter stands. Mostly there is one: the
 * first usable node of the resource's order. A wait makes attempts, each with a
 * fresh token; what is kept from one to the next is in struct rlk_wait.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "quorum/tally.h"

/* A place in a queue is kept for so long after its waiter was last heard. */
#define RLK_WAIT_LEASE_NS (2 * RLK_NS_PER_S)

/* A kept lock is handed over for so much more than must be left of it. */
#define RLK_WAIT_CLAIM_MARGIN_NS (2 * RLK_NS_PER_S)

/* No waiter speaks more often than this. */
#define RLK_WAIT_RENEWAL_LEAST_NS (20 * RLK_NS_PER_MS)

/* A gate, or what is missing of a hand-off, is waited for at least so long. */
#define RLK_WAIT_PATIENCE_LEAST_NS RLK_NS_PER_MS

/* A first waiter doubts a holder that too few nodes name after at least so
 * long. */
#define RLK_WAIT_DOUBT_LEAST_NS (10 * RLK_NS_PER_MS)

/* The longest pause after a claim that was lost. */
#define RLK_WAIT_BACKOFF_MOST_NS (32 * RLK_NS_PER_MS)

/* So many utterances of one token are told apart; older ones are the first. */
#define RLK_WAIT_UTTERANCES 16

/* --- how long --------------------------------------------------------------
 */

struct rlk_wait_terms {
    int64_t claim_ns;   /* what a node gives the waiter by itself lasts so long:
                           its votes end so long after they were asked for, less
                           the drift */
    int64_t renewal_ns; /* the waiter speaks again after so long */
    bool woken_only;    /* so little would be left of what is handed over that
                           it is not: the waiter is woken, and asks */
};

/*
 * ttl_ns    > 0: of the lock
 * least_ns  >= 0: what must be left of it when it is acquired
 * kept      somebody extends it while it is held; else it has to last as it is
 */
struct rlk_wait_terms rlk_wait_terms(int64_t ttl_ns, int64_t least_ns,
                                     int64_t drift_ppm, bool kept);

/* A renewal's span, a fifth shorter to a fifth longer, by random bits. */
int64_t rlk_wait_renewal(const struct rlk_wait_terms *terms, uint64_t random);

/*
 * How long one waits for what should be here after a round trip. rtt_ns: of the
 * last one; RLK_NEVER: none is known.
 */
int64_t rlk_wait_patience(int64_t rtt_ns);

/*
 * The pause after a claim was lost, with full jitter. lost: how many were lost
 * before this one, >= 0
 */
int64_t rlk_wait_backoff(int64_t rtt_ns, int lost, uint64_t random);

/* --- utterances -------------------------------------------------------------
 *
 * Each request of a waiter for one token carries the next number, its
 * generation, from 0. Nodes keep the newest and say it when they hand over: the
 * key was set after that request had been sent. A vote that was handed over
 * counts from that instant, never from a later one.
 */

struct rlk_utterances {
    int64_t first;                     /* when the first one was sent */
    int64_t last[RLK_WAIT_UTTERANCES]; /* the newest, by number modulo */
    int64_t count;
};

/* Those of a fresh token: none yet. */
void rlk_utterances_init(struct rlk_utterances *utterances);

/* Notes that a request is sent at now; its generation. */
int64_t rlk_utterances_add(struct rlk_utterances *utterances, int64_t now);

/*
 * The instant from which a vote counts that shows this generation. One that is
 * too old to be remembered, or was never said, counts from the first utterance.
 * At least one was added.
 */
int64_t rlk_utterances_sent(const struct rlk_utterances *utterances,
                            int64_t generation);

/* --- at which nodes ---------------------------------------------------------
 */

struct rlk_wait {
    int nodes;
    int quorum;
    int first;        /* the order begins there */
    int preferred;    /* a gate where the holder has its key; -1: none */
    int wide;         /* the waiter stands at so many gates */
    int lost;         /* claims that were lost */
    uint32_t gates;   /* that were asked last */
    uint32_t unheard; /* of these: no answer yet */
    uint32_t heard;   /* nodes whose refusal is known */
    uint32_t behind;  /* of these: it is others who wait that keep it out */
    uint64_t holders[RLK_NODES_MAX]; /* whom it named; 0: nobody */
};

/* nodes, quorum and first as for the round. */
void rlk_wait_init(struct rlk_wait *wait, int nodes, int quorum, int first);

/*
 * The gates that a fresh token asks, a bit each. usable: the nodes that may be
 * asked. 0 where there are none.
 */
uint32_t rlk_wait_enter(struct rlk_wait *wait, uint32_t usable);

/*
 * A node refused: the resource is held by holder, any number that tells holders
 * apart; 0: by nobody, but others wait before.
 */
void rlk_wait_refused(struct rlk_wait *wait, int node, uint64_t holder);

/*
 * That node would let it in, but for those who wait there before it. Another
 * one, where they do not wait, would let it pass them: it is not asked for
 * doubts about this one's holder.
 */
void rlk_wait_behind(struct rlk_wait *wait, int node);

/* A node is the waiter's own now: whom its refusal named has gone. */
void rlk_wait_granted(struct rlk_wait *wait, int node);

/*
 * A gate has not answered for rlk_wait_patience(): the next one too. The nodes
 * to be asked now, a bit each; 0: no gate was silent, or there is none more.
 */
uint32_t rlk_wait_silent(struct rlk_wait *wait, uint32_t usable);

/*
 * All gates have answered, and the first is in doubt, as for rlk_wait_renew(),
 * and one more may be asked.
 */
bool rlk_wait_doubts(const struct rlk_wait *wait, uint32_t usable);

/*
 * The gates that were asked last have answered, or have not for
 * rlk_wait_patience(). If the first is in doubt, the next node is asked too,
 * without a renewal. The node to be asked now, as a bit; 0: there is no doubt,
 * or no other node.
 */
uint32_t rlk_wait_doubt(struct rlk_wait *wait, uint32_t usable);

/* How long after an answer; rtt_ns as for rlk_wait_patience(). */
int64_t rlk_wait_doubt_after(int64_t rtt_ns);

/*
 * The renewal: the gates to be asked again. There is one gate more where the
 * first is silent, is free without serving, names another holder than most
 * refusals do, or one that so few usable nodes name that a quorum may be free;
 * else there is one. One who is
 * kept out by those before it alone asks one more only where the first is
 * silent.
 */
uint32_t rlk_wait_renew(struct rlk_wait *wait, uint32_t usable);

/*
 * A claim was lost. The next attempt waits where the holder has its key: at the
 * first node whose refusal named whom most refusals named.
 */
void rlk_wait_lost(struct rlk_wait *wait);

#endif
