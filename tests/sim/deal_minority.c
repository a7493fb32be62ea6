/* SPDX-License-Identifier: MIT */
/* One client waits, and a minority of the nodes refuses it. */

#include "tests/sim/deal.h"

#include "clock/clock.h"
#include "tests/sim/node_memory.h"

#define MS RLK_NS_PER_MS

static const int node_counts[] = {3, 5, 5, 7};
static const int64_t node_timeouts[] = {20, 50};

/* The number of clients of another library that have left keys. */
#define FOREIGNERS 2

#define ASKS 3
#define ASK_EVERY (600 * MS)
#define WAIT (1500 * MS)

static void deal_sizes(struct sim_plan *plan, struct dice *dice)
{
    plan->nodes = DICE_PICK(dice, node_counts);
    plan->quorum = plan->nodes / 2 + 1;
    plan->clients = 2;
    plan->node_timeout = DICE_PICK(dice, node_timeouts) * MS;
    plan->ttl_max = 30000 * MS;
    plan->guard = SIM_GUARD_NONE;
    plan->noise = (struct sim_noise){
        .delay = dice_between(dice, 1, 10) * MS / 10,
        .late = dice_between(dice, 0, MS / 20),
    };
    plan->prompt = true;
    plan->length = 4000 * MS;
    plan->actions_count = 0;
    for (int i = 0; i < plan->nodes; i++)
        plan->node_ppm[i] = 0;
    for (int i = 0; i < plan->clients; i++)
        plan->client_ppm[i] = 0;
}

static void befall(struct sim_plan *plan, int64_t at, enum sim_deed deed,
                   int node, int64_t span)
{
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = deed,
                           .node = (int8_t)node,
                           .span = span,
                       });
}

/* Puts the nodes into random order. */
static void shuffle(int *nodes, int count, struct dice *dice)
{
    for (int i = 0; i < count; i++)
        nodes[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int j = (int)dice_below(dice, i + 1);
        int node = nodes[i];
        nodes[i] = nodes[j];
        nodes[j] = node;
    }
}

/* The node is down or silent, or has keys that no client releases. */
static void deal_refusal(struct sim_plan *plan, int node, int slots,
                         struct dice *dice)
{
    switch (dice_below(dice, 6)) {
    case 0:
        befall(plan, dice_between(dice, 5, 1000) * MS, SIM_DEED_PAUSE, node,
               plan->length);
        break;
    case 1:
        befall(plan, dice_between(dice, 5, 1000) * MS, SIM_DEED_RESTART, node,
               plan->length);
        break;
    default:
        sim_plan_add(plan, &(struct sim_action){
                               .at = 5 * MS,
                               .deed = SIM_DEED_KEY,
                               .node = (int8_t)node,
                               .ttl = plan->ttl_max,
                               .nth = 1 + (int)dice_below(dice, FOREIGNERS),
                               .slots = (int8_t)slots,
                           });
        break;
    }
}

/* A quorum is free, and a single client wants the lock, again and again. */
static void deal_keys(struct sim_plan *plan, struct dice *dice)
{
    int nodes[SIM_NODES_MAX];
    int refusing = (int)dice_between(dice, 1, plan->nodes - plan->quorum);
    bool shared = dice_below(dice, 3) == 0;
    bool owned = !shared && dice_below(dice, 3) == 0;
    int slots = !shared && !owned ? (int)dice_below(dice, SIM_SLOT_KEYS) : 0;

    shuffle(nodes, plan->nodes, dice);
    for (int i = 0; i < refusing; i++)
        deal_refusal(plan, nodes[i], slots, dice);
    for (int i = 0; i < ASKS; i++)
        sim_plan_add(plan, &(struct sim_action){
                               .at = 30 * MS + i * ASK_EVERY +
                                     dice_between(dice, 0, 100 * MS),
                               .deed = SIM_DEED_ACQUIRE,
                               .ttl = plan->ttl_max,
                               .wait = dice_below(dice, 3) == 0 ? 0 : WAIT,
                               .hold = dice_between(dice, 1, 20 * MS),
                               .keep = dice_below(dice, 2) == 0,
                               .shared = shared,
                               .owner = owned ? 1 : 0,
                               .slots = (int8_t)slots,
                           });
    plan->slots = slots;
    plan->shares = shared;
    plan->owns = owned;
}

/*
 * An owner holds the lock and acquires it again with its fence. But one node's
 * counter is above this fence, and so many nodes are down that the others are
 * no quorum.
 */
static void deal_superseded(struct sim_plan *plan, struct dice *dice)
{
    int nodes[SIM_NODES_MAX];
    struct sim_action ask = {
        .at = 40 * MS,
        .deed = SIM_DEED_ACQUIRE,
        .ttl = plan->ttl_max,
        .keep = true,
        .owner = 1,
    };

    shuffle(nodes, plan->nodes, dice);
    plan->owns = true;
    plan->fenced = true;
    plan->counters[nodes[0]] = RLK_NS_PER_S / RLK_NS_PER_US;
    befall(plan, 5 * MS, SIM_DEED_RESTART, nodes[0], 300 * MS);
    for (int i = 1; i <= plan->nodes - plan->quorum; i++)
        befall(plan, 800 * MS, SIM_DEED_RESTART, nodes[i], plan->length);
    sim_plan_add(plan, &ask);
    ask.at = 1000 * MS;
    ask.client = 1;
    ask.wait = WAIT;
    sim_plan_add(plan, &ask);
}

void sim_deal_minority(struct sim_plan *plan, struct dice *dice)
{
    deal_sizes(plan, dice);
    if (plan->nodes > 3 && dice_below(dice, 4) == 0)
        deal_superseded(plan, dice);
    else
        deal_keys(plan, dice);
}
