/* SPDX-License-Identifier: MIT */
/* Promotes replicas. */

#include "tests/sim/failover.h"

#include <string.h>

#include "clock/clock.h"
#include "tests/sim/net.h"
#include "tests/sim/node.h"
#include "tests/sim/points.h"
#include "tests/sim/story.h"

static void look_at_lag(struct sim_world *world, const struct sim_node *node)
{
    int64_t now_ms = sim_node_now_ms(world, node->index);

    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &node->model.memory.keys[i];
        if (key->token[0] != '\0' && now_ms <= key->until_ms &&
            strcmp(key->token, node->snapshot.keys[i].token) != 0)
            sim_reach(world, SIM_POINT_UNREPLICATED);
    }
}

void sim_failover_promote(struct sim_world *world, int number)
{
    struct sim_node *node = &world->nodes[number];
    struct dice dice =
        sim_chance(world, 1003 + node->memories, (uint64_t)number);
    int64_t ahead = world->plan->agreeing ? 0 : dice_below(&dice, RLK_NS_PER_S);
    int64_t by = ahead - node->ahead;

    look_at_lag(world, node);
    sim_clock_step(&node->clock, world->now, by);
    node->ahead = ahead;
    node->gained = 0;
    if (by > 0)
        node->stepped_by += by;
}

void sim_failover_publish(struct sim_world *world, int number,
                          const struct rlk_handoff *handoff)
{
    const struct sim_node *node = &world->nodes[number];

    for (int i = 0; node->former != 0 && i < world->connections_count; i++) {
        const struct sim_connection *connection = &world->connections[i];
        const char *digits = connection->channel + strlen(RLK_CHANNEL_PREFIX);
        if (connection->listens && connection->node == number &&
            connection->accepted && !connection->dead &&
            connection->run == node->former &&
            strncmp(digits, handoff->token.text, strlen(digits)) == 0)
            sim_net_send_handoff(world, i, handoff);
    }
}

bool sim_failover_turns_away(struct sim_world *world, int number)
{
    struct sim_message *message = &world->messages[number];
    int connection = message->connection;
    const struct sim_connection *at = &world->connections[connection];

    if (at->dead || at->run == 0 || at->run != world->nodes[at->node].former)
        return false;
    message->answer = (struct sim_answer){
        .kind = RLK_ANSWER_ERROR,
        .reason = REDLOCK_REASON_READONLY,
        .remaining_ms = -1,
        .slot = -1,
    };
    sim_net_answer(world, number);
    sim_net_close(world, connection, REDLOCK_REASON_BROKEN);
    return true;
}
