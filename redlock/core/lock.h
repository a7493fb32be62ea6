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

/* Members that most locks do not need: see rlk_lock_rare(). */
struct rlk_lock_rare {
    struct rlk_slot slot;      /* of a semaphore: chosen once it is held */
    const char *adopted;       /* another process's token; NULL: not adopted */
    struct rlk_waiter *waiter; /* the waiter that acquired it; owned; or NULL.
                                  See waiter.h */
    redlock_renewed_fn *on_renewed; /* the holder's; may be NULL */
    void *user;                     /* the holder's, for both functions */
    int64_t least_ns; /* the least validity that was accepted; 0: the advance
                         warning */
};

struct redlock_lock {
    struct rlk_completion completion; /* reports a renewal or the loss */
    struct rlk_runtime *runtime;      /* borrowed */
    const struct rlk_lock_type *kind; /* static */
    struct rlk_list among_locks;      /* of the runtime */
    struct rlk_list *rounds;       /* a ring: ops whose answers still update the
                                      lock, also with an outcome */
    struct rlk_list *extends;      /* a ring: struct rlk_extend, under way */
    struct rlk_resource *resource; /* counted reference */
    const struct rlk_lock_rare *rare; /* not NULL; shared while all of it is
                                         zero, otherwise owned */
    uint64_t attempt;                 /* not adopted: the number in its token */
    int64_t ttl_ns;                   /* of the next renewal */
    int64_t longest_ns;               /* the longest TTL so far */
    struct rlk_reach reach;           /* where its keys may be */
    int64_t warning_ns; /* the advance warning: a loss is reported this long
                          before the validity ends */
    _Atomic int64_t expires_at; /* the last validity while it was held; 0: not
                                   held yet. If it is lost, its keys are given
                                   up then */
    int64_t fence;              /* 0: not fenced */
    redlock_lost_fn *on_lost;   /* the holder's; may be NULL */

    /* For the keeper: */
    struct rlk_timer timer; /* the next event */
    int64_t renew_at;       /* RLK_NEVER: not kept, or a renewal is under way */

    /* For a set: redlock/sets/set.h. */
    struct rlk_set_member *member; /* NULL: not a member */

    /* For the API: */
    _Atomic int lost_fd; /* -1: the holder has requested none */
    int retained;        /* the number of releases before the one that is
                            sent */

    /* Together, because each alone would take eight bytes: */
    bool kept : 1;        /* the keeper renews it */
    bool fenced : 1;      /* it has a fence, and counters behind the votes */
    bool repair : 1;      /* missing keys are restored */
    _Atomic bool lost;    /* final; the holder is or will be notified */
    _Atomic bool shields; /* once lost: its keys exclude others to their end */
    bool abandoned : 1;   /* its keys are given up on every node */
    bool renew_soon : 1;  /* renew immediately: a vote's end moved */
    bool renewing : 1;    /* a renewal is under way */
    bool renewed : 1;     /* a renewal was begun before */
    bool raises : 1;      /* granted for less than its TTL, to which renew_at
                             extends it */
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
    bool repair;
    bool fenced;               /* it gets a fence */
    redlock_lost_fn *lost;     /* on_lost */
    struct rlk_lock_rare rare; /* adopted: copied */
};

/*
 * Creates a lock that is not held yet. NULL: out of memory; the caller keeps
 * the resource.
 */
struct redlock_lock *rlk_lock_new(struct rlk_runtime *runtime,
                                  const struct rlk_lock_settings *settings);

/* The lock's rare members, to be changed. NULL: out of memory. */
struct rlk_lock_rare *rlk_lock_rare(struct redlock_lock *lock);

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

/* The validity, for any thread; 0: not held yet, or lost. */
static inline int64_t rlk_lock_valid_until(const struct redlock_lock *lock)
{
    return lock->lost ? 0 : lock->expires_at;
}

/* Until when a lost lock's keys still exclude others; 0: they do not. */
static inline int64_t rlk_lock_shielded_until(const struct redlock_lock *lock)
{
    return lock->lost && lock->shields ? lock->expires_at : 0;
}

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
