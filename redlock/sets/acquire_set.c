/* SPDX-License-Identifier: MIT */
/* Acquiring a set: its plan, acted on. */

#include "redlock/sets/acquire_set.h"

#include <stddef.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/keeper.h"
#include "redlock/core/lock.h"
#include "redlock/core/report.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/size.h"

/* What is not kept is handed over with all but this part of its TTL left. */
#define SPENT_PART 10

static void drive(struct rlk_set_acquire *acquire, int64_t now);

static struct rlk_set_acquire *acquire_of(const struct rlk_set *set)
{
    return RLK_OWNER_OF(set->user, struct rlk_set_acquire, set);
}

/* --- one member ------------------------------------------------------------
 */

static void member_ended(struct rlk_completion *completion)
{
    struct rlk_set_member *member = RLK_OWNER_OF(
        completion, struct rlk_set_member, acquire.call.completion);

    member->ended = true;
    rlk_set_stir(member->set);
}

static void member_news(struct rlk_completion *completion)
{
    struct rlk_set_member *member = RLK_OWNER_OF(
        completion, struct rlk_set_member, acquire.news.completion);

    rlk_completions_push(&member->set->runtime->completions,
                         &acquire_of(member->set)->news);
}

static void refused(struct rlk_set_acquire *acquire,
                    struct rlk_set_member *member, enum redlock_status status)
{
    acquire->last = member;
    rlk_set_plan_refused(&acquire->plan, status);
}

static void ask(struct rlk_set_acquire *acquire, int number, bool waits,
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
    request.wait_ms = waits ? REDLOCK_FOREVER : 0;
    request.report = member->report;
    rlk_zero(&member->acquire, sizeof(member->acquire));
    member->acquire.call.completion.run = member_ended;
    member->acquire.news.completion.run = member_news;
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
        rlk_set_attach(member, member->acquire.lock);
}

/* Its acquisition has ended: won or not. */
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

/* --- all of them -----------------------------------------------------------
 */

static void let_go(struct rlk_set_member *member, int64_t now)
{
    struct rlk_completions *completions = &member->set->runtime->completions;

    if (member->asked) {
        rlk_acquire_cancel(&member->acquire, now);
        rlk_completions_remove(completions, &member->acquire.call.completion);
        member->lock = member->acquire.lock;
    }
    if (member->lock != NULL)
        rlk_release_start(NULL, member->lock, NULL, now);
    if (member->extending)
        rlk_completions_remove(completions, &member->extend.call.completion);
    member->asked = false;
    member->ended = false;
    member->extending = false;
    member->extended = false;
    member->lock = NULL;
}

static void give_back(struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++)
        let_go(&set->members[i], now);
}

static void member_extended(struct rlk_completion *completion)
{
    struct rlk_set_member *member =
        RLK_OWNER_OF(completion, struct rlk_set_member, extend.call.completion);

    member->extended = true;
    rlk_set_stir(member->set);
}

/* How much has to be left of a member's validity. */
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

/* All are held, and there is no time for an extension. */
static void take_as_it_is(struct rlk_set_acquire *acquire,
                          enum redlock_status otherwise, int64_t now)
{
    if (all_have(acquire, acquire->least_ns, now))
        rlk_set_plan_topped_up(&acquire->plan);
    else
        rlk_set_plan_refused(&acquire->plan, otherwise);
}

/* Those that were waited for one after the other are of different ages. */
static void top_up(struct rlk_set_acquire *acquire, int64_t now)
{
    struct rlk_set *set = acquire->set;
    bool enough = true;

    for (int i = 0; i < set->count; i++) {
        struct rlk_set_member *member = &set->members[i];
        struct redlock_lock *lock = member->lock;
        enum redlock_status status;
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

/* Has the last of the extensions ended? */
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

/* One that is held was lost meanwhile. */
static bool one_is_lost(const struct rlk_set *set)
{
    for (int i = 0; i < set->count; i++) {
        if (set->members[i].lock != NULL && set->members[i].lock->lost)
            return true;
    }
    return false;
}

static void stirred(struct rlk_set *set, int64_t now)
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

/* --- the whole of it -------------------------------------------------------
 */

/* What the nodes said of the member whose answer was the last word. */
static void copy_report(const struct rlk_set_acquire *acquire)
{
    struct redlock_report *to = acquire->call.report;
    const struct rlk_set_member *member =
        acquire->last != NULL ? acquire->last : &acquire->set->members[0];

    if (to != NULL)
        rlk_size_give(to, member->report, RLK_SIZE_REPORT, sizeof(*to));
}

/* What the deadline has cut short. */
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
    rlk_completions_remove(&set->runtime->completions, &acquire->news);
    if (status == REDLOCK_OK) {
        stop_extending(set, now);
        rlk_set_begin(set);
        acquire->lock = rlk_set_handle(set);
        for (int i = 0; i < set->count && !acquire->keep; i++)
            rlk_keeper_leave(set->members[i].lock, now);
    } else {
        rlk_set_free(set);
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
            ask(acquire, step.member, step.kind == RLK_SET_WAIT_FOR, now);
            break;
        case RLK_SET_GIVE_BACK:
            give_back(acquire->set, now);
            break;
        case RLK_SET_TOP_UP:
            if (acquire->plan.in_order)
                top_up(acquire, now);
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

/* Others are known to want one of them, too. */
static bool is_crowded(const struct rlk_set *set, int64_t now)
{
    for (int i = 0; i < set->count; i++) {
        const char *name = set->members[i].name;
        if (rlk_crowd_remembers(&set->runtime->crowd, name, strlen(name), now))
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
    enum redlock_status status = rlk_set_check(request);
    struct rlk_lock_settings each = {0};
    bool waits = request->wait_ms > 0;

    if (status == REDLOCK_OK)
        status = rlk_acquire_check(runtime, request, &each);
    if (status != REDLOCK_OK)
        return status;
    acquire->set = rlk_set_new(runtime, request);
    if (acquire->set == NULL)
        return REDLOCK_NO_MEMORY;
    if (request->report != NULL && !make_reports(acquire->set)) {
        rlk_set_free(acquire->set);
        acquire->set = NULL;
        return REDLOCK_NO_MEMORY;
    }
    acquire->set->user = &acquire->set;
    acquire->set->stirred = stirred;
    rlk_call_begin(&acquire->call, runtime, request->report, now);
    acquire->set->request = *request;
    acquire->set->request.more = NULL;
    acquire->set->request.more_count = 0;
    acquire->set->request.keep = true;
    acquire->keep = request->keep;
    acquire->least_ns = rlk_clock_from_ms(request->min_validity_ms);
    if (acquire->least_ns < each.notice_ns)
        acquire->least_ns = each.notice_ns;
    acquire->deadline = waits ? rlk_acquire_deadline(request, now) : RLK_NEVER;
    rlk_set_plan_init(&acquire->plan,
                      &(struct rlk_set_plan_settings){
                          .count = acquire->set->count,
                          .waits = waits,
                          .in_order = waits && is_crowded(acquire->set, now),
                      });
    drive(acquire, now);
    return REDLOCK_OK;
}

bool rlk_set_acquire_take_news(struct rlk_set_acquire *acquire,
                               struct rlk_wait_told *told, int64_t now)
{
    struct rlk_set *set = acquire->set;

    for (int i = 0; set != NULL && i < set->count; i++) {
        if (set->members[i].asked &&
            rlk_acquire_take_news(&set->members[i].acquire, told, now))
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
    rlk_completions_remove(&acquire->call.runtime->completions, &acquire->news);
    rlk_call_drop(&acquire->call);
}
