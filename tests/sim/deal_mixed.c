/* SPDX-License-Identifier: MIT */
/* Draws waiters with different abilities. */

#include "tests/sim/deal.h"

#include "clock/clock.h"

#define MS RLK_NS_PER_MS

/* Per cent of schedules. */
#define OLDER 30
#define BLIND 50
#define GUARDED 30

/* Per cent of acquisitions without a fence. */
#define BARE 50

/* The gate is the first node in the resource's order. */
static void deal_blind(struct sim_plan *plan, int client)
{
    sim_plan_add(plan, &(struct sim_action){
                           .deed = SIM_DEED_REFUSE,
                           .client = (int8_t)client,
                           .span = plan->length,
                       });
    sim_plan_add(plan, &(struct sim_action){
                           .at = 5 * MS,
                           .deed = SIM_DEED_CUT,
                           .client = (int8_t)client,
                       });
}

/* Some clients judge markers and some do not: at most all but one do. */
static void deal_guard(struct sim_plan *plan, struct dice *dice)
{
    plan->guard = SIM_GUARD_ON;
    plan->other_ttl_max = 0;
    plan->unguarded =
        (unsigned)(1 + dice_below(dice, (INT64_C(1) << plan->clients) - 2));
}

void sim_deal_mixed(struct sim_plan *plan, struct dice *dice)
{
    int older = (int)dice_below(dice, plan->clients);
    int blind = (int)dice_below(dice, plan->clients);

    plan->fenced = true;
    for (int i = 0; i < plan->actions_count; i++)
        plan->actions[i].bare = dice_chance(dice, BARE);
    if (dice_chance(dice, OLDER))
        plan->older = 1U << older;
    if (dice_chance(dice, BLIND))
        deal_blind(plan, blind);
    if (dice_chance(dice, GUARDED))
        deal_guard(plan, dice);
}
