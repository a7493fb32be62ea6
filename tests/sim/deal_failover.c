/* SPDX-License-Identifier: MIT */
/* Draws failovers, with clients that acquire what they lose. */

#include "tests/sim/deal.h"

#include "clock/clock.h"

#define MS RLK_NS_PER_MS

/*
 * Per cent of failovers in which a client is granted a lock that the replica
 * does not receive, and another client asks for it afterwards.
 */
#define ASKED 60

/* At least a tenth of a millisecond; each power of two is equally likely. */
static int64_t some_lag(struct dice *dice)
{
    int64_t lag = MS / 10;

    while (lag < 500 * MS && dice_below(dice, 4) > 0)
        lag *= 2;
    return lag + dice_below(dice, lag);
}

static void deal_ask(struct sim_plan *plan, int client, int64_t at,
                     struct dice *dice)
{
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = SIM_DEED_ACQUIRE,
                           .client = (int8_t)client,
                           .ttl = plan->ttl_max,
                           .wait = dice_between(dice, 0, 1) * 100 * MS,
                           .keep = dice_below(dice, 2) == 0,
                       });
}

static void deal_one(struct sim_plan *plan, enum sim_deed deed,
                     struct dice *dice)
{
    int64_t lag = some_lag(dice);
    int64_t received_at = dice_below(dice, plan->length);
    int64_t at = received_at + lag;
    int64_t span = deed == SIM_DEED_FAILOVER
                       ? dice_between(dice, 1, 100 + plan->ttl_max / MS) * MS
                       : 0;
    int node = (int)dice_below(dice, plan->nodes);
    int asks = (int)dice_below(dice, plan->clients);

    sim_plan_add(plan, &(struct sim_action){.at = received_at,
                                            .deed = SIM_DEED_SNAPSHOT,
                                            .node = (int8_t)node});
    sim_plan_add(
        plan, &(struct sim_action){
                  .at = at, .deed = deed, .node = (int8_t)node, .span = span});
    if (dice_below(dice, 100) >= ASKED)
        return;
    deal_ask(plan, asks, received_at + dice_below(dice, lag), dice);
    deal_ask(plan, (asks + 1) % plan->clients, at + span + lag, dice);
}

void sim_deal_failovers(struct sim_plan *plan,
                        const struct sim_profile *profile, struct dice *dice)
{
    static const enum sim_deed deeds[] = {SIM_DEED_FAILOVER,
                                          SIM_DEED_SWITCHOVER};

    for (int i = 0; i < 2; i++) {
        int64_t expected = plan->length / MS * profile->deeds[deeds[i]] / 1000;
        int64_t count =
            expected / 1000 + (dice_below(dice, 1000) < expected % 1000);
        while (count-- > 0)
            deal_one(plan, deeds[i], dice);
    }
}
