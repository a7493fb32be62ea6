/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_SET_H
#define RLK_REDLOCK_SETS_SET_H

/*
 * Several locks that are held together: each has its own votes, fence and
 * keeper; the set is held while all are, and the loss of one is the loss of
 * all. The handle that a program has is that of the first.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/acquire.h"
#include "redlock/core/extend.h"
#include "redlock/core/release.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/timers.h"

struct rlk_runtime;

/* One of the set, in the order in which the caller named them. */
struct rlk_set_member {
    struct rlk_set *set;
    const char *name;           /* of its resource, in the set's names */
    struct redlock_lock *lock;  /* NULL: not held */
    struct rlk_acquire acquire; /* while it is acquired: */
    bool asked;                 /* it was begun */
    bool ended;                 /* ... and has ended */
    struct rlk_extend extend;   /* before the set is the caller's: */
    bool extending;
    bool extended;                 /* ... and that has ended */
    struct rlk_release release;    /* when all are released */
    struct redlock_report *report; /* of its acquisition; NULL: none wanted */
};

struct rlk_set {
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_list among_sets;       /* of the runtime */
    struct rlk_completion completion; /* tells of a renewal or of the loss */
    struct rlk_timer timer; /* set to now when a member has something to tell */
    /* While it is acquired or released: where whoever does it has it; NULL'd
     * when the set is freed. */
    struct rlk_set **user;
    /* While it is acquired: something has happened to its members. Else NULL.
     */
    void (*stirred)(struct rlk_set *set, int64_t now);
    struct redlock_request request; /* of each member, while it is acquired */
    int64_t told_until;             /* the validity, as told last */
    bool lost;                      /* for good, and so are all members */
    char *names;                    /* of the resources, each with its NUL */
    int count;
    int *in_order; /* the members' numbers, by the bytes of their names */
    struct rlk_set_member members[];
};

/*
 * What is wrong with the names of a request: BAD_REQUEST, or OK. Each is as
 * rlk_acquire_start() has them, and none is there twice.
 */
enum redlock_status rlk_set_check(const struct redlock_request *request);

/* A set of the request's resources, none of them held. NULL: no memory. */
struct rlk_set *rlk_set_new(struct rlk_runtime *runtime,
                            const struct redlock_request *request);

/* Frees the set, not its locks, which are no members any more. */
void rlk_set_free(struct rlk_set *set);

/*
 * Frees all sets, and leaves their locks to the core; what is under way for
 * them has no end. Nothing is sent: acquisitions are to be cancelled before.
 */
void rlk_sets_clear(struct rlk_runtime *runtime);

/* What is to be told of the lock is told to the set from here on. */
void rlk_set_attach(struct rlk_set_member *member, struct redlock_lock *lock);

/* The set has been acquired, and is its holder's. */
void rlk_set_begin(struct rlk_set *set);

/* The handle: NULL, it is not held. */
struct redlock_lock *rlk_set_handle(const struct rlk_set *set);

/* Looks at its members soon, where the core is not on the stack. */
void rlk_set_stir(struct rlk_set *set);

/* --- what its holder may believe; any thread, while it is held --------------
 */

/* Until when all are held; 0: one is lost. */
int64_t rlk_set_valid_until(const struct rlk_set *set);

/* Lost: until when the keys of all still keep others out; else 0. */
int64_t rlk_set_shielded_until(const struct rlk_set *set);

#endif
