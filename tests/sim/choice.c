/* SPDX-License-Identifier: MIT */
/* The world of chosen events: nothing happens because it is due. */

#include "tests/sim/choice.h"

#include <string.h>

#include "clock/clock.h"
#include "tests/sim/faults.h"
#include "tests/sim/happen.h"
#include "tests/sim/net.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"

/* --- messages ------------------------------------------------------------- */

bool sim_choice_is_message(const struct sim_event *event)
{
    return event->kind == SIM_EVENT_REQUEST || event->kind == SIM_EVENT_REPLY ||
           event->kind == SIM_EVENT_CLOSED;
}

int sim_choice_connection(const struct sim_world *world,
                          const struct sim_event *event)
{
    return event->kind == SIM_EVENT_CLOSED
               ? event->subject
               : world->messages[event->subject].connection;
}

enum sim_way sim_choice_way(const struct sim_event *event)
{
    return event->kind == SIM_EVENT_REQUEST ? SIM_THERE : SIM_BACK;
}

int sim_choice_head(const struct sim_world *world, int connection,
                    enum sim_way way)
{
    const struct sim_event *heap = world->events.heap;
    int head = 0;

    for (int position = 1; position <= world->events.count; position++) {
        const struct sim_event *event = &heap[position];
        if (sim_choice_is_message(event) && sim_choice_way(event) == way &&
            sim_choice_connection(world, event) == connection &&
            (head == 0 || event->order < heap[head].order))
            head = position;
    }
    return head;
}

bool sim_choice_receives(const struct sim_world *world, int number,
                         enum sim_way way)
{
    const struct sim_connection *connection = &world->connections[number];

    if (way == SIM_THERE)
        return !world->nodes[connection->node].paused;
    return !world->clients[connection->client].stopped;
}

static bool is_pair(const struct sim_connection *connection,
                    const struct sim_choice *choice)
{
    return connection->client == choice->client &&
           connection->node == choice->node &&
           connection->listens == choice->listening;
}

/* The connection that its client uses now. */
static int present_of(const struct sim_world *world,
                      const struct sim_choice *choice)
{
    const struct sim_client *client = &world->clients[choice->client];

    return choice->listening ? client->listening[choice->node]
                             : client->connections[choice->node];
}

int sim_choice_find(const struct sim_world *world,
                    const struct sim_choice *choice)
{
    int present = present_of(world, choice);
    int older = 0;

    if (choice->older == 0)
        return present;
    for (int i = world->connections_count - 1; i >= 0; i--) {
        older += i != present && is_pair(&world->connections[i], choice);
        if (older == choice->older)
            return i;
    }
    return SIM_NONE;
}

uint8_t sim_choice_older(const struct sim_world *world, int number)
{
    const struct sim_connection *connection = &world->connections[number];
    const struct sim_choice pair = {.client = (int8_t)connection->client,
                                    .node = (int8_t)connection->node,
                                    .listening = connection->listens};
    int present = present_of(world, &pair);
    int older = 1;

    if (number == present)
        return 0;
    for (int i = number + 1; i < world->connections_count; i++)
        older += i != present && is_pair(&world->connections[i], &pair);
    return (uint8_t)older;
}

static bool deliver(struct sim_world *world, const struct sim_choice *choice)
{
    int connection = sim_choice_find(world, choice);
    struct sim_event event;
    int head;

    if (connection == SIM_NONE ||
        !sim_choice_receives(world, connection, choice->way))
        return false;
    head = sim_choice_head(world, connection, choice->way);
    if (head == 0 || world->events.heap[head].serial == SIM_MESSAGE_LATE)
        return false;
    sim_events_take_at(&world->events, head, &event);
    sim_happen(world, &event);
    return true;
}

static bool make_late(struct sim_world *world, const struct sim_choice *choice)
{
    int connection = sim_choice_find(world, choice);
    int head = connection == SIM_NONE
                   ? 0
                   : sim_choice_head(world, connection, choice->way);

    if (head == 0 || world->events.heap[head].serial != SIM_MESSAGE_PROMPT)
        return false;
    world->events.heap[head].serial = SIM_MESSAGE_LATE;
    sim_story(world, "the messages %s between c%d and n%d are late",
              choice->way == SIM_THERE ? "there" : "back", choice->client + 1,
              choice->node + 1);
    return true;
}

/* --- events that are due -------------------------------------------------- */

bool sim_choice_of_node(const struct sim_event *event)
{
    return event->kind == SIM_EVENT_NODE_STARTS ||
           event->kind == SIM_EVENT_NODE_RESUMES;
}

bool sim_choice_returns(const struct sim_event *event)
{
    return sim_choice_of_node(event) ||
           event->kind == SIM_EVENT_CLIENT_STARTS ||
           event->kind == SIM_EVENT_CLIENT_RESUMES;
}

int sim_choice_client(const struct sim_event *event)
{
    return event->kind == SIM_EVENT_HELD_ENOUGH ? event->subject / SIM_SLOTS
                                                : event->subject;
}

static bool is_timed(const struct sim_event *event)
{
    return event->kind == SIM_EVENT_TIMER ||
           event->kind == SIM_EVENT_HELD_ENOUGH;
}

bool sim_choice_due(const struct sim_world *world,
                    const struct sim_event *event)
{
    return is_timed(event) && event->at <= world->now &&
           !world->clients[sim_choice_client(event)].stopped;
}

static bool concerns(const struct sim_event *event,
                     const struct sim_choice *choice)
{
    if (sim_choice_returns(event) != (choice->kind == SIM_CHOICE_RETURN) ||
        sim_choice_is_message(event))
        return false;
    return sim_choice_of_node(event)
               ? event->subject == choice->node
               : sim_choice_client(event) == choice->client;
}

/* In the order of creation, which the positions in the heap do not show. */
static bool is_before(const struct sim_event *event,
                      const struct sim_event *other)
{
    if (event->at != other->at)
        return event->at < other->at;
    return event->kind != other->kind ? event->kind < other->kind
                                      : event->subject < other->subject;
}

static bool take_event(struct sim_world *world, const struct sim_choice *choice)
{
    const struct sim_event *heap = world->events.heap;
    struct sim_event event;
    int first = 0;

    for (int position = 1; position <= world->events.count; position++) {
        if (!concerns(&heap[position], choice) ||
            (choice->kind == SIM_CHOICE_DUE &&
             !sim_choice_due(world, &heap[position])))
            continue;
        if (first == 0 || is_before(&heap[position], &heap[first]))
            first = position;
    }
    if (first == 0)
        return false;
    sim_events_take_at(&world->events, first, &event);
    sim_happen(world, &event);
    return true;
}

/* --- wishes: actions of the client's user --------------------------------- */

/* Can the action be done now? passed: it will never be possible again. */
static bool fits(const struct sim_client *client,
                 const struct sim_action *action, bool *passed)
{
    const struct sim_slot *slot = &client->slots[action->slot];
    bool open = slot->state == SIM_SLOT_HOLDING && !slot->belief.notified;

    *passed = false;
    if (action->deed == SIM_DEED_ACQUIRE || action->deed == SIM_DEED_ADOPT)
        return slot->state == SIM_SLOT_IDLE;
    if (action->deed == SIM_DEED_INSPECT)
        return !client->inspecting;
    if (action->deed == SIM_DEED_OBSERVE || /* it does not end by itself */
        action->deed == SIM_DEED_TAKE) {    /* it does not end by itself */
        *passed = true;
        return false;
    }
    *passed = slot->state == SIM_SLOT_IDLE || slot->state == SIM_SLOT_RELEASING;
    if (action->deed == SIM_DEED_CANCEL) {
        *passed = slot->state != SIM_SLOT_ACQUIRING;
        return !*passed;
    }
    if (action->deed == SIM_DEED_RELEASE)
        return slot->state == SIM_SLOT_HOLDING;
    *passed = *passed || (slot->state == SIM_SLOT_HOLDING && !open);
    return open;
}

/* The client's action of that number, from 0; NULL: there are no more. */
static const struct sim_action *wish_at(const struct sim_plan *plan, int client,
                                        int number)
{
    for (int i = 0; i < plan->actions_count; i++) {
        const struct sim_action *action = &plan->actions[i];
        if (action->deed <= SIM_DEED_INSPECT && action->client == client &&
            number-- == 0)
            return action;
    }
    return NULL;
}

/* Skips actions that will never be possible again. */
static const struct sim_action *next_wish(const struct sim_world *world,
                                          int client, int *number)
{
    const struct sim_client *at = &world->clients[client];
    const struct sim_action *action;
    bool passed = true;

    *number = world->wished[client];
    if (!at->alive || at->stopped)
        return NULL;
    while ((action = wish_at(world->plan, client, *number)) != NULL) {
        if (fits(at, action, &passed))
            return action;
        if (!passed)
            return NULL;
        ++*number;
    }
    return NULL;
}

const struct sim_action *sim_choice_wish(const struct sim_world *world,
                                         int client)
{
    int number;

    return next_wish(world, client, &number);
}

static bool wish(struct sim_world *world, const struct sim_choice *choice)
{
    int number;
    const struct sim_action *action = next_wish(world, choice->client, &number);

    if (action == NULL)
        return false;
    world->wished[choice->client] = (int8_t)(number + 1);
    (void)sim_user_act(&world->clients[choice->client], action);
    return true;
}

/* --- time ----------------------------------------------------------------- */

/* A message behind a late one on the same connection is late, too. */
static bool prompt(const struct sim_world *world, const struct sim_event *event)
{
    int connection = sim_choice_connection(world, event);
    enum sim_way way = sim_choice_way(event);
    int head = sim_choice_head(world, connection, way);

    return world->events.heap[head].serial == SIM_MESSAGE_PROMPT &&
           sim_choice_receives(world, connection, way);
}

static void sooner(const struct sim_world *world, int64_t *next, int64_t at)
{
    if (at > world->now && at < *next)
        *next = at;
}

/* The instants at which a belief of the client ends. */
static void see_beliefs(const struct sim_world *world,
                        const struct sim_client *client, int64_t *next)
{
    for (int i = 0; i < SIM_SLOTS && client->alive; i++) {
        const struct sim_belief *belief = &client->slots[i].belief;
        if (belief->attempt == 0)
            continue;
        sooner(world, next, belief->until);
        for (int node = 0; node < world->plan->nodes; node++)
            sooner(world, next, belief->true_ends[node]);
        if (belief->notified)
            sooner(world, next,
                   sim_clock_true(&client->clock, belief->believed_to));
    }
}

static void see_node(const struct sim_world *world, const struct sim_node *node,
                     int64_t *next)
{
    sooner(world, next, node->ails_until);
    sooner(world, next, node->no_kill_until);
    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &node->model.memory.keys[i];
        if (key->token[0] != '\0')
            sooner(world, next,
                   sim_clock_true(&node->clock,
                                  (key->until_ms + 1) * RLK_NS_PER_MS));
    }
}

int64_t sim_choice_next(const struct sim_world *world)
{
    int64_t next = RLK_NEVER;

    for (int position = 1; position <= world->events.count; position++) {
        const struct sim_event *event = &world->events.heap[position];
        if (sim_choice_due(world, event) ||
            (sim_choice_is_message(event) && prompt(world, event)))
            return RLK_NEVER;
        if (is_timed(event) &&
            !world->clients[sim_choice_client(event)].stopped)
            sooner(world, &next, event->at);
    }
    for (int i = 0; i < world->plan->clients; i++)
        see_beliefs(world, &world->clients[i], &next);
    for (int i = 0; i < world->plan->nodes; i++)
        see_node(world, &world->nodes[i], &next);
    return next <= world->plan->length ? next : RLK_NEVER;
}

static bool advance(struct sim_world *world)
{
    int64_t next = sim_choice_next(world);

    if (next == RLK_NEVER)
        return false;
    world->now = next;
    for (int position = 1; position <= world->events.count; position++) {
        struct sim_event *event = &world->events.heap[position];
        if (sim_choice_is_message(event) && event->serial == SIM_MESSAGE_LATE)
            event->serial = SIM_MESSAGE_OLD;
    }
    return true;
}

/* --- faults ----------------------------------------------------------------
 */

static bool strike(struct sim_world *world, const struct sim_choice *choice)
{
    struct sim_action action = world->plan->actions[choice->action];
    uint64_t done = world->tally.deeds[action.deed];
    int connection;

    action.client = choice->client;
    action.node = choice->node;
    if (action.deed == SIM_DEED_LOSE_THERE ||
        action.deed == SIM_DEED_LOSE_BACK ||
        action.deed == SIM_DEED_LOSE_HANDOFFS) {
        enum sim_way way =
            action.deed == SIM_DEED_LOSE_THERE ? SIM_THERE : SIM_BACK;
        connection = sim_choice_find(world, choice);
        if (connection == SIM_NONE ||
            sim_choice_head(world, connection, way) == 0)
            return false;
        sim_faults_do(world, &action);
        sim_net_lose(world, connection, way);
        return true;
    }
    if (action.deed == SIM_DEED_CUT || action.deed == SIM_DEED_CUT_HANDOFFS) {
        connection = sim_choice_find(world, choice);
        if (connection == SIM_NONE || !world->connections[connection].open ||
            sim_events_find(&world->events, SIM_EVENT_CLOSED, connection) != 0)
            return false;
    }
    sim_faults_do(world, &action);
    return world->tally.deeds[action.deed] != done;
}

/* --- choices -------------------------------------------------------------- */

static bool take(struct sim_world *world, const struct sim_choice *choice)
{
    switch ((enum sim_choice_kind)choice->kind) {
    case SIM_CHOICE_DELIVER:
        return deliver(world, choice);
    case SIM_CHOICE_DUE:
    case SIM_CHOICE_RETURN:
        return take_event(world, choice);
    case SIM_CHOICE_WISH:
        return wish(world, choice);
    case SIM_CHOICE_ADVANCE:
        return advance(world);
    case SIM_CHOICE_LATE:
        return make_late(world, choice);
    case SIM_CHOICE_FAULT:
        return strike(world, choice);
    case SIM_CHOICES:
        break;
    }
    return false;
}

bool sim_choice_take(struct sim_world *world, const struct sim_choice *choice)
{
    world->coins = (struct sim_coins_thrown){.chosen = choice->coins};
    return take(world, choice);
}

/* All messages and due events, in the order of their creation. */
static void happen_at_once(struct sim_world *world)
{
    struct sim_event event;

    while (world->events.count > 0 && world->events.heap[1].at <= world->now) {
        (void)sim_events_take(&world->events, &event);
        sim_happen(world, &event);
        world->coins = (struct sim_coins_thrown){0};
    }
}

static void wish_at_once(struct sim_world *world, int8_t client)
{
    const struct sim_choice next = {
        .kind = SIM_CHOICE_WISH, .client = client, .node = SIM_ALL};

    (void)sim_choice_take(world, &next);
    world->coins = (struct sim_coins_thrown){0};
}

void sim_choice_begin(struct sim_world *world)
{
    for (int node = 0; node < world->plan->nodes; node++)
        world->nodes[node].model.scripts = UINT64_MAX;
    happen_at_once(world);
    for (int i = 0; i < world->plan->first.count; i++) {
        wish_at_once(world, world->plan->first.clients[i]);
        happen_at_once(world);
    }
    for (int i = 0; i < world->plan->begun.count; i++)
        wish_at_once(world, world->plan->begun.clients[i]);
}

void sim_choice_end(struct sim_world *world)
{
    world->choosing = false;
    for (int position = 1; position <= world->events.count; position++) {
        struct sim_event *event = &world->events.heap[position];
        if (sim_choice_is_message(event))
            event->serial = 0;
    }
    sim_events_catch_up(&world->events, world->now);
}
