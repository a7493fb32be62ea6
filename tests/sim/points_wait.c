/* SPDX-License-Identifier: MIT */
/* Records which points of waiting were reached. */

#include "tests/sim/client.h"
#include "tests/sim/points.h"

#include <string.h>

#include "quorum/round.h"
#include "redlock/core/lock.h"
#include "redlock/core/op.h"
#include "redlock/core/waiter.h"
#include "tests/sim/story.h"

/* Has the owner of the token sent its release? */
static bool given_back(const struct sim_world *world, const char *token)
{
    uint64_t attempt = sim_story_attempt(token);
    const struct sim_client *client = sim_client_of(world, token);

    return client != NULL && client->alive &&
           client->given_back[attempt % SIM_ATTEMPTS] == attempt;
}

void sim_points_passed(struct sim_world *world, int node,
                       const struct sim_message *message,
                       const struct sim_memory *before)
{
    const struct sim_request *request = &message->request;
    const struct sim_key *key =
        &world->nodes[node].model.memory.keys[request->resource];

    if (request->verb != RLK_VERB_PASS ||
        message->answer.kind != RLK_ANSWER_YES)
        return;
    if (message->answer.quarantined &&
        (before->queues[request->resource].count > 0 ||
         (request->checked && request->successor.token.length > 0)))
        sim_reach(world, SIM_POINT_WITHHELD);
    if (key->token[0] != '\0' && given_back(world, key->token))
        sim_reach(world, SIM_POINT_HANDED_LATE);
}

void sim_points_acquired(struct sim_world *world, const struct sim_slot *slot)
{
    const struct rlk_waiter *waiter = slot->lock->rare->waiter;
    int handed = 0;

    for (int i = 0; waiter != NULL && i < world->plan->nodes; i++) {
        const struct sim_key *key =
            &world->nodes[i].model.memory.keys[slot->key];
        handed +=
            rlk_round_vote_of(&waiter->op->round, i) == RLK_VOTE_GRANTED &&
            key->handed && strcmp(key->token, waiter->token.text) == 0;
    }
    if (handed == 0)
        return;
    sim_reach(world, waiter->claiming ? SIM_POINT_CLAIMED : SIM_POINT_HANDED);
}
