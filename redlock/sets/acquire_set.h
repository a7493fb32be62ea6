/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_SETS_ACQUIRE_SET_H
#define RLK_REDLOCK_SETS_ACQUIRE_SET_H

/*
 * Acquiring several resources, all or none, as plan.h says it: each by an
 * acquisition of its own. What is held already is kept until the last one is.
 */

#include <stdint.h>

#include "redlock/core/call.h"
#include "redlock/core/wait_news.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"
#include "redlock/sets/plan.h"
#include "redlock/sets/set.h"

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

#endif
