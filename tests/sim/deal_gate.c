/* SPDX-License-Identifier: MIT */
/* One client holds the lock, all others wait, and the gate fails. */

#include "tests/sim/deal.h"

#include "clock/clock.h"

#define MS RLK_NS_PER_MS

static const int node_counts[] = {3, 3, 5};
static const int64_t ttls[] = {400, 1000, 30000};
static const int64_t node_timeouts[] = {20, 50};

/* No client asks before the gate, and only the gate, has a left key. */
#define ASK_AT (30 * MS)

static void deal_sizes(struct sim_plan *plan, struct dice *dice)
{
    plan->nodes = DICE_PICK(dice, node_counts);
    plan->quorum = plan->nodes / 2 + 1;
    plan->clients = (int)dice_between(dice, 4, SIM_CLIENTS_MAX);
    plan->node_timeout = DICE_PICK(dice, node_timeouts) * MS;
    plan->ttl_max = DICE_PICK(dice, ttls) * MS;
    plan->guard = SIM_GUARD_NONE;
    plan->fenced = false; /* agreeing on a fence may take longer */
    plan->noise = (struct sim_noise){
        .delay = dice_between(dice, 1, 10) * MS / 10,
        .late = dice_between(dice, 0, MS / 20),
    };
    plan->prompt = true;
    plan->length = 12000 * MS;
    plan->actions_count = 0;
    for (int i = 0; i < plan->nodes; i++)
        plan->node_ppm[i] = 0;
    for (int i = 0; i < plan->clients; i++)
        plan->client_ppm[i] = 0;
}

static void add(struct sim_plan *plan, int64_t at, enum sim_deed deed, int node,
                int64_t span)
{
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = deed,
                           .client = (int8_t)(plan->clients - 1),
                           .node = (int8_t)node,
                           .ttl = plan->ttl_max,
                           .span = span,
                       });
}

/* The last client is killed while it holds, and only the gate keeps its key. */
static void deal_left_key(struct sim_plan *plan)
{
    add(plan, 5 * MS, SIM_DEED_ACQUIRE, 0, 0);
    add(plan, 15 * MS + 10 * plan->noise.delay, SIM_DEED_CRASH, 0,
        plan->length);
    for (int node = 1; node < plan->nodes; node++)
        add(plan, 16 * MS + 10 * plan->noise.delay, SIM_DEED_LOSE_KEY, node, 0);
}

/* Draws the fault of the gate while the clients wait. */
static void deal_failure(struct sim_plan *plan, struct dice *dice,
                         int64_t held_until)
{
    int64_t at = dice_between(dice, 150 * MS, held_until);

    switch (dice_below(dice, 5)) {
    case 0:
        add(plan, at, SIM_DEED_PAUSE, 0, plan->length);
        break;
    case 1:
        add(plan, at, SIM_DEED_RESTART, 0, plan->length);
        break;
    case 2:
        add(plan, at, SIM_DEED_RESTART, 0, dice_between(dice, 1, 20) * MS);
        break;
    case 3:
        deal_left_key(plan);
        break;
    default:
        break;
    }
}

void sim_deal_gate(struct sim_plan *plan, struct dice *dice)
{
    int64_t held;

    deal_sizes(plan, dice);
    held = dice_between(dice, 200, 1500) * MS;
    deal_failure(plan, dice, ASK_AT + held);
    for (int client = 0; client < plan->clients - 1; client++)
        sim_plan_add(
            plan,
            &(struct sim_action){
                .at = ASK_AT + 30 * MS * (client > 0) +
                      dice_between(dice, 0, 20 * MS),
                .deed = SIM_DEED_ACQUIRE,
                .client = (int8_t)client,
                .ttl = plan->ttl_max,
                .wait = client > 0 ? plan->length : 0,
                .hold = client > 0 ? dice_between(dice, 1, 20 * MS) : held,
                .keep = client == 0 || dice_below(dice, 2) == 0,
            });
}
