/* SPDX-License-Identifier: MIT */
/* Plans in memory. */

#include "tests/sim/plan.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/room.h"

/* The library's default slack for the shortest lock. */
#define SLACK_LEAST_NS (250 * RLK_NS_PER_MS)

void sim_plan_add(struct sim_plan *plan, const struct sim_action *action)
{
    plan->actions = sim_room(plan->actions, plan->actions_count,
                             &plan->actions_room, sizeof(*plan->actions));
    plan->actions[plan->actions_count++] = *action;
}

void sim_plan_choose(struct sim_plan *plan, const struct sim_choice *choice)
{
    plan->choices = sim_room(plan->choices, plan->choices_count,
                             &plan->choices_room, sizeof(*plan->choices));
    plan->choices[plan->choices_count++] = *choice;
}

bool sim_plan_polls(const struct sim_plan *plan)
{
    return plan->owns || plan->older != 0;
}

bool sim_plan_is_older(const struct sim_plan *plan, int client)
{
    return (plan->older >> client & 1) != 0;
}

bool sim_plan_is_unguarded(const struct sim_plan *plan, int client)
{
    return plan->guard == SIM_GUARD_NONE ||
           (plan->unguarded >> client & 1) != 0;
}

int64_t sim_plan_slack(const struct sim_plan *plan)
{
    return plan->slack == SIM_SLACK_DEFAULT ? SLACK_LEAST_NS : plan->slack;
}

void sim_plan_clear(struct sim_plan *plan)
{
    free(plan->actions);
    free(plan->choices);
    free(plan->muted);
    *plan = (struct sim_plan){0};
}

void sim_plan_copy(struct sim_plan *to, const struct sim_plan *from)
{
    size_t muted = (size_t)from->muted_count * sizeof(*from->muted);

    *to = *from;
    to->actions = NULL;
    to->actions_count = 0;
    to->actions_room = 0;
    for (int i = 0; i < from->actions_count; i++)
        sim_plan_add(to, &from->actions[i]);
    to->choices = NULL;
    to->choices_count = 0;
    to->choices_room = 0;
    for (int i = 0; i < from->choices_count; i++)
        sim_plan_choose(to, &from->choices[i]);
    to->muted = sim_memory(muted + 1);
    if (muted > 0)
        memcpy(to->muted, from->muted, muted);
}
