/* SPDX-License-Identifier: MIT */
/* A set of locks, from the names to the loss. */

#include "redlock/sets/set.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/runtime.h"

/* --- its names -------------------------------------------------------------
 */

static const char *name_of(const struct redlock_request *request, int i)
{
    return i == 0 ? request->resource : request->more[i - 1];
}

enum redlock_status rlk_set_check(const struct redlock_request *request)
{
    if (request->more == NULL || request->more_count < 0 ||
        request->more_count >= REDLOCK_SET_MAX)
        return REDLOCK_BAD_REQUEST;
    for (int i = 0; i <= request->more_count; i++) {
        if (redlock_resource_problem(name_of(request, i)) != NULL)
            return REDLOCK_BAD_REQUEST;
        for (int k = 0; k < i; k++) {
            if (strcmp(name_of(request, k), name_of(request, i)) == 0)
                return REDLOCK_BAD_REQUEST;
        }
    }
    return REDLOCK_OK;
}

static size_t length_of_names(const struct redlock_request *request)
{
    size_t length = 0;

    for (int i = 0; i <= request->more_count; i++)
        length += strlen(name_of(request, i)) + 1;
    return length;
}

static void copy_names(struct rlk_set *set,
                       const struct redlock_request *request)
{
    char *at = set->names;

    for (int i = 0; i < set->count; i++) {
        size_t length = strlen(name_of(request, i)) + 1;
        memcpy(at, name_of(request, i), length);
        set->members[i].name = at;
        at += length;
    }
}

/* By the bytes of their names: few, so by insertion. */
static void put_in_order(struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        int at = i;
        for (; at > 0 && strcmp(set->members[set->in_order[at - 1]].name,
                                set->members[i].name) > 0;
             at--)
            set->in_order[at] = set->in_order[at - 1];
        set->in_order[at] = i;
    }
}

/* --- what its members tell -------------------------------------------------
 */

void rlk_set_stir(struct rlk_set *set)
{
    /* It is in the past: the timer fires at the next look at the clock. */
    rlk_timers_set(&set->runtime->timers, &set->timer, 0);
}

static void member_tells(struct rlk_completion *completion)
{
    struct redlock_lock *lock =
        RLK_OWNER_OF(completion, struct redlock_lock, completion);

    if (lock->member != NULL)
        rlk_set_stir(lock->member->set);
}

static bool one_is_lost(const struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        if (set->members[i].lock->lost)
            return true;
    }
    return false;
}

/* One is lost: so are all, and none is renewed any more. */
static void lose(struct rlk_set *set, int64_t now)
{
    set->lost = true;
    for (int i = 0; i < set->count; i++)
        rlk_lock_give_up(set->members[i].lock, now);
}

static void follow(struct rlk_set *set, int64_t now)
{
    int64_t until = rlk_set_valid_until(set);
    bool wanted = rlk_set_handle(set)->on_renewed != NULL;

    if (set->lost)
        return;
    if (one_is_lost(set))
        lose(set, now);
    else if (!wanted || until == set->told_until)
        return;
    set->told_until = until;
    rlk_completions_push(&set->runtime->completions, &set->completion);
}

static void set_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_set *set = RLK_OWNER_OF(timer, struct rlk_set, timer);

    if (set->stirred != NULL)
        set->stirred(set, now);
    else if (set->user == NULL)
        follow(set, now);
}

static void run_tell(struct rlk_completion *completion)
{
    struct rlk_set *set = RLK_OWNER_OF(completion, struct rlk_set, completion);

    set->runtime->tell(rlk_set_handle(set));
}

/* --- its life --------------------------------------------------------------
 */

struct rlk_set *rlk_set_new(struct rlk_runtime *runtime,
                            const struct redlock_request *request)
{
    size_t count = (size_t)request->more_count + 1;
    size_t members = count * sizeof(struct rlk_set_member);
    size_t numbers = count * sizeof(int);
    struct rlk_set *set =
        rlk_alloc(sizeof(*set) + members + numbers + length_of_names(request));

    if (set == NULL)
        return NULL;
    if (!rlk_timers_promise(&runtime->timers, &set->timer, set_fire)) {
        rlk_free(set);
        return NULL;
    }
    set->runtime = runtime;
    set->completion.run = run_tell;
    set->count = (int)count;
    set->in_order = (int *)(void *)&set->members[count];
    set->names = (char *)(set->in_order + count);
    copy_names(set, request);
    put_in_order(set);
    for (int i = 0; i < set->count; i++)
        set->members[i].set = set;
    rlk_list_push_front(&runtime->sets, &set->among_sets);
    return set;
}

void rlk_set_free(struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        if (member->lock != NULL)
            member->lock->member = NULL;
        rlk_free(member->report);
    }
    if (set->user != NULL)
        *set->user = NULL;
    rlk_completions_remove(&set->runtime->completions, &set->completion);
    rlk_timers_forget(&set->runtime->timers, &set->timer);
    rlk_list_remove(&set->among_sets);
    rlk_free(set);
}

/* What is under way for the member has no end any more. */
static void drop(struct rlk_set_member *member)
{
    if (member->extending)
        rlk_extend_drop(&member->extend, member->extend.call.started);
    if (member->asked && member->acquire.lock != NULL)
        member->acquire.lock->member = NULL;
    if (member->asked)
        rlk_acquire_drop(&member->acquire);
    if (member->release.call.runtime != NULL)
        rlk_call_drop(&member->release.call);
}

void rlk_sets_clear(struct rlk_runtime *runtime)
{
    while (!rlk_list_empty(&runtime->sets)) {
        struct rlk_set *set =
            RLK_OWNER_OF(runtime->sets.next, struct rlk_set, among_sets);
        for (int i = 0; i < set->count; i++)
            drop(&set->members[i]);
        rlk_set_free(set);
    }
}

void rlk_set_attach(struct rlk_set_member *member, struct redlock_lock *lock)
{
    lock->member = member;
    lock->completion.run = member_tells;
}

struct redlock_lock *rlk_set_handle(const struct rlk_set *set)
{
    return set->members[0].lock;
}

void rlk_set_begin(struct rlk_set *set)
{
    set->user = NULL;
    set->stirred = NULL;
    set->told_until = rlk_set_valid_until(set);
    for (int i = 0; i < set->count; i++) {
        rlk_free(set->members[i].report);
        set->members[i].report = NULL;
    }
}

/* --- what its holder may believe -------------------------------------------
 */

int64_t rlk_set_valid_until(const struct rlk_set *set)
{
    int64_t until = RLK_NEVER;

    for (int i = 0; i < set->count; i++) {
        int64_t of_one = atomic_load(&set->members[i].lock->valid_until);
        if (of_one < until)
            until = of_one;
    }
    return until;
}

int64_t rlk_set_shielded_until(const struct rlk_set *set)
{
    int64_t until = RLK_NEVER;
    bool lost = false;

    for (int i = 0; i < set->count; i++) {
        const struct redlock_lock *lock = set->members[i].lock;
        int64_t of_one = atomic_load(&lock->valid_until);
        if (of_one == 0) {
            lost = true;
            of_one = atomic_load(&lock->shielded_until);
        }
        if (of_one < until)
            until = of_one;
    }
    return lost ? until : 0;
}
