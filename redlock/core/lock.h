/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCK_H
#define RLK_REDLOCK_CORE_LOCK_H

/*
 * One lock: its tenure, its fence, and what is due next. What the holder may
 * believe is published for other threads to read.
 *
 * A lock sends nothing and tells no loss: it says what is due, rlk_lock_due(),
 * and the keeper does it. What the answers of rounds mean for the lock comes
 * here through the operations, acquire.h and extend.h.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "quorum/tenure.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/slot.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

struct rlk_place;
struct rlk_runtime;
struct rlk_set_member;

struct redlock_lock {
    struct rlk_completion completion; /* tells of a renewal or of the loss */
    struct rlk_runtime *runtime;      /* borrowed */
    const struct rlk_kind *kind;      /* static */
    struct rlk_list among_locks;      /* of the runtime */
    struct rlk_list rounds;  /* ops, also with an outcome, whose answers still
                                move the lock */
    struct rlk_list extends; /* struct rlk_extend, under way */
    struct rlk_resource *resource; /* held by the lock */
    struct rlk_slot slot;          /* of a semaphore: chosen once it is held */
    char *adopted;           /* the token, of another process; NULL: our own */
    uint64_t attempt;        /* our own: the number that its token has */
    int64_t ttl_ns;          /* of the next renewal */
    int64_t longest_ns;      /* the longest TTL that it was given */
    struct rlk_reach reach;  /* where its keys may be */
    struct rlk_place *place; /* in the nodes' queues, by which it was acquired;
                                the lock's; NULL: by none. See place.h */
    int64_t notice_ns;  /* a loss is told so long before the validity ends */
    int64_t least_ns;   /* so much had to be left when it was won */
    int64_t expires_at; /* the last validity while it was held: where lost,
                           its keys are given up then */
    _Atomic int64_t valid_until;    /* published: the validity; 0 once lost */
    _Atomic int64_t shielded_until; /* published: once lost, until when its keys
                                       still keep others out; 0: they do not */
    bool kept;                      /* the keeper renews it */
    bool repair;                    /* a key that a node lacks is put back */
    bool lost;                /* for good; the holder is told, or about to be */
    bool abandoned;           /* its keys are given up on every node */
    int64_t fence;            /* 0: none was asked for */
    redlock_lost_fn *on_lost; /* the holder's; may be NULL */
    redlock_renewed_fn *on_renewed; /* the holder's; may be NULL */
    void *user;                     /* the holder's, for these two */
    struct rlk_tenure tenure;       /* the votes, and the validity */
    int64_t *counters; /* fenced: each node's counter as last told, stored
                          behind the votes; NULL: not fenced */

    /* The keeper's. */
    struct rlk_timer timer; /* when something is due next */
    int64_t renew_at;       /* RLK_NEVER: not kept, or a renewal is under way */
    int64_t raise_at;       /* it was granted for less than its TTL, and is
                               extended to that then, if it is kept; RLK_NEVER:
                               it was not */
    bool renew_soon;        /* to be renewed at once: a vote was shortened */
    bool renewing;          /* a renewal is under way */
    bool renewed;           /* a renewal was begun before */

    /* Of several that are held together: redlock/sets/set.h. */
    struct rlk_set_member *member; /* NULL: it stands alone */

    /* The face's. */
    _Atomic int lost_fd;     /* -1: the holder has asked for none */
    unsigned generation;     /* of the process that opened its client:
                                a forked child holds nothing */
    struct rlk_list to_tell; /* in the blocking face's list */
    bool told_lost;          /* the blocking face has called on_lost */
    int retained; /* so many releases are to come before the one that is sent */

    struct rlk_held_vote votes[]; /* the tenure's */
};

/* Members that are not explained are those of struct redlock_lock. */
struct rlk_lock_settings {
    const struct rlk_kind *kind;   /* NULL: the exclusive locks' */
    struct rlk_resource *resource; /* held by the lock from here on */
    int64_t ttl_ns;
    int64_t notice_ns;
    bool keep; /* the lock is kept */
    bool repair;
    bool fenced;                 /* it gets a fence */
    struct rlk_slot slot;        /* of a semaphore; many 0: of none */
    redlock_lost_fn *lost;       /* on_lost */
    redlock_renewed_fn *renewed; /* on_renewed */
    void *user;
    const char *adopted; /* copied; NULL: to be acquired */
};

/*
 * A lock that is not held yet. NULL: no memory; the resource is then still the
 * caller's.
 */
struct redlock_lock *rlk_lock_new(struct rlk_runtime *runtime,
                                  const struct rlk_lock_settings *settings);

/*
 * Frees the lock; sends nothing. Its lists rounds and extends are empty: see
 * rlk_release_handle(). NULL is fine.
 */
void rlk_lock_free(struct redlock_lock *lock);

/* Fills in the lock's token. */
void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token);

/* --- what is due -----------------------------------------------------------
 */

enum rlk_lock_due {
    RLK_LOCK_NOTHING,
    RLK_LOCK_RENEW,   /* kept: an extension is to be begun */
    RLK_LOCK_LOST,    /* so little is left of it that a loss has to be told */
    RLK_LOCK_EXPIRED, /* lost, and its validity has ended: its keys are to be
                         given up */
};

enum rlk_lock_due rlk_lock_due(const struct redlock_lock *lock, int64_t now);

/* When something is due next; RLK_NEVER: nothing. */
int64_t rlk_lock_next_due(const struct redlock_lock *lock, int64_t now);

/* The instant at which a loss has to be told, unless an extension comes. */
int64_t rlk_lock_tell_at(const struct redlock_lock *lock);

/* Its validity has not passed, and no loss was told. */
bool rlk_lock_held(struct redlock_lock *lock, int64_t now);

/* May a key be put back on a node that lacks it? */
bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now);

/* Makes it lost for good, and publishes that; the caller tells the holder. */
void rlk_lock_lose(struct redlock_lock *lock, int64_t now);

/* --- what moves it ---------------------------------------------------------
 *
 * Each of these calls rlk_runtime.lock_moved, unless the lock is lost already.
 */

/*
 * The attempt of that number has won, and its grants, each for granted_ns, were
 * entered into the tenure: the lock is held from here on, unless so little is
 * left that it is lost at once.
 */
void rlk_lock_begin(struct redlock_lock *lock, uint64_t attempt,
                    int64_t granted_ns, int64_t now);

/* It is lost, whatever the votes say. */
void rlk_lock_give_up(struct redlock_lock *lock, int64_t now);

/* The rest are as the functions of quorum/tenure.h of these names. */
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

/* Notes what a node's counter is at; nothing where the lock is not fenced. */
void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter);

/*
 * How far that node has counted for this lock: its counter as last told, the
 * fence at least. One that is beyond has granted to somebody newer.
 */
int64_t rlk_lock_counted(const struct redlock_lock *lock, int node);

/* Fenced: is that counter as we know it, and not moved by a newer holder? */
bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter);

#endif
