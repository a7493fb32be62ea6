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
#include "redlock/core/op.h"
#include "redlock/core/release.h"
#include "redlock/core/wait_news.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/timers.h"

struct rlk_set;
struct rlk_set_extend_part;

/*
 * In which order the locks of a set are asked for: all at once; where one is
 * refused and the caller waits, all are given back, and then they are acquired
 * one after the other, in one order for everybody, so that no two wait for each
 * other. All or none. Pure: members are numbers, in that order.
 */

struct rlk_set_plan_settings {
    int count;     /* members, from 1 */
    bool waits;    /* a refusal is not the end */
    bool in_order; /* it is known that others want one of them: they are not
                      asked for all at once */
};

struct rlk_set_plan {
    int count;
    bool waits;
    bool in_order; /* one after the other */
    bool failed;   /* what there is has to be given back */
    bool over;     /* ... and that is the end */
    bool topping;  /* all are held, and those that have too little left are
                      extended */
    bool done;     /* the outcome was told */
    int asked;     /* since the last time that all was given back; and won: */
    int held;
    enum redlock_status status; /* of the last refusal */
};

enum rlk_set_step_kind {
    RLK_SET_TRY,       /* the member: one attempt */
    RLK_SET_WAIT_FOR,  /* the member: attempts until it is won */
    RLK_SET_GIVE_BACK, /* all that is held or asked for: no answer to it counts
                          any more */
    RLK_SET_TOP_UP,    /* those that have too little left are to be extended */
    RLK_SET_DONE,      /* status: OK, or why not */
};

struct rlk_set_step {
    enum rlk_set_step_kind kind;
    int member;                 /* try, wait for */
    enum redlock_status status; /* done */
};

void rlk_set_plan_init(struct rlk_set_plan *plan,
                       const struct rlk_set_plan_settings *settings);

/* A member that was asked for is held. */
void rlk_set_plan_won(struct rlk_set_plan *plan);

/* A member that was asked for is not had. */
void rlk_set_plan_refused(struct rlk_set_plan *plan,
                          enum redlock_status status);

/* One that was held is lost, before all were. */
void rlk_set_plan_lost(struct rlk_set_plan *plan);

/* None has too little left. */
void rlk_set_plan_topped_up(struct rlk_set_plan *plan);

/* The caller does not want it any more. */
void rlk_set_plan_cancel(struct rlk_set_plan *plan);

/* What is to be done next. false: nothing, until something happens. */
bool rlk_set_plan_next(struct rlk_set_plan *plan, struct rlk_set_step *step);

/* One of the set, in the order in which the caller named them. */
struct rlk_set_member {
    struct rlk_set *set;
    const char *name;           /* of its resource, in the set's names */
    enum redlock_mode mode;     /* of its resource */
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
 * Frees all sets, and leaves their locks to the core; what is under way for
 * them has no end. Nothing is sent: acquisitions are to be cancelled before.
 */
void rlk_sets_clear(struct rlk_runtime *runtime);

/* The handle: NULL, it is not held. */
struct redlock_lock *rlk_set_handle(const struct rlk_set *set);

/* --- what its holder may believe; any thread, while it is held --------------
 */

/* Until when all are held; 0: one is lost. */
int64_t rlk_set_valid_until(const struct rlk_set *set);

/* Lost: until when the keys of all still keep others out; else 0. */
int64_t rlk_set_shielded_until(const struct rlk_set *set);

/*
 * Acquiring several resources, all or none, as plan.h says it: each by an
 * acquisition of its own. What is held already is kept until the last one is.
 */

struct rlk_set_acquire {
    struct rlk_call call;      /* its rounds are those of all members' */
    struct rlk_set *set;       /* NULL once ended without the lock */
    struct redlock_lock *lock; /* the handle; won with status OK */
    struct rlk_set_plan plan;
    bool keep;                   /* the caller's wish; meanwhile all are */
    int64_t deadline;            /* RLK_NEVER: none */
    int64_t least_ns;            /* what must be left when it is won */
    struct rlk_set_member *last; /* the one whose refusal was the last */
    struct rlk_completion news;  /* its run is the caller's to set */
};

/*
 * acquire  the caller's memory, with call.completion.run and news.run set, and
 *          zero elsewhere.
 * request  as this version has it: rlk_size_request().
 *
 * As rlk_acquire_start().
 */
enum redlock_status rlk_set_acquire_start(struct rlk_set_acquire *acquire,
                                          struct rlk_runtime *runtime,
                                          const struct redlock_request *request,
                                          int64_t now);

/* As rlk_acquire_take_news(). */
bool rlk_set_acquire_take_news(struct rlk_set_acquire *acquire,
                               struct rlk_wait_told *told, int64_t now);

/* Ends it as cancelled, unless it has ended. */
void rlk_set_acquire_cancel(struct rlk_set_acquire *acquire, int64_t now);

/* Nobody is told of it any more; its set is gone: rlk_sets_clear(). */
void rlk_set_acquire_drop(struct rlk_set_acquire *acquire);

/* Extending all locks of a set, at once. */

struct rlk_set_extend {
    struct rlk_call call;
    struct rlk_set_extend_part *parts; /* one a lock; NULL once ended */
    int count;                         /* of them */
    int left;                          /* that have not ended */
    enum redlock_status status; /* OK, or of the last that was not extended */
};

/*
 * extend  the caller's memory, with call.completion.run set, and zero
 *         elsewhere. report: of the first.
 *
 * OK: started. LOST, NO_MEMORY: nothing was sent, nobody is told. It ends with
 * NO_MEMORY where there was too little on the way: what was extended stays so.
 */
enum redlock_status rlk_set_extend_start(struct rlk_set_extend *extend,
                                         const struct rlk_set *set,
                                         int64_t ttl_ns,
                                         struct redlock_report *report,
                                         int64_t now);

/* Ends it without a completion: its caller is gone. */
void rlk_set_extend_drop(struct rlk_set_extend *extend, int64_t now);

/* Giving all locks of a set back, at once. */

struct rlk_set_release {
    struct rlk_call call;
    struct rlk_set *set;        /* NULL once ended */
    int left;                   /* members whose release has not ended */
    enum redlock_status status; /* the worst of those that have */
};

/*
 * Frees the locks, and the set once their releases have ended: with the worst
 * that came of any: GONE, NO_RIGHTS, UNREACHABLE. report: of the first.
 *
 * release  the caller's memory, with call.completion.run set, and zero
 *          elsewhere.
 */
void rlk_set_release_start(struct rlk_set_release *release, struct rlk_set *set,
                           struct redlock_report *report, int64_t now);

/* Frees set and locks, and leaves their keys as they are. */
void rlk_set_release_handles(struct rlk_set *set, int64_t now);

#endif
