/* SPDX-License-Identifier: MIT */
/* All or none: whom to ask, and when to give all back. */

#include "redlock/sets/plan.h"

void rlk_set_plan_init(struct rlk_set_plan *plan,
                       const struct rlk_set_plan_settings *settings)
{
    *plan = (struct rlk_set_plan){
        .count = settings->count,
        .waits = settings->waits,
        .in_order = settings->in_order,
        .status = REDLOCK_OK,
    };
}

/* After an attempt with these, another one may be won. */
static bool may_pass(enum redlock_status status)
{
    return status == REDLOCK_BUSY || status == REDLOCK_NO_QUORUM ||
           status == REDLOCK_TOO_SLOW;
}

/* A deadline says less than what came of the attempts before. */
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

/* The next member, if it is its turn. */
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
