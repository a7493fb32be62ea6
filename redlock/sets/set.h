/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_SET_H
#define RLK_REDLOCK_SETS_SET_H

/*
 * A set: several locks that are held together. Each member has its own votes,
 * fence and keeper. The set is held while all members are, and the loss of one
 * is the loss of all. The program's handle is that of the first member.
 */

#include "redlock/core/acquire.h"
#include "redlock/core/extend.h"
#include "redlock/core/op.h"
#include "redlock/core/release.h"
#include "redlock/redlock.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"

struct rlk_set;
struct rlk_set_extend_part;

/*
 * The plan: the order in which the members of a set are acquired. At first all
 * are acquired in parallel. If one is refused and the caller waits, all are
 * released, and then acquired one after the other, by all clients in the same
 * order, which prevents deadlocks. Pure: members are numbers in that order.
 */

/* The caller sets these three, and zeroes the rest. */
struct rlk_set_plan {
    int count;     /* members, from 1 */
    bool waits;    /* after a refusal it continues */
    bool in_order; /* one after the other; from the beginning if another client
                      wants a member */
    bool failed;   /* the held members must be released */
    bool over;     /* ... and then the plan ends */
    bool topping;  /* all are held; members with too little validity are
                      extended */
    bool done;     /* the outcome was returned */
    int asked;     /* since the last release of all */
    int held;      /* of these */
    enum redlock_status status; /* of the last refusal */
};

enum rlk_set_step_kind {
    RLK_SET_TRY,       /* one attempt to acquire the member */
    RLK_SET_WAIT_FOR,  /* acquire the member, waiting for it */
    RLK_SET_GIVE_BACK, /* release all members that are held or asked for; ignore
                          further answers */
    RLK_SET_TOP_UP,    /* extend members with too little validity */
    RLK_SET_DONE,      /* the end, with this status */
};

struct rlk_set_step {
    enum rlk_set_step_kind kind;
    int member;                 /* try, wait for */
    enum redlock_status status; /* done */
};

/* A member was acquired. */
void rlk_set_plan_won(struct rlk_set_plan *plan);

/* A member was not acquired. */
void rlk_set_plan_refused(struct rlk_set_plan *plan,
                          enum redlock_status status);

/* A held member is lost before all are held. */
void rlk_set_plan_lost(struct rlk_set_plan *plan);

/* All members have enough validity. */
void rlk_set_plan_topped_up(struct rlk_set_plan *plan);

/* The caller cancels. */
void rlk_set_plan_cancel(struct rlk_set_plan *plan);

/* Returns the next step. false: none until another event. */
bool rlk_set_plan_next(struct rlk_set_plan *plan, struct rlk_set_step *step);

/* A member, in the order of the caller's request. */
struct rlk_set_member {
    struct rlk_set *set;
    const char *name;           /* of its resource; in the set's names */
    enum redlock_mode mode;     /* of its resource */
    struct redlock_lock *lock;  /* NULL: not held */
    struct rlk_acquire acquire; /* while the set is acquired: */
    bool asked;                 /* its acquisition was begun */
    bool ended;                 /* ... and has ended */
    struct rlk_extend extend;   /* for RLK_SET_TOP_UP: */
    bool extending;
    bool extended;                 /* ... and the extension has ended */
    struct rlk_release release;    /* when all are released */
    struct redlock_report *report; /* of its acquisition; NULL: none */
};

struct rlk_set {
    struct rlk_runtime *runtime;      /* borrowed */
    struct rlk_list among_sets;       /* the runtime's list */
    struct rlk_completion completion; /* reports a renewal or the loss */
    struct rlk_timer timer;           /* set to now when a member has news */
    /* While it is acquired or released: the pointer of that operation, which is
     * set to NULL when the set is freed. */
    struct rlk_set **user;
    /* While it is acquired: an event of a member. Else NULL. */
    void (*step_due)(struct rlk_set *set, int64_t now);
    struct redlock_request request; /* of each member, while it is acquired */
    int64_t reported_until;         /* the validity reported last */
    bool lost;                      /* for ever, as are all members */
    char *names;                    /* of the resources, each with its NUL */
    int count;
    int *in_order; /* the members' numbers, by the bytes of their names */
    struct rlk_set_member members[];
};

/*
 * Frees all sets, and leaves their locks to the core, without completions and
 * without sending anything. The caller has cancelled the acquisitions.
 */
void rlk_sets_clear(struct rlk_runtime *runtime);

/* The handle; NULL: the set is not held. */
struct redlock_lock *rlk_set_handle(const struct rlk_set *set);

/* The handle whose news this completion reports: a lock's or a set's. */
struct redlock_lock *rlk_set_or_lock(struct rlk_completion *completion);

/* --- the validity; any thread, while it is held -------------------------- */

/* Until when all members are held; 0: one is lost. */
int64_t rlk_set_valid_until(const struct rlk_set *set);

/* Lost: until when the keys of all members still exclude others; else 0. */
int64_t rlk_set_shielded_until(const struct rlk_set *set);

/*
 * Acquiring a set by the plan: each member by its own acquisition. Members that
 * are held are renewed until the last one is held.
 */
struct rlk_set_acquire {
    struct rlk_call call;      /* its rounds are those of all members */
    struct rlk_set *set;       /* NULL once it has ended without the lock */
    struct redlock_lock *lock; /* the handle; held with status OK */
    struct rlk_set_plan plan;
    bool keep;                   /* by the request; meanwhile all are kept */
    int64_t deadline;            /* RLK_NEVER: none */
    int64_t least_ns;            /* the least validity of a won set */
    struct rlk_set_member *last; /* the member that was refused last */
};

/*
 * acquire  the caller's memory, with call.completion.run and call.news.run
 *          set, and zero elsewhere.
 * request  in this version's layout: rlk_size_request().
 *
 * As rlk_acquire_start().
 */
enum redlock_status rlk_set_acquire_start(struct rlk_set_acquire *acquire,
                                          struct rlk_runtime *runtime,
                                          const struct redlock_request *request,
                                          int64_t now);

/* As rlk_acquire_take_news(). */
bool rlk_set_acquire_take_news(struct rlk_set_acquire *acquire,
                               struct rlk_wait_reported *reported, int64_t now);

/* Ends it as cancelled, unless it has ended. */
void rlk_set_acquire_cancel(struct rlk_set_acquire *acquire, int64_t now);

/* Ends it without a completion, after rlk_sets_clear(). */
void rlk_set_acquire_drop(struct rlk_set_acquire *acquire);

/* Extending all locks of a set in parallel. */
struct rlk_set_extend {
    struct rlk_call call;
    struct rlk_set_extend_part *parts; /* one for each lock; NULL once ended */
    int count;                         /* of them */
    int left;                          /* the parts that have not ended */
    enum redlock_status status;        /* OK, or of the last failed part */
};

/*
 * extend  the caller's memory, with call.completion.run set, and zero
 *         elsewhere. report: of the first.
 *
 * OK: started. LOST, NO_MEMORY: nothing was sent, and no completion runs. If
 * memory runs out later, it ends with NO_MEMORY, and extended members stay
 * extended.
 */
enum redlock_status rlk_set_extend_start(struct rlk_set_extend *extend,
                                         const struct rlk_set *set,
                                         int64_t ttl_ns,
                                         struct redlock_report *report,
                                         int64_t now);

/* Ends it without a completion: its caller is gone. */
void rlk_set_extend_drop(struct rlk_set_extend *extend, int64_t now);

/* Releasing all locks of a set in parallel. */
struct rlk_set_release {
    struct rlk_call call;
    struct rlk_set *set;        /* NULL once ended */
    int left;                   /* the releases that have not ended */
    enum redlock_status status; /* the worst of the others */
};

/*
 * Frees the locks, and the set once their releases have ended. The status is
 * the worst of all: GONE, NO_RIGHTS, UNREACHABLE. report: of the first.
 *
 * release  the caller's memory, with call.completion.run set, and zero
 *          elsewhere.
 */
void rlk_set_release_start(struct rlk_set_release *release, struct rlk_set *set,
                           struct redlock_report *report, int64_t now);

/* Detaches all locks, as rlk_release_detach(), and frees the set. */
void rlk_set_detach(struct rlk_set *set, int64_t now);

#endif
