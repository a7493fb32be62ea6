/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_H
#define RLK_REDLOCK_CORE_OP_H

/*
 * An op is one round in flight: it drives quorum/round.h over the nodes, and
 * turns answers into votes. It outlives the round's outcome until every node
 * has answered, so that a late grant finds its lock and every request its
 * answer.
 *
 * What an answer means to an acquisition, an extension, a release or an
 * inspection is up to that operation: a table of functions.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

/*
 * The head of every operation - acquire, extend, release, inspect: when it
 * began, how many rounds it took, what came of it, the caller's report, and the
 * completion that tells the caller. All operations begin and end by it.
 */

struct rlk_call {
    struct rlk_completion completion; /* its run is set by the caller */
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_op *op;                /* the round under way; NULL: none */
    struct redlock_report *report;    /* the caller's; may be NULL */
    int64_t started;                  /* when rlk_call_begin() was called */
    int rounds;                 /* counted by rlk_call_count(); up to INT_MAX */
    enum redlock_status status; /* of the rounds so far; at last of the call */
};

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now);

/* One round more, for the report: an attempt that was decided, or a round. */
void rlk_call_count(struct rlk_call *call);

/*
 * The end: sets the status, completes the report and queues the completion. A
 * round that is still under way goes on without a caller.
 */
void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now);

/* The end without a completion: the caller is gone. */
void rlk_call_drop(struct rlk_call *call);

struct rlk_op;
struct rlk_place;
struct rlk_runtime;

/* An operation, as its ops know it. Static. */
struct rlk_operation {
    enum rlk_round_kind round; /* what kind of round it is */
    enum rlk_verb verb;        /* what the round asks of each node */
    enum redlock_vote yes;     /* what a report calls a vote that said yes */

    /* Which verb goes to this node; NULL: the operation's. */
    enum rlk_verb (*verb_at)(const struct rlk_op *op, int node);

    /* Fills in what the op does not know of the request. May be NULL. */
    void (*fill)(const struct rlk_op *op, int node,
                 struct rlk_request *request);

    /*
     * Is a request still worth sending that was held back, or whose script the
     * node did not know? NULL: always.
     */
    bool (*wanted)(const struct rlk_op *op, int node, enum rlk_verb verb,
                   int64_t now);

    /*
     * What an answer means, as a vote. For the verb of the round it is asked of
     * answers that may count: no error, no quarantine. For a confirm and a
     * repair it is told each answer, and its vote is ignored.
     */
    enum rlk_vote (*heard)(struct rlk_op *op, int node, enum rlk_verb verb,
                           const struct rlk_answer *answer, int64_t now);

    /* That vote stands in the round. May be NULL. */
    void (*counted)(struct rlk_op *op, int node, enum rlk_vote vote,
                    int64_t now);

    /* The node has timed out, or it could not be asked. May be NULL. */
    void (*missed)(struct rlk_op *op, int node, int64_t now);

    /*
     * The outcome; called exactly once, perhaps from within rlk_op_start(),
     * whose *made is set by then. op->call is NULL where no caller waits.
     */
    void (*done)(struct rlk_op *op, enum rlk_outcome outcome, int64_t now);
};

/* What serves one operation alone. */
struct rlk_op_acquire {
    bool guarded;   /* markers were judged when it began */
    bool voided;    /* they are by now, and were not: it is to be begun anew */
    bool handed_on; /* given up, and what nodes without an undo may have handed
                       to its token goes to who is next there */
    bool lingers;   /* it is not freed, though nothing is in flight: its place
                       may have it send more */
    uint32_t granted; /* nodes that granted, also late, a bit each; without
                         those that have withdrawn it */
    struct rlk_place *place; /* in the nodes' queues; borrowed, and only the
                                operation looks into it; or NULL */
    int64_t remaining_ms[RLK_NODES_MAX]; /* of another's key; -1: unknown */
};

struct rlk_op_extend {
    uint32_t lacking_key; /* nodes without our key, to be repaired */
};

struct rlk_op_release {
    uint32_t pass_at;                /* nodes that it hands on at */
    bool pass_checked;               /* and is to do so for any successor */
    struct rlk_successor *successor; /* who is next, the op's; NULL: nobody is
                                        named */
};

struct rlk_op {
    struct rlk_pending pending; /* first: the owner of its requests */
    const struct rlk_operation *operation;
    const struct rlk_kind *kind; /* of its commands; static */
    struct rlk_runtime *runtime; /* borrowed */
    struct rlk_list among_ops;   /* of the runtime: in flight, or spare */
    struct rlk_list of_lock;     /* in the lock's list of ops that move it */
    struct rlk_timer timer;      /* the round's wakeup */
    struct rlk_round round;
    struct rlk_resource *resource; /* held by the op */
    struct rlk_token token;        /* of all its requests; empty: none */
    struct rlk_slot slot;          /* of a semaphore */
    int64_t fence;        /* the lock's, or of its owner; 0: not fenced */
    int64_t key_lives_ms; /* from when a node sets the key */
    int64_t fastest_ns;   /* the shortest round trip; RLK_NEVER: none yet */
    int in_flight;        /* requests without an answer, those held back too */
    bool again;           /* not the first round of its call */
    bool over;            /* the outcome was reported */
    struct rlk_reach reach;    /* of its token, as far as the op knows */
    struct redlock_lock *lock; /* whose tenure the answers move; or NULL. Only
                                  the operation looks into it */
    struct rlk_call *call;     /* the caller; NULL: none, or told the outcome */
    enum redlock_reason reasons[RLK_NODES_MAX]; /* why a node said no */
    struct rlk_op_acquire acquire;
    struct rlk_op_extend extend;
    struct rlk_op_release release;
};

/* Members that are not explained are those of struct rlk_op. */
struct rlk_op_settings {
    const struct rlk_operation *operation;
    const struct rlk_kind *kind;   /* NULL: the exclusive locks' */
    struct rlk_resource *resource; /* borrowed; the op holds it too */
    const struct rlk_token *token; /* copied; NULL: none */
    struct rlk_slot slot;
    struct rlk_reach reach; /* release: where the key may be */
    int64_t ttl_ns; /* acquire, extend: of the lock; release: the longest that
                       its keys may have */
    int64_t slack_of_ns;     /* keys live longer by the slack of this TTL; 0: of
                                ttl_ns */
    int64_t min_validity_ns; /* acquire: what must be left when it is won */
    int64_t deadline;        /* of the round; RLK_NEVER: none */
    bool fenced;             /* acquire: a fence is to be agreed */
    bool waits;              /* acquire: see struct rlk_round_settings */
    bool called;             /* acquire: by rlk_op_call() */
    int64_t fence;
    uint32_t pass_at;
    bool pass_checked;
    const struct rlk_successor *successor; /* copied; may be NULL */
    struct rlk_place *place;
    bool again;
    struct redlock_lock *lock;
    struct rlk_call *call;
};

/* Of its caller; NULL: none is wanted, or it was told the outcome. */
static inline struct redlock_report *rlk_op_report(const struct rlk_op *op)
{
    return op->call != NULL ? op->call->report : NULL;
}

/* Was the outcome reported, and it was that? */
static inline bool rlk_op_won(const struct rlk_op *op)
{
    return op->over && op->round.outcome == RLK_OUTCOME_WON;
}

/*
 * Begins a round and asks the first nodes. false: no memory, nothing was sent.
 * made: set to the op before anything is sent; may be NULL.
 */
bool rlk_op_start(struct rlk_runtime *runtime,
                  const struct rlk_op_settings *settings, struct rlk_op **made,
                  int64_t now);

/*
 * Keeps one op for a release that finds no memory; false: no memory. The other
 * one frees all ops that are kept.
 */
bool rlk_op_reserve(struct rlk_runtime *runtime);

void rlk_op_unreserve(struct rlk_runtime *runtime);

/*
 * Sends one more request of the op's to a node, or holds it back until the
 * first connection stands. false: neither.
 */
bool rlk_op_send(struct rlk_op *op, int node, enum rlk_verb verb, int64_t now);

/*
 * May the round ask this node? An acquisition, and marking, ask no node that
 * hides its marker or, where that matters, does not say which server it is.
 */
bool rlk_op_may_judge(const struct rlk_op *op, int node);

/*
 * Calls these nodes, a bit each, as far as they may be called: see
 * rlk_round_call(). Returns those that were. The op is not over, or it lingers.
 */
uint32_t rlk_op_call(struct rlk_op *op, uint32_t nodes);

/*
 * Does what the round wants done. The op may be freed by that. Nothing for the
 * functions of an operation, which it calls.
 */
void rlk_op_drive(struct rlk_op *op, int64_t now);

/*
 * Fenced: before the round has this counter. Sets the clock by which it judges
 * counters, if this one is ahead of what the clock was when it was set last.
 */
void rlk_op_set_clock(struct rlk_op *op, int64_t counter, int64_t now);

/* Its token is no good: undoes it, as voided. */
void rlk_op_give_up(struct rlk_op *op, int64_t now);

/* Where it lingers: it is freed once nothing is in flight. */
void rlk_op_stop_lingering(struct rlk_op *op);

/* What the op sent since an instant has left only now: see rlk_round_left(). */
void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now);

/* Acquire: undoes it, with the outcome cancelled; what is over stays. */
void rlk_op_cancel(struct rlk_op *op, int64_t now);

/*
 * Markers are judged from now on: an acquire that began without is cancelled,
 * as voided.
 */
void rlk_op_void(struct rlk_op *op, int64_t now);

/* Acquire: the node's clock has gone ahead, and its grant ends earlier. */
void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns);

/* Acquire: the node's clock was stepped, and its grant does not count. */
void rlk_op_bar(struct rlk_op *op, int node, int64_t now);

/* The op has no caller from here on; its answers still move the lock. */
void rlk_op_disown(struct rlk_op *op);

/* From here on the answers move this lock. */
void rlk_op_attach(struct rlk_op *op, struct redlock_lock *lock);

/* The lock goes: from here on the answers move nothing. */
void rlk_op_detach(struct rlk_op *op);

/* Frees it at once: no request of it is in flight, or the nodes are cleared. */
void rlk_op_free(struct rlk_op *op);

/* Writes the round, as it is so far, into the caller's report. */
void rlk_op_tell_report(const struct rlk_op *op, int64_t now);

/*
 * In how many milliseconds from its answer the node's key will have expired;
 * INT64_MAX: it is not known.
 */
int64_t rlk_op_node_free_in_ms(const struct rlk_op *op, int node);

/*
 * In how many milliseconds from their answers the keys of a quorum will have
 * expired; INT64_MAX: the votes do not tell.
 */
int64_t rlk_op_free_in_ms(const struct rlk_op *op);

/* Do so many nodes refuse our credentials that no quorum is left? */
bool rlk_op_lacks_rights(const struct rlk_op *op);

/* Takes the nodes out of an attempt that are known to be dead. */
void rlk_op_exclude_dead(struct rlk_op *op, int64_t now);

/*
 * What the median of the nodes' clocks shows at least, in microseconds; of two
 * in the middle the smaller one. 0: none is known.
 */
int64_t rlk_median_clock_us(const struct rlk_runtime *runtime, int64_t now);

/*
 * What the largest of the nodes' clocks shows at least, in microseconds. Clocks
 * that are more than a second off the median are left out. 0: none is known.
 *
 * It is never more than that clock shows. A counter that runs ahead of all
 * clocks could not be exceeded by one that has to begin anew from a clock.
 */
int64_t rlk_largest_clock_us(const struct rlk_runtime *runtime, int64_t now);

#endif
