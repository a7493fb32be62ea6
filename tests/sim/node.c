/* SPDX-License-Identifier: MIT */
/* Servers that execute requests, pause, crash and come back. */

#include "tests/sim/node.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/chance.h"
#include "tests/sim/failover.h"
#include "tests/sim/faults.h"
#include "tests/sim/net.h"
#include "tests/sim/observer.h"
#include "tests/sim/points.h"
#include "tests/sim/room.h"
#include "tests/sim/story.h"
#include "tests/sim/witness.h"
#include "tests/sim/witness_answer.h"
#include "tests/sim/witness_members.h"
#include "tests/sim/witness_node.h"
#include "tests/sim/witness_owners.h"
#include "tests/sim/witness_wait.h"

static void name(char *id, unsigned kind, int node, uint32_t count)
{
    snprintf(id, RLK_REPLID_MAX, "%x%03x%04x%032x", kind & 0xf,
             (unsigned)(node + 1) & 0xfff, count & 0xffff, 0U);
}

static void name_server(struct sim_node *node)
{
    name(node->run_id, 0, node->index, ++node->servers);
}

static void name_memory(struct sim_node *node)
{
    name(node->model.replid, 0xd, node->index, ++node->memories);
}

static void born(struct sim_node *node)
{
    node->run++;
    name_server(node);
    name_memory(node);
    node->up = true;
    node->next_client_id = 1;
    node->model.scripts = 0;
}

static bool hears(const struct sim_connection *connection,
                  const struct sim_node *node, const char *token)
{
    const char *digits = connection->channel + strlen(RLK_CHANNEL_PREFIX);

    return connection->listens && connection->node == node->index &&
           connection->accepted && !connection->dead &&
           connection->run == node->run &&
           strncmp(digits, token, strlen(digits)) == 0;
}

bool sim_node_is_listened_to(const struct sim_world *world, int node,
                             const char *token)
{
    for (int i = 0; i < world->connections_count; i++) {
        if (hears(&world->connections[i], &world->nodes[node], token))
            return true;
    }
    return false;
}

bool sim_node_tells(const struct sim_world *world, int node, const char *token)
{
    for (int i = 0; i < world->connections_count; i++) {
        const struct sim_connection *connection = &world->connections[i];
        if (hears(connection, &world->nodes[node], token) && connection->open &&
            !connection->deaf[SIM_BACK])
            return true;
    }
    return false;
}

/* A subscriber that has gone counts until the server notices. */
static int publish(void *server, const struct rlk_handoff *handoff)
{
    struct sim_node *node = server;
    struct sim_world *world = node->world;
    int receivers = 0;

    for (int i = 0; i < world->connections_count; i++) {
        if (!hears(&world->connections[i], node, handoff->token.text))
            continue;
        if (receivers++ == 0)
            sim_story(world, "n%d hands off to %s: %s", node->index + 1,
                      sim_story_token(handoff->token.text),
                      handoff->set ? "it is yours" : "it is free");
        sim_net_send_handoff(world, i, handoff);
    }
    sim_failover_publish(world, node->index, handoff);
    if (receivers > 0) {
        memcpy(node->notified, handoff->token.text, handoff->token.length + 1);
        node->notified_generation = handoff->generation;
        node->notified_alone = handoff->alone;
    }
    if (receivers == 0 && handoff->set)
        sim_reach(world, SIM_POINT_UNRECEIVED);
    return receivers;
}

void sim_node_init(struct sim_world *world, int number)
{
    struct sim_node *node = &world->nodes[number];
    struct dice dice = sim_chance(world, 1002, (uint64_t)number);
    int64_t ahead = world->plan->agreeing ? 0 : dice_below(&dice, RLK_NS_PER_S);
    int *inbox = node->inbox;
    int room = node->inbox_room;

    *node = (struct sim_node){
        .index = number,
        .world = world,
        .model.publish = publish,
        .model.server = node,
        .ahead = ahead,
        .clock.base = SIM_WALL_CLOCK_NS + ahead,
        .clock.rate_ppm = world->plan->node_ppm[number],
        .forgot_at = INT64_MIN,
        .quarantined_at = INT64_MIN,
        .stepped_at = INT64_MIN,
        .inbox = inbox,
        .inbox_room = room,
    };
    born(node);
    if (world->plan->guard != SIM_GUARD_NONE) {
        rlk_marker_ok(node->model.memory.marker, node->model.replid,
                      rlk_clock_to_ms(world->plan->ttl_max));
    }
}

int64_t sim_node_now_ms(const struct sim_world *world, int node)
{
    return sim_clock_local(&world->nodes[node].clock, world->now) /
           RLK_NS_PER_MS;
}

int64_t sim_node_now_us(const struct sim_world *world, int node)
{
    return sim_clock_local(&world->nodes[node].clock, world->now) /
           RLK_NS_PER_US;
}

bool sim_node_quarantined(const struct sim_world *world, int number)
{
    const struct sim_node *node = &world->nodes[number];

    if (world->plan->guard == SIM_GUARD_NONE)
        return false;
    if (world->plan->guard == SIM_GUARD_ON && node->stepped_at != INT64_MIN &&
        world->now < node->stepped_at + world->plan->ttl_max)
        return true; /* a client that knew its clock does not count it */
    return rlk_marker_read(node->model.memory.marker, node->model.replid)
               .state != RLK_MARKER_OK;
}

int64_t sim_node_keeps(struct sim_world *world, int number, int resource,
                       const char *token)
{
    struct sim_node *node = &world->nodes[number];
    const struct sim_key *key = &node->model.memory.keys[resource];

    int64_t until_ms = key->until_ms;
    const struct sim_member *member = sim_memory_member(
        &node->model.memory, resource, token, sim_node_now_ms(world, number));

    if (member == NULL &&
        (key->token[0] == '\0' || strcmp(key->token, token) != 0))
        return INT64_MIN;
    if (member != NULL && member->until_ms < until_ms)
        until_ms = member->until_ms;
    /* The key exists through its last millisecond. */
    return sim_clock_true(&node->clock, (until_ms + 1) * RLK_NS_PER_MS);
}

static void shake_hands(struct sim_world *world, struct sim_node *node,
                        int number)
{
    struct sim_message *message = &world->messages[number];
    struct sim_connection *connection =
        &world->connections[message->connection];

    connection->accepted = true;
    connection->run = node->run;
    connection->client_id = node->next_client_id++;
    message->identity = (struct rlk_identity){
        .client_id = connection->client_id,
    };
    memcpy(message->identity.run_id, node->run_id, sizeof(node->run_id));
    memcpy(message->identity.replid, node->model.replid,
           sizeof(node->model.replid));
    memcpy(message->identity.marker, node->model.memory.marker,
           sizeof(message->identity.marker));
    message->executed_at = world->now;
    message->steps = node->steps;
    message->identity.time_us = sim_node_now_us(world, node->index);
    sim_net_answer(world, number);
}

/* The connection that CLIENT KILL names; NULL: another process's. */
static struct sim_connection *
victim(struct sim_world *world, const struct sim_node *node, int64_t client_id)
{
    for (int i = 0; i < world->connections_count; i++) {
        struct sim_connection *connection = &world->connections[i];
        if (connection->node == node->index && connection->accepted &&
            connection->run == node->run && connection->client_id == client_id)
            return connection;
    }
    return NULL;
}

static void kill_client(struct sim_world *world, const struct sim_node *node,
                        int64_t client_id)
{
    struct sim_connection *connection = victim(world, node, client_id);

    if (connection == NULL)
        return;
    connection->dead = true;
    sim_reach(world, SIM_POINT_KILLED);
}

/* Without memory or disk a server refuses commands that write. */
static bool writes(const struct sim_request *request, enum redlock_reason ail)
{
    switch (request->verb) {
    case RLK_VERB_PASS:
        /* Its first write needs no memory, and then the others are allowed. */
        return ail != REDLOCK_REASON_OOM;
    case RLK_VERB_EXTEND:
    case RLK_VERB_RELEASE:
        /* Commands that only shorten or delete need no memory. */
        return ail != REDLOCK_REASON_OOM || request->checked;
    case RLK_VERB_INSPECT:
    case RLK_VERB_OBSERVE:
    case RLK_VERB_KILL_CLIENT:
        return false;
    case RLK_VERB_GRANT:
    case RLK_VERB_CONFIRM:
    case RLK_VERB_REPAIR:
    case RLK_VERB_ASK:
    case RLK_VERB_INIT_NODE:
    case RLK_VERB_MARK:
    case RLK_VERBS:
        break;
    }
    return true;
}

static bool kill_refused(struct sim_world *world, const struct sim_node *node,
                         const struct sim_message *message)
{
    struct sim_connection *connection;
    bool no_right =
        world->now < node->no_kill_until ||
        (world->now < node->ails_until && node->ail == REDLOCK_REASON_NOPERM);

    if (message->request.verb != RLK_VERB_KILL_CLIENT || !no_right)
        return false;
    connection = victim(world, node, message->request.client_id);
    if (connection != NULL)
        connection->spared = true;
    sim_reach(world, SIM_POINT_KILL_REFUSED);
    return true;
}

/* Does the request use a script that a client without queues does not know? */
static bool is_newer(const struct sim_world *world,
                     const struct sim_message *message)
{
    enum rlk_verb verb = message->request.verb;

    return (verb == RLK_VERB_ASK || verb == RLK_VERB_PASS) &&
           !message->handshake &&
           sim_plan_is_older(world->plan,
                             world->connections[message->connection].client);
}

/* The reason for which the server refuses the request; NONE: it executes it. */
static enum redlock_reason refuses(struct sim_world *world,
                                   const struct sim_node *node,
                                   const struct sim_message *message)
{
    bool ails = world->now < node->ails_until;
    bool all = node->ail == REDLOCK_REASON_IN_SCRIPT ||
               node->ail == REDLOCK_REASON_LOADING;

    if (is_newer(world, message))
        return REDLOCK_REASON_NOPERM;
    if (world->calm)
        return REDLOCK_REASON_NONE;
    if (message->handshake)
        return ails && (all ||
                        (node->ail == REDLOCK_REASON_NOPERM &&
                         world->connections[message->connection].listens))
                   ? node->ail
                   : REDLOCK_REASON_NONE;
    if (kill_refused(world, node, message))
        return REDLOCK_REASON_NOPERM;
    if (ails && (all || node->ail == REDLOCK_REASON_NOPERM ||
                 writes(&message->request, node->ail)))
        return node->ail;
    return REDLOCK_REASON_NONE;
}

/*
 * Marks keys that no request created: the key, and one member or all of them.
 */
static void restore(struct sim_node *node, int resource, const char *token)
{
    struct sim_members *members = &node->model.memory.members[resource];

    for (int i = 0; i < SIM_KEYS; i++) {
        struct sim_key *key = &node->model.memory.keys[i];
        if (i == resource || token == NULL || strcmp(key->token, token) == 0)
            key->restored = true;
    }
    for (int i = 0; i < members->count; i++) {
        if (token == NULL || strcmp(members->list[i].token, token) == 0)
            members->list[i].restored = true;
    }
}

/* No rule could prevent its execution after the release. */
static bool connection_was_spared(const struct sim_world *world,
                                  const struct sim_message *message)
{
    const struct sim_connection *connection =
        &world->connections[message->connection];

    return connection->spared && !connection->open &&
           (message->request.verb == RLK_VERB_GRANT ||
            message->request.verb == RLK_VERB_ASK ||
            message->request.verb == RLK_VERB_REPAIR) &&
           (message->answer.kind == RLK_ANSWER_YES ||
            message->answer.kind == RLK_ANSWER_CREATED);
}

/* A copy, because hand-off messages may move the array of messages. */
static void execute(struct sim_world *world, struct sim_node *node, int number)
{
    struct sim_message message = world->messages[number];
    const struct sim_request *request = &message.request;
    int64_t now_us = sim_node_now_us(world, node->index);
    static struct sim_memory before; /* too large for the stack of each call */

    sim_memory_copy(&before, &node->model.memory);
    message.executed_at = world->now;
    message.steps = node->steps;
    node->model.full = !world->calm && world->now < node->ails_until &&
                       node->ail == REDLOCK_REASON_OOM;
    node->notified[0] = '\0';
    message.answer = sim_model_execute(&node->model, request, now_us);
    if (connection_was_spared(world, &message))
        restore(node, request->resource, request->token);
    if (message.answer.kind == RLK_ANSWER_CREATED)
        world->tally.repaired++;
    if (request->verb == RLK_VERB_KILL_CLIENT)
        kill_client(world, node, request->client_id);
    if (world->story != NULL)
        sim_story(world, "n%d: %s: %s", node->index + 1,
                  sim_story_request(request),
                  sim_story_answer(&message.answer));
    sim_points_executed(world, node->index, &message, before.marker);
    sim_points_passed(world, node->index, &message, &before);
    sim_observer_executed(world, node->index, &message);
    sim_witness_executed(world, node->index, &before, &message);
    sim_witness_members(world, node->index, &before, &message);
    sim_witness_answers(world, node->index, &before, &message);
    sim_witness_share_reported(world, node->index, &before, &message);
    sim_witness_chosen(world, node->index, &before, &message);
    for (int i = 0; i < SIM_KEYS; i++) {
        if (sim_request_means(request, i))
            sim_witness_node(world, i);
    }
    world->messages[number] = message;
}

static void serve(struct sim_world *world, struct sim_node *node, int number)
{
    struct sim_message *message = &world->messages[number];

    enum redlock_reason refusal = refuses(world, node, message);

    if (refusal != REDLOCK_REASON_NONE && message->handshake) {
        sim_net_close(world, message->connection, refusal);
        sim_net_free(world, number);
    } else if (refusal != REDLOCK_REASON_NONE) {
        message->answer = (struct sim_answer){
            .kind = RLK_ANSWER_ERROR,
            .reason = refusal,
            .remaining_ms = -1,
            .slot = -1,
        };
        sim_net_answer(world, number);
    } else if (message->handshake) {
        shake_hands(world, node, number);
    } else {
        execute(world, node, number);
        sim_net_answer(world, number);
    }
}

void sim_node_receive(struct sim_world *world, int number)
{
    struct sim_message *message = &world->messages[number];
    struct sim_connection *connection =
        &world->connections[message->connection];
    struct sim_node *node = &world->nodes[connection->node];
    bool stranger = !message->handshake && connection->run != node->run;

    if (stranger && sim_failover_turns_away(world, number))
        return;
    if (!node->up || stranger || connection->dead) {
        sim_net_close(world, message->connection,
                      message->handshake ? REDLOCK_REASON_REFUSED
                                         : REDLOCK_REASON_BROKEN);
        sim_net_free(world, number);
        return;
    }
    if (node->paused) {
        node->inbox = sim_room(node->inbox, node->inbox_count,
                               &node->inbox_room, sizeof(*node->inbox));
        node->inbox[node->inbox_count++] = number;
        return;
    }
    serve(world, node, number);
}

/*
 * The oldest message of a random connection; between connections is no order.
 */
static int take_any(struct sim_world *world, struct sim_node *node)
{
    int chosen = sim_chance_pick(world, &world->dice, node->inbox_count);
    int connection = world->messages[node->inbox[chosen]].connection;
    int number;

    for (int i = chosen - 1; i >= 0; i--) {
        if (world->messages[node->inbox[i]].connection == connection)
            chosen = i;
    }
    number = node->inbox[chosen];
    node->inbox_count--;
    memmove(&node->inbox[chosen], &node->inbox[chosen + 1],
            (size_t)(node->inbox_count - chosen) * sizeof(*node->inbox));
    return number;
}

void sim_node_pause(struct sim_world *world, int number, int64_t span)
{
    struct sim_node *node = &world->nodes[number];

    sim_story(world, "n%d is paused", number + 1);
    node->paused = true;
    sim_events_add(&world->events, world->now + span, SIM_EVENT_NODE_RESUMES,
                   number, ++node->pauses);
}

void sim_node_resume(struct sim_world *world, int number)
{
    struct sim_node *node = &world->nodes[number];

    if (!node->paused)
        return;
    sim_story(world, "n%d continues", number + 1);
    node->paused = false;
    node->pauses++;
    while (node->inbox_count > 0)
        sim_node_receive(world, take_any(world, node));
}

void sim_node_crash(struct sim_world *world, int number, enum sim_deed by,
                    int64_t span)
{
    struct sim_node *node = &world->nodes[number];
    bool silently =
        sim_chance_once_in(world, &world->dice, 4) && !world->plan->prompt;

    sim_story(world, "n%d goes down%s", number + 1,
              silently ? ", and no client notices" : "");
    node->up = false;
    node->paused = false;
    node->pauses++;
    node->down_by = by;
    node->down_since = world->now;
    while (node->inbox_count > 0)
        sim_net_free(world, node->inbox[--node->inbox_count]);
    for (int i = 0; i < world->connections_count; i++) {
        struct sim_connection *connection = &world->connections[i];
        if (connection->node != number || !connection->open)
            continue;
        if (silently)
            connection->deaf[SIM_THERE] = true;
        else
            sim_net_close(world, i, REDLOCK_REASON_BROKEN);
    }
    sim_events_add(&world->events, world->now + span, SIM_EVENT_NODE_STARTS,
                   number, 0);
}

/* The memory is now the last snapshot. No request created its keys. */
static void bring_back_snapshot(struct sim_node *node)
{
    node->model.memory = node->snapshot;
    for (int i = 0; i < SIM_RESOURCES; i++)
        restore(node, i, NULL);
}

void sim_node_replace(struct sim_world *world, int number, enum sim_deed by)
{
    struct sim_node *node = &world->nodes[number];

    sim_story(world, "n%d: %s", number + 1,
              by == SIM_DEED_SWITCH
                  ? "another server behind the same connections"
              : by == SIM_DEED_SWITCHOVER
                  ? "its replica is the master, and it is a replica"
                  : "fails over and back, with another's memory");
    sim_witness_forgets(world, number);
    node->forgot_at = world->now;
    if (by == SIM_DEED_SWITCHOVER) {
        sim_failover_promote(world, number);
        node->former = node->run;
    }
    bring_back_snapshot(node);
    if (by == SIM_DEED_SWITCHOVER)
        born(node);
    else
        name_memory(node);
    if (by == SIM_DEED_SWITCH) {
        name_server(node);
        node->model.scripts = 0;
    }
    /*
     * A client that is told of another server does not kill the connections
     * that it left at the first, and the new server has no subscriptions.
     */
    for (int i = 0; by == SIM_DEED_SWITCH && i < world->connections_count;
         i++) {
        struct sim_connection *connection = &world->connections[i];
        if (connection->node != number)
            continue;
        connection->spared = true;
        connection->accepted &= !connection->listens;
    }
    for (int i = 0; i < SIM_KEYS; i++)
        sim_witness_node(world, i);
}

void sim_node_start(struct sim_world *world, int number)
{
    struct sim_node *node = &world->nodes[number];
    enum sim_deed by = node->down_by;

    if (node->up)
        return;
    if (by != SIM_DEED_RESTART && !sim_faults_may_forget(world, number))
        by = SIM_DEED_RESTART;
    sim_story(world, "n%d is back, %s", number + 1,
              by == SIM_DEED_RESTART    ? "with its memory"
              : by == SIM_DEED_FORGET   ? "without memory"
              : by == SIM_DEED_FAILOVER ? "as another server, its replica"
                                        : "with an old snapshot");
    if (by != SIM_DEED_RESTART)
        sim_witness_forgets(world, number);
    if (by != SIM_DEED_RESTART)
        node->forgot_at = world->now;
    if (by == SIM_DEED_FORGET)
        node->model.memory = (struct sim_memory){0};
    if (by == SIM_DEED_FAILOVER)
        sim_failover_promote(world, number);
    if (by == SIM_DEED_REVERT || by == SIM_DEED_FAILOVER)
        bring_back_snapshot(node);
    born(node);
    for (int i = 0; by != SIM_DEED_RESTART && i < SIM_KEYS; i++)
        sim_witness_node(world, i);
}
