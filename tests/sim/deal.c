/* SPDX-License-Identifier: MIT */
/* Draws a schedule: sizes, clocks, actions and faults. */

#include "tests/sim/deal.h"

#include "clock/clock.h"
#include "tests/sim/node_memory.h"
#include "tests/support/dice.h"

#define MS RLK_NS_PER_MS

/* The rates of any two clocks differ by less than the drift of 1 %. */
#define RATE_MOST_PPM 4900

/* Per cent of schedules in which locks are kept, and rarely released. */
#define LASTING 40

/* Per cent of acquisitions that share a lock which others want exclusively. */
#define SHARED 65

/* Per cent that share a lock which their owner may want exclusively. */
#define SHARED_BY_OWNERS 40

/* Per cent of acquisitions with an owner that has the lock already. */
#define OWNED 75

/* Per cent of schedules in which clients disagree on the number of slots. */
#define DISAGREE 15

static const int node_counts[] = {1, 3, 3, 3, 3, 5, 5, 5, 2, 4, 7};
static const int64_t node_timeouts[] = {10, 20, 50, 50, 100};
static const int64_t ttls_max[] = {100, 300, 300, 1000, 1000, 30000};
static const int64_t delays_us[] = {100, 300, 1000, 5000};

static void deal_clocks(struct sim_plan *plan, struct dice *dice)
{
    int64_t most = (plan->broken & SIM_BROKEN_RATES) != 0 ? 20 * RATE_MOST_PPM
                                                          : RATE_MOST_PPM;

    for (int i = 0; i < plan->nodes; i++)
        plan->node_ppm[i] =
            dice_chance(dice, 50) ? most : dice_between(dice, -most, most);
    for (int i = 0; i < plan->clients; i++)
        plan->client_ppm[i] =
            dice_chance(dice, 50) ? -most : dice_between(dice, -most, most);
}

static void deal_noise(struct sim_noise *noise,
                       const struct sim_profile *profile, struct dice *dice,
                       int64_t ttl_max)
{
    *noise = (struct sim_noise){
        .delay = DICE_PICK(dice, delays_us) * RLK_NS_PER_US,
        .tail = dice_between(dice, MS, ttl_max / 4 + MS),
        .tail_ppm = dice_between(dice, 0, profile->tail_ppm),
        .lose_ppm = dice_between(dice, 0, profile->lose_ppm),
        .cut_ppm = dice_between(dice, 0, profile->cut_ppm),
        .late = dice_between(dice, 1, MS / 5),
    };
}

/* Locks that are held for many times the longest TTL, which is short here. */
static void deal_lasting(struct sim_plan *plan, struct dice *dice)
{
    plan->lasting = true;
    plan->ttl_max = dice_between(dice, 60, 200) * MS;
    plan->length = dice_between(dice, 6, 12) * plan->ttl_max;
}

static void deal_setup(struct sim_plan *plan, const struct sim_profile *profile,
                       struct dice *dice)
{
    plan->broken = profile->broken;
    plan->informed = profile->stepped;
    plan->careful =
        !profile->stepped && (profile->broken & SIM_BROKEN_STEPS) == 0;
    plan->nodes = DICE_PICK(dice, node_counts);
    plan->quorum = plan->nodes / 2 + 1;
    if (dice_chance(dice, 10))
        plan->quorum = (int)dice_between(dice, plan->quorum, plan->nodes);
    plan->clients = (int)dice_between(dice, 2, 4);
    plan->parallel = dice_chance(dice, 40);
    plan->node_timeout = DICE_PICK(dice, node_timeouts) * MS;
    plan->ttl_max = DICE_PICK(dice, ttls_max) * MS;
    plan->length = dice_between(dice, 500, 2000) * MS;
    if (dice_chance(dice, LASTING))
        deal_lasting(plan, dice);
    deal_clocks(plan, dice);
    deal_noise(&plan->noise, profile, dice, plan->ttl_max);
}

/* Draws a length such that each power of two is equally likely. */
static int64_t some_span(struct dice *dice, int64_t least, int64_t most)
{
    int64_t span = least;

    while (span < most && dice_chance(dice, 75))
        span *= 2;
    span += dice_below(dice, span);
    return span < most ? span : most;
}

/*
 * The longest hold. A lost vote counts again after the longest TTL, so some
 * holds are longer.
 */
static int64_t hold_most(const struct sim_plan *plan)
{
    int64_t most = 5 * plan->ttl_max;

    return most > 1000 * MS ? most : 1000 * MS;
}

static void deal_wish(struct sim_action *action, const struct sim_plan *plan,
                      struct dice *dice)
{
    action->slot = dice_chance(dice, 20) ? 1 : 0;
    action->resource = dice_chance(dice, 15) ? 1 : 0;
    action->ttl = dice_chance(dice, 50)
                      ? plan->ttl_max
                      : dice_between(dice, 10, plan->ttl_max / MS) * MS;
    action->wait =
        dice_chance(dice, 40) ? 0 : some_span(dice, 5 * MS, 2000 * MS);
    action->hold =
        dice_chance(dice, 30) ? 0 : some_span(dice, MS, hold_most(plan));
    action->keep = dice_chance(dice, plan->lasting ? 90 : 40);
    if (plan->lasting && dice_chance(dice, 70))
        action->hold = 0;
    action->no_repair = dice_chance(dice, 5);
    if (dice_chance(dice, 10))
        action->least = dice_between(dice, 1, action->ttl / MS) * MS;
    if (dice_chance(dice, 10))
        action->notice = dice_between(dice, 1, action->ttl / MS / 2) * MS;
}

static void deal_span(struct sim_action *action, const struct sim_plan *plan,
                      struct dice *dice)
{
    int64_t outlived = plan->ttl_max + plan->ttl_max / 20 + 10 * MS;

    action->span = some_span(dice, 5 * MS, 2 * plan->ttl_max + 100 * MS);
    if (action->deed == SIM_DEED_FORGET && dice_chance(dice, 40))
        action->span = outlived;
    /* A step back that no client noticed would hide the next step forward. */
    if (action->deed == SIM_DEED_STEP && plan->careful && dice_chance(dice, 50))
        action->span = some_span(dice, MS, 100 * MS);
    if (action->deed == SIM_DEED_STEP && plan->broken != 0 &&
        dice_chance(dice, 30))
        action->span = -action->span;
    if ((action->deed >= SIM_DEED_BUSY && action->deed <= SIM_DEED_NO_KILL) ||
        action->deed == SIM_DEED_REFUSE)
        action->span = some_span(dice, MS, 400 * MS);
    if (action->deed == SIM_DEED_BURST)
        action->span = some_span(dice, 5 * MS, 100 * MS);
}

static void deal_actors(struct sim_action *action, const struct sim_plan *plan,
                        struct dice *dice)
{
    action->client = (int8_t)dice_below(dice, plan->clients);
    action->node = (int8_t)dice_below(dice, plan->nodes);
    if (action->deed < SIM_DEED_SLOW_THERE)
        return;
    if (dice_chance(dice, 20))
        action->client = SIM_ALL;
    else if (dice_chance(dice, 20))
        action->node = SIM_ALL;
}

static void deal_deeds(struct sim_plan *plan, enum sim_deed deed,
                       int32_t thousandths, struct dice *dice)
{
    bool ends = deed == SIM_DEED_RELEASE || deed == SIM_DEED_EXPORT;
    int64_t rate = plan->lasting && ends ? thousandths / 8 : thousandths;
    int64_t expected = plan->length / MS * rate / 1000;
    int64_t count =
        expected / 1000 + (dice_below(dice, 1000) < expected % 1000);

    while (count-- > 0) {
        struct sim_action action = {
            .at = dice_below(dice, plan->length),
            .deed = deed,
        };
        deal_actors(&action, plan, dice);
        if (deed <= SIM_DEED_EXTEND || deed == SIM_DEED_BURST ||
            deed == SIM_DEED_ADOPT)
            deal_wish(&action, plan, dice);
        else if (deed <= SIM_DEED_EXPORT)
            action.slot = dice_chance(dice, 20) ? 1 : 0;
        else if (deed == SIM_DEED_LOSE_KEY)
            action.resource = dice_chance(dice, 15) ? 1 : 0;
        action.nth = (int)dice_between(dice, 1, 20);
        deal_span(&action, plan, dice);
        sim_plan_add(plan, &action);
    }
}

/* Clients that start late, without observations. */
static void deal_joins(struct sim_plan *plan, int32_t thousandths,
                       struct dice *dice)
{
    for (int client = 1; client < plan->clients; client++) {
        if (dice_below(dice, 1000) >= thousandths)
            continue;
        sim_plan_add(plan, &(struct sim_action){
                               .at = dice_below(dice, plan->length),
                               .deed = SIM_DEED_JOIN,
                               .client = (int8_t)client,
                           });
    }
}

static void deal_ask(struct sim_plan *plan, int client, int64_t at,
                     int64_t wait, bool keep)
{
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = SIM_DEED_ACQUIRE,
                           .client = (int8_t)client,
                           .ttl = plan->ttl_max,
                           .wait = wait,
                           .keep = keep,
                       });
}

/*
 * A step that coincides with an answer later than the step. The rest of the
 * step shows in the next answer, if the client looks for it.
 */
static void deal_hidden_step(struct sim_plan *plan, struct dice *dice)
{
    int64_t at = dice_below(dice, plan->length);
    int64_t late = dice_between(dice, 10, 150) * MS;
    int node = (int)dice_below(dice, plan->nodes);
    int asks = (int)dice_below(dice, plan->clients);
    int64_t slack = plan->slack > 0 ? plan->slack : 0;

    deal_ask(plan, (asks + 1) % plan->clients, at - at / 8, 0, false);
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = SIM_DEED_SLOW_BACK,
                           .client = (int8_t)asks,
                           .node = (int8_t)node,
                           .span = late,
                       });
    sim_plan_add(plan,
                 &(struct sim_action){
                     .at = at + MS / 10,
                     .deed = SIM_DEED_STEP,
                     .node = (int8_t)node,
                     .span = slack + late * dice_between(dice, 30, 110) / 100,
                 });
    deal_ask(plan, asks, at + MS / 5, 0, false);
    deal_ask(plan, asks, at + late + dice_between(dice, 1, 20) * MS, 0, false);
}

/*
 * A reboot: the server restarts, and later, during the quarantine, its clock is
 * set. Meanwhile a lock is kept, and a client without observations asks.
 */
static void deal_reboot(struct sim_plan *plan, struct dice *dice)
{
    int64_t quarantine = plan->ttl_max + RLK_NS_PER_S;
    int64_t at = dice_between(dice, 20, 200) * MS;
    int64_t set_at = at + quarantine * dice_between(dice, 40, 99) / 100;
    int node = (int)dice_below(dice, plan->nodes);
    int fresh = (int)dice_below(dice, plan->clients);

    if (plan->ttl_max > 300 * MS)
        return;
    if (plan->length < at + quarantine + 2 * plan->ttl_max)
        plan->length = at + quarantine + 2 * plan->ttl_max;
    deal_ask(plan, (fresh + 1) % plan->clients, at / 2, 0, true);
    sim_plan_add(plan, &(struct sim_action){
                           .at = at,
                           .deed = dice_chance(dice, 70) ? SIM_DEED_RESTART
                                                         : SIM_DEED_FORGET,
                           .node = (int8_t)node,
                           .span = dice_between(dice, 1, 20) * MS,
                       });
    sim_plan_add(plan, &(struct sim_action){
                           .at = set_at,
                           .deed = SIM_DEED_STEP,
                           .node = (int8_t)node,
                           .span = 4 * plan->ttl_max + quarantine,
                       });
    sim_plan_add(plan, &(struct sim_action){
                           .at = set_at - MS,
                           .deed = SIM_DEED_CRASH,
                           .client = (int8_t)fresh,
                           .span = 2 * MS,
                       });
    deal_ask(plan, fresh, set_at + 30 * MS, quarantine, false);
}

/* Clocks diverge for seconds, and the slack covers little of it. */
static void deal_dense(struct sim_plan *plan, struct dice *dice)
{
    int bursts = 0;

    plan->nodes = plan->nodes > 3 ? 3 : plan->nodes;
    plan->quorum = plan->nodes / 2 + 1;
    plan->slack = dice_between(dice, 0, 5) * MS;
    plan->noise.delay = dice_between(dice, 10, 50) * RLK_NS_PER_US;
    plan->length = dice_between(dice, 2500, 4000) * MS;
    for (int i = 0; i < plan->actions_count; i++) {
        struct sim_action *action = &plan->actions[i];
        if (action->node >= plan->nodes)
            action->node = 0;
        if (action->deed != SIM_DEED_BURST)
            continue;
        /* There is time for one burst only. */
        if (bursts++ > 0)
            action->deed = SIM_DEED_INSPECT;
        action->at /= 8;
        action->span = plan->length;
    }
}

/*
 * Fences and guards. Drawn last, so that the other draws are the same as
 * without.
 */
static void deal_rules(struct sim_plan *plan, const struct sim_profile *profile,
                       struct dice *dice)
{
    plan->fenced = dice_chance(dice, 50) || profile->fenced;
    plan->guard = profile->guard;
    if (dice_chance(dice, 30) && plan->guard == SIM_GUARD_NONE &&
        plan->broken == 0)
        plan->guard = SIM_GUARD_AUTO;
    if (dice_chance(dice, 30))
        plan->slack = dice_between(dice, 1, 50) * MS;
    else if (dice_chance(dice, 20))
        plan->slack = SIM_SLACK_DEFAULT;
    if (profile->dense)
        deal_dense(plan, dice);
    plan->agreeing = profile->agreeing;
    for (int i = 0; i < plan->nodes && plan->agreeing; i++)
        plan->node_ppm[i] = 0;
    if (profile->stepped)
        plan->slack = 2 * plan->node_timeout + 50 * MS;
    if (profile->guard == SIM_GUARD_ON && !profile->stepped &&
        dice_chance(dice, 5))
        plan->other_ttl_max = DICE_PICK(dice, ttls_max) * MS;
    if (plan->other_ttl_max == plan->ttl_max)
        plan->other_ttl_max = 0;
}

static bool is_for_who_waits(enum sim_deed deed)
{
    return deed == SIM_DEED_LOSE_HANDOFFS || deed == SIM_DEED_CUT_HANDOFFS;
}

/* These actions are drawn by functions of their own, or last. */
static bool is_drawn_apart(enum sim_deed deed)
{
    return deed == SIM_DEED_JOIN || deed == SIM_DEED_OBSERVE ||
           deed == SIM_DEED_TAKE || deed == SIM_DEED_DOWNGRADE ||
           deed == SIM_DEED_FAILOVER || deed == SIM_DEED_SWITCHOVER ||
           deed == SIM_DEED_KEY || is_for_who_waits(deed);
}

/* Drawn last, so that the other draws are the same as without. */
static void deal_waiting(struct sim_plan *plan,
                         const struct sim_profile *profile, struct dice *dice)
{
    for (int deed = 0; deed < SIM_DEEDS; deed++) {
        if (is_for_who_waits((enum sim_deed)deed))
            deal_deeds(plan, (enum sim_deed)deed, profile->deeds[deed], dice);
    }
}

/* Drawn last, so that the other draws are the same as without. */
static void deal_modes(struct sim_plan *plan, struct dice *dice)
{
    plan->shares = true;
    for (int i = 0; i < plan->actions_count; i++)
        plan->actions[i].shared = dice_chance(dice, SHARED);
}

/*
 * Two owners, each with some of the processes, and processes without an owner.
 * Some share the lock, among them an owner that may want it exclusively at the
 * same time.
 */
static void deal_owners(struct sim_plan *plan, struct dice *dice)
{
    plan->owns = true;
    for (int i = 0; i < plan->actions_count; i++) {
        struct sim_action *action = &plan->actions[i];
        if (dice_chance(dice, OWNED))
            action->owner = (int8_t)(1 + (dice_chance(dice, 30) ? 1 : 0));
        action->stale = dice_chance(dice, 20);
        /* One of the two owners always wants the lock exclusively. */
        action->shared =
            action->owner != 1 && dice_chance(dice, SHARED_BY_OWNERS);
    }
}

/* Two or three slots; in some plans the clients disagree. Drawn last. */
static void deal_slots(struct sim_plan *plan, struct dice *dice)
{
    bool agree = !dice_chance(dice, DISAGREE);

    plan->slots = 2 + (int)dice_below(dice, SIM_SLOT_KEYS - 1);
    for (int i = 0; i < plan->actions_count; i++) {
        plan->actions[i].slots =
            (int8_t)(agree ? plan->slots
                           : 2 + (int)dice_below(dice, SIM_SLOT_KEYS - 1));
    }
}

/* For locks of every type. */
static void deal_failovers(struct sim_plan *plan,
                           const struct sim_profile *profile, struct dice *dice)
{
    sim_deal_failovers(plan, profile, dice);
    if (dice_chance(dice, 20))
        deal_modes(plan, dice);
    else if (dice_chance(dice, 20))
        deal_owners(plan, dice);
    else if (dice_chance(dice, 20))
        deal_slots(plan, dice);
}

/* Counters far ahead of all clocks, on so few nodes that a quorum is intact. */
static void deal_damage(struct sim_plan *plan, struct dice *dice)
{
    int64_t many = dice_below(dice, plan->nodes - plan->quorum + 1);
    int64_t first = dice_below(dice, plan->nodes);

    for (int64_t i = 0; i < many; i++)
        plan->counters[(first + i) % plan->nodes] =
            (INT64_C(1) << 52) + dice_below(dice, 3);
}

void sim_deal(struct sim_plan *plan, const struct sim_profile *profile,
              uint64_t seed)
{
    struct dice dice = {seed};

    plan->seed = dice_bits(&dice) >> 1;
    deal_setup(plan, profile, &dice);
    for (int deed = 0; deed < SIM_DEEDS; deed++) {
        if (is_drawn_apart((enum sim_deed)deed))
            continue;
        /*
         * The number of actions grows with the clients, the number of faults
         * does not.
         */
        int32_t rate = profile->deeds[deed] *
                       (deed <= SIM_DEED_INSPECT ? plan->clients : 1);
        deal_deeds(plan, (enum sim_deed)deed, rate, &dice);
    }
    deal_joins(plan, profile->deeds[SIM_DEED_JOIN], &dice);
    deal_rules(plan, profile, &dice);
    if (profile->deeds[SIM_DEED_OBSERVE] > 0)
        deal_deeds(plan, SIM_DEED_OBSERVE,
                   profile->deeds[SIM_DEED_OBSERVE] * plan->clients, &dice);
    if (profile->repairs)
        sim_deal_repair(plan, &dice);
    if (profile->contention)
        sim_deal_contention(plan, &dice);
    if (profile->sets)
        sim_deal_sets(plan, &dice);
    if (profile->mixed)
        sim_deal_mixed(plan, &dice);
    if (profile->stepped && dice_chance(&dice, 40))
        deal_hidden_step(plan, &dice);
    else if (profile->stepped && dice_chance(&dice, 40))
        deal_reboot(plan, &dice);
    deal_waiting(plan, profile, &dice);
    if (profile->shares)
        deal_modes(plan, &dice);
    deal_deeds(plan, SIM_DEED_DOWNGRADE,
               profile->deeds[SIM_DEED_DOWNGRADE] * plan->clients, &dice);
    if (profile->owns)
        deal_owners(plan, &dice);
    if (profile->slots)
        deal_slots(plan, &dice);
    if (profile->deeds[SIM_DEED_FAILOVER] > 0)
        deal_failovers(plan, profile, &dice);
    if (profile->gate)
        sim_deal_gate(plan, &dice);
    if (profile->fenced)
        deal_damage(plan, &dice);
    if (profile->minority)
        sim_deal_minority(plan, &dice);
    if (profile->modes)
        sim_deal_set_modes(plan, &dice);
}
