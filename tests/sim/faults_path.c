/* SPDX-License-Identifier: MIT */
/* Paths that are slow or refuse, connections that lose messages or break. */

#include "tests/sim/faults_path.h"

#include "tests/sim/net.h"
#include "tests/sim/story.h"

static void lose(struct sim_world *world, int number, enum sim_way way)
{
    struct sim_connection *connection = &world->connections[number];

    if (connection->deaf[way])
        return;
    connection->deaf[way] = true;
    world->tally.half_open++;
}

static void do_to_span(struct sim_path *path, enum sim_deed deed, int64_t until)
{
    if (deed == SIM_DEED_SLOW_THERE)
        path->slow_until[SIM_THERE] = until;
    else if (deed == SIM_DEED_SLOW_BACK)
        path->slow_until[SIM_BACK] = until;
    else if (deed == SIM_DEED_REFUSE)
        path->refused_until = until;
}

static void do_to_connection(struct sim_world *world, enum sim_deed deed,
                             int number)
{
    if (deed == SIM_DEED_LOSE_THERE)
        lose(world, number, SIM_THERE);
    else if (deed == SIM_DEED_LOSE_BACK || deed == SIM_DEED_LOSE_HANDOFFS)
        lose(world, number, SIM_BACK);
    else if (deed == SIM_DEED_CUT || deed == SIM_DEED_CUT_HANDOFFS)
        sim_net_cut(world, number);
}

static void do_to_path(struct sim_world *world, const struct sim_action *action,
                       int number, int node)
{
    const struct sim_client *client = &world->clients[number];
    bool handoffs = action->deed == SIM_DEED_LOSE_HANDOFFS ||
                    action->deed == SIM_DEED_CUT_HANDOFFS;
    int connection =
        handoffs ? client->listening[node] : client->connections[node];

    sim_story(world, "c%d, n%d: %s", number + 1, node + 1,
              sim_deed_name(action->deed));
    do_to_span(&world->paths[number][node], action->deed,
               world->now + action->span);
    if (connection != SIM_NONE && client->alive)
        do_to_connection(world, action->deed, connection);
}

void sim_faults_path(struct sim_world *world, const struct sim_action *action)
{
    for (int client = 0; client < world->plan->clients; client++) {
        for (int node = 0; node < world->plan->nodes; node++) {
            if ((action->client == SIM_ALL || action->client == client) &&
                (action->node == SIM_ALL || action->node == node))
                do_to_path(world, action, client, node);
        }
    }
}
