/* SPDX-License-Identifier: MIT */
/* Each client wants two or three resources together, in any order. */

#include "tests/sim/deal.h"

#include "clock/clock.h"
#include "tests/sim/sets.h"

#define MS RLK_NS_PER_MS

/* The approximate time between two actions of a client. */
#define PACE (60 * MS)

static void deal_wishes(struct sim_plan *plan, int client, struct dice *dice)
{
    bool keeps = dice_below(dice, 2) == 0;
    int64_t at = dice_between(dice, 0, 20 * MS);

    for (; at < plan->length; at += dice_between(dice, 1, 2 * PACE))
        sim_plan_add(plan, &(struct sim_action){
                               .at = at,
                               .deed = SIM_DEED_TAKE,
                               .client = (int8_t)client,
                               .nth = (int)dice_below(dice, SIM_SETS),
                               .ttl = plan->ttl_max,
                               .wait = dice_below(dice, 4) == 0
                                           ? 0
                                           : dice_between(dice, 20, 5000) * MS,
                               .hold = dice_between(dice, MS / 4, 40 * MS),
                               .keep = keeps,
                           });
}

void sim_deal_sets(struct sim_plan *plan, struct dice *dice)
{
    for (int client = 0; client < plan->clients; client++)
        deal_wishes(plan, client, dice);
}

void sim_deal_set_modes(struct sim_plan *plan, struct dice *dice)
{
    for (int i = 0; i < plan->actions_count; i++) {
        if (plan->actions[i].deed == SIM_DEED_TAKE)
            plan->actions[i].modes =
                (uint8_t)dice_below(dice, 1 << SIM_RESOURCES);
    }
}
