/* SPDX-License-Identifier: MIT */
/*
 * Plays one schedule: actions and faults, then rest, then the check of
 * progress.
 */

#include "tests/sim/run.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/pending_releases.h"
#include "tests/sim/chance.h"
#include "tests/sim/choice.h"
#include "tests/sim/client.h"
#include "tests/sim/faults.h"
#include "tests/sim/happen.h"
#include "tests/sim/net.h"
#include "tests/sim/node.h"
#include "tests/sim/recovery.h"
#include "tests/sim/room.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness_members.h"
#include "tests/sim/witness_wait.h"

/* The longest time until all connections are up after the last fault. */
#define REST_NS (INT64_C(60) * RLK_NS_PER_S)

/*
 * The longest wait for a lock then, in addition to the expiry of the last key.
 */
#define PROGRESS_NS (INT64_C(30) * RLK_NS_PER_S)

/* The most events of a schedule; more means an endless loop. */
#define EVENTS_MAX 200000

struct sim_world *sim_run_open(void)
{
    return sim_memory(sizeof(struct sim_world));
}

void sim_run_close(struct sim_world *world)
{
    for (int i = 0; i < SIM_NODES_MAX; i++)
        free(world->nodes[i].inbox);
    for (int i = 0; i < SIM_CLIENTS_MAX; i++)
        free(world->clients[i].inbox);
    free(world->connections);
    free(world->messages);
    free(world->noisy);
    free(world->events.heap);
    free(world);
}

static bool joins_later(const struct sim_plan *plan, int client)
{
    for (int i = 0; i < plan->actions_count; i++) {
        if (plan->actions[i].deed == SIM_DEED_JOIN &&
            plan->actions[i].client == client)
            return true;
    }
    return false;
}

/* Sets counters of former locks on the nodes, above the clock's number. */
static void leave_counters(struct sim_world *world)
{
    for (int i = 0; i < world->plan->nodes; i++) {
        struct sim_node *node = &world->nodes[i];
        struct sim_counter *counter = &node->model.memory.counters[0];
        if (world->plan->counters[i] == 0)
            continue;
        counter->number = sim_node_now_us(world, i) + world->plan->counters[i];
        memcpy(counter->born, node->model.replid, sizeof(counter->born) - 1);
    }
}

void sim_run_prepare(struct sim_world *world, const struct sim_plan *plan,
                     FILE *story, uint64_t blind)
{
    world->plan = plan;
    world->now = 0;
    world->story = story;
    world->blind = blind;
    world->judged = 0;
    world->broken_rule = SIM_RULE_NONE;
    world->complaint[0] = '\0';
    world->calm = false;
    world->prospering = false;
    world->free_since = INT64_MIN;
    world->named[0] = '\0';
    world->requests = 0;
    world->connections_count = 0;
    world->messages_count = 0;
    world->messages_free = SIM_NONE;
    world->noisy_count = 0;
    world->fails_at = 0;
    world->memory_failed = false;
    (void)rlk_alloc_fail_at(0);
    memset(world->exported, 0, sizeof(world->exported));
    memset(world->exported_slot, 0, sizeof(world->exported_slot));
    world->left_count = 0;
    memset(&world->tally, 0, sizeof(world->tally));
    memset(world->fences, 0, sizeof(world->fences));
    memset(world->owned, 0, sizeof(world->owned));
    memset(world->last_fences, 0, sizeof(world->last_fences));
    memset(world->fences_count, 0, sizeof(world->fences_count));
    memset(world->paths, 0, sizeof(world->paths));
    sim_events_empty(&world->events);
    world->choosing = plan->chosen;
    world->coins = (struct sim_coins_thrown){0};
    memset(world->wished, 0, sizeof(world->wished));
    world->dice = sim_chance(world, 1005, 0);
    for (int i = 0; i < plan->nodes; i++)
        sim_node_init(world, i);
    leave_counters(world);
    for (int i = 0; i < plan->clients; i++)
        sim_client_init(world, i);
    for (int i = 0; i < plan->actions_count && !plan->chosen; i++)
        sim_events_add(&world->events, plan->actions[i].at, SIM_EVENT_ACTION, i,
                       0);
    for (int i = 0; i < plan->clients; i++) {
        if (!joins_later(plan, i))
            sim_client_start(world, i);
    }
    if (plan->chosen)
        sim_choice_begin(world);
}

/* false: there is no further event, or a rule is broken. */
static bool go_on(struct sim_world *world, int64_t until)
{
    struct sim_event event;

    if (world->broken_rule != SIM_RULE_NONE || world->events.count == 0 ||
        world->events.heap[1].at > until)
        return false;
    (void)sim_events_take(&world->events, &event);
    world->now = event.at;
    if (++world->tally.events > EVENTS_MAX)
        sim_witness_break(world, SIM_RULE_QUIET, "the events do not end");
    sim_happen(world, &event);
    return true;
}

/* What keeps the world from rest; NULL: nothing. */
static const char *unrest(const struct sim_world *world)
{
    if (world->requests > 0)
        return "a request is on its way";
    for (int i = 0; i < world->plan->clients; i++) {
        const struct sim_client *client = &world->clients[i];
        if (!sim_user_idle(client))
            return "a call has not ended";
        for (int node = 0; node < world->plan->nodes; node++) {
            const struct rlk_node *at = &client->core.nodes[node];
            if (at->state != RLK_NODE_UP)
                return "a connection is down";
            if (at->inflight.count > 0)
                return "a request has no answer";
            if (at->releases.count > 0)
                return "a release is not acknowledged";
        }
    }
    return NULL;
}

static void come_to_rest(struct sim_world *world, int64_t span)
{
    int64_t until = world->now + span;
    const char *why;

    sim_witness_judge(world, SIM_RULE_QUIET);
    while ((why = unrest(world)) != NULL) {
        if (go_on(world, until))
            continue;
        sim_witness_break(world, SIM_RULE_QUIET, "%s", why);
        return;
    }
}

/* Was the token exported and never adopted? */
static bool left(const struct sim_world *world, const char *token)
{
    for (int i = 0; i < world->left_count; i++) {
        if (strcmp(world->left[i], token) == 0)
            return true;
    }
    return false;
}

static void look_for_orphans(struct sim_world *world)
{
    sim_witness_judge(world, SIM_RULE_ORPHAN);
    /* Without memory no queue entry is recorded. */
    if (world->memory_failed)
        return;
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_KEYS; i++) {
            const struct sim_key *key = sim_model_key(
                &world->nodes[node].model, i, sim_node_now_ms(world, node));
            /*
             * A key that was handed to a client that is gone, and was not
             * notified, expires by itself.
             */
            if (key != NULL && !key->restored && !key->handed &&
                sim_client_of(world, key->token) != NULL &&
                !left(world, key->token))
                sim_witness_break(world, SIM_RULE_ORPHAN, "r%d on n%d of %s",
                                  i + 1, node + 1, sim_story_token(key->token));
        }
    }
}

/* How long a node that has lost its memory may refuse to vote. */
static int64_t guard_span(const struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;
    int at_once =
        plan->nodes - plan->quorum + 1; /* of which each may delay an attempt */

    if (plan->guard == SIM_GUARD_NONE)
        return 0;
    return (plan->nodes / at_once + 1) * (plan->ttl_max + 2 * RLK_NS_PER_S);
}

/* A key that nobody will adopt would exclude all clients for its TTL. */
static void drop_left(struct sim_world *world)
{
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_KEYS; i++) {
            struct sim_key *key = &world->nodes[node].model.memory.keys[i];
            /*
             * A client that is refused because of another number of slots does
             * not wait for that key to expire.
             */
            if (left(world, key->token) ||
                (key->many > 0 && key->many != world->plan->slots))
                *key = (struct sim_key){0};
        }
    }
}

/*
 * Can a lock be acquired at all? With the sequential strategy the round trips
 * to a quorum may take longer than the longest TTL.
 */
static bool winnable(const struct sim_plan *plan)
{
    int64_t round = 4 * plan->noise.delay * (plan->parallel ? 1 : plan->quorum);

    return round < plan->ttl_max;
}

static bool takes_sets(const struct sim_plan *plan)
{
    for (int i = 0; i < plan->actions_count; i++) {
        if (plan->actions[i].deed == SIM_DEED_TAKE)
            return true;
    }
    return false;
}

static void prosper(struct sim_world *world)
{
    struct sim_action action = {
        .deed = SIM_DEED_ACQUIRE,
        .ttl = world->plan->ttl_max,
        .wait = guard_span(world) + world->plan->ttl_max + PROGRESS_NS,
        .hold = SIM_TURN_HOLD_NS,
    };

    /*
     * Nodes that use the longest TTL of one half of the clients never vote for
     * the others.
     */
    if (world->plan->other_ttl_max > 0 || !winnable(world->plan))
        return;

    drop_left(world);
    if (takes_sets(world->plan)) {
        action.deed = SIM_DEED_TAKE;
        action.wait *= SIM_RESOURCES;
    }
    sim_story(world, "all clients ask for %s",
              action.deed == SIM_DEED_TAKE ? "all" : "r1");
    world->prospering = true;
    sim_witness_all_ask(world, guard_span(world));
    for (int i = 0; i < world->plan->clients; i++) {
        action.shared = world->plan->shares && i % 2 == 1;
        action.owner = (int8_t)(world->plan->owns && i % 2 == 1 ? 1 : 0);
        action.slots = (int8_t)world->plan->slots;
        action.nth = i;
        sim_user_act(&world->clients[i], &action);
    }
    come_to_rest(world, action.wait + REST_NS);
}

/* Kept locks that have lost votes run until they must have them back. */
static void recover(struct sim_world *world)
{
    int64_t until = world->now + sim_recovery_span(world);

    if (!sim_recovery_wanted(world))
        return;
    sim_story(world, "kept locks continue");
    for (int i = 0; i < world->plan->clients; i++)
        sim_user_let_go_but_kept(&world->clients[i]);
    while (go_on(world, until))
        continue;
    if (world->broken_rule != SIM_RULE_NONE)
        return;
    world->now = until;
    sim_recovery_check(world);
}

void sim_run_finish(struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;

    sim_faults_heal(world);
    recover(world);
    if (world->broken_rule == SIM_RULE_NONE) {
        for (int i = 0; i < plan->clients; i++)
            sim_user_let_go(&world->clients[i]);
        /* Waits for messages in the tail of the distribution. */
        come_to_rest(world, REST_NS + plan->ttl_max + 40 * plan->noise.tail);
    }
    if (world->broken_rule == SIM_RULE_NONE)
        look_for_orphans(world);
    if (world->broken_rule == SIM_RULE_NONE)
        sim_witness_entries(world);
    if (world->broken_rule == SIM_RULE_NONE && !world->memory_failed)
        sim_witness_members_left(world);
    if (world->broken_rule == SIM_RULE_NONE)
        prosper(world);
}

/* Plays the plan to its end. */
static void go_through(struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;

    if (!plan->chosen) {
        while (go_on(world, plan->length))
            continue;
        sim_witness_waits_still(world);
        if (world->broken_rule == SIM_RULE_NONE)
            world->now = plan->length;
        return;
    }
    for (int i = 0;
         i < plan->choices_count && world->broken_rule == SIM_RULE_NONE; i++)
        (void)sim_choice_take(world, &plan->choices[i]);
    sim_choice_end(world);
}

enum sim_rule sim_run(struct sim_world *world, const struct sim_plan *plan,
                      FILE *story, uint64_t blind)
{
    sim_run_prepare(world, plan, story, blind);
    go_through(world);
    if (world->broken_rule == SIM_RULE_NONE)
        sim_run_finish(world);
    for (int i = 0; i < plan->clients; i++)
        sim_client_end(&world->clients[i]);
    world->tally.schedules = 1;
    world->tally.again = world->tally.points[SIM_POINT_COUNTED_AGAIN] > 0;
    world->tally.virtual_ns = (uint64_t)world->now;
    return (enum sim_rule)world->broken_rule;
}
