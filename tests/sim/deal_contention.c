/* SPDX-License-Identifier: MIT */
/* Draws plans with waiters of one resource. */

#include "tests/sim/deal.h"

#include "clock/clock.h"

#define MS RLK_NS_PER_MS

/* The approximate time between two actions of a client. */
#define PACE (60 * MS)

static const int numbers[] = {2, 3, 3, 5};
static const int64_t ttls[] = {300, 1000, 5000, 30000};

static void deal_sizes(struct sim_plan *plan, struct dice *dice)
{
    plan->clients = DICE_PICK(dice, numbers);
    for (int i = 0; i < plan->clients; i++)
        plan->client_ppm[i] = plan->client_ppm[0];
    plan->ttl_max = DICE_PICK(dice, ttls) * MS;
    plan->other_ttl_max = 0;
    plan->length = dice_between(dice, 500, 3000) * MS;
    plan->noise.tail = dice_between(dice, MS, 75 * MS);
}

/* A client that holds or still waits skips an action. */
static void deal_wishes(struct sim_plan *plan, int client, struct dice *dice)
{
    bool keeps = dice_below(dice, 2) == 0;
    int64_t hold_most = dice_between(dice, 1, 40) * MS;
    int64_t at = dice_between(dice, 0, 20 * MS);

    for (; at < plan->length; at += dice_between(dice, 1, 2 * PACE))
        sim_plan_add(plan, &(struct sim_action){
                               .at = at,
                               .deed = SIM_DEED_ACQUIRE,
                               .client = (int8_t)client,
                               .slot = dice_below(dice, 5) == 0 ? 1 : 0,
                               .ttl = plan->ttl_max,
                               .wait = dice_between(dice, 20, 5000) * MS,
                               .hold = dice_between(dice, MS / 4, hold_most),
                               .keep = keeps,
                           });
}

void sim_deal_contention(struct sim_plan *plan, struct dice *dice)
{
    deal_sizes(plan, dice);
    for (int i = 0; i < plan->actions_count; i++)
        plan->actions[i].client =
            (int8_t)(plan->actions[i].client % plan->clients);
    for (int client = 0; client < plan->clients; client++)
        deal_wishes(plan, client, dice);
}
