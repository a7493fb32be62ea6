/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_LOCK_H
#define RLK_REDLOCK_CORE_LOCK_H

/*
 * One lock: its tenure, its fence, and its next event. The validity is
 * published for other threads.
 *
 * A lock sends nothing and reports no loss: rlk_lock_due() returns the next
 * action, and the keeper executes it. The operations, acquire.h and extend.h,
 * call the functions below with the results of answers.
 */

#include <stdatomic.h>

#include "quorum/tenure.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/token.h"

struct rlk_waiter;
struct rlk_set_member;

struct redlock_lock {
    struct rlk_completion completion; /* reports a renewal or the loss */
    struct rlk_runtime *runtime;      /* borrowed */
    const struct rlk_lock_type *kind; /* static */
    struct rlk_list among_locks;      /* of the runtime */
    struct rlk_list rounds;  /* ops whose answers still update the lock, also
                                with an outcome */
    struct rlk_list extends; /* struct rlk_extend, under way */
    struct rlk_resource *resource; /* counted reference */
    struct rlk_slot slot;          /* of a semaphore: chosen once it is held */
    char *adopted;             /* another process's token; NULL: not adopted */
    uint64_t attempt;          /* not adopted: the number in its token */
    int64_t ttl_ns;            /* of the next renewal */
    int64_t longest_ns;        /* the longest TTL so far */
    struct rlk_reach reach;    /* where its keys may be */
    struct rlk_waiter *waiter; /* the waiter that acquired it; owned; or NULL.
                                  See waiter.h */
    int64_t warning_ns; /* the advance warning: a loss is reported this long
                          before the validity ends */
    int64_t least_ns;   /* the least validity that was accepted */
    int64_t expires_at; /* the last validity while it was held; if it is lost,
                           its keys are given up then */
    _Atomic int64_t valid_until;    /* published: the validity; 0 once lost */
    _Atomic int64_t shielded_until; /* published: once lost, until when its keys
                                       still exclude others; 0: they do not */
    int64_t fence;                  /* 0: not fenced */
    redlock_lost_fn *on_lost;       /* the holder's; may be NULL */
    redlock_renewed_fn *on_renewed; /* the holder's; may be NULL */
    void *user;                     /* the holder's, for both functions */

    /* For the keeper: */
    struct rlk_timer timer; /* the next event */
    int64_t renew_at;       /* RLK_NEVER: not kept, or a renewal is under way */
    int64_t raise_at;       /* it was granted for less than its TTL; if it is
                               kept, it is extended to the TTL then; RLK_NEVER:
                               it was granted for its TTL */

    /* For a set: redlock/sets/set.h. */
    struct rlk_set_member *member; /* NULL: not a member */

    /* For the API: */
    _Atomic int lost_fd;     /* -1: the holder has requested none */
    int retained;            /* the number of releases before the one that is
                                sent */
    struct rlk_list to_tell; /* in the blocking API's list */

    /* Together, because each alone would take eight bytes: */
    bool kept : 1;        /* the keeper renews it */
    bool fenced : 1;      /* it has a fence, and counters behind the votes */
    bool repair : 1;      /* missing keys are restored */
    bool lost;            /* final; the holder is or will be notified */
    bool abandoned : 1;   /* its keys are given up on every node */
    bool renew_soon : 1;  /* renew immediately: a vote's end moved */
    bool renewing : 1;    /* a renewal is under way */
    bool renewed : 1;     /* a renewal was begun before */
    bool report_lost : 1; /* the blocking API has called on_lost */

    struct rlk_tenure tenure; /* the votes, and the validity */
    int64_t votes[]; /* the tenure's; fenced: then each node's last known
                        counter */
};

/* Members without a comment are those of struct redlock_lock. */
struct rlk_lock_settings {
    const struct rlk_lock_type *kind; /* NULL: the exclusive locks' */
    struct rlk_resource *resource;    /* the lock takes over the reference */
    int64_t ttl_ns;
    int64_t warning_ns;
    bool keep; /* kept */
    bool repair : 1;
    bool fenced;                 /* it gets a fence */
    struct rlk_slot slot;        /* of a semaphore; many 0: none */
    redlock_lost_fn *lost;       /* on_lost */
    redlock_renewed_fn *renewed; /* on_renewed */
    void *user;
    const char *adopted; /* copied; NULL: not adopted */
};

/*
 * Creates a lock that is not held yet. NULL: out of memory; the caller keeps
 * the resource.
 */
struct redlock_lock *rlk_lock_new(struct rlk_runtime *runtime,
                                  const struct rlk_lock_settings *settings);

/*
 * Frees the lock; sends nothing. Its lists rounds and extends are empty: see
 * rlk_release_handle(). NULL is allowed.
 */
void rlk_lock_free(struct redlock_lock *lock);

/* Fills in the lock's token. */
void rlk_lock_token(const struct redlock_lock *lock, struct rlk_token *token);

/* --- the next event ------------------------------------------------------ */

enum rlk_lock_due {
    RLK_LOCK_NOTHING,
    RLK_LOCK_RENEW,   /* kept: begin an extension */
    RLK_LOCK_LOST,    /* the validity ends within the advance warning: report a
                         loss */
    RLK_LOCK_EXPIRED, /* lost, and its validity has ended: give its keys up */
};

enum rlk_lock_due rlk_lock_due(const struct redlock_lock *lock, int64_t now);

/* When the next event is due; RLK_NEVER: none. */
int64_t rlk_lock_next_due(const struct redlock_lock *lock, int64_t now);

/* When a loss must be reported, unless the lock is extended. */
int64_t rlk_lock_tell_at(const struct redlock_lock *lock);

/* Its validity has not ended, and it is not lost. */
bool rlk_lock_held(struct redlock_lock *lock, int64_t now);

/* May a missing key be restored? */
bool rlk_lock_repairs(struct redlock_lock *lock, int64_t now);

/* Makes it lost for ever and publishes that; the caller notifies the holder. */
void rlk_lock_lose(struct redlock_lock *lock, int64_t now);

/* --- updates ---------------------------------------------------------------
 *
 * Each of these calls rlk_runtime.lock_moved, unless the lock is lost.
 */

/*
 * The attempt with this number has won, and its grants, each for granted_ns,
 * were entered into the tenure. The lock is held from now on, unless too little
 * validity is left; then it is lost immediately.
 */
void rlk_lock_begin(struct redlock_lock *lock, uint64_t attempt,
                    int64_t granted_ns, int64_t now);

/* The lock is lost, independent of its votes. */
void rlk_lock_give_up(struct redlock_lock *lock, int64_t now);

/* See the functions of the same names in quorum/tenure.h. */
void rlk_lock_late_grant(struct redlock_lock *lock, int node, int64_t sent_at,
                         int64_t ttl_ns, int64_t now);

/* True if the vote counts: see rlk_tenure_extended(). */
bool rlk_lock_extended(struct redlock_lock *lock, int node, int64_t sent_at,
                       int64_t ttl_ns, bool quarantined, int64_t now);
void rlk_lock_withdraw(struct redlock_lock *lock, int node, int64_t now);
void rlk_lock_repaired(struct redlock_lock *lock, int node, int64_t now);

/* The node's clock was stepped forward: its key expires by_ns earlier. */
void rlk_lock_shorten(struct redlock_lock *lock, int node, int64_t by_ns,
                      int64_t now);

/* --- its fence ----------------------------------------------------------- */

/* Records a node's counter, if the lock is fenced. */
void rlk_lock_counter(struct redlock_lock *lock, int node, int64_t counter);

/*
 * The node's last known counter, at least the fence. A node with a larger
 * counter has granted to a newer holder.
 */
int64_t rlk_lock_counted(const struct redlock_lock *lock, int node);

/* Fenced: is this counter the known one, so that no newer holder raised it? */
bool rlk_lock_expects(const struct redlock_lock *lock, int node,
                      int64_t counter);

#endif
