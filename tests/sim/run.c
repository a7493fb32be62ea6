/* SPDX-License-Identifier: MIT */
/* One schedule: faults and wishes, then rest, then proof of progress. */

#include "tests/sim/run.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/backlog.h"
#include "redlock/runtime/memory.h"
#include "tests/sim/client.h"
#include "tests/sim/faults.h"
#include "tests/sim/net.h"
#include "tests/sim/node.h"
#include "tests/sim/recovery.h"
#include "tests/sim/room.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"

/* How long the connections may take to come back once nothing fails. */
#define REST_NS (INT64_C(60) * RLK_NS_PER_S)

/* How long anybody waits for the lock then, with the last keys to expire. */
#define PROGRESS_NS (INT64_C(30) * RLK_NS_PER_S)

/* After so long a process that may not start yet tries again. */
#define LOOK_AGAIN_NS (2 * RLK_NS_PER_MS)

/* Events in a schedule; beyond that it goes round in circles. */
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

static void prepare(struct sim_world *world, const struct sim_plan *plan,
                    FILE *story, unsigned blind)
{
    world->plan = plan;
    world->now = 0;
    world->story = story;
    world->blind = blind;
    world->broken_rule = SIM_RULE_NONE;
    world->complaint[0] = '\0';
    world->calm = false;
    world->prospering = false;
    world->requests = 0;
    world->connections_count = 0;
    world->messages_count = 0;
    world->messages_free = SIM_NONE;
    world->noisy_count = 0;
    world->fails_at = 0;
    world->memory_failed = false;
    (void)rlk_alloc_fail_at(0);
    memset(world->exported, 0, sizeof(world->exported));
    world->left_count = 0;
    memset(&world->tally, 0, sizeof(world->tally));
    memset(world->fences, 0, sizeof(world->fences));
    memset(world->last_fences, 0, sizeof(world->last_fences));
    memset(world->fences_count, 0, sizeof(world->fences_count));
    memset(world->paths, 0, sizeof(world->paths));
    sim_events_empty(&world->events);
    world->dice = sim_net_chance(world, 1005, 0);
    for (int i = 0; i < plan->nodes; i++)
        sim_node_init(world, i);
    for (int i = 0; i < plan->clients; i++)
        sim_client_init(world, i);
    for (int i = 0; i < plan->actions_count; i++)
        sim_events_add(&world->events, plan->actions[i].at, SIM_EVENT_ACTION, i,
                       0);
    for (int i = 0; i < plan->clients; i++) {
        if (!joins_later(plan, i))
            sim_client_start(world, i);
    }
}

/* A deed of a stopped process waits until it goes on. */
static bool put_off(struct sim_world *world, const struct sim_event *event,
                    const struct sim_client *client)
{
    if (!client->alive || !client->stopped)
        return false;
    sim_events_add(&world->events, client->resumes_at, event->kind,
                   event->subject, event->serial);
    return true;
}

static void act(struct sim_world *world, const struct sim_event *event)
{
    const struct sim_action *action = &world->plan->actions[event->subject];

    if (world->calm || (action->deed <= SIM_DEED_INSPECT &&
                        put_off(world, event, &world->clients[action->client])))
        return;
    sim_faults_do(world, action);
}

static void held_enough(struct sim_world *world, const struct sim_event *event)
{
    struct sim_client *client = &world->clients[event->subject / SIM_SLOTS];

    if (client->alive && !put_off(world, event, client))
        sim_user_held_enough(client, event->subject % SIM_SLOTS, event->serial);
}

static void node_resumes(struct sim_world *world, const struct sim_event *event)
{
    if (event->serial == world->nodes[event->subject].pauses)
        sim_node_resume(world, event->subject);
}

static void client_resumes(struct sim_world *world,
                           const struct sim_event *event)
{
    if (world->clients[event->subject].resumes_at == event->at)
        sim_client_resume(world, event->subject);
}

static void client_starts(struct sim_world *world,
                          const struct sim_event *event)
{
    if (!world->calm && !sim_faults_may_start(world))
        sim_events_add(&world->events, world->now + LOOK_AGAIN_NS, event->kind,
                       event->subject, 0);
    else
        sim_client_start(world, event->subject);
}

static void happen(struct sim_world *world, const struct sim_event *event)
{
    switch (event->kind) {
    case SIM_EVENT_ACTION:
        act(world, event);
        break;
    case SIM_EVENT_REQUEST:
        world->requests--;
        sim_node_receive(world, event->subject);
        break;
    case SIM_EVENT_REPLY:
        sim_client_receive(world, event->subject);
        break;
    case SIM_EVENT_CLOSED:
        sim_client_closed(world, event->subject);
        break;
    case SIM_EVENT_TIMER:
        sim_client_timer(world, event->subject, event->serial);
        break;
    case SIM_EVENT_CLIENT_RESUMES:
        client_resumes(world, event);
        break;
    case SIM_EVENT_CLIENT_STARTS:
        client_starts(world, event);
        break;
    case SIM_EVENT_NODE_RESUMES:
        node_resumes(world, event);
        break;
    case SIM_EVENT_NODE_STARTS:
        sim_node_start(world, event->subject);
        break;
    case SIM_EVENT_HELD_ENOUGH:
        held_enough(world, event);
        break;
    }
}

/* false: nothing is left, or a rule is broken. */
static bool go_on(struct sim_world *world, int64_t until)
{
    struct sim_event event;

    if (world->broken_rule != SIM_RULE_NONE || world->events.count == 0 ||
        world->events.heap[1].at > until)
        return false;
    (void)sim_events_take(&world->events, &event);
    world->now = event.at;
    if (++world->tally.events > EVENTS_MAX)
        sim_witness_break(world, SIM_RULE_QUIET, "it goes round in circles");
    happen(world, &event);
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
            if (at->backlog.count > 0)
                return "a release is not acknowledged";
        }
    }
    return NULL;
}

static void come_to_rest(struct sim_world *world, int64_t span)
{
    int64_t until = world->now + span;
    const char *why;

    while ((why = unrest(world)) != NULL) {
        if (go_on(world, until))
            continue;
        sim_witness_break(world, SIM_RULE_QUIET, "%s", why);
        return;
    }
}

/* Does a client that lives now own the token? */
static bool owned(const struct sim_world *world, const char *token)
{
    for (int i = 0; i < world->plan->clients; i++) {
        const struct rlk_token_base *base =
            &world->clients[i].core.runtime.token_base;
        if (memcmp(token, base->digits, sizeof(base->digits)) == 0)
            return true;
    }
    return false;
}

/* Was it left to somebody who never came? */
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
    /* Without memory not even a entry is noted. */
    if (world->memory_failed)
        return;
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_RESOURCES; i++) {
            const struct sim_key *key = sim_model_key(
                &world->nodes[node].model, i, sim_node_now_ms(world, node));
            if (key != NULL && !key->restored && owned(world, key->token) &&
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
    int at_once = plan->nodes - plan->quorum + 1; /* that an attempt meets */

    if (plan->guard == SIM_GUARD_NONE)
        return 0;
    return (plan->nodes / at_once + 1) * (plan->ttl_max + 2 * RLK_NS_PER_S);
}

/* What was left to nobody would be in everybody's way for its TTL. */
static void drop_left(struct sim_world *world)
{
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_RESOURCES; i++) {
            struct sim_key *key = &world->nodes[node].model.memory.keys[i];
            if (left(world, key->token))
                *key = (struct sim_key){0};
        }
    }
}

/*
 * Can a lock be won at all? One node after the other, a quorum's round trips
 * may take longer than the longest TTL.
 */
static bool winnable(const struct sim_plan *plan)
{
    int64_t round = 4 * plan->noise.delay * (plan->parallel ? 1 : plan->quorum);

    return round < plan->ttl_max;
}

static void prosper(struct sim_world *world)
{
    struct sim_action action = {
        .deed = SIM_DEED_ACQUIRE,
        .ttl = world->plan->ttl_max,
        .wait = guard_span(world) + world->plan->ttl_max + PROGRESS_NS,
        .hold = 2 * RLK_NS_PER_MS,
    };

    /* Nodes that follow one half of the clients give the other half nothing. */
    if (world->plan->other_ttl_max > 0 || !winnable(world->plan))
        return;

    drop_left(world);
    sim_story(world, "everybody asks for r1");
    world->prospering = true;
    for (int i = 0; i < world->plan->clients; i++)
        sim_user_act(&world->clients[i], &action);
    come_to_rest(world, action.wait + REST_NS);
}

/* Kept locks that have lost votes go on until they must have them back. */
static void recover(struct sim_world *world)
{
    int64_t until = world->now + sim_recovery_span(world);

    if (!sim_recovery_wanted(world))
        return;
    sim_story(world, "kept locks go on");
    for (int i = 0; i < world->plan->clients; i++)
        sim_user_let_go_but_kept(&world->clients[i]);
    while (go_on(world, until))
        continue;
    if (world->broken_rule != SIM_RULE_NONE)
        return;
    world->now = until;
    sim_recovery_check(world);
}

enum sim_rule sim_run(struct sim_world *world, const struct sim_plan *plan,
                      FILE *story, unsigned blind)
{
    prepare(world, plan, story, blind);
    while (go_on(world, plan->length))
        continue;
    if (world->broken_rule == SIM_RULE_NONE) {
        world->now = plan->length;
        sim_faults_heal(world);
        recover(world);
    }
    if (world->broken_rule == SIM_RULE_NONE) {
        for (int i = 0; i < plan->clients; i++)
            sim_user_let_go(&world->clients[i]);
        /* Messages in the tail of the delays are still under way. */
        come_to_rest(world, REST_NS + plan->ttl_max + 40 * plan->noise.tail);
    }
    if (world->broken_rule == SIM_RULE_NONE)
        look_for_orphans(world);
    if (world->broken_rule == SIM_RULE_NONE)
        prosper(world);
    for (int i = 0; i < plan->clients; i++)
        sim_client_end(&world->clients[i]);
    world->tally.schedules = 1;
    world->tally.again = world->tally.points[SIM_POINT_COUNTED_AGAIN] > 0;
    world->tally.virtual_ns = (uint64_t)world->now;
    return (enum sim_rule)world->broken_rule;
}
