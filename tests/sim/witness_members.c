/* SPDX-License-Identifier: MIT */
/* Compares placeholders and members of a node with the requests. */

#include "tests/sim/witness_members.h"
#include "tests/sim/client.h"

#include <string.h>

#include "redlock/runtime/handoff.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"
#include "tests/sim/witness.h"
#include "tests/sim/witness_wait.h"

struct change {
    struct sim_world *world;
    int node;
    const struct sim_memory *before;
    struct sim_memory *after;
    const struct sim_request *request;
    int64_t now_ms;
};

static void breaks(const struct change *change, enum sim_rule rule,
                   const char *how)
{
    sim_witness_break(change->world, rule, "n%d, r%d: %s by %s",
                      change->node + 1, change->request->resource + 1, how,
                      sim_story_request(change->request));
}

static const struct sim_member *was(const struct change *change,
                                    const char *token)
{
    return sim_memory_member(change->before, change->request->resource, token,
                             change->now_ms);
}

static const struct sim_member *is(const struct change *change,
                                   const char *token)
{
    return sim_memory_member(change->after, change->request->resource, token,
                             change->now_ms);
}

/* It was a member: is it still one, for as long as before? */
static void check_member(const struct change *change,
                         const struct sim_member *member)
{
    const struct sim_member *now = is(change, member->token);
    bool own = change->request->placeholder[0] != '\0' &&
               strcmp(member->token, change->request->token) == 0;

    sim_witness_judge(change->world, SIM_RULE_TRESPASS);
    if (own && change->request->verb == RLK_VERB_RELEASE)
        return;
    if (now == NULL)
        breaks(change, SIM_RULE_TRESPASS, "a member is removed");
    else if (now->until_ms < member->until_ms)
        breaks(change, SIM_RULE_TRESPASS, "a member's end is moved earlier");
}

/*
 * A token that a newer holder may have followed must not become a member again.
 */
static void check_forgotten(const struct change *change,
                            const struct sim_member *member)
{
    if (is(change, member->token) != NULL && was(change, member->token) == NULL)
        breaks(change, SIM_RULE_TRESPASS,
               "a member is back although its placeholder was gone");
}

static bool somebody_waits(const struct change *change)
{
    const struct sim_queue *queue =
        &change->before->queues[change->request->resource];

    for (int i = 0; i < queue->count && change->now_ms <= queue->until_ms;
         i++) {
        if (sim_entry_is_valid(&queue->entries[i], change->now_ms) &&
            strcmp(queue->entries[i].token, change->request->token) != 0)
            return true;
    }
    return false;
}

/* It comes beside others of its owner, for which waiters may wait. */
static bool may_pass(const struct change *change)
{
    const struct sim_request *request = change->request;
    const struct sim_key *key = &change->before->keys[request->resource];

    return sim_request_is_owned(request) &&
           (request->rules.fence > 0 ||
            (key->until_ms >= change->now_ms &&
             strcmp(key->token, request->placeholder) == 0));
}

static bool had_it_alone(const struct change *change)
{
    const struct sim_request *request = change->request;
    const struct sim_key *key = &change->before->keys[request->resource];

    return request->former && key->until_ms >= change->now_ms &&
           strcmp(key->token, request->token) == 0;
}

/* Does the token still wait there? */
static bool has_entry(const struct change *change)
{
    const struct sim_queue *queue =
        &change->after->queues[change->request->resource];

    for (int i = 0; i < queue->count && change->now_ms <= queue->until_ms;
         i++) {
        if (strcmp(queue->entries[i].token, change->request->token) == 0)
            return true;
    }
    return false;
}

static void check_order(const struct change *change)
{
    const struct sim_request *request = change->request;

    sim_witness_judge(change->world, SIM_RULE_ORDER);
    if (request->verb == RLK_VERB_GRANT && somebody_waits(change) &&
        !may_pass(change))
        breaks(change, SIM_RULE_ORDER, "a waiter is passed over");
    if (request->verb == RLK_VERB_ASK && !may_pass(change) &&
        sim_witness_passes(change->world, change->node, change->before,
                           request))
        breaks(change, SIM_RULE_ORDER, "an earlier waiter is passed over");
    if ((request->verb == RLK_VERB_ASK || !may_pass(change)) &&
        has_entry(change))
        breaks(change, SIM_RULE_ORDER, "a new member keeps its queue entry");
    if (request->verb == RLK_VERB_ASK && !sim_request_is_owned(request) &&
        sim_witness_unnotified(change->world, change->node, request->resource))
        breaks(change, SIM_RULE_ORDER,
               "a waiter that may share it is not notified");
}

static void check_new_member(const struct change *change)
{
    const struct sim_node *node = &change->world->nodes[change->node];
    const struct sim_request *request = change->request;
    int64_t since = change->world->now - change->world->plan->ttl_max;

    if (request->placeholder[0] == '\0' || is(change, request->token) == NULL ||
        was(change, request->token) != NULL || had_it_alone(change))
        return;
    if (request->verb != RLK_VERB_GRANT && request->verb != RLK_VERB_ASK &&
        request->verb != RLK_VERB_REPAIR)
        breaks(change, SIM_RULE_TRESPASS, "a member is created");
    if (request->verb == RLK_VERB_REPAIR)
        return;
    check_order(change);
    if (request->rules.guard_ms == 0 || change->world->plan->other_ttl_max > 0)
        return;
    if (node->forgot_at > since)
        breaks(change, SIM_RULE_AMNESIA, "a vote");
    if (node->quarantined_at > since)
        breaks(change, SIM_RULE_AMNESIA, "a vote in quarantine");
}

/* The placeholder expires in the same millisecond as the last member. */
static void check_placeholder(const struct change *change)
{
    int resource = change->request->resource;
    const struct sim_key *key = &change->after->keys[resource];
    const struct sim_members *members = &change->after->members[resource];
    const struct sim_owners *owners = &change->after->owners[resource];
    int64_t until_ms = 0;

    if (owners->count > 0 && owners->until_ms == INT64_MAX)
        breaks(change, SIM_RULE_ORPHAN, "the hash of owners does not expire");
    if (!sim_key_is_placeholder(key) || key->until_ms < change->now_ms)
        return;
    for (int i = 0; i < members->count; i++) {
        if (members->list[i].until_ms > until_ms)
            until_ms = members->list[i].until_ms;
    }
    if (key->until_ms < until_ms || key->until_ms > until_ms + 1)
        breaks(change, SIM_RULE_TRESPASS,
               "the placeholder does not end with the last member");
}

static void note_repair(const struct change *change)
{
    int resource = change->request->resource;
    struct sim_members *members = &change->after->members[resource];
    int64_t at = had_it_alone(change)
                     ? change->world->nodes[change->node].repaired_at[resource]
                     : change->world->now;

    for (int i = 0; i < members->count; i++) {
        if (members->list[i].repaired && members->list[i].repaired_at == 0)
            members->list[i].repaired_at = at;
    }
}

/* It no longer waits, whatever it waited for. */
static bool leaves_queue(const struct sim_message *message)
{
    const struct sim_request *request = &message->request;

    if (message->answer.kind == RLK_ANSWER_ERROR ||
        message->answer.kind == RLK_ANSWER_DISAGREES)
        return false;
    return (request->placeholder[0] != '\0' &&
            request->verb == RLK_VERB_RELEASE) ||
           (request->former && (request->verb == RLK_VERB_EXTEND ||
                                request->verb == RLK_VERB_REPAIR));
}

void sim_witness_members(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    struct change change = {
        .world = world,
        .node = node,
        .before = before,
        .after = &world->nodes[node].model.memory,
        .request = request,
        .now_ms = sim_node_now_ms(world, node),
    };
    const struct sim_members *members = &before->members[request->resource];

    if (leaves_queue(message) && has_entry(&change))
        breaks(&change, SIM_RULE_ORPHAN, "a queue entry is kept");
    if (members->count == 0 &&
        change.after->members[request->resource].count == 0)
        return;
    for (int i = 0; i < members->count; i++) {
        if (was(&change, members->list[i].token) != NULL)
            check_member(&change, &members->list[i]);
        else if (strcmp(members->list[i].token, request->token) != 0)
            check_forgotten(&change, &members->list[i]);
    }
    check_new_member(&change);
    check_placeholder(&change);
    note_repair(&change);
}

/* --- at rest -------------------------------------------------------------- */

static void look_at(struct sim_world *world, int node, int resource)
{
    struct sim_memory *memory = &world->nodes[node].model.memory;
    const struct sim_members *members = &memory->members[resource];
    const struct sim_key *key = sim_model_key(
        &world->nodes[node].model, resource, sim_node_now_ms(world, node));

    if (!sim_key_is_placeholder(key))
        return;
    for (int i = 0; i < members->count; i++) {
        const struct sim_member *member =
            sim_memory_member(memory, resource, members->list[i].token,
                              sim_node_now_ms(world, node));
        if (member != NULL && !member->restored &&
            sim_client_of(world, member->token) != NULL)
            sim_witness_break(world, SIM_RULE_ORPHAN, "a member of r%d on n%d",
                              resource + 1, node + 1);
    }
}

void sim_witness_members_left(struct sim_world *world)
{
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_RESOURCES; i++)
            look_at(world, node, i);
    }
}
