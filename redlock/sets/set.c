/* SPDX-License-Identifier: MIT */
/* A set of locks, from the names to its loss. */

#include "redlock/sets/set.h"

#include <assert.h>
#include <string.h>

#include "redlock/core/keeper.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/size.h"

/* --- the plan: all or none ----------------------------------------------- */

/* Can another attempt succeed after this status? */
static bool may_pass(enum redlock_status status)
{
    return status == REDLOCK_BUSY || status == REDLOCK_NO_QUORUM ||
           status == REDLOCK_TOO_SLOW;
}

/* A deadline says less than the status of an earlier attempt. */
static void note(struct rlk_set_plan *plan, enum redlock_status status)
{
    if (status != REDLOCK_DEADLINE || plan->status == REDLOCK_OK)
        plan->status = status;
}

static void fail(struct rlk_set_plan *plan, bool over)
{
    plan->failed = true;
    plan->over = plan->over || over;
}

void rlk_set_plan_won(struct rlk_set_plan *plan)
{
    plan->held++;
}

void rlk_set_plan_refused(struct rlk_set_plan *plan, enum redlock_status status)
{
    if (plan->over)
        return;
    note(plan, status);
    fail(plan, plan->in_order || !plan->waits || !may_pass(status));
}

void rlk_set_plan_lost(struct rlk_set_plan *plan)
{
    if (plan->over)
        return;
    note(plan, REDLOCK_TOO_SLOW);
    fail(plan, !plan->waits);
}

void rlk_set_plan_topped_up(struct rlk_set_plan *plan)
{
    if (!plan->topping || plan->failed)
        return;
    plan->status = REDLOCK_OK;
    plan->over = true;
}

void rlk_set_plan_cancel(struct rlk_set_plan *plan)
{
    if (plan->over)
        return;
    plan->status = REDLOCK_CANCELLED;
    fail(plan, true);
}

/* The next member, if there is one to ask now. */
static bool ask(struct rlk_set_plan *plan, struct rlk_set_step *step)
{
    if (plan->asked == plan->count ||
        (plan->in_order && plan->asked > plan->held))
        return false;
    *step = (struct rlk_set_step){
        .kind = plan->in_order && plan->waits ? RLK_SET_WAIT_FOR : RLK_SET_TRY,
        .member = plan->asked++,
    };
    return true;
}

static bool give_back(struct rlk_set_plan *plan, struct rlk_set_step *step)
{
    plan->failed = false;
    plan->topping = false;
    plan->in_order = true;
    plan->asked = 0;
    plan->held = 0;
    step->kind = RLK_SET_GIVE_BACK;
    return true;
}

static bool top_up(struct rlk_set_plan *plan, struct rlk_set_step *step)
{
    if (plan->topping)
        return false;
    plan->topping = true;
    step->kind = RLK_SET_TOP_UP;
    return true;
}

bool rlk_set_plan_next(struct rlk_set_plan *plan, struct rlk_set_step *step)
{
    if (plan->failed)
        return give_back(plan, step);
    if (plan->over) {
        *step = (struct rlk_set_step){
            .kind = RLK_SET_DONE,
            .status = plan->status,
        };
        return !plan->done && (plan->done = true);
    }
    return plan->held == plan->count ? top_up(plan, step) : ask(plan, step);
}

/* --- its names ----------------------------------------------------------- */

static const char *name_of(const struct redlock_request *request, int i)
{
    return i == 0 ? request->resource : request->more[i - 1];
}

static enum redlock_mode mode_of(const struct redlock_request *request,
                                 int number)
{
    return request->modes != NULL ? request->modes[number] : request->mode;
}

/*
 * Checks the names of a request: BAD_REQUEST if one is invalid, as for
 * rlk_acquire_start(), or occurs twice; else OK.
 */
static enum redlock_status set_check(const struct redlock_request *request)
{
    if (request->more == NULL || request->more_count < 0 ||
        request->more_count >= REDLOCK_SET_MAX)
        return REDLOCK_BAD_REQUEST;
    for (int i = 0; i <= request->more_count; i++) {
        enum redlock_mode mode = mode_of(request, i);
        if (redlock_resource_problem(name_of(request, i)) != NULL ||
            (mode != REDLOCK_EXCLUSIVE && mode != REDLOCK_SHARED))
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

/* Sorts by the bytes of the names; by insertion, as there are few. */
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

/* --- what its members tell ----------------------------------------------- */

/* Schedules a step from the timer, when no function of the core is active. */
static void set_schedule_step(struct rlk_set *set)
{
    /* An instant in the past: the timer fires at the next tick. */
    rlk_timers_set(&set->runtime->timers, &set->timer, 0);
}

static void member_tells(struct rlk_completion *completion)
{
    struct redlock_lock *lock =
        RLK_OWNER_OF(completion, struct redlock_lock, completion);

    if (lock->member != NULL)
        set_schedule_step(lock->member->set);
}

/* Is a held member lost? */
static bool one_is_lost(const struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        if (set->members[i].lock != NULL && set->members[i].lock->lost)
            return true;
    }
    return false;
}

/* A member is lost, so the set is: no member is renewed any more. */
static void lose(struct rlk_set *set, int64_t now)
{
    set->lost = true;
    for (int i = 0; i < set->count; i++)
        rlk_lock_give_up(set->members[i].lock, now);
}

static void follow(struct rlk_set *set, int64_t now)
{
    int64_t until = rlk_set_valid_until(set);
    bool wanted = rlk_set_handle(set)->rare->on_renewed != NULL;

    if (set->lost)
        return;
    if (one_is_lost(set))
        lose(set, now);
    else if (!wanted || until == set->reported_until)
        return;
    set->reported_until = until;
    rlk_completions_push(&set->runtime->completions, &set->completion);
}

static void set_fire(struct rlk_timer *timer, int64_t now)
{
    struct rlk_set *set = RLK_OWNER_OF(timer, struct rlk_set, timer);

    if (set->step_due != NULL)
        set->step_due(set, now);
    else if (set->user == NULL)
        follow(set, now);
}

static void run_tell(struct rlk_completion *completion)
{
    struct rlk_set *set = RLK_OWNER_OF(completion, struct rlk_set, completion);

    set->runtime->tell(rlk_set_handle(set));
}

/* --- its life ------------------------------------------------------------ */

/* Makes a set of the request's resources, without locks. NULL: no memory. */
static struct rlk_set *set_new(struct rlk_runtime *runtime,
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
    for (int i = 0; i < set->count; i++) {
        set->members[i].set = set;
        set->members[i].mode = mode_of(request, i);
    }
    rlk_list_push_front(&runtime->sets, &set->among_sets);
    return set;
}

/* Frees the set but not its locks, which are no members any more. */
static void set_free(struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        if (member->lock != NULL)
            member->lock->member = NULL;
        rlk_free(member->report);
    }
    if (set->user != NULL)
        *set->user = NULL;
    rlk_list_remove(&set->completion.queued);
    rlk_timers_forget(&set->runtime->timers, &set->timer);
    rlk_list_remove(&set->among_sets);
    rlk_free(set);
}

/* Drops the member's operations under way, without completions. */
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
        set_free(set);
    }
}

/* From here on the lock's reports go to the set. */
static void set_attach(struct rlk_set_member *member, struct redlock_lock *lock)
{
    lock->member = member;
    lock->completion.run = member_tells;
}

struct redlock_lock *rlk_set_handle(const struct rlk_set *set)
{
    return set->members[0].lock;
}

struct redlock_lock *rlk_set_or_lock(struct rlk_completion *completion)
{
    if (completion->run == run_tell)
        return rlk_set_handle(
            RLK_OWNER_OF(completion, struct rlk_set, completion));
    return RLK_OWNER_OF(completion, struct redlock_lock, completion);
}

/* The set is acquired and is passed to its holder. */
static void set_begin(struct rlk_set *set)
{
    set->user = NULL;
    set->step_due = NULL;
    set->reported_until = rlk_set_valid_until(set);
    for (int i = 0; i < set->count; i++) {
        rlk_free(set->members[i].report);
        set->members[i].report = NULL;
    }
}

/* --- what its holder may believe ----------------------------------------- */

int64_t rlk_set_valid_until(const struct rlk_set *set)
{
    int64_t until = RLK_NEVER;

    for (int i = 0; i < set->count; i++) {
        int64_t of_one = rlk_lock_valid_until(set->members[i].lock);
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
        int64_t of_one = rlk_lock_valid_until(lock);
        if (of_one == 0) {
            lost = true;
            of_one = rlk_lock_shielded_until(lock);
        }
        if (of_one < until)
            until = of_one;
    }
    return lost ? until : 0;
}

/* --- acquiring a set ----------------------------------------------------- */

/* A lock that is not kept may have spent this part of its TTL. */
#define SPENT_PART 10

static struct rlk_set_acquire *acquire_of(const struct rlk_set *set)
{
    return RLK_OWNER_OF(set->user, struct rlk_set_acquire, set);
}

/* --- one member ---------------------------------------------------------- */

static void member_ended(struct rlk_completion *completion)
{
    struct rlk_set_member *member = RLK_OWNER_OF(
        completion, struct rlk_set_member, acquire.call.completion);

    member->ended = true;
    set_schedule_step(member->set);
}

static void member_news(struct rlk_completion *completion)
{
    struct rlk_set_member *member =
        RLK_OWNER_OF(completion, struct rlk_set_member, acquire.call.news);

    rlk_completions_push(&member->set->runtime->completions,
                         &acquire_of(member->set)->call.news);
}

static void refused(struct rlk_set_acquire *acquire,
                    struct rlk_set_member *member, enum redlock_status status)
{
    acquire->last = member;
    rlk_set_plan_refused(&acquire->plan, status);
}

static void set_ask(struct rlk_set_acquire *acquire, int number, bool waits,
                    int64_t now)
{
    struct rlk_set *set = acquire->set;
    struct rlk_set_member *member = &set->members[set->in_order[number]];
    struct redlock_request request = set->request;
    enum redlock_status status;

    if (now >= acquire->deadline) {
        rlk_set_plan_refused(&acquire->plan, REDLOCK_DEADLINE);
        return;
    }
    request.resource = member->name;
    request.mode = member->mode;
    request.wait_ms = waits ? REDLOCK_FOREVER : 0;
    request.report = member->report;
    rlk_zero(&member->acquire, sizeof(member->acquire));
    member->acquire.call.completion.run = member_ended;
    member->acquire.call.news.run = member_news;
    status = rlk_acquire_start_by(&member->acquire, set->runtime, &request,
                                  acquire->deadline, now);
    if (status != REDLOCK_OK) {
        refused(acquire, member, status);
        return;
    }
    member->asked = true;
    member->ended = false;
    member->acquire.call.started = acquire->call.started;
    if (member->acquire.lock != NULL)
        set_attach(member, member->acquire.lock);
}

/* Handles the end of a member's acquisition. */
static void take(struct rlk_set_acquire *acquire, struct rlk_set_member *member)
{
    acquire->call.rounds += member->acquire.call.rounds;
    member->asked = false;
    member->ended = false;
    if (member->acquire.call.status == REDLOCK_OK) {
        member->lock = member->acquire.lock;
        rlk_set_plan_won(&acquire->plan);
    } else {
        refused(acquire, member, member->acquire.call.status);
    }
}

/* --- all of them --------------------------------------------------------- */

static void let_go(struct rlk_set_member *member, int64_t now)
{
    if (member->asked) {
        rlk_acquire_cancel(&member->acquire, now);
        rlk_list_remove(&member->acquire.call.completion.queued);
        member->lock = member->acquire.lock;
    }
    if (member->lock != NULL)
        rlk_release_start(NULL, member->lock, NULL, now);
    if (member->extending)
        rlk_list_remove(&member->extend.call.completion.queued);
    member->asked = false;
    member->ended = false;
    member->extending = false;
    member->extended = false;
    member->lock = NULL;
}

static void member_extended(struct rlk_completion *completion)
{
    struct rlk_set_member *member =
        RLK_OWNER_OF(completion, struct rlk_set_member, extend.call.completion);

    member->extended = true;
    set_schedule_step(member->set);
}

/* The validity that a member must have left. */
static int64_t least_left(const struct rlk_set_acquire *acquire,
                          const struct redlock_lock *lock)
{
    int64_t all =
        lock->ttl_ns -
        rlk_clock_drift(lock->ttl_ns, lock->runtime->settings.drift_ppm) -
        lock->ttl_ns / SPENT_PART;

    return acquire->keep || all < acquire->least_ns ? acquire->least_ns : all;
}

static bool all_have(const struct rlk_set_acquire *acquire, int64_t least_ns,
                     int64_t now)
{
    const struct rlk_set *set = acquire->set;

    for (int i = 0; i < set->count; i++) {
        if (rlk_clock_sub(set->members[i].lock->tenure.validity, now) <
            least_ns)
            return false;
    }
    return true;
}

/* All members are held, but there is no time for an extension. */
static void take_as_it_is(struct rlk_set_acquire *acquire,
                          enum redlock_status otherwise, int64_t now)
{
    if (all_have(acquire, acquire->least_ns, now))
        rlk_set_plan_topped_up(&acquire->plan);
    else
        rlk_set_plan_refused(&acquire->plan, otherwise);
}

/* Members that were acquired one after the other differ in validity. */
static void set_top_up(struct rlk_set_acquire *acquire, int64_t now)
{
    struct rlk_set *set = acquire->set;
    bool enough = true;

    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        struct redlock_lock *lock = member->lock;
        enum redlock_status status;
        assert(lock != NULL); /* all are held */
        if (rlk_clock_sub(lock->tenure.validity, now) >=
            least_left(acquire, lock))
            continue;
        enough = false;
        rlk_zero(&member->extend, sizeof(member->extend));
        member->extend.call.completion.run = member_extended;
        status =
            rlk_extend_start(&member->extend, lock, lock->ttl_ns, NULL, now);
        member->extending = status == REDLOCK_OK;
        if (status == REDLOCK_NO_MEMORY)
            rlk_set_plan_refused(&acquire->plan, status);
        else if (status != REDLOCK_OK)
            rlk_set_plan_lost(&acquire->plan);
    }
    if (enough)
        rlk_set_plan_topped_up(&acquire->plan);
}

/* Has the last extension ended? */
static bool all_extended(struct rlk_set *set)
{
    bool ended = false;
    bool open = false;

    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        if (member->extending && member->extended) {
            member->extending = false;
            member->extended = false;
            ended = true;
        }
        open = open || member->extending;
    }
    return ended && !open;
}

/* --- the whole of it ----------------------------------------------------- */

/* Copies the report of the member that decided the outcome. */
static void copy_report(const struct rlk_set_acquire *acquire)
{
    struct redlock_report *to = acquire->call.report;
    const struct rlk_set_member *member =
        acquire->last != NULL ? acquire->last : &acquire->set->members[0];

    if (to != NULL)
        rlk_size_give(to, member->report, RLK_SIZE_REPORT, sizeof(*to));
}

/* Drops the extensions that the deadline has cut short. */
static void stop_extending(struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        if (member->extending)
            rlk_extend_drop(&member->extend, now);
        member->extending = false;
    }
}

static void end(struct rlk_set_acquire *acquire, enum redlock_status status,
                int64_t now)
{
    struct rlk_set *set = acquire->set;

    if (status == REDLOCK_OK)
        acquire->last = NULL;
    copy_report(acquire);
    rlk_list_remove(&acquire->call.news.queued);
    if (status == REDLOCK_OK) {
        stop_extending(set, now);
        set_begin(set);
        acquire->lock = rlk_set_handle(set);
        for (int i = 0; i < set->count && !acquire->keep; i++)
            rlk_keeper_leave(set->members[i].lock, now);
    } else {
        set_free(set);
    }
    acquire->set = NULL;
    rlk_call_end(&acquire->call, status, now);
}

static void drive(struct rlk_set_acquire *acquire, int64_t now)
{
    struct rlk_set_step step;

    while (acquire->set != NULL && rlk_set_plan_next(&acquire->plan, &step)) {
        switch (step.kind) {
        case RLK_SET_TRY:
        case RLK_SET_WAIT_FOR:
            set_ask(acquire, step.member, step.kind == RLK_SET_WAIT_FOR, now);
            break;
        case RLK_SET_GIVE_BACK:
            for (int i = 0; i < acquire->set->count; i++)
                let_go(&acquire->set->members[i], now);
            break;
        case RLK_SET_TOP_UP:
            if (acquire->plan.in_order)
                set_top_up(acquire, now);
            else
                take_as_it_is(acquire, REDLOCK_TOO_SLOW, now);
            break;
        case RLK_SET_DONE:
            end(acquire, step.status, now);
            break;
        }
    }
    if (acquire->set != NULL && acquire->plan.topping)
        rlk_timers_set(&acquire->set->runtime->timers, &acquire->set->timer,
                       acquire->deadline);
}

static void step_due(struct rlk_set *set, int64_t now)
{
    struct rlk_set_acquire *acquire = acquire_of(set);

    for (int i = 0; i < set->count; i++) {
        if (set->members[i].ended)
            take(acquire, &set->members[i]);
    }
    if (one_is_lost(set))
        rlk_set_plan_lost(&acquire->plan);
    else if (all_extended(set))
        rlk_set_plan_topped_up(&acquire->plan);
    else if (acquire->plan.topping && now >= acquire->deadline)
        take_as_it_is(acquire, REDLOCK_DEADLINE, now);
    drive(acquire, now);
}

/* Do other clients want a member, as far as is known? */
static bool is_contended(const struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++) {
        const char *name = set->members[i].name;
        if (rlk_contention_remembers(&set->runtime->contention, name, now))
            return true;
    }
    return false;
}

static bool make_reports(struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        set->members[i].report = rlk_alloc(sizeof(*set->members[i].report));
        if (set->members[i].report == NULL)
            return false;
        set->members[i].report->size = sizeof(*set->members[i].report);
    }
    return true;
}

enum redlock_status rlk_set_acquire_start(struct rlk_set_acquire *acquire,
                                          struct rlk_runtime *runtime,
                                          const struct redlock_request *request,
                                          int64_t now)
{
    enum redlock_status status = set_check(request);
    struct rlk_lock_settings each = {0};
    bool waits = request->wait_ms > 0;

    if (status == REDLOCK_OK)
        status = rlk_acquire_check(runtime, request, &each);
    if (status != REDLOCK_OK)
        return status;
    acquire->set = set_new(runtime, request);
    if (acquire->set == NULL)
        return REDLOCK_NO_MEMORY;
    if (request->report != NULL && !make_reports(acquire->set)) {
        set_free(acquire->set);
        acquire->set = NULL;
        return REDLOCK_NO_MEMORY;
    }
    acquire->set->user = &acquire->set;
    acquire->set->step_due = step_due;
    rlk_call_begin(&acquire->call, runtime, request->report, now);
    acquire->set->request = *request;
    acquire->set->request.more = NULL;
    acquire->set->request.more_count = 0;
    acquire->set->request.modes = NULL;
    acquire->set->request.keep = true;
    acquire->keep = request->keep;
    acquire->least_ns = rlk_clock_from_ms(request->min_validity_ms);
    if (acquire->least_ns < each.warning_ns)
        acquire->least_ns = each.warning_ns;
    acquire->deadline = waits ? rlk_acquire_deadline(request, now) : RLK_NEVER;
    acquire->plan = (struct rlk_set_plan){
        .count = acquire->set->count,
        .waits = waits,
        .in_order = waits && is_contended(acquire->set, now),
    };
    drive(acquire, now);
    return REDLOCK_OK;
}

bool rlk_set_acquire_take_news(struct rlk_set_acquire *acquire,
                               struct rlk_wait_reported *reported, int64_t now)
{
    struct rlk_set *set = acquire->set;

    for (int i = 0; set != NULL && i < set->count; i++) {
        if (set->members[i].asked &&
            rlk_acquire_take_news(&set->members[i].acquire, reported, now))
            return true;
    }
    return false;
}

void rlk_set_acquire_cancel(struct rlk_set_acquire *acquire, int64_t now)
{
    if (acquire->set == NULL)
        return;
    rlk_set_plan_cancel(&acquire->plan);
    drive(acquire, now);
}

void rlk_set_acquire_drop(struct rlk_set_acquire *acquire)
{
    rlk_list_remove(&acquire->call.news.queued);
    rlk_call_drop(&acquire->call);
}

/* --- extending a set ----------------------------------------------------- */

struct rlk_set_extend_part {
    struct rlk_set_extend *whole;
    struct rlk_extend extend;
};

static void set_note(struct rlk_set_extend *whole, enum redlock_status status)
{
    if (status != REDLOCK_OK && whole->status != REDLOCK_LOST)
        whole->status = status;
    whole->left--;
}

static void set_end(struct rlk_set_extend *whole)
{
    rlk_free(whole->parts);
    whole->parts = NULL;
    rlk_call_end(&whole->call, whole->status, whole->call.started);
}

static void part_ended(struct rlk_completion *completion)
{
    struct rlk_set_extend_part *part = RLK_OWNER_OF(
        completion, struct rlk_set_extend_part, extend.call.completion);
    struct rlk_set_extend *whole = part->whole;

    set_note(whole, part->extend.call.status);
    if (whole->left == 0)
        set_end(whole);
}

enum redlock_status
rlk_set_extend_start(struct rlk_set_extend *whole, const struct rlk_set *set,
                     int64_t ttl_ns, struct redlock_report *report, int64_t now)
{
    if (set->lost || rlk_set_valid_until(set) == 0)
        return REDLOCK_LOST;
    whole->parts = rlk_alloc((size_t)set->count * sizeof(*whole->parts));
    if (whole->parts == NULL)
        return REDLOCK_NO_MEMORY;
    rlk_call_begin(&whole->call, set->runtime, NULL, now);
    whole->count = set->count;
    whole->left = set->count;
    whole->status = REDLOCK_OK;
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_extend_part *part = &whole->parts[i];
        enum redlock_status status;
        part->whole = whole;
        part->extend.call.completion.run = part_ended;
        status = rlk_extend_start(&part->extend, set->members[i].lock, ttl_ns,
                                  i == 0 ? report : NULL, now);
        if (status != REDLOCK_OK)
            set_note(whole, status);
    }
    if (whole->left == 0)
        set_end(whole);
    return REDLOCK_OK;
}

void rlk_set_extend_drop(struct rlk_set_extend *whole, int64_t now)
{
    for (int i = 0; whole->parts != NULL && i < whole->count; i++) {
        if (whole->parts[i].extend.call.runtime != NULL)
            rlk_extend_drop(&whole->parts[i].extend, now);
    }
    rlk_free(whole->parts);
    whole->parts = NULL;
    rlk_call_drop(&whole->call);
}

/* --- releasing a set ----------------------------------------------------- */

static int badness(enum redlock_status status)
{
    switch ((int)status) {
    case REDLOCK_OK:
        return 0;
    case REDLOCK_UNREACHABLE:
        return 1;
    case REDLOCK_NO_RIGHTS:
        return 2;
    default:
        return 3;
    }
}

static void member_released(struct rlk_completion *completion)
{
    struct rlk_set_member *member = RLK_OWNER_OF(
        completion, struct rlk_set_member, release.call.completion);
    struct rlk_set *set = member->set;
    struct rlk_set_release *release =
        RLK_OWNER_OF(set->user, struct rlk_set_release, set);

    if (badness(member->release.call.status) > badness(release->status))
        release->status = member->release.call.status;
    if (--release->left > 0)
        return;
    set_free(set);
    rlk_call_end(&release->call, release->status, release->call.started);
}

void rlk_set_release_start(struct rlk_set_release *release, struct rlk_set *set,
                           struct redlock_report *report, int64_t now)
{
    rlk_call_begin(&release->call, set->runtime, NULL, now);
    release->set = set;
    release->left = set->count;
    release->status = REDLOCK_OK;
    set->user = &release->set;
    /* News of it is for nobody any more. */
    rlk_list_remove(&set->completion.queued);
    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        struct redlock_lock *lock = member->lock;
        member->lock = NULL;
        member->release.call.completion.run = member_released;
        rlk_release_start(&member->release, lock, i == 0 ? report : NULL, now);
    }
}

void rlk_set_detach(struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++) {
        struct redlock_lock *lock = set->members[i].lock;
        set->members[i].lock = NULL;
        rlk_release_detach(lock, now);
    }
    set_free(set);
}
