/* SPDX-License-Identifier: MIT */
/* Injects faults of nodes, processes and paths. */

#include "tests/sim/faults.h"

#include <string.h>

#include "clock/clock.h"
#include "quorum/round.h"
#include "redlock/core/lock.h"
#include "redlock/runtime/memory.h"
#include "tests/sim/client.h"
#include "tests/sim/faults_path.h"
#include "tests/sim/net.h"
#include "tests/sim/node.h"
#include "tests/sim/points.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"

/* The library ignores a smaller step. */
#define STEP_LEAST_NS (20 * RLK_NS_PER_MS)

static struct sim_slot *owner_of(struct sim_world *world, const char *token)
{
    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        struct sim_slot *slot =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (slot->client->alive && slot->belief.attempt != 0 &&
            strcmp(slot->belief.token, token) == 0)
            return slot;
    }
    return NULL;
}

/* Does the node still have its memory when it comes back? */
static bool stays(const struct sim_node *node)
{
    return node->up || node->down_by == SIM_DEED_RESTART;
}

/*
 * The lock is valid without this node's vote, whatever happens: a quorum of
 * other votes, with their keys, is valid as long as the lock, and no answer on
 * its way can extend it.
 */
static bool spare(struct sim_world *world, int node,
                  const struct sim_slot *slot)
{
    const struct redlock_lock *lock = sim_user_lock(slot);
    const struct sim_belief *belief = &slot->belief;
    int64_t until =
        belief->notified ? belief->stands_until : belief->true_ends[node];
    int others = 0;

    if (slot->state != SIM_SLOT_HOLDING || lock->rounds != NULL)
        return false;
    if (belief->notified && until <= world->now)
        return true;
    for (int i = 0; i < world->plan->nodes; i++)
        others += i != node && stays(&world->nodes[i]) &&
                  belief->ends[i] >= belief->ends[node] &&
                  sim_node_keeps(world, i, slot->key, belief->token) >= until;
    return others >= world->plan->quorum;
}

/* Is the counter at the fence or above, and not damaged, so that it counts? */
static bool knows_fence(const struct sim_counter *counter, int64_t fence)
{
    return counter->number >= fence &&
           counter->number <= fence + RLK_FENCE_AHEAD_US;
}

/*
 * The last fence stays known without this node's counter: every quorum contains
 * another node that knows it.
 */
static bool spare_counter(const struct sim_world *world, int node, int resource)
{
    const struct sim_plan *plan = world->plan;
    int others = 0;

    for (int i = 0; i < plan->nodes; i++)
        others += i != node &&
                  knows_fence(&world->nodes[i].model.memory.counters[resource],
                              world->fences[resource]);
    return world->fences[resource] == 0 ||
           others >= plan->nodes - plan->quorum + 1;
}

/*
 * A client that has reached a quorum has seen a marker, and knows of the guard.
 */
static bool guard_is_met(const struct sim_world *world, int node)
{
    int unmarked = 1;

    for (int i = 0; i < world->plan->nodes; i++)
        unmarked += i != node && sim_node_quarantined(world, i);
    return unmarked < world->plan->quorum;
}

static bool may_lose_members(struct sim_world *world, int number,
                             const struct sim_members *members)
{
    for (int i = 0; i < members->count; i++) {
        const struct sim_slot *slot = owner_of(world, members->list[i].token);
        if (slot != NULL && !spare(world, number, slot))
            return false;
    }
    return true;
}

/* Are the locks with this key valid without it? */
static bool may_lose_key(struct sim_world *world, int number, int resource)
{
    const struct sim_memory *memory = &world->nodes[number].model.memory;
    const struct sim_key *key = &memory->keys[resource];
    const struct sim_slot *slot = owner_of(world, key->token);

    if (sim_key_is_placeholder(key))
        return may_lose_members(world, number, &memory->members[resource]);
    return key->token[0] == '\0' || slot == NULL || spare(world, number, slot);
}

bool sim_faults_may_forget(struct sim_world *world, int number)
{
    const struct sim_node *node = &world->nodes[number];
    int64_t ttl_max = world->plan->ttl_max;

    if ((world->plan->broken & SIM_BROKEN_MEMORY) != 0 ||
        (world->plan->guard == SIM_GUARD_ON &&
         world->plan->other_ttl_max == 0 && world->plan->unguarded == 0))
        return true;
    if (world->plan->guard == SIM_GUARD_AUTO)
        return guard_is_met(world, number);
    for (int i = 0; i < SIM_KEYS; i++) {
        if (!spare_counter(world, number, i))
            return false;
    }
    if (!node->up && node->down_by == SIM_DEED_FORGET &&
        world->now - node->down_since > ttl_max + ttl_max / 50 + RLK_NS_PER_MS)
        return true;
    for (int i = 0; i < SIM_KEYS; i++) {
        if (!may_lose_key(world, number, i))
            return false;
    }
    return true;
}

static bool flush(struct sim_world *world, int node)
{
    if (!sim_faults_may_forget(world, node)) {
        world->tally.deeds_skipped++;
        return false;
    }
    sim_story(world, "n%d: FLUSHALL", node + 1);
    sim_witness_forgets(world, node);
    world->nodes[node].model.memory = (struct sim_memory){0};
    world->nodes[node].forgot_at = world->now;
    for (int i = 0; i < SIM_KEYS; i++)
        sim_witness_node(world, i);
    return true;
}

static bool replace(struct sim_world *world, int node, enum sim_deed by)
{
    if (!sim_faults_may_forget(world, node)) {
        world->tally.deeds_skipped++;
        return false;
    }
    sim_node_replace(world, node, by);
    return true;
}

/* The owner does not notice, so this is not a violation of what it believes. */
static void forget_vote(struct sim_world *world, int node, int resource)
{
    const struct sim_memory *memory = &world->nodes[node].model.memory;
    const struct sim_members *members;
    struct sim_slot *slot = owner_of(world, memory->keys[resource].token);

    if (slot != NULL)
        slot->belief.forgotten |= 1U << node;
    if (resource >= SIM_RESOURCES)
        return;
    members = &memory->members[resource];
    for (int i = 0; i < members->count; i++) {
        slot = owner_of(world, members->list[i].token);
        if (slot != NULL)
            slot->belief.forgotten |= 1U << node;
    }
}

/* The resource's own key, or else the first key of one of its slots. */
static int key_to_lose(const struct sim_memory *memory, int resource)
{
    int key = resource;

    for (int i = 0; i < SIM_SLOT_KEYS && memory->keys[key].token[0] == '\0';
         i++)
        key = sim_key_of_slot(resource, i);
    return key;
}

static bool lose_key(struct sim_world *world, int node, int named)
{
    struct sim_memory *memory = &world->nodes[node].model.memory;
    int resource = key_to_lose(memory, named);
    struct sim_key *key = &memory->keys[resource];

    if (key->token[0] == '\0')
        return false;
    if ((world->plan->broken & SIM_BROKEN_MEMORY) == 0 &&
        !may_lose_key(world, node, resource)) {
        world->tally.deeds_skipped++;
        return false;
    }
    sim_story(world, "n%d loses the key of r%d", node + 1, named + 1);
    forget_vote(world, node, resource);
    *key = (struct sim_key){0};
    sim_witness_node(world, resource);
    return true;
}

/*
 * Sets a key of a client outside the simulation, unless there is a key already.
 */
static bool set_one(struct sim_world *world, const struct sim_action *action,
                    int number)
{
    int64_t now_ms = sim_node_now_ms(world, action->node);
    struct sim_node *node = &world->nodes[action->node];
    struct sim_key *key = &node->model.memory.keys[number];

    if (sim_model_key(&node->model, number, now_ms) != NULL)
        return false;
    *key = (struct sim_key){
        .until_ms = now_ms + rlk_clock_to_ms(action->ttl),
    };
    snprintf(key->token, sizeof(key->token), "foreign%d", action->nth);
    return true;
}

/* Sets the resource's key, or those of all its slots. */
static bool set_key(struct sim_world *world, const struct sim_action *action)
{
    int64_t ttl_ms = rlk_clock_to_ms(action->ttl);
    bool set = action->slots == 0 && set_one(world, action, action->resource);

    for (int i = 0; i < action->slots; i++)
        set |= set_one(world, action, sim_key_of_slot(action->resource, i));
    if (set && action->slots > 0)
        world->nodes[action->node].model.memory.numbers[action->resource] =
            (struct sim_number){
                .many = action->slots,
                .until_ms = sim_node_now_ms(world, action->node) + ttl_ms,
            };
    if (set)
        sim_story(world, "n%d: %sr%d is 'foreign%d' for %dms", action->node + 1,
                  action->slots > 0 ? "each slot of " : "",
                  action->resource + 1, action->nth, (int)ttl_ms);
    return set;
}

/* No lock depends on the node's memory. */
static bool needless(struct sim_world *world, int node)
{
    for (int i = 0; i < SIM_KEYS; i++) {
        if (!may_lose_key(world, node, i))
            return false;
    }
    return true;
}

/*
 * Would the client notice a step beyond the slack by that much, and take it for
 * too large, even if it missed earlier steps? Then it has sampled the node's
 * clock closely enough, for as long as a lock that was granted earlier can be
 * valid. Otherwise the step is within the band that docs/safety.md describes.
 */
static bool would_see(const struct sim_client *client, int node,
                      int64_t before_ns, int64_t beyond_ns)
{
    const struct sim_plan *plan = client->world->plan;
    const struct rlk_offset *offset = &client->core.nodes[node].guard.offset;
    int64_t rate_ppm = client->core.runtime.settings.drift_ppm;
    int64_t by_then = sim_client_now(client) + 2 * plan->ttl_max;
    int64_t band = rlk_offset_most(offset, by_then, rate_ppm) -
                   rlk_offset_least(offset, by_then, rate_ppm) + STEP_LEAST_NS;

    return offset->known && band < sim_plan_slack(plan) &&
           (before_ns < band ? before_ns : band) < beyond_ns;
}

static bool all_would_see(const struct sim_world *world, int node,
                          int64_t before_ns, int64_t beyond_ns)
{
    for (int i = 0; i < world->plan->clients; i++) {
        const struct sim_client *client = &world->clients[i];
        if (client->alive && !would_see(client, node, before_ns, beyond_ns))
            return false;
    }
    return true;
}

static bool step(struct sim_world *world, int node, int64_t by)
{
    const struct sim_plan *plan = world->plan;
    struct sim_node *at = &world->nodes[node];
    int64_t beyond_ns;
    bool beyond, informed, careful;

    if (world->now - at->gained_at > plan->ttl_max)
        at->gained = 0;
    beyond_ns = at->gained + by - sim_plan_slack(plan);
    beyond = beyond_ns > 0;
    informed =
        plan->informed && all_would_see(world, node, at->gained, beyond_ns);
    careful = beyond && !informed && (plan->informed || plan->careful);
    if (careful && !needless(world, node)) {
        world->tally.deeds_skipped++;
        return false;
    }
    sim_story(world, "n%d's clock is stepped by %dms", node + 1,
              (int)(by / RLK_NS_PER_MS));
    for (int i = 0; careful && i < SIM_KEYS; i++)
        forget_vote(world, node, i);
    sim_clock_step(&at->clock, world->now, by);
    at->gained_at = world->now;
    at->gained += by;
    if (by > 0)
        at->stepped_by += by;
    at->step = by;
    if (beyond && !careful) {
        at->stepped_at = world->now;
        at->steps++;
    }
    for (int i = 0; i < SIM_KEYS; i++)
        sim_witness_node(world, i);
    return true;
}

/*
 * A client has noticed the step with certainty, and has reported it at the
 * node.
 */
static bool is_notified(const struct sim_world *world, int node)
{
    bool known = false;

    for (int i = 0; i < world->plan->clients; i++) {
        const struct sim_client *client = &world->clients[i];
        const struct rlk_guard *guard = &client->core.nodes[node].guard;
        if (!client->alive)
            continue;
        if (guard->stale || guard->marking)
            return false;
        known = known || (guard->gained_ns > sim_plan_slack(world->plan) &&
                          guard->gained_at >=
                              sim_clock_local(&client->clock,
                                              world->nodes[node].stepped_at));
    }
    return known;
}

bool sim_faults_may_start(const struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;
    int64_t lives = plan->ttl_max + plan->ttl_max / 10 + sim_plan_slack(plan);

    for (int node = 0; plan->informed && node < plan->nodes; node++) {
        int64_t stepped_at = world->nodes[node].stepped_at;
        if (stepped_at != INT64_MIN && world->now < stepped_at + lives &&
            !is_notified(world, node))
            return false;
    }
    return true;
}

static void ail(struct sim_world *world, const struct sim_action *action,
                enum redlock_reason reason)
{
    struct sim_node *node = &world->nodes[action->node];

    sim_story(world, "n%d is %s", action->node + 1,
              sim_deed_name(action->deed));
    node->ail = reason;
    node->ails_until = world->now + action->span;
}

static bool do_to_node(struct sim_world *world, const struct sim_action *action)
{
    struct sim_node *node = &world->nodes[action->node];

    if (!node->up)
        return false;
    switch (action->deed) {
    case SIM_DEED_PAUSE:
        sim_node_pause(world, action->node, action->span);
        break;
    case SIM_DEED_RESTART:
    case SIM_DEED_FORGET:
    case SIM_DEED_REVERT:
    case SIM_DEED_FAILOVER:
        sim_node_crash(world, action->node, action->deed, action->span);
        break;
    case SIM_DEED_SNAPSHOT:
        node->snapshot = node->model.memory;
        break;
    case SIM_DEED_FLUSH:
        return flush(world, action->node);
    case SIM_DEED_UNLEARN:
        sim_story(world, "n%d: SCRIPT FLUSH", action->node + 1);
        node->model.scripts = 0;
        break;
    case SIM_DEED_LOSE_KEY:
        return lose_key(world, action->node, action->resource);
    case SIM_DEED_KEY:
        return set_key(world, action);
    case SIM_DEED_BUSY:
        ail(world, action, REDLOCK_REASON_IN_SCRIPT);
        break;
    case SIM_DEED_LOADING:
        ail(world, action, REDLOCK_REASON_LOADING);
        break;
    case SIM_DEED_READONLY:
        ail(world, action, REDLOCK_REASON_READONLY);
        break;
    case SIM_DEED_OOM:
        ail(world, action, REDLOCK_REASON_OOM);
        break;
    case SIM_DEED_MISCONF:
        ail(world, action, REDLOCK_REASON_MISCONF);
        break;
    case SIM_DEED_NOPERM:
        ail(world, action, REDLOCK_REASON_NOPERM);
        break;
    case SIM_DEED_NO_KILL:
        sim_story(world, "n%d refuses CLIENT KILL", action->node + 1);
        node->no_kill_until = world->now + action->span;
        break;
    case SIM_DEED_STEP:
        return step(world, action->node, action->span);
    case SIM_DEED_FAILBACK:
    case SIM_DEED_SWITCH:
    case SIM_DEED_SWITCHOVER:
        return replace(world, action->node, action->deed);
    case SIM_DEED_ACQUIRE:
    case SIM_DEED_EXTEND:
    case SIM_DEED_RELEASE:
    case SIM_DEED_CANCEL:
    case SIM_DEED_BURST:
    case SIM_DEED_EXPORT:
    case SIM_DEED_ADOPT:
    case SIM_DEED_OBSERVE:
    case SIM_DEED_TAKE:
    case SIM_DEED_DOWNGRADE:
    case SIM_DEED_INSPECT:
    case SIM_DEED_STOP:
    case SIM_DEED_CRASH:
    case SIM_DEED_CLOSE:
    case SIM_DEED_JOIN:
    case SIM_DEED_NO_MEMORY:
    case SIM_DEED_NOT_SENT:
    case SIM_DEED_SLOW_THERE:
    case SIM_DEED_SLOW_BACK:
    case SIM_DEED_LOSE_THERE:
    case SIM_DEED_LOSE_BACK:
    case SIM_DEED_CUT:
    case SIM_DEED_REFUSE:
    case SIM_DEED_LOSE_HANDOFFS:
    case SIM_DEED_CUT_HANDOFFS:
    case SIM_DEEDS:
        break;
    }
    return true;
}

/* Makes the nth allocation from now on fail, whichever process makes it. */
static void fail_allocation(struct sim_world *world, int nth)
{
    sim_faults_memory(world);
    sim_story(world, "an allocation fails");
    (void)rlk_alloc_fail_at((uint64_t)nth);
    world->fails_at = nth;
}

void sim_faults_memory(struct sim_world *world)
{
    uint64_t made = rlk_alloc_fail_at(0);

    if (world->fails_at == 0 || made < (uint64_t)world->fails_at)
        return;
    world->memory_failed = true;
    world->fails_at = 0;
    sim_reach(world, SIM_POINT_NO_MEMORY);
}

static bool do_to_client(struct sim_world *world,
                         const struct sim_action *action)
{
    struct sim_client *client = &world->clients[action->client];

    if (action->deed == SIM_DEED_JOIN && !client->alive) {
        sim_events_add(&world->events, world->now, SIM_EVENT_CLIENT_STARTS,
                       action->client, 0);
        return true;
    }
    if (!client->alive)
        return false;
    if (action->deed == SIM_DEED_STOP) {
        sim_client_stop(world, action->client, action->span);
    } else if (action->deed == SIM_DEED_CRASH ||
               action->deed == SIM_DEED_CLOSE) {
        if (action->deed == SIM_DEED_CLOSE && client->stopped)
            return false;
        if (action->deed == SIM_DEED_CLOSE)
            sim_client_close(world, action->client);
        else
            sim_client_crash(world, action->client);
        sim_events_add(&world->events, world->now + action->span,
                       SIM_EVENT_CLIENT_STARTS, action->client, 0);
    } else if (action->deed == SIM_DEED_NO_MEMORY) {
        fail_allocation(world, action->nth);
    } else if (action->deed == SIM_DEED_NOT_SENT) {
        client->not_sent = action->nth;
    } else if (action->deed != SIM_DEED_JOIN) {
        return sim_user_act(client, action);
    }
    return true;
}

void sim_faults_do(struct sim_world *world, const struct sim_action *action)
{
    bool done = true;

    if (action->deed >= SIM_DEED_SLOW_THERE)
        sim_faults_path(world, action);
    else if (action->deed >= SIM_DEED_PAUSE)
        done = do_to_node(world, action);
    else
        done = do_to_client(world, action);
    world->tally.deeds[action->deed] += done;
}

void sim_faults_heal(struct sim_world *world)
{
    sim_story(world, "the faults end");
    world->calm = true;
    sim_faults_memory(world);
    for (int node = 0; node < world->plan->nodes; node++) {
        sim_node_start(world, node);
        sim_node_resume(world, node);
    }
    for (int client = 0; client < world->plan->clients; client++) {
        sim_client_start(world, client);
        sim_client_resume(world, client);
        world->clients[client].not_sent = 0;
    }
}
