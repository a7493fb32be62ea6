/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_H
#define RLK_REDLOCK_CORE_OP_H

/*
 * One round in flight: drives quorum/round.h over the nodes, and turns answers
 * into votes. It outlives its outcome until every node has answered, so that a
 * late grant finds its lock and every request its answer.
 *
 * What an answer means to an acquisition, an extension, a release or an
 * inspection, it is told by its operation: a table of four functions.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/core/inflight.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

struct rlk_op;
struct rlk_runtime;
struct redlock_lock;

/* An operation, as its rounds know it. */
struct rlk_op_kind {
    enum rlk_round_kind round;
    enum rlk_verb verb;    /* what the round asks of each node */
    enum redlock_vote yes; /* what a report calls it that a node did that */

    /*
     * Is a request worth sending that was held back, or whose script the node
     * did not know? NULL: always.
     */
    bool (*wanted)(const struct rlk_op *op, int node, enum rlk_verb verb,
                   int64_t now);

    /*
     * What an answer means, as a vote. For the verb of the round it is asked
     * of answers that may count; for a confirm and a repair, of each, where
     * the vote is ignored.
     */
    enum rlk_vote (*heard)(struct rlk_op *op, int node, enum rlk_verb verb,
                           const struct rlk_answer *answer, int64_t now);

    /* The vote of such an answer stands in the round. NULL: nobody asks. */
    void (*counted)(struct rlk_op *op, int node, enum rlk_vote vote,
                    int64_t now);

    /*
     * The outcome, exactly once, perhaps from within rlk_op_start(): *place is
     * set by then. op->call is NULL where nobody waits for it.
     */
    void (*done)(struct rlk_op *op, enum rlk_outcome outcome, int64_t now);
};

/* Where a token's key may be, a bit for each node. */
struct rlk_reach {
    uint32_t asked;        /* may have been made to set it */
    uint32_t maybe_unread; /* the connection broke with a request of it */
};

struct rlk_op {
    struct rlk_pending pending; /* first: the owner of its requests */
    const struct rlk_op_kind *kind;
    struct rlk_runtime *runtime;
    struct rlk_list among_ops;
    struct rlk_list of_lock; /* among those whose answers move the lock */
    struct rlk_timer timer;
    struct rlk_round round;
    struct rlk_resource *resource;
    struct rlk_token token;
    int64_t ttl_ns;
    int64_t fastest_ns; /* the shortest round trip; RLK_NEVER: none yet */
    int in_flight;      /* requests without an answer */
    bool again;         /* not the first round of its call */
    bool over;          /* the outcome was reported */
    bool won;
    bool guarded;  /* it judges markers */
    bool voided;   /* begun before the guard was known of: to be begun anew */
    int64_t fence; /* extend: carried; 0: not fenced */
    struct rlk_reach reach;
    struct rlk_reach *lock_reach; /* the lock's, which has it too; or NULL */
    uint32_t granted;             /* nodes that granted, late ones included */
    uint32_t lacking_key; /* extend: nodes without our key, to be repaired */
    struct redlock_lock *lock; /* whose tenure the answers move; or NULL. For
                                  the operation: it is not looked at here */
    struct redlock_report *report; /* until the outcome; or NULL */
    void *call; /* the operation's; NULL once the outcome is reported */
    enum redlock_reason reasons[RLK_NODES_MAX];
    int64_t remaining_ms[RLK_NODES_MAX]; /* of another's key; -1: unknown */
};

struct rlk_op_settings {
    const struct rlk_op_kind *kind;
    struct rlk_resource *resource; /* borrowed; the op holds it too */
    const struct rlk_token *token; /* borrowed; NULL: none */
    struct rlk_reach reach;        /* release: where the key may be */
    int64_t ttl_ns;
    int64_t min_validity_ns;
    int64_t deadline;
    bool fenced;   /* acquire: mint */
    int64_t fence; /* extend: the fence to carry; 0: none */
    struct redlock_report *report;
    bool again; /* the report has an earlier round of the same call */
    struct redlock_lock *lock;
    struct rlk_list *rounds_of_lock; /* with lock: where it is listed */
    struct rlk_reach *lock_reach;    /* likewise */
    void *call;
};

/* false: no memory, nothing was sent. place: where it goes; may be NULL. */
bool rlk_op_start(struct rlk_runtime *runtime,
                  const struct rlk_op_settings *settings, struct rlk_op **place,
                  int64_t now);

/* Keeps an op for a release that finds no memory. false: no memory. */
bool rlk_op_reserve(struct rlk_runtime *runtime);
void rlk_op_unreserve(struct rlk_runtime *runtime);

/*
 * Sends one more request of the op's to a node, or holds it back until the
 * first connection stands. false: neither.
 */
bool rlk_op_send(struct rlk_op *op, int node, enum rlk_verb verb, int64_t now);

/* A node that does not say which server it is is held to no marker. */
bool rlk_op_may_judge(const struct rlk_op *op, int node);

/* What it asked since an instant has left only now: see rlk_round_left(). */
void rlk_op_left(struct rlk_op *op, int64_t since, int64_t now);

/* An acquire is undone and reported cancelled; what is over stays. */
void rlk_op_cancel(struct rlk_op *op, int64_t now);

/* An acquire that does not judge markers, and should: ends as voided. */
void rlk_op_void(struct rlk_op *op, int64_t now);

/* An acquire: the node's clock has gone ahead, a grant of it ends earlier. */
void rlk_op_shorten(struct rlk_op *op, int node, int64_t by_ns);

/* An acquire: the node's clock was stepped, its grant does not count. */
void rlk_op_bar(struct rlk_op *op, int node, int64_t now);

/* Nobody waits for the outcome any more; the answers still move the lock. */
void rlk_op_disown(struct rlk_op *op);

/* From here on the answers move this lock: it is listed with it. */
void rlk_op_attach(struct rlk_op *op, struct redlock_lock *lock,
                   struct rlk_list *rounds, struct rlk_reach *reach);

/* The lock goes: the answers move nothing any more. */
void rlk_op_detach(struct rlk_op *op);

/* Frees it at once; the nodes must not know it any more. */
void rlk_op_free(struct rlk_op *op);

/* What the caller's report is to say of the round, so far. */
void rlk_op_tell_report(const struct rlk_op *op, int64_t now);

/* When this node's key will have run out, in milliseconds from its answer. */
int64_t rlk_op_node_free_in_ms(const struct rlk_op *op, int node);

/*
 * When a quorum of keys will have run out, in milliseconds from the answers:
 * INT64_MAX if never, as far as the votes tell.
 */
int64_t rlk_op_free_in_ms(const struct rlk_op *op);

/* So many nodes refuse our credentials that no quorum is left. */
bool rlk_op_lacks_rights(const struct rlk_op *op);

#endif
