/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_WAITER_H
#define RLK_REDLOCK_CORE_WAITER_H

/*
 * A waiter of this client for a resource: its entries in the nodes' queues, and
 * the ticket that orders them. It makes attempts, each with a new token. An
 * attempt asks the gates (quorum/wait.h), renews its queue entries, and claims
 * the other nodes once a node has granted. A hand-off arrives as a message.
 *
 * The lock takes over a waiter that has won. The waiter then counts votes that
 * are handed over late, and knows the next waiter.
 */

#include "quorum/round.h"
#include "quorum/wait.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

struct rlk_waiter_settings {
    void *owner;               /* for over() and moved() */
    struct rlk_call *call;     /* borrowed until the waiter has won: its op is
                                  the attempt under way */
    struct redlock_lock *lock; /* borrowed: the lock to acquire */
    struct rlk_slot *slot;     /* borrowed: the slots of a semaphore that the
                                  next attempt tries; NULL: no semaphore */
    int64_t least_ns;          /* the least validity of a won lock */
    int64_t deadline;          /* of the attempts; RLK_NEVER */
    bool once;                 /* one attempt, without waiting */
    bool fair;                 /* it skips no gate that may still answer */
    /*
     * An attempt has ended with this outcome. discarded: it must be repeated,
     * as the guard was discovered during it. Called once for each attempt. It
     * may free the waiter, unless the waiter has won.
     */
    void (*over)(struct rlk_waiter *waiter, enum rlk_outcome outcome,
                 bool discarded, int64_t now);
    /* Its position in a queue has changed; not called after it has won. */
    void (*moved)(struct rlk_waiter *waiter);
};

struct rlk_waiter {
    struct rlk_list among_waiters; /* of the runtime */
    struct rlk_runtime *runtime;   /* borrowed */
    struct rlk_waiter_settings settings;
    struct rlk_resource *resource; /* counted reference */
    struct rlk_timer timer;        /* the earliest of the instants below */
    struct rlk_op *op; /* the attempt under way, or by which it has won */
    bool won;
    bool rests; /* won and extended since: no vote is added any more */
    struct rlk_wait wait;
    struct rlk_wait_terms terms;
    uint32_t shunned;          /* of a slot: nodes whose choice is unknown */
    uint32_t looked_at;        /* of a slot: nodes that have answered since the
                                  gate was asked, and have given none */
    struct rlk_slot chosen;    /* by the last attempt that has ended */
    int64_t ticket;            /* of the wait, from the nodes; 0: none yet */
    struct rlk_successor head; /* the smallest ticket among the waiters behind,
                                  as reported in this tenure; token.length 0:
                                  none */

    /* Of the current token: */
    uint64_t attempt; /* its number */
    struct rlk_token token;
    struct rlk_request_sequence said;
    struct rlk_ask ask; /* of the request being sent */
    uint32_t queued;    /* nodes where it has a queue entry */
    bool filed;         /* it was sent: a node may know it */
    bool kept;          /* a node has confirmed its queue entry */
    bool unopposed;     /* a gate has another's key, and no waiter */
    bool claiming;      /* it claims all nodes */
    bool named;         /* this client's own release named it as the next */
    bool step_due;      /* of a slot: ask the gate again once it has answered */
    uint32_t to_claim;  /* nodes that must still be asked */
    int tries;          /* the repetitions of the claim after refusals */

    /* Instants of the next events; RLK_NEVER: none. */
    int64_t renew_at;  /* renew the queue entries at the gates */
    int64_t silent_at; /* ask one more gate: the others are silent or doubted */
    int64_t claim_at;  /* claim the votes that a hand-off did not bring */
    int64_t claim_again; /* repeat the claim where it was refused */
    int64_t claim_by;    /* give up the claim */

    /* From the last answer: */
    int rank;                       /* the number of waiters before it */
    char holder[REDLOCK_TOKEN_MAX]; /* ends in NUL; "": none */
};

/* NULL: out of memory. */
struct rlk_waiter *rlk_waiter_new(const struct rlk_waiter_settings *settings);

/*
 * Detaches the attempt under way, if any, from its caller, and frees the
 * waiter. NULL is allowed.
 */
void rlk_waiter_free(struct rlk_waiter *waiter);

/*
 * Begins the attempt with this number, before the deadline; false: out of
 * memory. again: not the first round of its call. The attempt may have ended
 * and the waiter may be freed when this returns.
 */
bool rlk_waiter_attempt(struct rlk_waiter *waiter, uint64_t number, bool again,
                        int64_t now);

/* Is there a node with a usable queue? */
bool rlk_waiter_possible(const struct rlk_runtime *runtime, int64_t now);

/*
 * Can a release name this waiter as the successor? It can if the waiter has a
 * queue entry. If so, fills in the successor, and records that it was named at
 * `now`.
 */
bool rlk_waiter_name(struct rlk_waiter *waiter, struct rlk_successor *successor,
                     int64_t now);

/*
 * The lock is about to be extended. From now on only extensions ask a node
 * without a vote: a key that an extension restored must not count as a grant.
 * NULL is allowed.
 */
void rlk_waiter_rest(struct rlk_waiter *waiter);

/*
 * The nodes in whose queue it may have an entry, one bit each, including nodes
 * whose answer is missing.
 */
uint32_t rlk_waiter_maybe_at(const struct rlk_waiter *waiter);

/* Its queue entry, in the form in which a pass removes it. */
struct rlk_successor rlk_waiter_entry(const struct rlk_waiter *waiter);

/* The pause after a lost claim. */
int64_t rlk_waiter_backoff(const struct rlk_waiter *waiter);

/* --- hand-off messages --------------------------------------------------- */

/* It has won: can a hand-off message still bring something new? */
bool rlk_waiter_awaits_handoff(const struct rlk_waiter *waiter);

/* Handles a hand-off message for any waiter: see rlk_core_handed(). */
void rlk_waiter_handed(struct rlk_runtime *runtime, int node,
                       const struct rlk_handoff *handoff, int64_t now);

/*
 * The client gives the lock up without releasing it, so that another client can
 * adopt its token: later hand-offs to this token are not answered. NULL is
 * allowed.
 */
void rlk_waiter_leave(struct rlk_waiter *waiter);

/*
 * The subscription to the node's hand-off messages has begun: waiters with a
 * queue entry there renew it immediately, as it may have been removed.
 */
void rlk_waiter_answered(struct rlk_runtime *runtime, int node, int64_t now);

/* Forgets the tokens that were given up: no hand-off can arrive any more. */
void rlk_waiter_forget(struct rlk_runtime *runtime);

/*
 * A waiter for a slot of a semaphore has one gate at a time. The gate chooses a
 * slot when it is the waiter's turn, and the other nodes are asked for the same
 * slot. Nodes notify such a waiter and hand nothing over.
 *
 * A gate that finds no free slot may be wrong: a contender that died has left a
 * key there. The first waiter therefore asks more nodes to choose, one after
 * the other, until so many have refused that no slot is free at a quorum. It
 * gets no queue entry at these.
 *
 * If the choice of a node is unknown, the token is given up and the next one
 * has another gate: so a token has at most one slot.
 */

/*
 * The number of given-up tokens that are remembered. A hand-off to an older one
 * is not answered: its key excludes others for the claim's TTL and the slack,
 * as after a waiter that was killed (wait.h).
 */
#define RLK_ENDED_MOST 64

/* Given-up tokens: keys that are handed to them must be released. */
struct rlk_ended {
    uint32_t count; /* ever */
    struct rlk_ended_waiter {
        uint64_t attempt;
        struct rlk_resource *resource; /* counted reference; NULL: unused */
        int64_t lives_ns; /* the longest TTL of a key handed to it */
    } waiters[RLK_ENDED_MOST];
};

#endif
