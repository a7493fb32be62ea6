/* SPDX-License-Identifier: MIT */
/* Users that acquire several resources together. */

#include "tests/sim/sets.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/lock.h"
#include "tests/sim/client.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"
#include "tests/sim/witness_wait.h"

/*
 * The first two resources, or all three; the first six orders have all three.
 */
static const int orders[SIM_SETS / 2][SIM_RESOURCES] = {
    {0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}, {2, 0, 1}, {1, 0, 2},
};

void sim_sets_init(struct sim_client *client)
{
    uint32_t uses = client->set.uses;

    client->set = (struct sim_set){.client = client, .uses = uses + 1};
}

static struct sim_set *set_of(const struct rlk_set_acquire *acquire)
{
    return RLK_OWNER_OF(acquire, struct sim_set, acquire);
}

/* --- actions -------------------------------------------------------------- */

static void plan_release(struct sim_set *set)
{
    struct sim_client *client = set->client;
    int64_t at =
        sim_clock_true(&client->clock, sim_client_now(client) + set->hold);

    sim_events_add(&client->world->events, at, SIM_EVENT_HELD_ENOUGH,
                   client->index * SIM_SLOTS + SIM_USER_SLOTS, set->uses);
}

static void acquired(struct rlk_completion *completion)
{
    struct sim_set *set = set_of(
        RLK_OWNER_OF(completion, struct rlk_set_acquire, call.completion));
    struct sim_client *client = set->client;
    struct sim_world *world = client->world;
    enum redlock_status status = set->acquire.call.status;

    sim_story(world, "c%d acquires %s: %s", client->index + 1, set->name,
              status == REDLOCK_OK ? "acquired" : sim_user_status(status));
    sim_witness_ended(client, set->due, "acquire");
    sim_witness_pace(client, &set->acquire.call, set->count);
    if (world->prospering)
        sim_witness_judge(world, SIM_RULE_PROGRESS);
    if (status != REDLOCK_OK) {
        world->tally.refused++;
        if (world->prospering)
            sim_witness_break(world, SIM_RULE_PROGRESS, "c%d: %s",
                              client->index + 1, sim_user_status(status));
        set->state = SIM_SLOT_IDLE;
        return;
    }
    world->tally.acquired++;
    set->lock = set->acquire.lock;
    set->state = SIM_SLOT_HOLDING;
    set->notified = false;
    plan_release(set);
}

static void nothing(struct rlk_completion *completion)
{
    (void)completion;
}

static bool is_shared(const struct sim_set *set, int resource)
{
    return (set->modes >> resource & 1) != 0;
}

static void choose(struct sim_set *set, const struct sim_action *action)
{
    size_t length = 0;

    set->count = action->nth < SIM_SETS / 2 ? SIM_RESOURCES : 2;
    set->modes = action->modes;
    set->hold = action->hold;
    set->uses++;
    set->name[0] = '\0';
    for (int i = 0; i < set->count; i++) {
        set->resources[i] = orders[action->nth % (SIM_SETS / 2)][i];
        length += (size_t)snprintf(
            set->name + length, sizeof(set->name) - length, "%sr%d%s",
            i == 0 ? "" : "+", set->resources[i] + 1,
            is_shared(set, set->resources[i]) ? "s" : "");
    }
}

bool sim_sets_take(struct sim_client *client, const struct sim_action *action)
{
    struct sim_set *set = &client->set;
    const char *names[SIM_RESOURCES];
    enum redlock_mode modes[SIM_RESOURCES];
    struct redlock_request request = {
        .size = sizeof(request),
        .ttl_ms = rlk_clock_to_ms(action->ttl),
        .wait_ms = rlk_clock_to_ms(action->wait),
        .keep = action->keep,
        .fencing = client->world->plan->fenced,
        .more = names + 1,
        .modes = action->modes > 0 ? modes : NULL,
    };

    if (set->state != SIM_SLOT_IDLE)
        return false;
    choose(set, action);
    for (int i = 0; i < set->count; i++) {
        names[i] = sim_user_resource(set->resources[i]);
        modes[i] = is_shared(set, set->resources[i]) ? REDLOCK_SHARED
                                                     : REDLOCK_EXCLUSIVE;
    }
    request.resource = names[0];
    request.more_count = set->count - 1;
    set->due = sim_user_acquire_due(client, action) +
               4 * SIM_RESOURCES * client->world->plan->noise.late;
    set->acquire = (struct rlk_set_acquire){.call.completion.run = acquired,
                                            .call.news.run = nothing};
    sim_story(client->world, "c%d wants %s for %dms%s", client->index + 1,
              set->name, (int)request.ttl_ms, action->keep ? ", kept" : "");
    if (rlk_set_acquire_start(&set->acquire, &client->core.runtime, &request,
                              sim_client_now(client)) != REDLOCK_OK)
        return false;
    set->state = SIM_SLOT_ACQUIRING;
    return true;
}

bool sim_sets_cancel(struct sim_client *client)
{
    struct sim_set *set = &client->set;

    if (set->state != SIM_SLOT_ACQUIRING)
        return false;
    sim_story(client->world, "c%d cancels %s", client->index + 1, set->name);
    rlk_set_acquire_cancel(&set->acquire, sim_client_now(client));
    return true;
}

static void released(struct rlk_completion *completion)
{
    struct sim_set *set =
        RLK_OWNER_OF(completion, struct sim_set, release.call.completion);
    struct sim_world *world = set->client->world;

    world->tally.released++;
    sim_story(world, "c%d releases %s: %s", set->client->index + 1, set->name,
              sim_user_status(set->release.call.status));
    sim_witness_ended(set->client, set->due, "release");
    set->state = SIM_SLOT_IDLE;
}

static bool release(struct sim_set *set)
{
    struct sim_client *client = set->client;
    const struct sim_plan *plan = client->world->plan;

    if (set->state != SIM_SLOT_HOLDING)
        return false;
    sim_story(client->world, "c%d begins to release %s", client->index + 1,
              set->name);
    set->due =
        sim_client_now(client) + plan->node_timeout + 2 * plan->noise.late;
    set->state = SIM_SLOT_RELEASING;
    set->release = (struct rlk_set_release){.call.completion.run = released};
    rlk_set_release_start(&set->release, set->lock->member->set, NULL,
                          sim_client_now(client));
    set->lock = NULL;
    return true;
}

void sim_sets_held_enough(struct sim_client *client, uint32_t use)
{
    if (client->set.uses != use)
        return;
    sim_client_acts(client);
    if (!release(&client->set))
        return;
    rlk_core_arm(&client->core);
    sim_client_end_turn(client);
}

void sim_sets_let_go(struct sim_client *client)
{
    (void)sim_sets_cancel(client);
    (void)release(&client->set);
}

void sim_sets_resumed(struct sim_client *client, int64_t span)
{
    struct sim_set *set = &client->set;

    /*
     * A single attempt has no deadline except its timeouts, which begin later.
     */
    if (set->state == SIM_SLOT_ACQUIRING && set->acquire.deadline == RLK_NEVER)
        set->due += span + span / 10;
}

void sim_sets_notified(struct sim_client *client)
{
    struct sim_set *set = &client->set;

    client->world->tally.lost_locks++;
    sim_story(client->world, "c%d is notified that %s is lost",
              client->index + 1, set->name);
    sim_witness_judge(client->world, SIM_RULE_REPORTED);
    if (set->notified || set->state != SIM_SLOT_HOLDING)
        sim_witness_break(client->world, SIM_RULE_REPORTED, "%s of c%d, twice",
                          set->name, client->index + 1);
    set->notified = true;
}

/* --- members of a set ----------------------------------------------------- */

static struct rlk_set *core_set(struct sim_set *set)
{
    if (set->state == SIM_SLOT_ACQUIRING && set->acquire.lock == NULL)
        return set->acquire.set;
    if (set->state == SIM_SLOT_ACQUIRING) /* acquired, but not reported yet */
        return set->acquire.lock->member->set;
    return set->state == SIM_SLOT_HOLDING ? set->lock->member->set : NULL;
}

static const struct rlk_set_member *member_of(struct sim_set *set, int resource)
{
    const struct rlk_set *of = core_set(set);

    for (int i = 0; of != NULL && i < of->count; i++) {
        if (strcmp(of->members[i].name, sim_user_resource(resource)) == 0)
            return &of->members[i];
    }
    return NULL;
}

static void show(struct sim_slot *slot, const struct rlk_set_member *member,
                 int resource)
{
    slot->shared = is_shared(&slot->client->set, resource);
    slot->multi_holder = slot->shared;
    slot->resource = resource;
    slot->key = resource;
    slot->fenced = slot->client->world->plan->fenced;
    slot->name[0] = 'r';
    slot->name[1] = (char)('1' + resource);
    slot->state = SIM_SLOT_IDLE;
    slot->of_set = NULL;
    slot->lock = NULL;
    if (member == NULL)
        return;
    if (member->asked && member->acquire.lock != NULL) {
        slot->state = SIM_SLOT_ACQUIRING;
        slot->of_set = &member->acquire;
    } else if (member->lock != NULL) {
        slot->state = SIM_SLOT_HOLDING;
        slot->lock = member->lock;
    }
}

void sim_sets_mirror(struct sim_client *client)
{
    for (int i = 0; client->alive && i < SIM_RESOURCES; i++)
        show(&client->slots[SIM_USER_SLOTS + i], member_of(&client->set, i), i);
}

/* --- checks --------------------------------------------------------------- */

static void judge_held(struct sim_set *set)
{
    struct sim_client *client = set->client;
    const struct rlk_set *of = core_set(set);
    bool believed = sim_client_now(client) < rlk_set_valid_until(of);

    sim_witness_judge(client->world, SIM_RULE_WHOLE);
    for (int i = 0; i < set->count; i++) {
        const struct sim_slot *slot =
            &client->slots[SIM_USER_SLOTS + set->resources[i]];
        if (believed && slot->belief.until <= client->world->now)
            sim_witness_break(client->world, SIM_RULE_WHOLE,
                              "c%d holds %s, but not %s", client->index + 1,
                              set->name, slot->name);
        if (set->notified && slot->belief.until > client->world->now)
            sim_witness_break(client->world, SIM_RULE_WHOLE,
                              "c%d has lost %s, but not %s", client->index + 1,
                              set->name, slot->name);
    }
}

static bool is_in_a_slot(const struct sim_client *client,
                         const struct redlock_lock *lock)
{
    for (int i = 0; i < SIM_USER_SLOTS; i++) {
        if (sim_user_lock(&client->slots[i]) == lock)
            return true;
    }
    return false;
}

/* Nothing is left of members that were not acquired, or were released. */
static void judge_idle(struct sim_client *client)
{
    const struct rlk_list *locks = &client->core.runtime.locks;

    for (const struct rlk_list *at = locks->next; at != locks; at = at->next) {
        const struct redlock_lock *lock =
            RLK_OWNER_OF(at, struct redlock_lock, among_locks);
        if (!is_in_a_slot(client, lock))
            sim_witness_break(client->world, SIM_RULE_WHOLE,
                              "c%d keeps %s, but does not hold the set",
                              client->index + 1, lock->resource->text);
    }
}

void sim_sets_judge(struct sim_client *client)
{
    if (!client->alive)
        return;
    if (client->set.state == SIM_SLOT_HOLDING)
        judge_held(&client->set);
    else if (client->set.state == SIM_SLOT_IDLE)
        judge_idle(client);
}
