/* SPDX-License-Identifier: MIT */
/* The actions of users: acquire, extend, release, cancel, inspect. */

#include "tests/sim/user.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "tests/sim/chance.h"
#include "tests/sim/client.h"
#include "tests/sim/net.h"
#include "tests/sim/observer.h"
#include "tests/sim/points.h"
#include "tests/sim/sets.h"
#include "tests/sim/story.h"
#include "tests/sim/witness.h"
#include "tests/sim/witness_owners.h"
#include "tests/sim/witness_wait.h"

/*
 * The pause between two locks of a burst, for less than a millisecond between
 * answers.
 */
#define BURST_PAUSE_NS (300 * RLK_NS_PER_US)

#define OWNER(completion, type, member)                                        \
    RLK_OWNER_OF(completion, type, member.call.completion)

const struct rlk_acquire *sim_user_acquire(const struct sim_slot *slot)
{
    return slot->of_set != NULL ? slot->of_set : &slot->acquire;
}

struct redlock_lock *sim_user_lock(const struct sim_slot *slot)
{
    if (slot->state == SIM_SLOT_ACQUIRING)
        return sim_user_acquire(slot)->lock;
    return slot->state == SIM_SLOT_HOLDING ? slot->lock : NULL;
}

const char *sim_user_status(enum redlock_status status)
{
    switch (status) {
    case REDLOCK_OK:
        return "done";
    case REDLOCK_BUSY:
        return "held by another";
    case REDLOCK_NO_QUORUM:
        return "no quorum";
    case REDLOCK_TOO_SLOW:
        return "too slow";
    case REDLOCK_CANCELLED:
        return "cancelled";
    case REDLOCK_DEADLINE:
        return "deadline";
    case REDLOCK_LOST:
        return "lost";
    case REDLOCK_GONE:
        return "gone";
    case REDLOCK_UNREACHABLE:
        return "unreachable";
    case REDLOCK_NO_RIGHTS:
        return "no rights";
    case REDLOCK_NO_MEMORY:
        return "no memory";
    case REDLOCK_DISAGREES:
        return "another number of slots";
    case REDLOCK_TTL_MAX_DIFFERS:
        return "another longest TTL";
    case REDLOCK_UPGRADE:
        return "its owner shares it";
    case REDLOCK_ALREADY:
    case REDLOCK_FORKED:
    case REDLOCK_BAD_NODES:
    case REDLOCK_BAD_SETTING:
    case REDLOCK_BAD_REQUEST:
    case REDLOCK_UNSAFE:
    case REDLOCK_NO_DOWNGRADE:
    case REDLOCK_TTL_TOO_SHORT:
    case REDLOCK_TTL_TOO_LONG:
    case REDLOCK_SYSTEM:
        break;
    }
    return "impossible";
}

/* --- acquiring ---------------------------------------------------------------
 */

static void plan_release(struct sim_slot *slot, int64_t span)
{
    struct sim_client *client = slot->client;
    int64_t at = sim_clock_true(&client->clock, sim_client_now(client) + span);

    sim_events_add(&client->world->events, at, SIM_EVENT_HELD_ENOUGH,
                   client->index * SIM_SLOTS + slot->index, slot->uses);
}

/* A burst continues without a pause except for the answers. */
static void plan_again(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;

    if (!world->calm && world->now < slot->again_until)
        plan_release(slot, world->plan->noise.delay + BURST_PAUSE_NS);
    else
        slot->again_until = 0;
}

static void acquired(struct rlk_completion *completion)
{
    struct sim_slot *slot = OWNER(completion, struct sim_slot, acquire);
    struct sim_client *client = slot->client;
    struct sim_world *world = client->world;

    sim_story(world, "c%d acquires %s: %s", client->index + 1, slot->name,
              slot->acquire.call.status == REDLOCK_OK
                  ? "acquired"
                  : sim_user_status(slot->acquire.call.status));
    sim_witness_ended(client, slot->due, "acquire");
    sim_witness_pace(client, &slot->acquire.call, 1);
    slot->state = SIM_SLOT_IDLE;
    sim_witness_asked_alone(slot);
    if (world->prospering)
        sim_witness_judge(world, SIM_RULE_PROGRESS);
    if (slot->acquire.call.status != REDLOCK_OK) {
        sim_witness_turned_away(slot);
        world->tally.refused++;
        if (world->prospering)
            sim_witness_break(world, SIM_RULE_PROGRESS, "c%d: %s",
                              client->index + 1,
                              sim_user_status(slot->acquire.call.status));
        plan_again(slot);
        return;
    }
    world->tally.acquired++;
    slot->lock = slot->acquire.lock;
    slot->state = SIM_SLOT_HOLDING;
    sim_points_acquired(world, slot);
    sim_witness_acquired(slot);
    sim_witness_served(client, slot->carried > 0);
    sim_witness_prompt(slot);
    if (slot->hold > 0)
        plan_release(slot, slot->hold);
}

/* Names of the resources, such that the order of each begins at n1. */
static const char *const names[SIM_RESOURCES] = {"r1w", "r2t", "r3nc"};

const char *sim_user_resource(int resource)
{
    return names[resource];
}

static const char *const owners[SIM_OWNERS + 1] = {NULL, "o1", "o2"};

/* The fence that the process has received from another process of its owner. */
static int64_t carried(const struct sim_world *world,
                       const struct sim_action *action)
{
    if (action->owner == 0 || action->shared || !world->plan->fenced ||
        action->bare)
        return 0;
    for (int i = 0; i < world->plan->clients * SIM_USER_SLOTS; i++) {
        const struct sim_slot *slot =
            &world->clients[i / SIM_USER_SLOTS].slots[i % SIM_USER_SLOTS];
        if (slot->state == SIM_SLOT_HOLDING && slot->owner == action->owner &&
            slot->resource == action->resource && !slot->lock->lost)
            return slot->lock->fence;
    }
    return action->stale ? world->owned[action->owner][action->resource] : 0;
}

static void take(struct sim_slot *slot, const struct sim_action *action)
{
    slot->resource = action->resource;
    slot->key = action->resource;
    slot->name[0] = 'r';
    slot->name[1] = (char)('1' + action->resource);
    slot->hold = action->hold;
    slot->least = 0;
    slot->no_repair = false;
    slot->fenced = slot->client->world->plan->fenced && !action->bare;
    slot->shared = action->shared;
    slot->owner = action->shared ? 0 : action->owner;
    slot->sharer = action->shared ? action->owner : 0;
    slot->multi_holder = action->shared || action->owner > 0;
    slot->carried = carried(slot->client->world, action);
    slot->slots = action->slots;
    slot->open_since = 0;
    slot->uses++;
}

int64_t sim_user_acquire_due(const struct sim_client *client,
                             const struct sim_action *action)
{
    const struct sim_plan *plan = client->world->plan;
    /* Agreeing on a fence may take one timeout for each node that may fail. */
    int agreeing = plan->fenced ? plan->nodes - plan->quorum + 1 : 0;
    int waits = agreeing + (plan->parallel ? 2 : plan->nodes + 1);
    /*
     * Each of several slots may refuse, and each of the possible gates may be
     * silent behind others that refuse.
     */
    if (action->slots > 0)
        waits = action->slots *
                (agreeing + 1 + plan->nodes * (plan->nodes + 1) / 2);
    /* An attempt begins again when it learns of the guard. */
    if (plan->guard == SIM_GUARD_AUTO)
        waits *= 2;
    int64_t timers = plan->noise.late * (2 * plan->nodes + 3);
    int64_t span = action->wait > 0 ? action->wait : waits * plan->node_timeout;

    return sim_client_now(client) + span + timers;
}

static bool acquire(struct sim_client *client, struct sim_slot *slot,
                    const struct sim_action *action)
{
    struct redlock_request request = {
        .resource = names[action->resource],
        .ttl_ms = rlk_clock_to_ms(action->ttl),
        .wait_ms = rlk_clock_to_ms(action->wait),
        .keep = action->keep,
        .no_repair = action->no_repair,
        .min_validity_ms = rlk_clock_to_ms(action->least),
        .warning_ms = rlk_clock_to_ms(action->notice),
        .fencing = client->world->plan->fenced && !action->bare,
        .user = slot,
        .size = sizeof(request),
        .mode = action->shared ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE,
        .owner = owners[action->owner],
        .slots = action->slots,
    };
    enum redlock_status status;

    if (slot->state != SIM_SLOT_IDLE)
        return false;
    take(slot, action);
    request.owner_fence = slot->carried;
    slot->least = action->least;
    slot->no_repair = action->no_repair;
    slot->due = sim_user_acquire_due(client, action);
    slot->acquire = (struct rlk_acquire){.call.completion.run = acquired};
    sim_story(client->world, "c%d wants %s for %dms%s%s%s", client->index + 1,
              slot->name, (int)request.ttl_ms, action->keep ? ", kept" : "",
              action->shared && action->owner > 0 ? ", shared by "
              : action->shared                    ? ", shared"
              : action->owner > 0                 ? ", owned by "
              : action->slots > 0                 ? ", a slot"
                                                  : "",
              action->owner > 0 ? owners[action->owner] : "");
    status = rlk_acquire_start(&slot->acquire, &client->core.runtime, &request,
                               sim_client_now(client));
    if (status == REDLOCK_OK)
        slot->state = SIM_SLOT_ACQUIRING;
    return status == REDLOCK_OK;
}

static bool burst(struct sim_client *client, struct sim_slot *slot,
                  const struct sim_action *action)
{
    if (!acquire(client, slot, action))
        return false;
    slot->hold = 1;
    slot->again_until = client->world->now + action->span;
    slot->again_ttl = action->ttl;
    return true;
}

static bool cancel(struct sim_client *client, struct sim_slot *slot)
{
    if (slot->state != SIM_SLOT_ACQUIRING)
        return false;
    sim_story(client->world, "c%d cancels %s", client->index + 1, slot->name);
    rlk_acquire_cancel(&slot->acquire, sim_client_now(client));
    return true;
}

/* --- extending ---------------------------------------------------------------
 */

static void extended(struct rlk_completion *completion)
{
    struct sim_extension *extend =
        OWNER(completion, struct sim_extension, core);
    struct sim_slot *slot = extend->slot;

    extend->under_way = false;
    if (extend->core.call.status == REDLOCK_OK)
        slot->client->world->tally.extended++;
    sim_story(slot->client->world, "c%d extends %s: %s",
              slot->client->index + 1, slot->name,
              sim_user_status(extend->core.call.status));
    sim_witness_pace(slot->client, &extend->core.call, 1);
    sim_witness_extended(slot, &extend->core);
}

/* NULL: all of them are in use. */
static struct sim_extension *idle_extension(struct sim_slot *slot)
{
    for (int i = 0; i < SIM_EXTENSIONS; i++) {
        if (!slot->extensions[i].under_way)
            return &slot->extensions[i];
    }
    return NULL;
}

static bool extend(struct sim_client *client, struct sim_slot *slot,
                   const struct sim_action *action)
{
    struct sim_extension *extend = idle_extension(slot);

    if (slot->state != SIM_SLOT_HOLDING || extend == NULL ||
        rlk_extend_check(slot->lock, rlk_clock_to_ms(action->ttl)) !=
            REDLOCK_OK)
        return false;
    sim_story(client->world, "c%d wants %s for another %dms", client->index + 1,
              slot->name, (int)rlk_clock_to_ms(action->ttl));
    extend->core = (struct rlk_extend){.call.completion.run = extended};
    extend->slot = slot;
    extend->under_way =
        rlk_extend_start(&extend->core, slot->lock, action->ttl, NULL,
                         sim_client_now(client)) == REDLOCK_OK;
    return true;
}

/* From here on the lock is believed to be shared. */
static bool downgrade(struct sim_client *client, struct sim_slot *slot)
{
    struct sim_extension *extend = idle_extension(slot);

    if (slot->state != SIM_SLOT_HOLDING || extend == NULL ||
        rlk_extend_check_downgrade(slot->lock) != REDLOCK_OK ||
        slot->lock->lost)
        return false;
    sim_story(client->world, "c%d shares %s from now on", client->index + 1,
              slot->name);
    slot->shared = true;
    slot->multi_holder = true;
    extend->core = (struct rlk_extend){.call.completion.run = extended};
    extend->slot = slot;
    extend->under_way =
        rlk_extend_downgrade(&extend->core, slot->lock, NULL,
                             sim_client_now(client)) == REDLOCK_OK;
    return true;
}

/* --- exporting and adopting ----------------------------------------------- */

static bool export(struct sim_client *client, struct sim_slot *slot)
{
    struct sim_world *world = client->world;
    char *token = world->exported[slot->resource];

    if (slot->state != SIM_SLOT_HOLDING || slot->lock->lost ||
        slot->multi_holder || world->left_count == SIM_EXPORTS)
        return false;
    sim_story(world, "c%d leaves %s to whoever has its token",
              client->index + 1, slot->name);
    memcpy(token, slot->belief.token, sizeof(slot->belief.token));
    world->exported_slot[slot->resource] = slot->lock->rare->slot;
    memcpy(world->left[world->left_count++], token, sizeof(slot->belief.token));
    rlk_release_detach(slot->lock, sim_client_now(slot->client));
    slot->lock = NULL;
    slot->state = SIM_SLOT_IDLE;
    return true;
}

/* Adopts the last lock that was exported for the resource, and extends it. */
static bool adopt(struct sim_client *client, struct sim_slot *slot,
                  const struct sim_action *action)
{
    char *token = client->world->exported[action->resource];
    const struct rlk_lock_settings settings = {
        .rare.adopted = token,
        .rare.slot = client->world->exported_slot[action->resource],
        .kind = client->world->exported_slot[action->resource].many > 0
                    ? client->core.runtime.settings.semaphore
                    : NULL,
        .resource = rlk_resource_new(names[action->resource], NULL),
        .ttl_ns = client->core.runtime.settings.ttl_max_ns,
        .warning_ns = rlk_acquire_warning(0),
        .rare.user = slot,
    };

    if (slot->state != SIM_SLOT_IDLE || token[0] == '\0' ||
        settings.resource == NULL) {
        rlk_resource_drop(settings.resource);
        return false;
    }
    slot->lock = rlk_lock_new(&client->core.runtime, &settings);
    if (slot->lock == NULL) {
        rlk_resource_drop(settings.resource);
        return false;
    }
    take(slot, action);
    slot->slots = settings.rare.slot.many;
    if (slot->hold == 0)
        slot->hold = action->ttl;
    sim_story(client->world, "c%d adopts %s of %s", client->index + 1,
              slot->name, sim_story_token(token));
    slot->state = SIM_SLOT_HOLDING;
    plan_release(slot, slot->hold);
    (void)extend(client, slot, action);
    token[0] = '\0';
    return true;
}

/* --- releasing
 * ---------------------------------------------------------------- */

static void released(struct rlk_completion *completion)
{
    struct sim_slot *slot = OWNER(completion, struct sim_slot, release);

    slot->client->world->tally.released++;
    sim_story(slot->client->world, "c%d releases %s: %s",
              slot->client->index + 1, slot->name,
              sim_user_status(slot->release.call.status));
    sim_witness_ended(slot->client, slot->due, "release");
    slot->state = SIM_SLOT_IDLE;
    plan_again(slot);
}

static bool release(struct sim_slot *slot)
{
    struct sim_client *client = slot->client;
    const struct sim_plan *plan = client->world->plan;

    if (slot->state != SIM_SLOT_HOLDING)
        return false;
    sim_story(client->world, "c%d begins to release %s", client->index + 1,
              slot->name);
    slot->due =
        sim_client_now(client) + plan->node_timeout + 2 * plan->noise.late;
    slot->state = SIM_SLOT_RELEASING;
    slot->release = (struct rlk_release){.call.completion.run = released};
    rlk_release_start(&slot->release, slot->lock, NULL, sim_client_now(client));
    slot->lock = NULL;
    return true;
}

void sim_user_notified(struct redlock_lock *lock)
{
    struct sim_client *client = lock->runtime->api;
    struct sim_slot *slot = lock->rare->user;
    struct dice dice;

    if (lock->member != NULL) {
        sim_sets_notified(client);
        return;
    }
    dice = sim_chance(client->world, 1004,
                      (uint64_t)(client->index * SIM_USER_SLOTS + slot->index) +
                          ((uint64_t)slot->uses << 8));
    client->world->tally.lost_locks++;
    sim_story(client->world, "c%d is notified that %s is lost",
              client->index + 1, slot->name);
    sim_witness_loss_reported(slot);
    /* Some users release immediately, within the callback. */
    if (sim_chance_coin(client->world, &dice)) {
        (void)release(slot);
        rlk_core_arm(&client->core);
    }
}

/* --- inspecting ----------------------------------------------------------- */

static void inspected(struct rlk_completion *completion)
{
    struct sim_client *client = OWNER(completion, struct sim_client, inspect);

    client->inspecting = false;
    sim_story(client->world, "c%d has inspected: %s", client->index + 1,
              sim_user_status(client->inspect.call.status));
    sim_witness_ended(client, client->inspection_due, "inspect");
}

static bool inspect(struct sim_client *client, const struct sim_action *action)
{
    const struct sim_plan *plan = client->world->plan;
    const char *name = names[action->resource];

    if (client->inspecting)
        return false;
    client->inspect = (struct rlk_inspect){.call.completion.run = inspected};
    client->inspection_due =
        sim_client_now(client) + plan->node_timeout + 2 * plan->noise.late;
    client->inspecting =
        rlk_inspect_start(&client->inspect, &client->core.runtime, name, NULL,
                          sim_client_now(client)) == REDLOCK_OK;
    return client->inspecting;
}

/* --- dispatch ------------------------------------------------------------- */

void sim_user_init(struct sim_client *client)
{
    client->inspecting = false;
    for (int i = 0; i < SIM_SLOTS; i++) {
        uint32_t uses = client->slots[i].uses;
        client->slots[i] = (struct sim_slot){
            .client = client,
            .index = i,
            .uses = uses + 1,
        };
        sim_witness_reset(&client->slots[i].belief);
    }
    sim_sets_init(client);
}

static bool act(struct sim_client *client, const struct sim_action *action)
{
    struct sim_slot *slot = &client->slots[action->slot];

    if (action->deed == SIM_DEED_ACQUIRE)
        return acquire(client, slot, action);
    if (action->deed == SIM_DEED_EXTEND)
        return extend(client, slot, action);
    if (action->deed == SIM_DEED_DOWNGRADE)
        return downgrade(client, slot);
    if (action->deed == SIM_DEED_RELEASE)
        return release(slot);
    if (action->deed == SIM_DEED_CANCEL)
        return cancel(client, slot) || sim_sets_cancel(client);
    if (action->deed == SIM_DEED_TAKE)
        return sim_sets_take(client, action);
    if (action->deed == SIM_DEED_BURST)
        return burst(client, slot, action);
    if (action->deed == SIM_DEED_EXPORT)
        return export(client, slot);
    if (action->deed == SIM_DEED_ADOPT)
        return adopt(client, slot, action);
    if (action->deed == SIM_DEED_OBSERVE)
        return sim_observer_toggle(client, action);
    return inspect(client, action);
}

bool sim_user_act(struct sim_client *client, const struct sim_action *action)
{
    bool done;

    sim_client_acts(client);
    done = act(client, action);
    rlk_core_arm(&client->core);
    sim_client_end_turn(client);
    return done;
}

void sim_user_held_enough(struct sim_client *client, int number, uint32_t use)
{
    struct sim_slot *slot = &client->slots[number];
    const struct sim_action once_more = {
        .resource = (int8_t)slot->resource,
        .ttl = slot->again_ttl,
        .hold = 1,
        .shared = slot->shared,
        .bare = !slot->fenced,
        .owner = slot->shared ? slot->sharer : slot->owner,
        .slots = (int8_t)slot->slots,
    };

    if (number >= SIM_USER_SLOTS) {
        sim_sets_held_enough(client, use);
        return;
    }
    if (slot->uses != use)
        return;
    sim_client_acts(client);
    if (slot->state == SIM_SLOT_IDLE && slot->again_until > 0 &&
        !client->world->calm)
        (void)acquire(client, slot, &once_more);
    else if (!release(slot))
        return;
    rlk_core_arm(&client->core);
    sim_client_end_turn(client);
}

void sim_user_resumed(struct sim_client *client, int64_t span)
{
    /*
     * A single attempt has no deadline except its timeouts, which begin later.
     */
    for (int i = 0; i < SIM_USER_SLOTS; i++) {
        struct sim_slot *slot = &client->slots[i];
        if (slot->state == SIM_SLOT_ACQUIRING && slot->acquire.once)
            slot->due += span + span / 10;
    }
    sim_sets_resumed(client, span);
}

bool sim_user_keeps(const struct sim_slot *slot)
{
    const struct sim_plan *plan = slot->client->world->plan;

    return slot->client->alive && slot->index < SIM_USER_SLOTS &&
           slot->state == SIM_SLOT_HOLDING && slot->lock->kept &&
           !slot->belief.notified && slot->lock->ttl_ns >= plan->ttl_max / 10 &&
           slot->lock->ttl_ns >= 2 * plan->node_timeout &&
           slot->belief.until > slot->client->world->now;
}

void sim_user_let_go_but_kept(struct sim_client *client)
{
    sim_client_acts(client);
    sim_observer_end(client);
    for (int i = 0; i < SIM_USER_SLOTS; i++) {
        (void)cancel(client, &client->slots[i]);
        if (!sim_user_keeps(&client->slots[i]))
            (void)release(&client->slots[i]);
    }
    sim_sets_let_go(client);
    rlk_core_arm(&client->core);
    sim_client_end_turn(client);
}

void sim_user_let_go(struct sim_client *client)
{
    sim_client_acts(client);
    sim_observer_end(client);
    for (int i = 0; i < SIM_USER_SLOTS; i++) {
        (void)cancel(client, &client->slots[i]);
        (void)release(&client->slots[i]);
    }
    sim_sets_let_go(client);
    rlk_core_arm(&client->core);
    sim_client_end_turn(client);
}

bool sim_user_idle(const struct sim_client *client)
{
    if (client->set.state != SIM_SLOT_IDLE)
        return false;
    for (int i = 0; i < SIM_USER_SLOTS; i++) {
        if (client->slots[i].state != SIM_SLOT_IDLE)
            return false;
        for (int j = 0; j < SIM_EXTENSIONS; j++) {
            if (client->slots[i].extensions[j].under_way)
                return false;
        }
    }
    return !client->inspecting;
}
