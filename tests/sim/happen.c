/* SPDX-License-Identifier: MIT */
/* Passes one event to the client or node that it concerns. */

#include "tests/sim/happen.h"

#include "clock/clock.h"
#include "tests/sim/client.h"
#include "tests/sim/faults.h"
#include "tests/sim/node.h"
#include "tests/sim/user.h"

/* A process that may not start yet tries again after this span. */
#define LOOK_AGAIN_NS (2 * RLK_NS_PER_MS)

/* An action of a stopped process waits until the process continues. */
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

void sim_happen(struct sim_world *world, const struct sim_event *event)
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
