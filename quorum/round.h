/* SPDX-License-Identifier: MIT */
#ifndef RLK_QUORUM_ROUND_H
#define RLK_QUORUM_ROUND_H

/*
 * One pass over the nodes - acquire, extend, release or inspect - as a pure
 * state machine. Votes and instants go in, things to do come out. The caller
 * owns the memory; nothing here allocates, waits, or reads a clock.
 *
 *     rlk_round_start(&round, &settings, now);
 *     while (rlk_round_next(&round, &step, now))
 *         act on step: ask a node, undo at a node, or report the outcome;
 *     wait for a vote, or until rlk_round_wakeup(&round);
 *     rlk_round_vote(&round, node, vote, now), or rlk_round_tick(&round, now);
 *     and drain rlk_round_next() again.
 *
 * A lost acquire undoes itself: before its outcome comes out, every node that
 * was asked has come out as RLK_STEP_UNDO, the silent and the refusing ones
 * included (protocol 2).
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/tally.h"

enum rlk_round_kind {
    RLK_ROUND_ACQUIRE, /* decided by a quorum; undone where it is lost */
    RLK_ROUND_EXTEND,  /* all at once; decided by a quorum */
    RLK_ROUND_RELEASE, /* all at once; decided by a quorum */
    RLK_ROUND_INSPECT, /* all at once; waits for every node */
};

enum rlk_strategy {
    RLK_STRATEGY_SEQUENTIAL, /* one node after the other (acquire only) */
    RLK_STRATEGY_PARALLEL,   /* all at once */
    RLK_STRATEGY_CALLED,     /* those that the caller names, time and again, by
                                rlk_round_call() (acquire only) */
};

/* One node's answer. */
enum rlk_vote {
    RLK_VOTE_NONE,      /* not asked, or not answered yet */
    RLK_VOTE_GRANTED,   /* yes: set, extended, deleted, seen */
    RLK_VOTE_DENIED,    /* no: somebody else's, or gone */
    RLK_VOTE_FAILED,    /* an error, or the connection broke under way */
    RLK_VOTE_TIMED_OUT, /* silent for the node's time-out */
    RLK_VOTE_UNREACHED, /* nothing was sent: known to be dead */
    RLK_VOTE_BARRED,    /* yes, but a guard or probation takes it away */
};

enum rlk_outcome {
    RLK_OUTCOME_PENDING,
    RLK_OUTCOME_WON,       /* a quorum said yes, in time */
    RLK_OUTCOME_DENIED,    /* refused by votes: failures alone did not decide */
    RLK_OUTCOME_NO_QUORUM, /* so many nodes failed that no quorum was left */
    RLK_OUTCOME_TOO_SLOW,  /* a quorum said yes, but validity had gone by */
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
    int first;  /* 0 .. nodes - 1: the order begins there */
    bool waits; /* acquire: refused, one goes and waits. A refusal ends a
                   sequential round, and where one was refused nothing is undone
                   */
    int64_t node_timeout_ns; /* > 0: how long each node may be silent */
    int64_t deadline_ns;     /* the round is over by then; RLK_NEVER */
    int64_t ttl_ns;          /* acquire: > 0 */
    int64_t drift_ppm;       /* acquire */
    int64_t min_validity_ns; /* acquire: >= 0, what must be left at the end */
    bool fenced;             /* acquire: won once a quorum is at one number */
    bool patient; /* fenced: that number is not fixed before every node has
                     voted, or was silent for its time-out, so that it is the
                     largest of all that can be reached */
};

/* The caller's memory. Read it through the functions below. */
struct rlk_round {
    struct rlk_round_settings settings;
    enum rlk_outcome outcome; /* decided, but perhaps not reported yet */
    bool reported;            /* RLK_STEP_DONE has come out */
    /* Unsigned: sets of nodes, a bit each. */
    uint32_t asked;       /* ASK came out */
    uint32_t sent;        /* asked, and not known to be unreached */
    uint32_t sent_before; /* so it was when they were called again */
    uint32_t waiting;     /* asked, and no vote yet */
    uint32_t unanswered;  /* asked, and no answer yet, in time or late */
    uint32_t called;      /* to be asked, by rlk_round_call() */
    bool last_call;       /* rlk_round_last_call() */
    bool hears_out;       /* rlk_round_hear_out() */
    uint32_t undone;      /* UNDO came out */
    uint32_t undoing;     /* denied nodes whose undo is worth waiting for */
    int64_t undo_by;      /* undoing is not waited for after this instant */
    uint32_t confirming;  /* CONFIRM came out, and no answer yet */
    uint32_t surpassed;   /* confirmed more than was asked, once */
    uint32_t minted;      /* told that their counters are by this attempt */
    int64_t fence;        /* what the nodes confirm; 0: none was asked to */
    int64_t clock_us;     /* rlk_round_clock() */
    int64_t confirm_by; /* nodes that are confirming may be silent until then */
    int64_t counters[RLK_NODES_MAX];    /* fenced: as last told; 0: not told */
    int64_t asked_for[RLK_NODES_MAX];   /* the fence of the last CONFIRM */
    enum rlk_vote votes[RLK_NODES_MAX]; /* rlk_round_vote_of() */
    int counts[RLK_VOTE_BARRED + 1];    /* rlk_round_count() */
    int64_t sent_at[RLK_NODES_MAX];     /* rlk_round_sent_at() */
    int64_t left_at; /* no time-out begins before this instant, as requests left
                        late; INT64_MIN: all of them left at once */
};

/*
 * Copies the settings. Nothing is asked before rlk_round_next(); an acquire
 * whose deadline is not after now asks nobody.
 */
void rlk_round_start(struct rlk_round *round,
                     const struct rlk_round_settings *settings, int64_t now);

/*
 * A node that is known to be dead before the round has asked anybody: it is
 * not asked, and its vote is RLK_VOTE_UNREACHED. So the dead decide before
 * the living are troubled, and are all named. Before rlk_round_next() only.
 */
void rlk_round_exclude(struct rlk_round *round, int node, int64_t now);

/*
 * Takes the next thing to do out of the round; false when there is nothing
 * to do now. now becomes the instant that a node asked by this step was sent
 * its request: read it before anything leaves.
 *
 * An acquire that is won asks the nodes that are left before it is done. The
 * other kinds ask every node, whatever the outcome.
 */
bool rlk_round_next(struct rlk_round *round, struct rlk_step *step,
                    int64_t now);

/*
 * What was asked since an instant has left only now: from here on the nodes
 * may be silent for their time-out. The instants that validity is counted from
 * stay. True if any of it is still waited for: rlk_round_wakeup() may be new.
 */
bool rlk_round_left(struct rlk_round *round, int64_t since, int64_t now);

/*
 * A node's vote. One that comes for a node that was not asked, has voted, or
 * has timed out changes nothing. A grant from a node that timed out is for
 * the caller to use or to undo.
 *
 * After the outcome nothing is decided any more, and nobody times out: the
 * first vote of a node that was still awaited is kept for
 * rlk_round_vote_of(), so that reports are complete.
 *
 * A node is silent for too long only once rlk_round_tick() has found it so:
 * an answer that was here before that is an answer. At the deadline, too, the
 * votes that are in go first.
 *
 * RLK_VOTE_UNREACHED takes the node out of those that get an undo, also where
 * it had timed out.
 */
void rlk_round_vote(struct rlk_round *round, int node, enum rlk_vote vote,
                    int64_t now);

/*
 * A fenced grant, with the counter that the node minted: as rlk_round_vote()
 * with RLK_VOTE_GRANTED.
 *
 * A grant whose counter is too far ahead (rlk_round_is_ahead()) is held back:
 * it counts neither for nor against, until a quorum is as far. Where the round
 * ends before, it is RLK_VOTE_BARRED.
 */
void rlk_round_granted(struct rlk_round *round, int node, int64_t counter,
                       int64_t now);

/*
 * Fenced: what the median of the nodes' clocks shows, in microseconds; 0: it is
 * not known. The caller sets it before each counter.
 */
void rlk_round_clock(struct rlk_round *round, int64_t clock_us);

/*
 * Fenced: is the counter so far ahead that its node has no vote? It is more
 * than a day beyond the median clock, and beyond what a quorum of the grants is
 * at.
 */
bool rlk_round_is_ahead(const struct rlk_round *round, int64_t counter);

/* --- a round whose caller names the nodes ------------------------------------
 *
 * RLK_STRATEGY_CALLED: a node may be asked again once it has voted. As long as
 * it is not the last call only a quorum, the deadline or the caller ends the
 * round.
 */

/*
 * The node is to be asked: what it voted before is forgotten. false: its vote
 * stands as a grant, or it has not answered the last time yet: the answer would
 * be taken for that to the new request, and counted from too late an instant.
 */
bool rlk_round_call(struct rlk_round *round, int node);

/* No node is going to be called again: the votes decide. */
void rlk_round_last_call(struct rlk_round *round, int64_t now);

/*
 * The node had the key of this attempt before it was asked: a grant that minted
 * nothing, as far as its answer tells. Counts as rlk_round_granted(); counter
 * 0: not fenced.
 */
void rlk_round_owned(struct rlk_round *round, int node, int64_t counter,
                     int64_t now);

/*
 * The node was handed over by whoever held it before: a grant, as if it had
 * been asked at sent. counter: that was minted for this attempt; 0: not fenced.
 */
void rlk_round_handed(struct rlk_round *round, int node, int64_t sent,
                      int64_t counter, int64_t now);

/* The node keeps nothing of this attempt, and needs no undo. */
void rlk_round_spare(struct rlk_round *round, int node);

/* The node has its key, though that is no vote: it needs an undo. */
void rlk_round_heard(struct rlk_round *round, int node);

/*
 * Acquire: what is refused so far does not end it before every node has voted,
 * or was silent for its time-out: how many say so is to be known. Those that
 * were not asked are asked at once.
 */
void rlk_round_hear_out(struct rlk_round *round);

/* Whatever else the votes are, this attempt is over, and was refused. */
void rlk_round_refuse(struct rlk_round *round, int64_t now);

/*
 * The node still has the key of this attempt, and its counter is at counter.
 * One that was asked to raise it and has not is no vote: it has failed.
 */
void rlk_round_confirmed(struct rlk_round *round, int node, int64_t counter,
                         int64_t now);

/*
 * The node could not confirm: it is taken out of those that granted, and
 * this is its vote. Unexpected ones are legal, also of the function above.
 */
void rlk_round_unconfirmed(struct rlk_round *round, int node,
                           enum rlk_vote vote, int64_t now);

/*
 * Acquire: the clock of a node that granted has gone ahead: its key ends by so
 * much earlier, and its vote counts as if it had been asked earlier.
 */
void rlk_round_shorten(struct rlk_round *round, int node, int64_t by_ns);

/* A guard takes the node's grant away, as long as nothing is decided. */
void rlk_round_bar(struct rlk_round *round, int node, int64_t now);

/* The undo at a node was answered, or cannot be. Unexpected ones are legal. */
void rlk_round_undone(struct rlk_round *round, int node, int64_t now);

/*
 * Time has passed: a node has timed out when now >= sent + node_timeout_ns,
 * and a round that is still open is over when now >= deadline_ns.
 */
void rlk_round_tick(struct rlk_round *round, int64_t now);

/*
 * The caller wants no more. An acquire is undone wherever it was asked, and
 * waits for nothing; an outcome that was decided before stays.
 */
void rlk_round_cancel(struct rlk_round *round, int64_t now);

/*
 * When rlk_round_tick() is next due; RLK_NEVER when nothing is waited for, as
 * after RLK_STEP_DONE. Valid once rlk_round_next() is drained.
 */
int64_t rlk_round_wakeup(const struct rlk_round *round);

/* The node's vote so far. */
enum rlk_vote rlk_round_vote_of(const struct rlk_round *round, int node);

/* Was it asked at all? */
bool rlk_round_was_asked(const struct rlk_round *round, int node);

/* How many nodes have voted like this. */
int rlk_round_count(const struct rlk_round *round, enum rlk_vote vote);

/*
 * When the node's request was sent; where rlk_round_shorten() was called for
 * it, so much earlier. Meaningful once the node was asked.
 */
int64_t rlk_round_sent_at(const struct rlk_round *round, int node);

/* The counter that the node told last; 0: none. */
int64_t rlk_round_counter_of(const struct rlk_round *round, int node);

/*
 * Fenced: what the lock's number is going to be. The largest counter of the
 * nodes that granted, but for those held back; once they are asked to confirm
 * it, it moves only with what they answer.
 */
int64_t rlk_round_fence(const struct rlk_round *round);

/*
 * What this attempt was told that it minted at the node, and may take back
 * there: nobody was asked to confirm anything. 0: nothing.
 */
int64_t rlk_round_minted(const struct rlk_round *round, int node);

/*
 * Acquire: the validity that the grants so far carry, the quorum-th largest
 * of their ends; INT64_MIN with fewer grants than the quorum.
 */
int64_t rlk_round_validity(const struct rlk_round *round);

#endif
