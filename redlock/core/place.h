/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_PLACE_H
#define RLK_REDLOCK_CORE_PLACE_H

/*
 * A place in the queues of the nodes: one waiter of this client for a resource,
 * with the ticket that the queue goes by. It makes attempts, each with a fresh
 * token; an attempt asks the gates (quorum/wait.h), says from time to time that
 * it still waits, and once a node is its own claims the others. What is handed
 * over comes as pushes.
 *
 * A place that has won becomes the lock's: it counts what is handed over late,
 * and knows who is next.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "quorum/wait.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/push.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

struct rlk_place_settings {
    void *owner;               /* what over() and moved() are to find */
    struct rlk_call *call;     /* borrowed until the place has won: its op is
                                  the attempt under way */
    struct redlock_lock *lock; /* borrowed: what is to be acquired */
    struct rlk_slot *slot;     /* borrowed: of a semaphore, those that its next
                                  attempt looks at; NULL: it is none */
    int64_t least_ns;          /* what must be left when it is won */
    int64_t deadline;          /* of the attempts; RLK_NEVER */
    bool once;                 /* it asks, and does not wait */
    bool fair;                 /* it passes by no gate that may still answer */
    /*
     * An attempt is over, with that outcome; voided: it is to be made again,
     * as the guard was not known of. Called once for each. The place may be
     * freed by it, unless it has won.
     */
    void (*over)(struct rlk_place *place, enum rlk_outcome outcome, bool voided,
                 int64_t now);
    /* It was told its place in a queue; not once it has won. */
    void (*moved)(struct rlk_place *place);
};

struct rlk_place {
    struct rlk_list among_places; /* of the runtime */
    struct rlk_runtime *runtime;  /* borrowed */
    struct rlk_place_settings settings;
    struct rlk_resource *resource; /* held by the place */
    struct rlk_timer timer;        /* the earliest of the instants below */
    struct rlk_op *op; /* the attempt under way, or by which it has won */
    bool won;
    bool rests; /* won, and the votes are extended by now: none is added */
    struct rlk_wait wait;
    struct rlk_wait_terms terms;
    uint32_t shunned; /* of a slot: nodes that did not say what they chose */
    struct rlk_slot chosen; /* by the last attempt that is over */
    int64_t ticket;         /* of the wait, as the nodes told it; 0: not yet */
    struct rlk_successor head; /* the smallest ticket that waits behind, as told
                                  in this tenure; token.length 0: nobody */

    /* Of the present token: */
    uint64_t attempt; /* its number */
    struct rlk_token token;
    struct rlk_utterances said;
    struct rlk_ask ask; /* of the request that is being sent */
    uint32_t queued;    /* nodes where it has a place */
    bool filed;         /* it was asked for: somebody may know of it */
    bool kept;          /* a node has said that it keeps it */
    bool claiming;      /* it asks all nodes */
    bool named;         /* by this client itself, as the next of its line */
    bool stirred;       /* of a slot: the gate is to be asked again, once it has
                           answered */
    uint32_t to_claim;  /* nodes that are to be asked yet */
    int tries;          /* how often refusals of the claim were asked again */

    int64_t renew_at;  /* the gates are asked again; RLK_NEVER likewise: */
    int64_t silent_at; /* the next gate is asked, too: the others are silent, or
                          in doubt */
    int64_t claim_at;  /* what is missing of a hand-off is claimed */
    int64_t claim_again; /* what refused the claim is asked again */
    int64_t claim_by;    /* the claim is over */

    /* As told last: */
    int rank;                       /* so many are before it */
    char holder[REDLOCK_TOKEN_MAX]; /* ends in NUL; "": nobody */
};

/* NULL: no memory. */
struct rlk_place *rlk_place_new(const struct rlk_place_settings *settings);

/*
 * Leaves the attempt under way, if any, without a caller, and frees the place.
 * NULL is fine.
 */
void rlk_place_free(struct rlk_place *place);

/*
 * Begins the attempt of that number, before the deadline; false: no memory.
 * again: not the first round of its call. It may be over by the time this
 * returns, and the place freed.
 */
bool rlk_place_attempt(struct rlk_place *place, uint64_t number, bool again,
                       int64_t now);

/* Is there a node in whose queue one might stand? */
bool rlk_place_possible(const struct rlk_runtime *runtime, int64_t now);

/*
 * Can what a release hands on be given to it by name? It stands in a queue. If
 * so, fills in the successor; from here on it counts as named at now.
 */
bool rlk_place_name(struct rlk_place *place, struct rlk_successor *successor,
                    int64_t now);

/*
 * The lock is about to be extended. From here on a node that has no vote of it
 * is asked by that alone: a key that was put back must not count as a grant.
 * NULL is fine.
 */
void rlk_place_rest(struct rlk_place *place);

/*
 * The nodes in whose queue it may stand, a bit each: also where it was asked
 * for, and what came of that is not known.
 */
uint32_t rlk_place_maybe_at(const struct rlk_place *place);

/* How long a lost claim is followed by a pause. */
int64_t rlk_place_backoff(const struct rlk_place *place);

/* --- what the nodes publish --------------------------------------------------
 */

/* It has won: may a push be on its way, of a node or of who is next? */
bool rlk_place_awaits_push(const struct rlk_place *place);

/* Whoever it is for: see rlk_core_pushed(). */
void rlk_place_pushed(struct rlk_runtime *runtime, int node,
                      const struct rlk_push *push, int64_t now);

/*
 * The lock is let go, and its keys stay for whoever adopts them: what is still
 * handed to its token is not answered. NULL is fine.
 */
void rlk_place_leave(struct rlk_place *place);

/*
 * The node has begun to be heard: who has a place there says so at once, as it
 * may have been taken away.
 */
void rlk_place_heard_from(struct rlk_runtime *runtime, int node, int64_t now);

/* Forgets the tokens that were given up: nothing can come any more. */
void rlk_place_forget(struct rlk_runtime *runtime);

/*
 * A place in the queue for the slots of a semaphore. It has one gate at a time,
 * which chooses a slot when it is its turn; the others are asked for that very
 * one. It is woken, and handed nothing. Where it is not known what the gate has
 * chosen, the token is given up, and the next one has another gate: so a token
 * has one slot at most.
 */

/*
 * So many tokens that were given up are remembered. What is handed to an older
 * one is answered by nobody: its key keeps others out for its claim and the
 * slack, as that of a waiter does which was killed (wait.h).
 */
#define RLK_ENDED_MOST 64

/* What is still handed to these is to be answered. */
struct rlk_ended {
    uint32_t count; /* ever */
    struct rlk_ended_place {
        uint64_t attempt;
        struct rlk_resource *resource; /* held; NULL: unused */
        int64_t lives_ns;              /* what is handed to it, at most */
    } places[RLK_ENDED_MOST];
};

#endif
