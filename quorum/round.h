/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_ROUND_H
#define RLK_QUORUM_ROUND_H

/*
 * One pass over the nodes - acquire, extend, release or inspect - as a pure
 * state machine. Its input is votes and instants, its output is steps for the
 * caller. The caller owns the memory; nothing here allocates, waits, or reads a
 * clock.
 *
 *     rlk_round_start(&round, &settings, now);
 *     while (rlk_round_next(&round, &step, now))
 *         act on step: ask a node, undo at a node, or report the outcome;
 *     wait for a vote, or until rlk_round_wakeup(&round);
 *     rlk_round_vote(&round, node, vote, now), or rlk_round_tick(&round, now);
 *     and drain rlk_round_next() again.
 *
 * A lost acquire undoes itself: before RLK_STEP_DONE, the round returns
 * RLK_STEP_UNDO for every node that was asked, including those that were silent
 * and those that refused (protocol 2).
 */

#include "quorum/node_set.h"

enum rlk_round_kind {
    RLK_ROUND_ACQUIRE, /* decided by a quorum; undone if it is lost */
    RLK_ROUND_EXTEND,  /* in parallel; decided by a quorum */
    RLK_ROUND_RELEASE, /* in parallel; decided by a quorum */
    RLK_ROUND_INSPECT, /* in parallel; waits for every node */
};

enum rlk_strategy {
    RLK_STRATEGY_SEQUENTIAL, /* one node after the other (acquire only) */
    RLK_STRATEGY_PARALLEL,   /* all at the same time */
    RLK_STRATEGY_CALLED,     /* the nodes that the caller names by
                                rlk_round_call(), repeatedly (acquire only) */
};

/* One node's answer. */
enum rlk_vote {
    RLK_VOTE_NONE,      /* not asked, or not answered yet */
    RLK_VOTE_GRANTED,   /* yes: set, extended, deleted, seen */
    RLK_VOTE_DENIED,    /* no: another holder's, or missing */
    RLK_VOTE_FAILED,    /* an error, or the connection broke */
    RLK_VOTE_TIMED_OUT, /* silent for the node's time-out */
    RLK_VOTE_UNREACHED, /* nothing was sent: known to be down */
    RLK_VOTE_EXCLUDED,  /* yes, but its guard excludes it */
};

enum rlk_outcome {
    RLK_OUTCOME_PENDING,
    RLK_OUTCOME_WON,       /* a quorum granted in time */
    RLK_OUTCOME_DENIED,    /* refused by votes, not by failures alone */
    RLK_OUTCOME_NO_QUORUM, /* too many nodes failed */
    RLK_OUTCOME_TOO_SLOW,  /* a quorum granted, but the validity was over */
    RLK_OUTCOME_CANCELLED, /* rlk_round_cancel() */
    RLK_OUTCOME_DEADLINE,  /* the deadline came before the votes */
};

enum rlk_step_kind {
    RLK_STEP_ASK,     /* send the round's request to step.node */
    RLK_STEP_CONFIRM, /* raise step.node's counter to step.fence */
    RLK_STEP_UNDO,    /* send the release of this attempt to step.node */
    RLK_STEP_DONE,    /* step.outcome: the last step of the round */
};

struct rlk_step {
    enum rlk_step_kind kind;
    int node;
    enum rlk_outcome outcome;
    int64_t fence;
};

struct rlk_round_settings {
    enum rlk_round_kind kind;
    enum rlk_strategy strategy;
    int nodes;  /* 1 .. RLK_NODES_MAX */
    int quorum; /* majority .. nodes */
    int first;  /* 0 .. nodes - 1: the first node of the order */
    bool waits; /* acquire: the caller queues after a refusal. A refusal ends a
                   sequential round, and nodes that refused are not undone */
    int64_t node_timeout_ns; /* > 0: the timeout of each node */
    int64_t deadline_ns;     /* the round is over by then; RLK_NEVER */
    int64_t ttl_ns;          /* acquire: > 0 */
    int64_t drift_ppm;       /* acquire */
    int64_t min_validity_ns; /* acquire: the least of a won lock, >= 0 */
    bool fenced;             /* acquire: won once a quorum is at one fence */
    bool
        patient; /* fenced: the fence is fixed only when every node has voted or
                    timed out, so that it is the largest that can be reached */
};

/* The caller's memory. Read it through the functions below. */
struct rlk_round {
    struct rlk_round_settings settings;
    enum rlk_outcome outcome; /* decided, but possibly not reported yet */
    bool reported;            /* RLK_STEP_DONE was returned */
    /* Sets of nodes, one bit each: */
    uint32_t asked;       /* RLK_STEP_ASK was returned */
    uint32_t sent;        /* asked, and not known to be unreached */
    uint32_t sent_before; /* `sent` before the latest call */
    uint32_t waiting;     /* asked, without a vote */
    uint32_t unanswered;  /* asked, without an answer in time or late */
    uint32_t called;      /* to be asked by rlk_round_call() */
    bool last_call;       /* rlk_round_last_call() */
    bool hears_out;       /* rlk_round_hear_out() */
    uint32_t undone;      /* RLK_STEP_UNDO was returned */
    uint32_t undoing;     /* denied nodes whose undo is worth waiting for */
    int64_t undo_by;      /* the round waits for `undoing` until then */
    uint32_t confirming;  /* RLK_STEP_CONFIRM was returned; no answer yet */
    uint32_t surpassed;   /* once confirmed more than it was asked to */
    uint32_t issued;      /* their counters were issued to this attempt */
    int64_t fence;        /* the fence that nodes confirm; 0: none was asked */
    int64_t clock_us;     /* rlk_round_clock() */
    int64_t confirm_by;   /* the timeout of `confirming` */
    int64_t counters[RLK_NODES_MAX];    /* fenced: the last known; 0: unknown */
    int64_t asked_for[RLK_NODES_MAX];   /* the fence of the last CONFIRM */
    enum rlk_vote votes[RLK_NODES_MAX]; /* rlk_round_vote_of() */
    uint32_t granted;                   /* those whose vote is a grant, also
                                           those that are held back */
    int counts[RLK_VOTE_EXCLUDED + 1];  /* rlk_round_count() */
    int64_t sent_at[RLK_NODES_MAX];     /* rlk_round_sent_at() */
    int64_t left_at; /* requests were sent late: no timeout begins before this
                        instant; INT64_MIN: none was late */
};

/*
 * Copies the settings. The round asks nothing before rlk_round_next(). An
 * acquire whose deadline is not after `now` asks no node.
 */
void rlk_round_start(struct rlk_round *round,
                     const struct rlk_round_settings *settings, int64_t now);

/*
 * Excludes a node that is known to be down: it is not asked, and its vote is
 * RLK_VOTE_UNREACHED. If too many nodes are down, the round ends before it asks
 * any, and its report names all of them. Only before rlk_round_next().
 */
void rlk_round_exclude(struct rlk_round *round, int node, int64_t now);

/*
 * Returns the next step; false: there is none now. `now` becomes the instant at
 * which the step's request was sent: read the clock before sending.
 *
 * A won acquire asks the remaining nodes before it is done. The other kinds ask
 * every node, independent of the outcome.
 */
bool rlk_round_next(struct rlk_round *round, struct rlk_step *step,
                    int64_t now);

/*
 * The requests of the steps since `since` were sent only now: their timeouts
 * begin now. The instants from which validity is counted do not change. True if
 * the round still waits for any of them: rlk_round_wakeup() may have changed.
 */
bool rlk_round_left(struct rlk_round *round, int64_t since, int64_t now);

/*
 * Adds a node's vote. A vote of a node that was not asked, has voted, or has
 * timed out is ignored. The caller uses or undoes a grant of a node that timed
 * out.
 *
 * After the outcome is decided, votes do not change it and no node times out.
 * The first vote of each remaining node is kept for rlk_round_vote_of(), so
 * that reports are complete.
 *
 * A node times out only in rlk_round_tick(): an answer that is read before that
 * counts. Votes that are read before the deadline's tick count, too.
 *
 * After RLK_VOTE_UNREACHED the node gets no undo, even if it had timed out.
 */
void rlk_round_vote(struct rlk_round *round, int node, enum rlk_vote vote,
                    int64_t now);

/*
 * Adds a fenced grant with the counter that the node issued: as
 * rlk_round_vote() with RLK_VOTE_GRANTED.
 *
 * A grant whose counter is too far ahead (rlk_round_is_ahead()) is held back:
 * it counts neither for nor against, until the counters of a quorum are as far
 * ahead. If the round ends first, its vote is RLK_VOTE_EXCLUDED.
 */
void rlk_round_granted(struct rlk_round *round, int node, int64_t counter,
                       int64_t now);

/*
 * Fenced: the median of the nodes' clocks in microseconds; 0: unknown. The
 * caller sets it before each counter.
 */
void rlk_round_clock(struct rlk_round *round, int64_t clock_us);

/*
 * Fenced: is the counter so far ahead that its node has no vote? True if it is
 * more than a day ahead of the median clock, and larger than the counters of a
 * quorum of the grants.
 */
bool rlk_round_is_ahead(const struct rlk_round *round, int64_t counter);

/* --- a round whose caller names the nodes ------------------------------------
 *
 * RLK_STRATEGY_CALLED: a node may be asked again after it has voted. Until the
 * last call, only a quorum, the deadline or the caller ends the round.
 */

/*
 * Asks the node, and forgets its earlier vote. false: it has granted, or has
 * not answered the previous request yet; that answer would be taken for the
 * answer to the new request, and its validity would count from too late an
 * instant.
 */
bool rlk_round_call(struct rlk_round *round, int node);

/* The caller will call no node again: the votes decide. */
void rlk_round_last_call(struct rlk_round *round, int64_t now);

/*
 * Adds a grant of a node that had this attempt's key before it was asked, so
 * that its answer shows no newly issued counter. Counts as rlk_round_granted();
 * counter 0: not fenced.
 */
void rlk_round_owned(struct rlk_round *round, int node, int64_t counter,
                     int64_t now);

/*
 * Adds a grant that the previous holder handed over. It counts as if the node
 * had been asked at `sent`. counter: issued for this attempt; 0: not fenced.
 */
void rlk_round_handed(struct rlk_round *round, int node, int64_t sent,
                      int64_t counter, int64_t now);

/* The node has nothing of this attempt and needs no undo. */
void rlk_round_spare(struct rlk_round *round, int node);

/* The node has this attempt's key, but not as a vote: it needs an undo. */
void rlk_round_answered(struct rlk_round *round, int node);

/*
 * Acquire: refusals do not end the round before every node has voted or timed
 * out, so that the number of refusals is complete. Nodes that were not asked
 * are asked immediately.
 */
void rlk_round_hear_out(struct rlk_round *round);

/* Ends the attempt as refused, independent of the votes. */
void rlk_round_refuse(struct rlk_round *round, int64_t now);

/*
 * The node still has this attempt's key, and its counter is `counter`. If that
 * is less than it was asked to raise it to, its vote is a failure.
 */
void rlk_round_confirmed(struct rlk_round *round, int node, int64_t counter,
                         int64_t now);

/*
 * The node did not confirm: it counts no longer as granted, and `vote` is its
 * vote. Unexpected calls are legal, also of the function above.
 */
void rlk_round_unconfirmed(struct rlk_round *round, int node,
                           enum rlk_vote vote, int64_t now);

/*
 * Acquire: the clock of a node that granted was stepped forward. Its key
 * expires by_ns earlier, and its vote counts as if it had been asked that much
 * earlier.
 */
void rlk_round_shorten(struct rlk_round *round, int node, int64_t by_ns);

/* Excludes the node's grant, while the outcome is open. */
void rlk_round_exclude_grants(struct rlk_round *round, int node, int64_t now);

/* The undo at a node was answered or never will be; legal at any time. */
void rlk_round_undone(struct rlk_round *round, int node, int64_t now);

/*
 * Handles the passing of time: a node times out when now >= sent +
 * node_timeout_ns, and an open round ends when now >= deadline_ns.
 */
void rlk_round_tick(struct rlk_round *round, int64_t now);

/*
 * Cancels the round. An acquire is undone at every node that was asked, without
 * waiting. An outcome that was decided before does not change.
 */
void rlk_round_cancel(struct rlk_round *round, int64_t now);

/*
 * When rlk_round_tick() is due next; RLK_NEVER if the round waits for nothing,
 * as after RLK_STEP_DONE. Valid once rlk_round_next() has returned false.
 */
int64_t rlk_round_wakeup(const struct rlk_round *round);

/* The node's vote so far. */
enum rlk_vote rlk_round_vote_of(const struct rlk_round *round, int node);

/* Was the node asked? */
bool rlk_round_was_asked(const struct rlk_round *round, int node);

/* The number of nodes with this vote. */
int rlk_round_count(const struct rlk_round *round, enum rlk_vote vote);

/*
 * When the node's request was sent, less the time given to rlk_round_shorten().
 * Meaningful once the node was asked.
 */
int64_t rlk_round_sent_at(const struct rlk_round *round, int node);

/* The node's last known counter; 0: none. */
int64_t rlk_round_counter_of(const struct rlk_round *round, int node);

/*
 * Fenced: the fence that the lock will have: the largest counter of the nodes
 * that granted and are not held back. Once nodes are asked to confirm it, only
 * their answers change it.
 */
int64_t rlk_round_fence(const struct rlk_round *round);

/*
 * The counter that the node issued to this attempt and that the attempt may
 * take back, because no node was asked to confirm a fence. 0: none.
 */
int64_t rlk_round_issued(const struct rlk_round *round, int node);

/*
 * Acquire: the end of the validity by the grants so far: the quorum-th largest
 * of their ends; INT64_MIN with fewer grants than the quorum.
 */
int64_t rlk_round_validity(const struct rlk_round *round);

/* --- the fence ----------------------------------------------------------- */

/*
 * The fence is the largest counter of the nodes that granted, once a quorum is
 * known to be at it (protocol 8). Pure.
 *
 * A single counter may be damaged and be centuries ahead; a quorum of counters
 * is taken to be true. A number therefore counts if a quorum has reached it, or
 * if it is at most a day ahead of the nodes' clocks, at which counters begin.
 *
 * nodes     a set of nodes, one bit each.
 * counters  one for each node, > 0 for those in the set.
 */

/* The farthest that a counter may be ahead: a day, in microseconds. */
#define RLK_FENCE_AHEAD_US (INT64_C(24) * 3600 * 1000000)

/*
 * The largest number that counts: a day after clock_us or after the largest
 * number that a quorum of the set has reached, whichever is more.
 */
int64_t rlk_fence_limit(uint32_t nodes, const int64_t *counters, int quorum,
                        int64_t clock_us);

/* The largest counter of the nodes in the set; 0 if the set is empty. */
int64_t rlk_fence_number(uint32_t nodes, const int64_t *counters);

/* The nodes of the set whose counter equals the number. */
uint32_t rlk_fence_level(uint32_t nodes, const int64_t *counters,
                         int64_t number);

/* The nodes of the set whose counter is less and can be raised to it. */
uint32_t rlk_fence_below(uint32_t nodes, const int64_t *counters,
                         int64_t number);

#endif
