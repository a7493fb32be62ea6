/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCK_H
#define RLK_REDLOCK_CORE_LOCK_H

/*
 * A lock that is held: its tenure, its fence, and what is due next. What the
 * holder may believe is published for other threads to read.
 *
 * It sends nothing and tells nobody: what is due, it says (rlk_lock_due()), and
 * the keeper does it. What the answers of rounds say of it arrives here through
 * the operations, acquire.h and extend.h.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "quorum/tenure.h"
#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

struct rlk_runtime;

struct redlock_lock {
    struct rlk_completion completion; /* tells of a renewal or of the loss */
    struct rlk_runtime *runtime;
    struct rlk_list among_locks;
    struct rlk_list rounds;  /* the ops whose answers still move it */
    struct rlk_list extends; /* under way */
    struct rlk_resource *resource;
    char *adopted;                  /* another process's token; NULL: ours */
    uint64_t attempt;               /* ours: which token */
    int64_t ttl_ns;                 /* of the next renewal */
    int64_t longest_ns;             /* any of its keys lives so long at most */
    struct rlk_reach reach;         /* where its keys may be */
    int64_t notice_ns;              /* a loss is told so long before the end */
    int64_t expires_at;             /* the last validity that was believed */
    _Atomic int64_t valid_until;    /* published; 0 once lost */
    _Atomic int64_t shielded_until; /* published; 0 until lost, or no longer */
    bool kept;
    bool repair;
    bool lost;      /* and the holder hears of it */
    bool abandoned; /* lost, and given up on every node */
    int64_t fence;  /* 0: none was asked for */
    redlock_lost_fn *on_lost;
    redlock_renewed_fn *on_renewed;
    void *user;
    struct rlk_tenure tenure;
    int64_t *counters; /* fenced: what each node's last stood at; after the
                          votes. NULL: not fenced */

    /* The keeper's. */
    struct rlk_timer timer;
    int64_t renew_at; /* RLK_NEVER: not kept, or under way */
    bool renew_soon;  /* a vote ends earlier than it was thought to */
    bool renewing;    /* an extension of the keeper's is under way */
    bool renewed;     /* one was begun before */

    /* The face's. */
    _Atomic int lost_fd;               /* -1 until asked for */
    unsigned generation;               /* of the process that holds it */
    struct redlock_lock *next_to_tell; /* the blocking face's list */
    bool to_tell;                      /* is in it */
    bool told_lost;                    /* the blocking face has told the loss */

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
struct redlock_lock *rlk_lock_new(struct rlk_runtime *runtime,
                                  const struct rlk_lock_settings *settings);

/*
 * Frees the lock; sends nothing. No extension of it is under way any more, and
 * no round moves it (rlk_release_handle()). NULL is fine.
 */
void rlk_lock_free(struct redlock_lock *lock);

void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token);

/* --- what is due -----------------------------------------------------------
 */

enum rlk_lock_due {
    RLK_LOCK_NOTHING,
    RLK_LOCK_RENEW,   /* kept: an extension is to be begun */
    RLK_LOCK_LOST,    /* so little of it is left that a loss has to be told */
    RLK_LOCK_EXPIRED, /* the holder had until here: its keys are given up */
};

enum rlk_lock_due rlk_lock_due(const struct redlock_lock *lock, int64_t now);

/* When something is due next; RLK_NEVER: nothing. */
int64_t rlk_lock_next_due(const struct redlock_lock *lock, int64_t now);

/* The instant at which a loss has to be told, unless an extension comes. */
int64_t rlk_lock_tell_at(const struct redlock_lock *lock);

/* Held, and nobody was told otherwise. */
bool rlk_lock_held(struct redlock_lock *lock, int64_t now);

/* It is lost, and latched and published as that: what is due is told after. */
void rlk_lock_lose(struct redlock_lock *lock, int64_t now);

/* --- what moves it ---------------------------------------------------------
 *
 * The keeper hears of each (rlk_runtime.lock_moved) from within.
 */

/*
 * The attempt has won whose grants were entered into the tenure: it is held
 * from here on, unless so little is left that it is lost at once.
 */
void rlk_lock_begin(struct redlock_lock *lock, uint64_t attempt, int64_t now);

/* It is not to be held any more, whatever the votes say. */
void rlk_lock_give_up(struct redlock_lock *lock, int64_t now);

void rlk_lock_late_grant(struct redlock_lock *lock, int node, int64_t sent_at,
                         int64_t ttl_ns, int64_t now);

/* True if the vote counts: see rlk_tenure_extended(). */
bool rlk_lock_extended(struct redlock_lock *lock, int node, int64_t sent_at,
                       int64_t ttl_ns, bool quarantined, int64_t now);
void rlk_lock_withdraw(struct redlock_lock *lock, int node, int64_t now);
void rlk_lock_repaired(struct redlock_lock *lock, int node, int64_t now);

/* The node's clock has gone ahead: its key ends by so much earlier. */
void rlk_lock_shorten(struct redlock_lock *lock, int node, int64_t by_ns,
                      int64_t now);

/* --- its fence -------------------------------------------------------------
 */

/* Fenced: a node's counter stands at this. Nothing where it is not fenced. */
void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter);

/* Fenced: is that counter ours, or did somebody newer move it? */
bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter);

/* May a node be given its key back? */
bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now);

#endif
