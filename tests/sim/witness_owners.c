/* SPDX-License-Identifier: MIT */
/* Compares what nodes report of an owner's shares with the requests. */

#include "tests/sim/witness_owners.h"

#include <string.h>

#include "quorum/node_set.h"
#include "redlock/core/op.h"
#include "redlock/runtime/token.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"

/* Owners are named o1, o2; 0: no owner. */
static int8_t owner_named(const char *name)
{
    return (int8_t)(name[0] == '\0' ? 0 : name[1] - '0');
}

void sim_witness_asks_to_share(struct sim_client *client,
                               const struct sim_request *request)
{
    uint64_t attempt = sim_story_attempt(request->token);

    if (request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK)
        client->shared_by[attempt % SIM_ATTEMPTS] = (struct sim_shared_by){
            .attempt = attempt,
            .owner = owner_named(request->sharer),
        };
}

/*
 * Does the token share the resource as that owner? -1: its client is gone, or
 * too many requests followed.
 */
static int shares_as(const struct sim_world *world, const char *token,
                     int8_t owner)
{
    const struct sim_client *client = sim_client_of(world, token);
    uint64_t attempt = sim_story_attempt(token);
    const struct sim_shared_by *by;

    if (client == NULL)
        return -1;
    by = &client->shared_by[attempt % SIM_ATTEMPTS];
    return by->attempt != attempt ? -1 : by->owner == owner;
}

static bool asks(enum rlk_verb verb)
{
    return verb == RLK_VERB_GRANT || verb == RLK_VERB_ASK;
}

void sim_witness_share_reported(struct sim_world *world, int node,
                                const struct sim_memory *before,
                                const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    const struct sim_members *members = &before->members[request->resource];
    int64_t now_ms = sim_node_now_ms(world, node);
    bool shares = false, unsure = false;

    if (!asks(request->verb) || !sim_request_is_owned(request) ||
        strcmp(before->keys[request->resource].token,
               RLK_PLACEHOLDER_READERS) != 0)
        return;
    for (int i = 0; i < members->count; i++) {
        const char *token = members->list[i].token;
        int says = shares_as(world, token,
                             owner_named(request->placeholder +
                                         sizeof(RLK_PLACEHOLDER_OWNER) - 1));
        if (sim_memory_member(before, request->resource, token, now_ms) == NULL)
            continue;
        shares = shares || says == 1;
        unsure = unsure || says < 0;
    }
    if (message->answer.kind == RLK_ANSWER_SHARING)
        sim_witness_judge(world, SIM_RULE_UPGRADE);
    if (message->answer.kind == RLK_ANSWER_SHARING ? !shares && !unsure
        : message->answer.kind == RLK_ANSWER_HELD  ? shares
                                                   : false)
        sim_witness_break(world, SIM_RULE_UPGRADE, "n%d, to %s", node + 1,
                          sim_story_request(request));
}

void sim_witness_hears_of_share(struct sim_slot *slot, int node,
                                const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    uint64_t attempt = sim_story_attempt(request->token);
    const struct rlk_op *op = slot->state == SIM_SLOT_ACQUIRING
                                  ? sim_user_acquire(slot)->call.op
                                  : NULL;

    if (!asks(request->verb) || op == NULL ||
        strcmp(op->token.text, request->token) != 0)
        return;
    if (slot->notified_attempt != attempt) {
        sim_witness_asked_alone(slot);
        slot->notified_attempt = attempt;
    }
    if (message->answer.kind != RLK_ANSWER_SHARING)
        return;
    slot->notified_by |= 1U << node;
    if (op->round.outcome == RLK_OUTCOME_PENDING &&
        rlk_round_vote_of(&op->round, node) == RLK_VOTE_NONE)
        slot->notified_in_time |= 1U << node;
}

static bool is_enough(const struct sim_slot *slot, uint32_t nodes)
{
    const struct sim_plan *plan = slot->client->world->plan;

    return rlk_node_set_count(nodes) > plan->nodes - plan->quorum;
}

void sim_witness_asked_alone(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    enum redlock_status status = slot->acquire.call.status;
    bool goes_on =
        slot->state == SIM_SLOT_ACQUIRING && slot->acquire.call.op != NULL;
    bool notified = is_enough(slot, slot->notified_by);
    bool in_time = is_enough(slot, slot->notified_in_time);

    slot->notified_by = slot->notified_in_time = 0;
    if (in_time &&
        (goes_on || (status != REDLOCK_UPGRADE && status != REDLOCK_CANCELLED)))
        sim_witness_break(world, SIM_RULE_UPGRADE, "c%d waits for itself",
                          slot->client->index + 1);
    if (!notified && !goes_on && status == REDLOCK_UPGRADE)
        sim_witness_break(world, SIM_RULE_UPGRADE, "c%d, by too few nodes",
                          slot->client->index + 1);
}
