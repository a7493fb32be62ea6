/* SPDX-License-Identifier: MIT */
/* Persistent sets. */

#include "tests/sim/explore/reduce.h"

#include "tests/sim/choice.h"

/* What a client has on its ways, and has to do. */
struct pending {
    bool there;  /* a request that a node may execute now */
    bool prompt; /* something that time waits for comes back, or is due */
    bool wish;
};

static struct pending pending_of(const struct sim_world *world, int client)
{
    struct pending pending = {.wish = sim_choice_wish(world, client) != NULL};

    for (int place = 1; place <= world->events.count; place++) {
        const struct sim_event *event = &world->events.heap[place];
        const struct sim_event *head = event;
        if (!sim_choice_is_message(event)) {
            pending.prompt |= sim_choice_due(world, event) &&
                              event->kind == SIM_EVENT_TIMER &&
                              event->subject == client;
            continue;
        }
        int connection = sim_choice_connection(world, event);
        enum sim_way way = sim_choice_way(event);
        if (world->connections[connection].client != client)
            continue;
        head = &world->events.heap[sim_choice_head(world, connection, way)];
        if (way == SIM_THERE)
            pending.there |= head->serial != SIM_MESSAGE_LATE;
        else
            pending.prompt |= head->serial == SIM_MESSAGE_PROMPT;
    }
    return pending;
}

/* Faults that a client's step, or another's, makes possible or harmless. */
static bool faults_look_on(const struct sim_world *world,
                           const struct budgets *budgets)
{
    for (int i = 0; i < world->plan->actions_count && budgets->faults > 0;
         i++) {
        enum sim_deed deed = world->plan->actions[i].deed;
        if (deed >= SIM_DEED_PAUSE && deed < SIM_DEED_SLOW_THERE)
            return true;
    }
    return false;
}

static bool somebody_returns(const struct sim_world *world)
{
    for (int place = 1; place <= world->events.count; place++) {
        if (sim_choice_returns(&world->events.heap[place]))
            return true;
    }
    return false;
}

static void swap(struct choices *choices, int one, int other)
{
    struct sim_choice kept = choices->at[one];

    choices->at[one] = choices->at[other];
    choices->at[other] = kept;
}

/* Does only that client's process take part? */
static bool is_clients(const struct sim_choice *choice, int client)
{
    switch ((enum sim_choice_kind)choice->kind) {
    case SIM_CHOICE_DELIVER:
    case SIM_CHOICE_LATE:
        return choice->client == client && choice->way == SIM_BACK;
    case SIM_CHOICE_DUE:
    case SIM_CHOICE_WISH:
    case SIM_CHOICE_FAULT:
        return choice->client == client;
    case SIM_CHOICE_RETURN:
    case SIM_CHOICE_ADVANCE:
    case SIM_CHOICES:
        break;
    }
    return false;
}

/* A node may push something to it, whoever makes the node do that. */
static bool listens(const struct sim_world *world, int client)
{
    for (int i = 0; i < world->connections_count; i++) {
        const struct sim_connection *connection = &world->connections[i];
        if (connection->listens && connection->client == client &&
            connection->open)
            return true;
    }
    return false;
}

/*
 * A client to which nothing comes any more that is not there: what others do
 * meanwhile does not touch it.
 */
static int steps_of_one(const struct sim_world *world, struct choices *choices,
                        int client)
{
    struct pending pending = pending_of(world, client);
    int count = 0;

    if (!world->clients[client].alive || world->clients[client].stopped ||
        pending.there || !pending.prompt || listens(world, client))
        return 0;
    for (int i = 0; i < choices->count; i++) {
        if (is_clients(&choices->at[i], client))
            swap(choices, count++, i);
    }
    return count;
}

/*
 * Everybody else waits: a node's next request is this client's, whatever comes
 * first elsewhere.
 */
static bool is_idle(const struct sim_world *world, int client)
{
    struct pending pending = pending_of(world, client);

    return !pending.there && !pending.prompt && !pending.wish;
}

/* The delivery of a prompt request of the client's, down a present connection.
 */
static const struct sim_choice *first_request(const struct sim_world *world,
                                              const struct choices *choices,
                                              int client, const uint64_t *order)
{
    const struct sim_choice *first = NULL;

    for (int i = 0; i < choices->count; i++) {
        const struct sim_choice *choice = &choices->at[i];
        int head;
        if (choice->kind != SIM_CHOICE_DELIVER || choice->client != client ||
            choice->way != SIM_THERE || choice->older != 0 || choice->listening)
            continue;
        head =
            sim_choice_head(world, sim_choice_find(world, choice), SIM_THERE);
        if (world->events.heap[head].serial == SIM_MESSAGE_PROMPT &&
            (first == NULL || order[choice->node] < order[first->node]))
            first = choice;
    }
    return first;
}

static int request_of_one(const struct sim_world *world, const uint64_t *order,
                          struct choices *choices, int client)
{
    const struct sim_choice *first =
        first_request(world, choices, client, order);
    struct sim_choice wanted;
    int count = 0;

    for (int other = 0; other < world->plan->clients; other++) {
        if (other != client && !is_idle(world, other))
            return 0;
    }
    if (first == NULL)
        return 0;
    wanted = *first;
    for (int i = 0; i < choices->count; i++) {
        const struct sim_choice *choice = &choices->at[i];
        if (choice->client == client && choice->node == wanted.node &&
            choice->way == SIM_THERE && choice->older == 0 &&
            !choice->listening &&
            (choice->kind == SIM_CHOICE_DELIVER ||
             choice->kind == SIM_CHOICE_LATE))
            swap(choices, count++, i);
    }
    return count;
}

int reduce_choices(const struct sim_world *world, const struct budgets *budgets,
                   const uint64_t *order, struct choices *choices, int *client)
{
    int count = 0;

    *client = SIM_ALL;
    if (somebody_returns(world) || faults_look_on(world, budgets))
        return choices->count;
    for (int i = 0; i < world->plan->clients && count == 0; i++) {
        count = steps_of_one(world, choices, i);
        if (count > 0)
            *client = i;
    }
    for (int i = 0;
         i < world->plan->clients && count == 0 && budgets->faults == 0; i++)
        count = request_of_one(world, order, choices, i);
    return count > 0 ? count : choices->count;
}
