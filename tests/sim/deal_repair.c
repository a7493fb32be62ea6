/* SPDX-License-Identifier: MIT */
/*
 * Draws two clients, a node that loses its memory, and a node that is cut off.
 */

#include "tests/sim/deal.h"

#include "clock/clock.h"

#define MS RLK_NS_PER_MS

struct cast {
    int slow;    /* the client whose requests are slow */
    int keeper;  /* the client that holds by the other nodes, and repairs */
    int forgets; /* the node that has voted for the slow client */
    int early;   /* the number of nodes from there on, approximately, that vote
                    early */
    int64_t at;
    int64_t span; /* the delay of the slow requests */
    int64_t ttl;  /* of the keeper's lock */
};

static void deal_sizes(struct sim_plan *plan, struct dice *dice)
{
    if (plan->nodes < 3)
        plan->nodes = 3;
    plan->quorum = plan->nodes / 2 + 1;
    plan->parallel = true;
    plan->node_timeout = dice_between(dice, 100, 300) * MS;
    plan->ttl_max = dice_between(dice, 2, 4) * plan->node_timeout;
    plan->length = 4 * plan->ttl_max;
    plan->slack = dice_between(dice, 0, 5) * MS;
    plan->other_ttl_max = 0;
    plan->noise.delay = dice_between(dice, 50, 300) * RLK_NS_PER_US;
}

static void deal_cast(struct cast *cast, const struct sim_plan *plan,
                      struct dice *dice)
{
    cast->slow = (int)dice_below(dice, plan->clients);
    cast->keeper = (cast->slow + 1) % plan->clients;
    cast->early = (int)dice_below(dice, plan->nodes);
    cast->forgets = cast->early;
    cast->at = dice_between(dice, 5, 20) * MS;
    cast->span = plan->node_timeout * dice_between(dice, 60, 95) / 100;
    cast->ttl = cast->span * dice_between(dice, 35, 70) / 100;
}

/*
 * The requests of the slow client are late at all nodes but a quorum less one.
 */
static void deal_slowness(struct sim_plan *plan, const struct cast *cast)
{
    for (int i = plan->nodes - plan->quorum; i < plan->nodes; i++)
        sim_plan_add(plan,
                     &(struct sim_action){
                         .at = cast->at - MS,
                         .deed = SIM_DEED_SLOW_THERE,
                         .client = (int8_t)cast->slow,
                         .node = (int8_t)((cast->early + i) % plan->nodes),
                         .span = cast->span,
                     });
}

/* One of the nodes that voted for the keeper is cut off from it. */
static void deal_deafness(struct sim_plan *plan, const struct cast *cast,
                          struct dice *dice)
{
    int which =
        (int)dice_between(dice, plan->nodes - plan->quorum, plan->nodes - 1);

    sim_plan_add(
        plan, &(struct sim_action){
                  .at = cast->at + cast->ttl * dice_between(dice, 40, 65) / 100,
                  .deed = SIM_DEED_LOSE_THERE,
                  .client = (int8_t)cast->keeper,
                  .node = (int8_t)((cast->early + which) % plan->nodes),
              });
}

void sim_deal_repair(struct sim_plan *plan, struct dice *dice)
{
    struct cast cast;

    deal_sizes(plan, dice);
    deal_cast(&cast, plan, dice);
    deal_slowness(plan, &cast);
    sim_plan_add(plan, &(struct sim_action){.at = cast.at,
                                            .deed = SIM_DEED_ACQUIRE,
                                            .client = (int8_t)cast.slow,
                                            .ttl = plan->ttl_max});
    sim_plan_add(plan, &(struct sim_action){.at = cast.at + 2 * MS,
                                            .deed = SIM_DEED_ACQUIRE,
                                            .client = (int8_t)cast.keeper,
                                            .ttl = cast.ttl,
                                            .keep = true});
    sim_plan_add(plan, &(struct sim_action){.at = cast.at + 5 * MS,
                                            .deed = SIM_DEED_FLUSH,
                                            .node = (int8_t)cast.forgets});
    deal_deafness(plan, &cast, dice);
}
