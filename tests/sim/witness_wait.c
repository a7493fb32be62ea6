/* SPDX-License-Identifier: MIT */
/* Order at a node, service in time, and nothing left behind. */

#include "tests/sim/witness_wait.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/runtime/push.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"
#include "tests/sim/witness.h"

/* --- order -----------------------------------------------------------------
 */

static bool lives(const struct sim_place *place, int64_t now_ms)
{
    int64_t left = place->until_ms - now_ms;

    return left > 0 && left <= RLK_PLACE_LEASE_MS;
}

static bool is_before(const struct sim_place *one, int64_t ticket,
                      const char *token)
{
    return one->ticket < ticket ||
           (one->ticket == ticket && strcmp(one->token, token) < 0);
}

static const struct sim_place *find(const struct sim_queue *queue,
                                    const char *token)
{
    for (int i = 0; i < queue->count; i++) {
        if (strcmp(queue->places[i].token, token) == 0)
            return &queue->places[i];
    }
    return NULL;
}

/* Somebody who was before that one, lives, and can be told. */
static const struct sim_place *passed_over(struct sim_world *world, int node,
                                           const struct sim_queue *queue,
                                           int64_t ticket, const char *token,
                                           const char *gone)
{
    int64_t now_ms = sim_node_now_ms(world, node);

    if (now_ms > queue->until_ms)
        return NULL;
    for (int i = 0; i < queue->count; i++) {
        const struct sim_place *place = &queue->places[i];
        if (is_before(place, ticket, token) && lives(place, now_ms) &&
            strcmp(place->token, gone) != 0 &&
            sim_node_is_heard(world, node, place->token))
            return place;
    }
    return NULL;
}

/* The ticket that a grant was given by; a fresh one is the last of all. */
static int64_t ticket_of(const struct sim_queue *queue,
                         const struct sim_request *request)
{
    const struct sim_place *mine = find(queue, request->token);
    int64_t ticket;

    if (mine == NULL)
        mine = find(queue, request->old);
    ticket = mine != NULL ? mine->ticket : INT64_MAX;
    return request->ask.ticket > 0 && request->ask.ticket < ticket
               ? request->ask.ticket
               : ticket;
}

void sim_witness_chosen(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_request *request)
{
    const struct sim_queue *queue = &before->queues[request->resource];
    const struct sim_key *key =
        &world->nodes[node].model.memory.keys[request->resource];
    const char *gone = request->token;
    const struct sim_place *place = NULL;
    bool named = request->checked && request->successor.token.length > 0 &&
                 strcmp(request->successor.token.text, key->token) == 0;

    if (key->token[0] == '\0' ||
        strcmp(key->token, before->keys[request->resource].token) == 0)
        return;
    if (request->verb == RLK_VERB_ASK && !request->ask.claiming)
        place = passed_over(world, node, queue, ticket_of(queue, request),
                            key->token, request->old);
    else if (request->verb == RLK_VERB_PASS && !named)
        place = passed_over(world, node, queue,
                            find(queue, key->token) == NULL
                                ? INT64_MAX
                                : find(queue, key->token)->ticket,
                            key->token, gone);
    if (place != NULL)
        sim_witness_break(world, SIM_RULE_ORDER, "n%d, r%d passes %s over",
                          node + 1, request->resource + 1,
                          sim_story_token(place->token));
}

/* --- service ---------------------------------------------------------------
 */

/* Who waits speaks again within a lease, whatever befell a push. */
void sim_witness_all_ask(struct sim_world *world, int64_t guard_span)
{
    const struct sim_plan *plan = world->plan;
    int64_t turn = 2 * RLK_NS_PER_MS + 4 * plan->node_timeout;

    world->served_by =
        world->now + guard_span + plan->ttl_max + sim_plan_slack(plan) +
        plan->ttl_max / 50 +
        plan->clients * (turn + RLK_PLACE_LEASE_MS * RLK_NS_PER_MS);
}

void sim_witness_served(struct sim_client *client)
{
    const struct sim_world *world = client->world;

    if (world->prospering && world->now > world->served_by)
        sim_witness_break(
            client->world, SIM_RULE_SERVED, "c%d was served %" PRId64 "ms late",
            client->index + 1, (world->now - world->served_by) / RLK_NS_PER_MS);
}

/* --- what is left ----------------------------------------------------------
 */

static const struct sim_place *living_place(struct sim_world *world, int node,
                                            int resource)
{
    const struct sim_queue *queue =
        &world->nodes[node].model.memory.queues[resource];
    int64_t now_ms = sim_node_now_ms(world, node);

    for (int i = 0; i < queue->count && now_ms <= queue->until_ms; i++) {
        if (lives(&queue->places[i], now_ms))
            return &queue->places[i];
    }
    return NULL;
}

/* Somebody's last word may not have come, and the lease is what is left. */
static bool lost_something(const struct sim_world *world)
{
    const struct sim_tally *tally = &world->tally;
    uint64_t faults = 0;

    for (int deed = SIM_DEED_STOP; deed < SIM_DEEDS; deed++)
        faults += tally->deeds[deed];
    return faults > 0 || tally->lost[SIM_THERE] > 0 ||
           tally->lost[SIM_BACK] > 0 || tally->cut > 0 || tally->half_open > 0;
}

/* Its process gave no lock back: whoever adopts it does. */
static bool exported(const struct sim_world *world, const char *token)
{
    for (int i = 0; i < world->left_count; i++) {
        if (strcmp(world->left[i], token) == 0)
            return true;
    }
    return false;
}

void sim_witness_places(struct sim_world *world)
{
    if (lost_something(world))
        return;
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_RESOURCES; i++) {
            const struct sim_place *place = living_place(world, node, i);
            if (place != NULL && !exported(world, place->token))
                sim_witness_break(world, SIM_RULE_ORPHAN,
                                  "a place in r%d's queue on n%d of %s", i + 1,
                                  node + 1, sim_story_token(place->token));
        }
    }
}
