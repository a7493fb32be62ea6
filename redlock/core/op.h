/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_H
#define RLK_REDLOCK_CORE_OP_H

/*
 * An op is one round in flight: it drives quorum/round.h over the nodes, and
 * turns answers into votes. It exists until every node has answered, also after
 * the outcome, so that a late grant reaches its lock.
 *
 * The meaning of an answer to an acquisition, an extension, a release or an
 * inspection is defined by that operation: a table of functions.
 */

#include "quorum/round.h"
#include "redlock/redlock.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

/*
 * The common part of every operation - acquire, extend, release, inspect: its
 * start, the number of its rounds, its status, the caller's report, and the
 * completion that notifies the caller.
 */
struct rlk_call {
    struct rlk_completion completion; /* the caller sets its run */
    struct rlk_completion news;       /* acquire: there may be a change to
                                         report to the waiting caller, which
                                         sets its run */
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_op *op;                /* the round under way; NULL: none */
    struct redlock_report *report;    /* the caller's; may be NULL */
    int64_t started;                  /* when rlk_call_begin() was called */
    int rounds;                 /* counted by rlk_call_count(); up to INT_MAX */
    enum redlock_status status; /* of the rounds so far; finally of the call */
};

void rlk_call_begin(struct rlk_call *call, struct rlk_runtime *runtime,
                    struct redlock_report *report, int64_t now);

/* Counts a round, or a decided attempt, for the report. */
void rlk_call_count(struct rlk_call *call);

/*
 * Ends the call: sets the status, completes the report and queues the
 * completion. A round that is under way continues without a caller.
 */
void rlk_call_end(struct rlk_call *call, enum redlock_status status,
                  int64_t now);

/* Ends the call without a completion: the caller is gone. */
void rlk_call_drop(struct rlk_call *call);

struct rlk_op;
struct rlk_waiter;

/* An operation: the functions that its ops call. Static. */
struct rlk_operation {
    enum rlk_round_kind round;
    enum rlk_verb verb;    /* the round's request to each node */
    enum redlock_vote yes; /* a granting vote in reports */

    /* The verb for this node; NULL: always the operation's. */
    enum rlk_verb (*verb_at)(const struct rlk_op *op, int node);

    /* Completes the request. May be NULL. */
    void (*fill)(const struct rlk_op *op, int node,
                 struct rlk_request *request);

    /*
     * Is a request that was kept back, or whose script the node did not know,
     * still worth sending? NULL: always.
     */
    bool (*wanted)(const struct rlk_op *op, int node, enum rlk_verb verb,
                   int64_t now);

    /*
     * Returns the vote that an answer amounts to. For the round's verb it is
     * called with answers that may count: no error, no quarantine. For a
     * confirm and a repair it is called with each answer, and its result is
     * ignored.
     */
    enum rlk_vote (*answered)(struct rlk_op *op, int node, enum rlk_verb verb,
                              const struct rlk_answer *answer, int64_t now);

    /* The round has counted that vote. May be NULL. */
    void (*counted)(struct rlk_op *op, int node, enum rlk_vote vote,
                    int64_t now);

    /* The node has timed out or could not be asked. May be NULL. */
    void (*missed)(struct rlk_op *op, int node, int64_t now);

    /*
     * The outcome is decided. Called exactly once, possibly within
     * rlk_op_start(), which has set *made by then. op->call is NULL if there is
     * no caller.
     */
    void (*done)(struct rlk_op *op, enum rlk_outcome outcome, int64_t now);
};

/* The members of single operations. */
struct rlk_op_acquire {
    bool guarded;   /* markers were judged when it began */
    bool discarded; /* they were not, and are now: it must begin anew */
    bool handed_on; /* the wait ended; nodes without an undo pass the key to the
                       next waiter if they had handed it over */
    bool lingers;   /* not freed while nothing is in flight: its waiter may send
                       more */
    uint32_t granted; /* nodes whose grant is not withdrawn, including late
                         grants, one bit each */
    struct rlk_waiter *waiter; /* borrowed, for the operation; or NULL */
    int64_t remaining_ms[RLK_NODES_MAX]; /* of another's key; -1: unknown */
};

struct rlk_op_extend {
    uint32_t lacking_key; /* nodes without the lock's key, to be repaired */
};

struct rlk_op_release {
    uint32_t pass_at;                /* nodes that it asks to hand over */
    bool pass_checked;               /* to any, by the checked script */
    struct rlk_successor *successor; /* the next waiter; owned by the op; NULL:
                                        none is named */
};

struct rlk_op {
    struct rlk_pending pending; /* first: the owner of its requests */
    const struct rlk_operation *operation;
    const struct rlk_lock_type *kind; /* of its commands; static */
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_list among_ops; /* the runtime's list: in flight, or spare */
    struct rlk_list of_lock;   /* the lock's list of ops that update it */
    struct rlk_timer timer;    /* the round's wakeup */
    struct rlk_round round;
    struct rlk_resource *resource; /* counted reference */
    struct rlk_token token;        /* of all its requests; empty: none */
    struct rlk_slot slot;          /* of a semaphore */
    int64_t fence;        /* the lock's or its owner's; 0: not fenced */
    int64_t floor_us;     /* the largest known node clock when it began; 0: it
                             needs none */
    int64_t key_lives_ms; /* the TTL of a key at a node */
    int64_t fastest_ns;   /* the shortest round trip; RLK_NEVER: none yet */
    int in_flight;        /* requests without an answer, including held ones */
    bool again;           /* not the first round of its call */
    bool over;            /* the outcome was reported */
    struct rlk_reach reach;    /* where its token's keys may be */
    struct redlock_lock *lock; /* its tenure is updated by the answers; or NULL.
                                  Only the operation uses it */
    struct rlk_call *call;     /* NULL: none, it has the outcome already, or it
                                  is gone */
    enum redlock_reason reasons[RLK_NODES_MAX]; /* of each refusal */
    struct rlk_op_acquire acquire;
    struct rlk_op_extend extend;
    struct rlk_op_release release;
};

/* Members without a comment are those of struct rlk_op. */
struct rlk_op_settings {
    const struct rlk_operation *operation;
    const struct rlk_lock_type *kind; /* NULL: the exclusive locks' */
    struct rlk_resource *resource;    /* borrowed; the op takes a reference */
    const struct rlk_token *token;    /* copied; NULL: none */
    struct rlk_slot slot;
    struct rlk_reach reach; /* release: where the key may be */
    int64_t ttl_ns; /* acquire, extend: of the lock; release: the longest TTL
                       of its keys */
    int64_t slack_of_ns;     /* the TTL whose slack is added to the keys' TTL;
                                0: ttl_ns */
    int64_t min_validity_ns; /* acquire: the least validity of a won lock */
    int64_t deadline;        /* of the round; RLK_NEVER: none */
    bool fenced;             /* acquire: the nodes agree on a fence */
    bool waits;              /* acquire: see struct rlk_round_settings */
    bool called;             /* acquire: the caller uses rlk_op_call() */
    int64_t fence;
    uint32_t pass_at;
    bool pass_checked;
    const struct rlk_successor *successor; /* copied; may be NULL */
    struct rlk_waiter *waiter;
    bool again;
    struct redlock_lock *lock;
    struct rlk_call *call;
};

/* The caller's report; NULL: none, or the caller has the outcome already. */
static inline struct redlock_report *rlk_op_report(const struct rlk_op *op)
{
    return op->call != NULL ? op->call->report : NULL;
}

/* The same of one node. */
static inline struct redlock_node_report *
rlk_op_report_of(const struct rlk_op *op, int node)
{
    struct redlock_report *report = rlk_op_report(op);

    return report != NULL ? &report->node[node] : NULL;
}

/* Was the outcome reported as won? */
static inline bool rlk_op_won(const struct rlk_op *op)
{
    return op->over && op->round.outcome == RLK_OUTCOME_WON;
}

/*
 * Begins a round and asks the first nodes. false: out of memory, nothing was
 * sent. made: set to the op before anything is sent; may be NULL.
 */
bool rlk_op_start(struct rlk_runtime *runtime,
                  const struct rlk_op_settings *settings, struct rlk_op **made,
                  int64_t now);

/*
 * Reserves an op for a release that finds no memory; false: out of memory.
 * rlk_op_unreserve() frees all reserved ops.
 */
bool rlk_op_reserve(struct rlk_runtime *runtime);

void rlk_op_unreserve(struct rlk_runtime *runtime);

/*
 * Sends one more request of the op to a node, or keeps it until the first
 * connection is up. false: neither.
 */
bool rlk_op_send(struct rlk_op *op, int node, enum rlk_verb verb, int64_t now);

/*
 * May the round ask this node? Acquiring and marking ask no node that hides its
 * marker or, if that matters, does not identify its server.
 */
bool rlk_op_may_judge(const struct rlk_op *op, int node);

/*
 * Calls the nodes of this set that may be called: see rlk_round_call(). Returns
 * these. The op is not over, or it lingers.
 */
uint32_t rlk_op_call(struct rlk_op *op, uint32_t nodes);

/*
 * Executes the round's steps. This may free the op. The functions of an
 * operation may not call it, as it calls them.
 */
void rlk_op_drive(struct rlk_op *op, int64_t now);

/*
 * Fenced: called before the round gets this counter. Updates the clock by which
 * the round judges counters, if the counter is ahead of it.
 */
void rlk_op_set_clock(struct rlk_op *op, int64_t counter, int64_t now);

/* Gives the token up: undoes the op, as discarded. */
void rlk_op_give_up(struct rlk_op *op, int64_t now);

/* Ends lingering: the op is freed once nothing is in flight. */
void rlk_op_stop_lingering(struct rlk_op *op);

/* The op's requests since `since` were sent only now: see rlk_round_left(). */
void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now);

/* Acquire: undoes it with the outcome cancelled, unless it is over. */
void rlk_op_cancel(struct rlk_op *op, int64_t now);

/*
 * Markers are judged from now on: cancels an acquire that began without that,
 * as discarded.
 */
void rlk_op_discard(struct rlk_op *op, int64_t now);

/* Acquire: the node's clock was stepped forward; its grant expires earlier. */
void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns);

/* Acquire: the node's clock was stepped; its grant does not count. */
void rlk_op_exclude(struct rlk_op *op, int node, int64_t now);

/* From now on the answers update this lock. */
void rlk_op_attach(struct rlk_op *op, struct redlock_lock *lock);

/* The lock is freed: the answers no longer update it. */
void rlk_op_detach(struct rlk_op *op);

/* Frees the op: it has no request in flight, or the nodes are cleared. */
void rlk_op_free(struct rlk_op *op);

/* Writes the current state of the round into the caller's report. */
void rlk_op_tell_report(const struct rlk_op *op, int64_t now);

/*
 * Milliseconds until the keys of a quorum expire; INT64_MAX: the votes do not
 * tell.
 */
int64_t rlk_op_free_in_ms(const struct rlk_op *op);

/* The nodes that refuse for this reason, one bit each. */
uint32_t rlk_op_refused_for(const struct rlk_op *op,
                            enum redlock_reason reason);

/* Is there no quorum without the nodes that refuse the credentials? */
bool rlk_op_lacks_rights(const struct rlk_op *op);

/* Why there was no quorum: NO_RIGHTS, NO_MEMORY or NO_QUORUM. */
enum redlock_status rlk_op_no_quorum(const struct rlk_op *op);

/* Excludes nodes that are known to be down from an attempt. */
void rlk_op_exclude_dead(struct rlk_op *op, int64_t now);

#endif
