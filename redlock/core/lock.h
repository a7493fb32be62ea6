/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCK_H
#define RLK_REDLOCK_CORE_LOCK_H

/*
 * A lock that is held: its tenure, the instant at which a loss has to be told,
 * and the keeper's next renewal. What answers say arrives here from op.c;
 * what the holder may believe is published for other threads to read.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "quorum/tenure.h"
#include "redlock/core/completion.h"
#include "redlock/core/resource.h"
#include "redlock/core/timers.h"
#include "redlock/core/token.h"
#include "redlock/redlock.h"

struct rlk_core;
struct rlk_extend;
struct rlk_op;

struct redlock_lock {
    struct rlk_completion completion; /* tells of a renewal or of the loss */
    struct rlk_core *core;
    struct redlock_lock *next; /* in the core's list */
    struct redlock_lock **place;
    struct rlk_resource *resource;
    struct rlk_op *ops;         /* whose answers still move it */
    struct rlk_extend *extends; /* under way */
    char *adopted;              /* another process's token; NULL: ours */
    uint64_t attempt;           /* ours: which token */
    int64_t ttl_ns;             /* of the next renewal */
    int64_t longest_ns;         /* any of its keys lives so long at most */
    uint32_t asked; /* nodes that may have been made to set its key */
    uint32_t
        maybe_unread;   /* nodes whose connection broke with a request of it */
    int64_t notice_ns;  /* a loss is told so long before the end */
    int64_t renew_at;   /* RLK_NEVER: not kept, or under way */
    int64_t expires_at; /* the last validity that was believed */
    _Atomic int64_t valid_until;    /* published; 0 once lost */
    _Atomic int64_t shielded_until; /* published; 0 until lost, or no longer */
    _Atomic int lost_fd;            /* -1 until asked for */
    unsigned fork_generation;       /* of the process that holds it */
    bool kept;
    bool repair;
    bool lost;      /* and the holder hears of it */
    bool abandoned; /* lost, and given up on every node */
    bool renewing;  /* the keeper has an extension under way */
    bool renewed;   /* the keeper has begun one before */
    int64_t fence;  /* 0: none was asked for */
    struct rlk_timer timer;
    redlock_lost_fn *on_lost;
    redlock_renewed_fn *on_renewed;
    void *user;
    struct redlock_lock *next_to_tell; /* the blocking face's list */
    bool to_tell;                      /* is in it */
    bool told_lost;                    /* the blocking face has told the loss */
    struct rlk_tenure tenure;
    int64_t *counters; /* fenced: what each node's last stood at; after the
                          votes. NULL: not fenced */
    struct rlk_held_vote votes[];
};

struct rlk_lock_settings {
    struct rlk_resource *resource; /* held by the lock from here on */
    int64_t ttl_ns;
    int64_t notice_ns;
    bool keep;
    bool repair;
    bool fenced;
    redlock_lost_fn *lost;
    redlock_renewed_fn *renewed;
    void *user;
    const char *adopted; /* copied; NULL: acquired by us */
};

/* Not held yet. NULL: no memory; the resource is then still the caller's. */
struct redlock_lock *rlk_lock_new(struct rlk_core *core,
                                  const struct rlk_lock_settings *settings);

/* The op has won: its grants found the tenure. */
void rlk_lock_begin(struct redlock_lock *lock, struct rlk_op *op,
                    uint64_t attempt, int64_t now);

/* Frees the lock and all that belongs to it; sends nothing. NULL is fine. */
void rlk_lock_free(struct redlock_lock *lock, int64_t now);

void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token);

/* The instant at which a loss has to be told, unless an extension comes. */
int64_t rlk_lock_tell_at(const struct redlock_lock *lock);

/* Held, and nobody was told otherwise. */
bool rlk_lock_held(struct redlock_lock *lock, int64_t now);

/* It is lost: latched, published, told. */
void rlk_lock_lose(struct redlock_lock *lock, int64_t now);

/* Sets the timer to whatever is next. */
void rlk_lock_schedule(struct redlock_lock *lock, int64_t now);

/* --- what op.c tells -------------------------------------------------------
 */

void rlk_lock_attach(struct redlock_lock *lock, struct rlk_op *op);
void rlk_lock_forget(struct redlock_lock *lock, struct rlk_op *op);
void rlk_lock_late_grant(struct redlock_lock *lock, int node, int64_t sent_at,
                         int64_t ttl_ns, int64_t now);
bool rlk_lock_extended(struct redlock_lock *lock, int node, int64_t sent_at,
                       int64_t ttl_ns, bool quarantined, int64_t now);
void rlk_lock_withdraw(struct redlock_lock *lock, int node, int64_t now);
void rlk_lock_repaired(struct redlock_lock *lock, int node, int64_t now);

/* The node's clock has gone ahead: its key ends by so much earlier. */
void rlk_lock_shorten(struct redlock_lock *lock, int node, int64_t by_ns,
                      int64_t now);

/* Fenced: a node's counter stands at this. Nothing where it is not fenced. */
void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter);

/* Fenced: is that counter ours, or did somebody newer move it? */
bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter);

/* May a node be given its key back? */
bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now);

#endif
