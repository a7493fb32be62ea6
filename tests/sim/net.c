/* SPDX-License-Identifier: MIT */
/* Messages: how long they take, and whether they arrive. */

#include "tests/sim/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/chance.h"
#include "tests/sim/room.h"
#include "tests/sim/story.h"

#define MILLION INT64_C(1000000)

enum fate {
    FATE_ARRIVES,
    FATE_LATE,
    FATE_LOST,
    FATE_CUT
};

struct lot {
    enum fate fate;
    int64_t delay;
    bool dies; /* cut: the message is lost, too */
};

/* Second connections use random numbers of their own. */
#define LISTENING_PATHS 200

static uint64_t path_number(const struct sim_connection *connection,
                            enum sim_way way)
{
    int pair = connection->client * SIM_NODES_MAX + connection->node;

    return (uint64_t)(pair * 2 + (int)way + 1 +
                      (connection->listens ? LISTENING_PATHS : 0));
}

/* The number of heads before the first tail of a fair coin. */
static int heads(struct dice *dice, int most)
{
    uint64_t bits = dice_bits(dice);
    int count = 0;

    while (count < most && (bits >> count & 1) != 0)
        count++;
    return count;
}

/* An exponential distribution, linear between powers of two. */
static int64_t exponential(struct dice *dice, int64_t mean)
{
    int64_t halvings = heads(dice, 12) * 1024 + dice_below(dice, 1024);

    return mean / 8 + mean * halvings / 1024 * 5 / 8;
}

static bool muted(const struct sim_plan *plan, uint64_t message)
{
    for (int i = 0; i < plan->muted_count; i++) {
        if (plan->muted[i] == message)
            return true;
    }
    return false;
}

static void note_noisy(struct sim_world *world, uint64_t message)
{
    if (!world->note_noisy)
        return;
    world->noisy = sim_room(world->noisy, world->noisy_count,
                            &world->noisy_room, sizeof(*world->noisy));
    world->noisy[world->noisy_count++] = message;
}

static enum fate draw_fate(struct sim_world *world, struct dice *dice,
                           uint64_t message)
{
    const struct sim_noise *noise = &world->plan->noise;
    int64_t point = dice_below(dice, MILLION);
    enum fate fate = FATE_ARRIVES;

    if (world->calm)
        return FATE_ARRIVES;
    if (point < noise->tail_ppm)
        fate = FATE_LATE;
    else if (point < noise->tail_ppm + noise->lose_ppm)
        fate = FATE_LOST;
    else if (point < noise->tail_ppm + noise->lose_ppm + noise->cut_ppm)
        fate = FATE_CUT;
    if (fate == FATE_ARRIVES || muted(world->plan, message))
        return FATE_ARRIVES;
    note_noisy(world, message);
    return fate;
}

/* Chosen: the message waits until its delivery is chosen. */
static struct lot draw(struct sim_world *world,
                       const struct sim_connection *connection,
                       enum sim_way way)
{
    const struct sim_noise *noise = &world->plan->noise;
    struct sim_path *path = &world->paths[connection->client][connection->node];
    uint64_t *count =
        connection->listens ? &path->handoffs[way] : &path->messages[way];
    uint64_t number = path_number(connection, way);
    uint64_t message = number << 32 | (*count)++;
    struct dice dice = sim_chance(world, number, message);
    struct lot lot = {.fate = FATE_ARRIVES};
    int64_t delay = noise->delay;

    if (world->choosing)
        return lot;
    lot.fate = draw_fate(world, &dice, message);
    /* A calm network delivers well within the timeouts. */
    if (world->calm && delay > world->plan->node_timeout / 20)
        delay = world->plan->node_timeout / 20;
    lot.delay = world->plan->prompt ? delay : exponential(&dice, delay);
    if (lot.fate == FATE_LATE) {
        lot.delay = (noise->tail << heads(&dice, 4)) +
                    dice_below(&dice, noise->tail + 1);
        world->tally.late++;
    }
    lot.dies = sim_chance_coin(world, &dice);
    if (!world->calm && world->now < path->slow_until[way])
        lot.delay += path->slow_until[way] - world->now;
    return lot;
}

/* The instant of arrival: not before earlier messages of the same direction. */
static int64_t arrival(const struct sim_world *world,
                       struct sim_connection *connection, enum sim_way way,
                       int64_t delay)
{
    int64_t at = world->now + delay;

    if (at <= connection->last[way] && !world->choosing)
        at = connection->last[way] + 1;
    connection->last[way] = at;
    return at;
}

static int new_message(struct sim_world *world)
{
    int message = world->messages_free;

    if (message != SIM_NONE) {
        world->messages_free = world->messages[message].next;
    } else {
        world->messages =
            sim_room(world->messages, world->messages_count,
                     &world->messages_room, sizeof(*world->messages));
        message = world->messages_count++;
    }
    return message;
}

void sim_net_free(struct sim_world *world, int message)
{
    world->messages[message].next = world->messages_free;
    world->messages_free = message;
}

static void vanish(struct sim_world *world, int message, enum sim_way way)
{
    world->tally.lost[way]++;
    sim_net_free(world, message);
}

/* Sends a message; its delay and fate are added to the story's last line. */
static void dispatch(struct sim_world *world, int message, enum sim_way way)
{
    int number = world->messages[message].connection;
    struct sim_connection *connection = &world->connections[number];
    struct lot lot = draw(world, connection, way);

    world->tally.messages++;
    if (lot.fate == FATE_LOST && !connection->deaf[way]) {
        sim_story(world, "  and is lost, with all later ones");
        connection->deaf[way] = true;
        world->tally.half_open++;
    }
    if (connection->deaf[way]) {
        vanish(world, message, way);
        return;
    }
    if (lot.fate == FATE_CUT) {
        sim_story(world, "  and the connection breaks, %s it",
                  lot.dies ? "before" : "after");
        if (lot.dies)
            vanish(world, message, way);
        sim_net_cut(world, number);
        if (lot.dies)
            return;
    }
    world->requests += way == SIM_THERE;
    sim_events_add(&world->events, arrival(world, connection, way, lot.delay),
                   way == SIM_THERE ? SIM_EVENT_REQUEST : SIM_EVENT_REPLY,
                   message, 0);
}

void sim_net_close(struct sim_world *world, int number,
                   enum redlock_reason reason)
{
    struct sim_connection *connection = &world->connections[number];

    if (!connection->open)
        return;
    connection->reason = reason;
    sim_events_add(
        &world->events,
        arrival(world, connection, SIM_BACK, world->plan->noise.delay),
        SIM_EVENT_CLOSED, number, 0);
}

void sim_net_cut(struct sim_world *world, int number)
{
    struct sim_connection *connection = &world->connections[number];
    struct dice dice = sim_chance(world, 1000, (uint64_t)number);

    world->tally.cut++;
    if (sim_chance_coin(world, &dice))
        connection->dead = true;
    sim_net_close(world, number, REDLOCK_REASON_BROKEN);
}

/* Stores the number of the new connection; channel: subscribed to, or NULL. */
static void greet(struct sim_world *world, int client, int node, int *number_at,
                  const char *channel)
{
    struct sim_path *path = &world->paths[client][node];
    int number = world->connections_count;
    int message;

    world->connections =
        sim_room(world->connections, world->connections_count,
                 &world->connections_room, sizeof(*world->connections));
    world->connections_count++;
    world->connections[number] = (struct sim_connection){
        .client = client,
        .node = node,
        .open = true,
        .listens = channel != NULL,
    };
    if (channel != NULL)
        memcpy(world->connections[number].channel, channel, RLK_CHANNEL_MAX);
    *number_at = number;
    sim_story(world, "c%d %s n%d", client + 1,
              channel != NULL ? "subscribes at" : "connects to", node + 1);
    if (!world->calm && world->now < path->refused_until) {
        world->tally.refused_connections++;
        sim_net_close(world, number, REDLOCK_REASON_REFUSED);
        return;
    }
    message = new_message(world);
    world->messages[message] = (struct sim_message){
        .connection = number, .handshake = true, .sent_at = world->now};
    dispatch(world, message, SIM_THERE);
}

void sim_net_connect(struct sim_world *world, int client, int node)
{
    greet(world, client, node, &world->clients[client].connections[node], NULL);
}

void sim_net_listen(struct sim_world *world, int client, int node,
                    const char *channel)
{
    greet(world, client, node, &world->clients[client].listening[node],
          channel);
}

static void let_go(struct sim_world *world, int client, int node,
                   int *number_at)
{
    struct sim_connection *connection;
    struct dice dice;

    if (*number_at == SIM_NONE)
        return;
    connection = &world->connections[*number_at];
    dice = sim_chance(world, 1001, (uint64_t)*number_at);
    connection->open = false;
    if (sim_chance_coin(world, &dice))
        connection->dead = true;
    if (connection->listens)
        sim_story(world, "c%d ends its subscription at n%d%s", client + 1,
                  node + 1,
                  connection->dead ? "" : ", which has not noticed yet");
    else
        sim_story(world, "c%d drops its connection to n%d%s", client + 1,
                  node + 1, connection->dead ? "" : ", sent messages continue");
    *number_at = SIM_NONE;
}

void sim_net_drop(struct sim_world *world, int client, int node)
{
    let_go(world, client, node, &world->clients[client].connections[node]);
}

void sim_net_unlisten(struct sim_world *world, int client, int node)
{
    let_go(world, client, node, &world->clients[client].listening[node]);
}

void sim_net_send_handoff(struct sim_world *world, int connection,
                          const struct rlk_handoff *handoff)
{
    int message;

    if (!world->connections[connection].open)
        return;
    message = new_message(world);
    world->messages[message] = (struct sim_message){
        .connection = connection,
        .is_handoff = true,
        .handoff = *handoff,
        .sent_at = world->now,
        .executed_at = world->now,
    };
    dispatch(world, message, SIM_BACK);
}

void sim_net_request(struct sim_world *world, int client, int node,
                     const struct sim_request *request)
{
    int message = new_message(world);

    assert(world->clients[client].connections[node] != SIM_NONE);
    world->messages[message] = (struct sim_message){
        .connection = world->clients[client].connections[node],
        .request = *request,
        .sent_at = world->now,
    };
    if (world->story != NULL)
        sim_story(world, "c%d -> n%d %s", client + 1, node + 1,
                  sim_story_request(request));
    dispatch(world, message, SIM_THERE);
}

void sim_net_lose(struct sim_world *world, int number, enum sim_way way)
{
    enum sim_event_kind kind =
        way == SIM_THERE ? SIM_EVENT_REQUEST : SIM_EVENT_REPLY;
    struct sim_event lost;

    world->connections[number].deaf[way] = true;
    for (int position = 1; position <= world->events.count;) {
        const struct sim_event *event = &world->events.heap[position];
        if (event->kind != kind ||
            world->messages[event->subject].connection != number) {
            position++;
            continue;
        }
        sim_events_take_at(&world->events, position, &lost);
        world->requests -= way == SIM_THERE;
        vanish(world, lost.subject, way);
        position = 1; /* the other events have moved */
    }
}

void sim_net_answer(struct sim_world *world, int message)
{
    if (world->connections[world->messages[message].connection].open)
        dispatch(world, message, SIM_BACK);
    else
        sim_net_free(world, message);
}
