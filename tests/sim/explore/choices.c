/* SPDX-License-Identifier: MIT */
/* Finds the events that can happen next. */

#include "tests/sim/explore/choices.h"

#include <stdlib.h>

#include "clock/clock.h"
#include "tests/sim/choice.h"
#include "tests/sim/explore/state.h"

static void add(struct choices *choices, enum sim_choice_kind kind, int client,
                int node)
{
    if (choices->count == CHOICES_MAX)
        abort();
    choices->at[choices->count++] = (struct sim_choice){
        .kind = (uint8_t)kind,
        .client = (int8_t)client,
        .node = (int8_t)node,
    };
}

static struct sim_choice *last(struct choices *choices)
{
    return &choices->at[choices->count - 1];
}

/* Is the message the first one of its direction? */
static bool is_head(const struct sim_world *world,
                    const struct sim_event *event)
{
    int head = sim_choice_head(world, sim_choice_connection(world, event),
                               sim_choice_way(event));

    return &world->events.heap[head] == event;
}

/* Adds a choice about a connection and direction. */
static void add_way(const struct sim_world *world, struct choices *choices,
                    enum sim_choice_kind kind, const struct sim_event *event)
{
    int number = sim_choice_connection(world, event);
    const struct sim_connection *connection = &world->connections[number];

    add(choices, kind, connection->client, connection->node);
    last(choices)->way = (uint8_t)sim_choice_way(event);
    last(choices)->listening = connection->listens;
    last(choices)->older = sim_choice_older(world, number);
}

static void find_event(const struct sim_world *world, struct choices *choices,
                       const struct sim_event *event)
{
    bool node = sim_choice_of_node(event);

    if (sim_choice_is_message(event)) {
        if (is_head(world, event) && event->serial != SIM_MESSAGE_LATE &&
            sim_choice_receives(world, sim_choice_connection(world, event),
                                sim_choice_way(event)))
            add_way(world, choices, SIM_CHOICE_DELIVER, event);
    } else if (sim_choice_returns(event)) {
        add(choices, SIM_CHOICE_RETURN, node ? SIM_ALL : event->subject,
            node ? event->subject : SIM_ALL);
    } else if (sim_choice_due(world, event)) {
        add(choices, SIM_CHOICE_DUE, sim_choice_client(event), SIM_ALL);
    }
}

/*
 * Orders by client and node, so that the order within the heap does not matter.
 */
static int compare(const void *left, const void *right)
{
    const struct sim_choice *a = left;
    const struct sim_choice *b = right;

    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->client != b->client)
        return a->client - b->client;
    if (a->node != b->node)
        return a->node - b->node;
    if (a->way != b->way)
        return a->way - b->way;
    if (a->listening != b->listening)
        return a->listening - b->listening;
    return a->older - b->older;
}

/* --- disturbances ----------------------------------------------------------
 */

static void find_late(const struct sim_world *world, struct choices *choices)
{
    for (int position = 1; position <= world->events.count; position++) {
        const struct sim_event *event = &world->events.heap[position];
        if (sim_choice_is_message(event) &&
            event->serial == SIM_MESSAGE_PROMPT && is_head(world, event) &&
            sim_choice_receives(world, sim_choice_connection(world, event),
                                sim_choice_way(event)))
            add_way(world, choices, SIM_CHOICE_LATE, event);
    }
}

static void add_fault(struct choices *choices, int action, int client, int node)
{
    add(choices, SIM_CHOICE_FAULT, client, node);
    last(choices)->action = (int16_t)action;
}

static bool meant(int8_t actor, int number)
{
    return actor == SIM_ALL || actor == number;
}

static void find_at_client(const struct sim_world *world,
                           struct choices *choices, int number, int client)
{
    const struct sim_action *action = &world->plan->actions[number];

    if (meant(action->client, client) && world->clients[client].alive &&
        !world->clients[client].stopped)
        add_fault(choices, number, client, SIM_ALL);
}

static void find_on_path(const struct sim_world *world, struct choices *choices,
                         int number, int client)
{
    const struct sim_action *action = &world->plan->actions[number];
    bool listening = action->deed == SIM_DEED_LOSE_HANDOFFS ||
                     action->deed == SIM_DEED_CUT_HANDOFFS;
    const int *present = listening ? world->clients[client].listening
                                   : world->clients[client].connections;

    for (int node = 0; node < world->plan->nodes; node++) {
        if (!meant(action->client, client) || !meant(action->node, node) ||
            present[node] == SIM_NONE)
            continue;
        add_fault(choices, number, client, node);
        last(choices)->listening = listening;
    }
}

static void find_fault(const struct sim_world *world, struct choices *choices,
                       int number)
{
    const struct sim_action *action = &world->plan->actions[number];

    if (action->deed <= SIM_DEED_INSPECT)
        return;
    if (action->deed >= SIM_DEED_PAUSE && action->deed < SIM_DEED_SLOW_THERE) {
        for (int node = 0; node < world->plan->nodes; node++) {
            if (meant(action->node, node) && world->nodes[node].up &&
                !world->nodes[node].paused)
                add_fault(choices, number, SIM_ALL, node);
        }
        return;
    }
    for (int client = 0; client < world->plan->clients; client++) {
        if (action->deed >= SIM_DEED_SLOW_THERE)
            find_on_path(world, choices, number, client);
        else
            find_at_client(world, choices, number, client);
    }
}

/* --- all choices ---------------------------------------------------------- */

void choices_find(const struct sim_world *world, const struct budgets *budgets,
                  struct choices *choices)
{
    choices->count = 0;
    for (int position = 1; position <= world->events.count; position++)
        find_event(world, choices, &world->events.heap[position]);
    for (int client = 0; client < world->plan->clients; client++) {
        if (sim_choice_wish(world, client) != NULL)
            add(choices, SIM_CHOICE_WISH, client, SIM_ALL);
    }
    if (sim_choice_next(world) != RLK_NEVER)
        add(choices, SIM_CHOICE_ADVANCE, SIM_ALL, SIM_ALL);
    choices->end = choices->count == 0;
    if (budgets->late > 0)
        find_late(world, choices);
    qsort(choices->at, (size_t)choices->count, sizeof(choices->at[0]), compare);
    for (int i = 0; i < world->plan->actions_count && budgets->faults > 0; i++)
        find_fault(world, choices, i);
}

static uint32_t all_nodes(const struct sim_world *world)
{
    uint32_t parts = PART_NET;

    for (int i = 0; i < world->plan->nodes; i++)
        parts |= PART_NODE(i);
    return parts;
}

uint32_t choices_touch(const struct sim_world *world,
                       const struct sim_choice *choice)
{
    switch ((enum sim_choice_kind)choice->kind) {
    case SIM_CHOICE_DELIVER:
        return PART_NET |
               (choice->way == SIM_THERE ? PART_NODE(choice->node)
                                         : PART_CLIENT(choice->client));
    case SIM_CHOICE_DUE:
    case SIM_CHOICE_WISH:
        return PART_NET | PART_CLIENT(choice->client);
    case SIM_CHOICE_ADVANCE: /* because keys expire */
        return all_nodes(world);
    case SIM_CHOICE_LATE:
        return PART_NET;
    case SIM_CHOICE_RETURN:
    case SIM_CHOICE_FAULT:
    case SIM_CHOICES:
        break;
    }
    return state_parts(world);
}
