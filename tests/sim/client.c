/* SPDX-License-Identifier: MIT */
/* The simulated transport, and the steps of a process. */

#include "tests/sim/client.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/types/types.h"
#include "tests/sim/chance.h"
#include "tests/sim/net.h"
#include "tests/sim/observer.h"
#include "tests/sim/points.h"
#include "tests/sim/room.h"
#include "tests/sim/sets.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"
#include "tests/sim/witness_votes.h"

/* Machines boot at different times. */
#define UPTIME_MAX_NS (INT64_C(100000) * RLK_NS_PER_S)

static const char *const node_names[SIM_NODES_MAX] = {
    "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9",
};

static struct sim_client *client_of(struct rlk_transport *transport)
{
    return (struct sim_client *)(void *)transport;
}

bool sim_client_owns(const struct sim_client *client, const char *token)
{
    return rlk_token_is_of(&client->core.runtime.token_base, token,
                           strlen(token));
}

const struct sim_client *sim_client_of(const struct sim_world *world,
                                       const char *token)
{
    for (int i = 0; i < world->plan->clients; i++) {
        if (sim_client_owns(&world->clients[i], token))
            return &world->clients[i];
    }
    return NULL;
}

void sim_client_acts(const struct sim_client *client)
{
    if (client->world->acts != NULL)
        client->world->acts(client->index);
}

int64_t sim_client_now(const struct sim_client *client)
{
    return sim_clock_local(&client->clock, client->world->now);
}

/* --- the operations of the transport -------------------------------------- */

static void op_connect(struct rlk_transport *transport, int node)
{
    struct sim_client *client = client_of(transport);

    sim_net_connect(client->world, client->index, node);
}

static void op_disconnect(struct rlk_transport *transport, int node)
{
    struct sim_client *client = client_of(transport);

    sim_net_drop(client->world, client->index, node);
}

static void op_listen(struct rlk_transport *transport, int node,
                      const char *channel)
{
    struct sim_client *client = client_of(transport);

    sim_net_listen(client->world, client->index, node, channel);
}

static void op_unlisten(struct rlk_transport *transport, int node)
{
    struct sim_client *client = client_of(transport);

    sim_net_unlisten(client->world, client->index, node);
}

static void copy_text(char *to, const char *text, size_t length)
{
    assert(length < SIM_TOKEN_MAX);
    if (length > 0)
        memcpy(to, text, length);
    to[length] = '\0';
}

/*
 * Copies the members that concern waiting: the queue entry and the successor.
 */
static void copy_waiting(struct sim_request *copy,
                         const struct rlk_request *request)
{
    if (request->ask != NULL)
        copy->ask = *request->ask;
    if (request->successor != NULL)
        copy->successor = *request->successor;
}

static void copy_placeholder(struct sim_request *copy,
                             const struct rlk_request *request)
{
    if (request->kind == NULL || !request->kind->holders)
        return;
    copy->former = request->kind->former;
    if (request->kind->owned)
        snprintf(copy->placeholder, sizeof(copy->placeholder),
                 RLK_PLACEHOLDER_OWNER "%s", request->owner);
    else
        copy_text(copy->placeholder, RLK_PLACEHOLDER_READERS,
                  sizeof(RLK_PLACEHOLDER_READERS) - 1);
    if (!request->kind->owned && request->owner_length > 0)
        snprintf(copy->sharer, sizeof(copy->sharer), "%s", request->owner);
}

static bool op_send(struct rlk_transport *transport, int node,
                    const struct rlk_request *request)
{
    struct sim_client *client = client_of(transport);
    struct sim_request copy = {
        .verb = request->verb,
        .slot = request->slot,
        .by_text = request->by_text,
        .ttl_ms = request->ttl_ms,
        .client_id = request->client_id,
        .checked = request->checked,
        .rules = request->rules,
    };

    if (request->verb == RLK_VERB_MARK) {
        memcpy(copy.seen, request->token, request->token_length + 1);
        snprintf(copy.mark, sizeof(copy.mark), "%s", request->mark);
        copy.until_us = request->until_us;
    } else if (request->verb != RLK_VERB_KILL_CLIENT) {
        copy.resource = request->resource[1] - '1';
    }
    if (request->verb != RLK_VERB_KILL_CLIENT &&
        request->verb != RLK_VERB_MARK && request->verb != RLK_VERB_INSPECT &&
        request->verb != RLK_VERB_OBSERVE)
        copy_text(copy.token, request->token,
                  strnlen(request->token, request->token_length));
    copy_placeholder(&copy, request);
    copy_waiting(&copy, request);
    if (client->not_sent > 0 && --client->not_sent == 0) {
        sim_story(client->world, "c%d cannot send", client->index + 1);
        sim_reach(client->world, SIM_POINT_NOT_SENT);
        return false;
    }
    sim_witness_sends(client, node, &copy);
    sim_net_request(client->world, client->index, node, &copy);
    return true;
}

static void op_arm(struct rlk_transport *transport, int64_t instant)
{
    struct sim_client *client = client_of(transport);
    struct sim_world *world = client->world;
    int64_t at = sim_clock_true(&client->clock, instant);

    client->armed++;
    if (world->choosing)
        sim_events_drop(&world->events, SIM_EVENT_TIMER, client->index);
    if (at == RLK_NEVER)
        return;
    if (at < world->now)
        at = world->now;
    if (world->plan->noise.late > 0)
        at += dice_below(&client->dice, world->plan->noise.late);
    sim_events_add(&world->events, at, SIM_EVENT_TIMER, client->index,
                   client->armed);
}

/*
 * Eight bytes scale a pause. More bytes make a name: the client's own, or that
 * of its quarantines, which is always the same and does not influence pauses.
 */
static void op_random(struct rlk_transport *transport, void *bytes,
                      size_t count)
{
    struct sim_client *client = client_of(transport);
    struct dice marks = sim_chance(client->world, 1006 + client->generation,
                                   (uint64_t)client->index);
    struct dice *names = client->named ? &marks : &client->dice;
    unsigned char *out = bytes;
    uint64_t number;

    if (count == sizeof(number)) {
        number = sim_chance_scale(client->world, &client->dice);
        memcpy(bytes, &number, sizeof(number));
        return;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)(dice_bits(names) >> 24);
}

static void op_wake(struct rlk_transport *transport)
{
    client_of(transport)->woken = true;
}

static const struct rlk_transport_ops transport_ops = {
    .connect = op_connect,
    .disconnect = op_disconnect,
    .send = op_send,
    .listen = op_listen,
    .unlisten = op_unlisten,
    .arm = op_arm,
    .random = op_random,
    .wake = op_wake,
};

/* --- steps of the process ------------------------------------------------- */

static void look(struct sim_client *client)
{
    sim_sets_mirror(client);
    sim_points_client(client);
    sim_witness_client(client);
    sim_sets_judge(client);
}

void sim_client_end_turn(struct sim_client *client)
{
    look(client);
    while (client->woken) {
        client->woken = false;
        (void)rlk_core_run_completions(&client->core);
        look(client);
    }
}

/* A message on a subscribed connection has arrived. */
static void receive_handoff(struct sim_world *world, int number)
{
    struct sim_message message = world->messages[number];
    struct sim_connection *connection = &world->connections[message.connection];
    struct sim_client *client = &world->clients[connection->client];
    int node = connection->node;

    sim_client_acts(client);
    sim_net_free(world, number);
    if (message.handshake) {
        sim_story(world, "c%d is subscribed at n%d", client->index + 1,
                  node + 1);
        rlk_core_listening(&client->core, node, &message.identity,
                           sim_client_now(client));
    } else {
        sim_story(world, "c%d <- n%d hands off to %s", client->index + 1,
                  node + 1, sim_story_token(message.handoff.token.text));
        sim_witness_handoff_received(client, node, &message.handoff);
        rlk_core_handed(&client->core, node, &message.handoff,
                        sim_client_now(client));
    }
    sim_client_end_turn(client);
}

static void hear_answer(struct sim_world *world, int number)
{
    struct sim_message message = world->messages[number];
    struct sim_connection *connection = &world->connections[message.connection];
    struct sim_client *client = &world->clients[connection->client];
    int node = connection->node;
    struct rlk_answer answer = {
        .kind = message.answer.kind,
        .reason = message.answer.reason,
        .remaining_ms = message.answer.remaining_ms,
        .text = message.answer.text,
        .text_length = strlen(message.answer.text),
        .time_us = message.answer.time_us,
        .counter = message.answer.counter,
        .quarantined = message.answer.quarantined,
        .begun_anew = message.answer.begun_anew,
        .issued = message.answer.issued,
        .ticket = message.answer.ticket,
        .members = message.answer.members,
        .slot = message.answer.slot,
        .slots = message.answer.slots,
        .rank = message.answer.rank,
    };

    sim_client_acts(client);
    sim_net_free(world, number);
    sim_witness_hears(client, node, &message);
    if (message.handshake) {
        sim_story(world, "c%d is connected to n%d", client->index + 1,
                  node + 1);
        sim_points_connected(client, node);
        rlk_core_connected(&client->core, node, &message.identity,
                           sim_client_now(client));
    } else {
        if (world->story != NULL)
            sim_story(world, "c%d <- n%d %s", client->index + 1, node + 1,
                      sim_story_answer(&message.answer));
        rlk_core_answer(&client->core, node, &answer, sim_client_now(client));
    }
    sim_client_end_turn(client);
    sim_witness_received(client, node, &message);
}

static const char *end_text(const struct sim_connection *connection)
{
    switch ((int)connection->reason) {
    case REDLOCK_REASON_BROKEN:
        return "is broken";
    case REDLOCK_REASON_IN_SCRIPT:
        return "finds it busy";
    case REDLOCK_REASON_LOADING:
        return "finds it loading";
    default:
        return "is refused";
    }
}

static void hear_close(struct sim_world *world, int number)
{
    struct sim_connection *connection = &world->connections[number];
    struct sim_client *client = &world->clients[connection->client];
    enum redlock_reason reason = connection->reason;
    int node = connection->node;

    sim_client_acts(client);
    connection->open = false;
    sim_story(world, "c%d's %sconnection to n%d %s", client->index + 1,
              connection->listens ? "second " : "", node + 1,
              end_text(connection));
    if (connection->listens) {
        client->listening[node] = SIM_NONE;
        rlk_core_deaf(&client->core, node, reason, sim_client_now(client));
    } else {
        client->connections[node] = SIM_NONE;
        rlk_core_disconnected(&client->core, node, reason, NULL,
                              sim_client_now(client));
    }
    sim_client_end_turn(client);
}

static void hear_timer(struct sim_client *client)
{
    sim_client_acts(client);
    client->timer_due = false;
    rlk_core_tick(&client->core, sim_client_now(client));
    sim_client_end_turn(client);
}

static void keep(struct sim_client *client, enum sim_event_kind kind,
                 int subject, int connection)
{
    client->inbox = sim_room(client->inbox, client->inbox_count,
                             &client->inbox_room, sizeof(*client->inbox));
    client->inbox[client->inbox_count++] = (struct sim_arrival){
        .kind = kind,
        .subject = subject,
        .connection = connection,
    };
}

void sim_client_receive(struct sim_world *world, int number)
{
    int connection = world->messages[number].connection;
    struct sim_client *client =
        &world->clients[world->connections[connection].client];

    if (!world->connections[connection].open)
        sim_net_free(world, number);
    else if (client->stopped)
        keep(client, SIM_EVENT_REPLY, number, connection);
    else if (world->connections[connection].listens)
        receive_handoff(world, number);
    else
        hear_answer(world, number);
}

void sim_client_closed(struct sim_world *world, int number)
{
    struct sim_client *client =
        &world->clients[world->connections[number].client];

    if (!world->connections[number].open)
        return;
    if (client->stopped)
        keep(client, SIM_EVENT_CLOSED, number, number);
    else
        hear_close(world, number);
}

void sim_client_timer(struct sim_world *world, int number, uint32_t serial)
{
    struct sim_client *client = &world->clients[number];

    if (!client->alive || serial != client->armed)
        return;
    if (client->stopped)
        client->timer_due = true;
    else
        hear_timer(client);
}

void sim_client_stop(struct sim_world *world, int number, int64_t span)
{
    struct sim_client *client = &world->clients[number];

    if (!client->alive || client->stopped)
        return;
    sim_story(world, "c%d is stopped", number + 1);
    client->stopped = true;
    client->stopped_at = world->now;
    client->resumes_at = world->now + span;
    sim_events_add(&world->events, client->resumes_at, SIM_EVENT_CLIENT_RESUMES,
                   number, 0);
}

/* The oldest message of a random connection, as poll() may report it. */
static struct sim_arrival take_any(struct sim_client *client)
{
    int chosen =
        sim_chance_pick(client->world, &client->dice, client->inbox_count);
    struct sim_arrival taken;

    for (int i = chosen - 1; i >= 0; i--) {
        if (client->inbox[i].connection == client->inbox[chosen].connection)
            chosen = i;
    }
    taken = client->inbox[chosen];
    client->inbox_count--;
    memmove(&client->inbox[chosen], &client->inbox[chosen + 1],
            (size_t)(client->inbox_count - chosen) * sizeof(*client->inbox));
    return taken;
}

void sim_client_resume(struct sim_world *world, int number)
{
    struct sim_client *client = &world->clients[number];
    int64_t span = world->now - client->stopped_at;

    if (!client->alive || !client->stopped)
        return;
    sim_story(world, "c%d continues", number + 1);
    client->stopped = false;
    client->last_resumed = world->now;
    if ((world->plan->broken & SIM_BROKEN_SUSPEND) != 0) {
        sim_clock_step(&client->clock, world->now, -span);
        sim_witness_clock(client);
    }
    sim_user_resumed(client, span);
    while (client->inbox_count > 0 || client->timer_due) {
        struct sim_arrival next;
        if (client->timer_due &&
            sim_chance_pick(world, &client->dice, client->inbox_count + 1) ==
                0) {
            hear_timer(client);
            continue;
        }
        next = take_any(client);
        if (next.kind == SIM_EVENT_REPLY)
            sim_client_receive(world, next.subject);
        else
            sim_client_closed(world, next.subject);
    }
}

static void leave_connections(struct sim_client *client)
{
    for (int node = 0; node < client->world->plan->nodes; node++) {
        sim_net_drop(client->world, client->index, node);
        sim_net_unlisten(client->world, client->index, node);
    }
    for (int i = 0; i < client->inbox_count; i++) {
        if (client->inbox[i].kind == SIM_EVENT_REPLY)
            sim_net_free(client->world, client->inbox[i].subject);
    }
    client->inbox_count = 0;
}

/* The process could not start for lack of memory. */
static void start_later(struct sim_client *client)
{
    sim_story(client->world, "c%d finds no memory", client->index + 1);
    client->alive = false;
    client->armed++;
    leave_connections(client);
    sim_events_add(&client->world->events, client->world->now + RLK_NS_PER_MS,
                   SIM_EVENT_CLIENT_STARTS, client->index, 0);
}

static enum redlock_guard guard_of(const struct sim_plan *plan, int client)
{
    if (plan->guard != SIM_GUARD_ON)
        return REDLOCK_GUARD_AUTO;
    return sim_plan_is_unguarded(plan, client) ? REDLOCK_GUARD_OFF
                                               : REDLOCK_GUARD_ON;
}

void sim_client_start(struct sim_world *world, int number)
{
    struct sim_client *client = &world->clients[number];
    char label[4] = {'c', (char)('1' + number), '\0', '\0'};
    struct rlk_runtime_settings settings = {
        .kind = &rlk_mutex,
        .shared = &rlk_shared,
        .owned = &rlk_owned,
        .downgraded = &rlk_downgraded,
        .semaphore = &rlk_semaphore,
        .nodes = world->plan->nodes,
        .quorum = world->plan->quorum,
        .parallel = world->plan->parallel,
        .node_timeout_ns = world->plan->node_timeout,
        .ttl_max_ns = number % 2 == 1 && world->plan->other_ttl_max > 0
                          ? world->plan->other_ttl_max
                          : world->plan->ttl_max,
        .drift_ppm = 10000,
        .slack_ns = world->plan->slack,
        .guard = guard_of(world->plan, number),
        .label = label,
    };

    if (client->alive)
        return;
    if (client->generation > 0)
        label[2] = (char)('a' + (client->generation - 1) % 26);
    client->generation++;
    for (int node = 0; node < SIM_NODES_MAX; node++) {
        settings.names[node] = node_names[node];
        client->connections[node] = SIM_NONE;
        client->listening[node] = SIM_NONE;
    }
    client->alive = true;
    sim_client_acts(client);
    memset(client->given_back, 0, sizeof(client->given_back));
    memset(client->shared_by, 0, sizeof(client->shared_by));
    for (int node = 0; node < SIM_NODES_MAX; node++)
        client->hearings[node] = (struct sim_hearing){.at = INT64_MIN};
    sim_user_init(client);
    client->named = false;
    if (rlk_core_init(&client->core, &settings, &client->transport,
                      sim_client_now(client)) != REDLOCK_OK) {
        start_later(client);
        return;
    }
    client->named = true;
    client->core.runtime.api = client;
    client->core.runtime.tell = sim_user_notified;
    sim_client_end_turn(client);
}

void sim_client_close(struct sim_world *world, int number)
{
    struct sim_client *client = &world->clients[number];

    sim_client_acts(client);
    sim_story(world, "c%d closes", number + 1);
    rlk_core_cancel_all(&client->core, sim_client_now(client));
    rlk_sets_clear(&client->core.runtime);
    rlk_core_release_all(&client->core, sim_client_now(client));
    leave_connections(client);
    sim_client_end(client);
}

void sim_client_crash(struct sim_world *world, int number)
{
    struct sim_client *client = &world->clients[number];

    if (!client->alive)
        return;
    sim_story(world, "c%d crashes", number + 1);
    leave_connections(client);
    sim_client_end(client);
}

void sim_client_end(struct sim_client *client)
{
    if (!client->alive)
        return;
    sim_client_acts(client);
    client->alive = false;
    client->stopped = false;
    client->timer_due = false;
    client->woken = false;
    client->not_sent = 0;
    client->armed++;
    sim_observer_end(client);
    rlk_sets_clear(&client->core.runtime);
    rlk_core_clear(&client->core, sim_client_now(client));
    sim_user_init(client);
}

void sim_client_init(struct sim_world *world, int number)
{
    struct sim_client *client = &world->clients[number];
    struct dice dice = sim_chance(world, 1003, (uint64_t)number);
    struct sim_arrival *inbox = client->inbox;
    int room = client->inbox_room;

    *client = (struct sim_client){
        .transport.ops = &transport_ops,
        .world = world,
        .index = number,
        .last_resumed = INT64_MIN,
        .clock.base = dice_below(&dice, UPTIME_MAX_NS),
        .clock.rate_ppm = world->plan->client_ppm[number],
        .inbox = inbox,
        .inbox_room = room,
    };
    client->dice = dice;
    for (int i = 0; i < SIM_SLOTS; i++) {
        client->slots[i].client = client;
        sim_witness_reset(&client->slots[i].belief);
    }
}
