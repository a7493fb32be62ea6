/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_OP_H
#define RLK_REDLOCK_CORE_OP_H

/*
 * One round in flight: drives quorum/round.h over the nodes, and turns answers
 * into votes. It outlives its outcome until every node has answered, so that a
 * late grant finds its lock and every request its answer.
 */

#include <stdbool.h>
#include <stdint.h>

#include "quorum/round.h"
#include "redlock/core/inflight.h"
#include "redlock/core/resource.h"
#include "redlock/core/timers.h"
#include "redlock/core/token.h"

struct rlk_core;
struct redlock_lock;

struct rlk_op {
    struct rlk_pending pending; /* first: one of this kind is an op */
    struct rlk_core *core;
    struct rlk_op *next; /* in the core's list */
    struct rlk_op **place;
    struct rlk_op *next_of_lock;
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
    bool init_node; /* inspect: writes the marker instead */
    bool guarded;   /* it judges markers */
    bool voided;    /* begun before the guard was known of: to be begun anew */
    int64_t fence;  /* extend: carried; 0: not fenced */
    uint32_t asked; /* nodes that may have been made to set the key */
    uint32_t
        maybe_unread; /* nodes whose connection broke with a request of it */
    uint32_t granted; /* nodes that granted, late ones included */
    uint32_t lacking_key; /* extend: nodes without our key, to be repaired */
    struct redlock_lock *lock;     /* whose tenure the answers move; or NULL */
    struct redlock_report *report; /* until the outcome; or NULL */
    void (*done)(struct rlk_op *op, enum rlk_outcome outcome, int64_t now);
    void *owner; /* done()'s; NULL once the outcome is reported */
    enum redlock_reason reasons[RLK_NODES_MAX];
    int64_t remaining_ms[RLK_NODES_MAX]; /* of another's key; -1: unknown */
};

struct rlk_op_settings {
    enum rlk_round_kind kind;
    struct rlk_resource *resource; /* borrowed; the op holds it too */
    const struct rlk_token *token; /* borrowed; NULL: none */
    struct redlock_lock *lock;
    uint32_t asked; /* release: nodes that may have the key */
    uint32_t
        maybe_unread; /* nodes where requests of this token may be unread */
    int64_t ttl_ns;
    int64_t min_validity_ns;
    int64_t deadline;
    bool init_node; /* inspect: write the marker instead */
    bool fenced;    /* acquire: mint */
    int64_t fence;  /* extend: the fence to carry; 0: none */
    struct redlock_report *report;
    bool again; /* the report has an earlier round of the same call */
    /*
     * The outcome, exactly once, perhaps from within rlk_op_start(): *op is
     * set by then. NULL: nobody asks.
     */
    void (*done)(struct rlk_op *op, enum rlk_outcome outcome, int64_t now);
    void *owner;
};

/* false: no memory, nothing was sent. op: where it goes; may be NULL. */
bool rlk_op_start(struct rlk_core *core, const struct rlk_op_settings *settings,
                  struct rlk_op **op, int64_t now);

/* Keeps an op for a release that finds no memory. false: no memory. */
bool rlk_op_reserve(struct rlk_core *core);
void rlk_op_unreserve(struct rlk_core *core);

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

/* The lock goes: the answers move nothing any more. */
void rlk_op_detach(struct rlk_op *op);

/* Frees it at once; the nodes must not know it any more. */
void rlk_op_free(struct rlk_op *op);

/* When this node's key will have run out, likewise. */
int64_t rlk_op_node_free_in_ms(const struct rlk_op *op, int node);

/*
 * When a quorum of keys will have run out, in milliseconds from the answers:
 * INT64_MAX if never, as far as the votes tell.
 */
int64_t rlk_op_free_in_ms(const struct rlk_op *op);

/* So many nodes refuse our credentials that no quorum is left. */
bool rlk_op_lacks_rights(const struct rlk_op *op);

#endif
