/* SPDX-License-Identifier: MIT */
/* Compares keys, counters and votes of a node before and after each request. */

#include "tests/sim/witness_node.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"

struct change {
    struct sim_world *world;
    int node;
    int resource;
    const struct sim_request *request;
    const struct sim_answer *answer;
    const struct sim_key *old_key;
    const struct sim_key *key;
    const struct sim_counter *old_counter;
    const struct sim_counter *counter;
    bool there; /* the key was there, and had not expired */
    bool same;  /* and the same key is there now */
    bool alive; /* a key is there now, and has not expired */
};

/*
 * The caller's own key, or one that it shares, which witness_members.h checks.
 */
static bool owns(const struct change *change, const struct sim_key *key)
{
    if (change->request->former &&
        strcmp(key->token, change->request->token) == 0)
        return true;
    if (change->request->placeholder[0] != '\0')
        return strcmp(key->token, change->request->placeholder) == 0;
    return strcmp(key->token, change->request->token) == 0;
}

static void breaks(const struct change *change, enum sim_rule rule,
                   const char *how)
{
    sim_witness_break(change->world, rule, "n%d, r%d: %s by %s",
                      change->node + 1, change->resource + 1, how,
                      sim_story_request(change->request));
}

/* --- keys ------------------------------------------------------------------
 */

static bool bound(const struct change *change,
                  const struct sim_counter *counter)
{
    return strncmp(counter->born,
                   change->world->nodes[change->node].model.replid, 8) == 0;
}

static bool may_create(enum rlk_verb verb)
{
    return verb == RLK_VERB_GRANT || verb == RLK_VERB_ASK ||
           verb == RLK_VERB_REPAIR;
}

static bool releases(enum rlk_verb verb)
{
    return verb == RLK_VERB_RELEASE || verb == RLK_VERB_PASS;
}

/*
 * The caller's own exclusive key, which is shared now for the rest of its life.
 */
static bool is_downgraded(const struct change *change)
{
    return change->request->former &&
           strcmp(change->old_key->token, change->request->token) == 0 &&
           sim_key_is_placeholder(change->key) &&
           change->key->until_ms >= change->old_key->until_ms;
}

static void check_key(const struct change *change)
{
    enum rlk_verb verb = change->request->verb;
    const struct sim_key *key = change->key;

    if (change->there || key->token[0] != '\0')
        sim_witness_judge(change->world, SIM_RULE_TRESPASS);
    if (!sim_request_means(change->request, change->resource)) {
        if (change->there && !change->same)
            breaks(change, SIM_RULE_TRESPASS,
                   "the key of another resource is changed");
        return;
    }
    if (change->there && !owns(change, change->old_key)) {
        if (!change->same || key->until_ms != change->old_key->until_ms)
            breaks(change, SIM_RULE_TRESPASS,
                   "the key of another holder is changed");
        return;
    }
    if (change->there && !change->same && !releases(verb) &&
        !is_downgraded(change))
        breaks(change, SIM_RULE_TRESPASS, "a key is removed");
    if (change->same && key->until_ms < change->old_key->until_ms &&
        !(change->request->placeholder[0] != '\0' && releases(verb)))
        breaks(change, SIM_RULE_TRESPASS, "a key's end is moved earlier");
    if (!change->there && key->token[0] != '\0' &&
        key->until_ms != change->old_key->until_ms && !may_create(verb))
        breaks(change, SIM_RULE_TRESPASS, "a key is created");
    if (verb == RLK_VERB_REPAIR && key->repaired && !change->there &&
        change->request->rules.fenced && bound(change, change->old_counter) &&
        change->old_counter->number > change->request->rules.fence)
        breaks(change, SIM_RULE_TRESPASS, "a key is restored over a newer one");
}

/* The key was restored, by whatever verb: from here on it is on probation. */
static void note_repair(const struct change *change)
{
    if (sim_request_means(change->request, change->resource) &&
        change->key->repaired && change->alive && !change->same)
        change->world->nodes[change->node].repaired_at[change->resource] =
            change->world->now;
}

/* --- counters --------------------------------------------------------------
 */

/* Was a fence issued for the waiter that the key was handed to? */
static bool hands_on(const struct change *change)
{
    return change->request->verb == RLK_VERB_PASS && change->there &&
           owns(change, change->old_key) && change->alive && !change->same;
}

/* Did the caller take back the fence that it had been issued, with the key? */
static bool takes_back(const struct change *change)
{
    return releases(change->request->verb) && change->there &&
           owns(change, change->old_key) &&
           change->old_counter->number == change->request->rules.issued &&
           change->counter->number == change->old_counter->number - 1;
}

/* The caller was issued the counter's present number, and releases the key. */
static bool is_to_take_back(const struct change *change)
{
    const struct sim_request *request = change->request;

    return request->verb == RLK_VERB_RELEASE && request->checked &&
           change->there &&
           strcmp(change->old_key->token, request->token) == 0 &&
           !change->same && request->rules.issued > 0 &&
           bound(change, change->old_counter) &&
           change->old_counter->number == request->rules.issued;
}

/* How long a counter outlives its own number, if grants add less than a second
 * to it. */
#define COUNTER_LIFE_MS (INT64_C(172800000) - 1000)

/*
 * A counter that expires before the clock has reached its number would begin
 * below it.
 */
static bool ends_early(const struct sim_counter *counter)
{
    return counter->until_ms != 0 &&
           counter->until_ms < counter->number / 1000 + COUNTER_LIFE_MS;
}

static void check_counter(const struct change *change)
{
    int64_t number = change->counter->number;
    int64_t now_us = sim_node_now_us(change->world, change->node);

    if (is_to_take_back(change) && number != change->old_counter->number - 1)
        breaks(change, SIM_RULE_COUNTER, "a fence is not taken back");
    if (number == change->old_counter->number &&
        strcmp(change->counter->born, change->old_counter->born) == 0)
        return;
    sim_witness_judge(change->world, SIM_RULE_COUNTER);
    if (ends_early(change->counter))
        breaks(change, SIM_RULE_COUNTER, "a counter expires too early");
    if (!bound(change, change->old_counter)) {
        if (number < now_us || number < change->old_counter->number)
            breaks(change, SIM_RULE_COUNTER, "a lost counter begins too low");
        return;
    }
    if (number < change->old_counter->number && !takes_back(change))
        breaks(change, SIM_RULE_COUNTER, "a counter falls");
    if (number > change->old_counter->number && !owns(change, change->key) &&
        !hands_on(change))
        breaks(change, SIM_RULE_COUNTER, "a counter rises without the key");
}

/*
 * A hold with its owner's fence does not show which fences others were issued.
 */
static void check_hold(const struct change *change)
{
    const struct sim_request *request = change->request;

    if ((request->verb != RLK_VERB_GRANT && request->verb != RLK_VERB_ASK) ||
        !sim_request_is_owned(request) || !request->rules.fenced ||
        request->rules.fence == 0 || change->resource != request->resource)
        return;
    sim_witness_judge(change->world, SIM_RULE_COUNTER);
    if (change->answer->kind == RLK_ANSWER_YES &&
        !bound(change, change->old_counter))
        breaks(change, SIM_RULE_COUNTER, "a hold is granted without a counter");
}

/* --- votes -----------------------------------------------------------------
 */

/*
 * The longest TTL of the client with the smallest bound on other clients' TTLs.
 */
static int64_t longest(const struct sim_plan *plan)
{
    return plan->other_ttl_max > 0 && plan->other_ttl_max < plan->ttl_max
               ? plan->other_ttl_max
               : plan->ttl_max;
}

static void check_vote(const struct change *change)
{
    const struct sim_node *node = &change->world->nodes[change->node];
    bool asked = change->request->verb == RLK_VERB_GRANT ||
                 change->request->verb == RLK_VERB_ASK;
    bool handed = hands_on(change);
    bool granted = handed || (asked && change->alive &&
                              owns(change, change->key) && !change->same);
    int64_t since = change->world->now - longest(change->world->plan);

    if ((!asked && !handed) || !change->request->checked ||
        change->request->rules.guard_ms == 0)
        return;
    if (node->forgot_at > since || node->quarantined_at > since)
        sim_witness_judge(change->world, SIM_RULE_AMNESIA);
    if (granted && node->forgot_at > since)
        breaks(change, SIM_RULE_AMNESIA, "a vote");
    if (granted && node->quarantined_at > since)
        breaks(change, SIM_RULE_AMNESIA, "a vote in quarantine");
}

/*
 * Whoever wrote it, and for whatever reason: from here on the node must not
 * vote.
 */
static void note_quarantine(struct sim_node *node,
                            const struct sim_memory *before,
                            const struct sim_request *request, int64_t now)
{
    const char *marker = node->model.memory.marker;

    if (request->verb == RLK_VERB_INIT_NODE)
        node->quarantined_at = INT64_MIN;
    if (strcmp(marker, before->marker) != 0 &&
        rlk_marker_read(marker, node->model.replid).state ==
            RLK_MARKER_QUARANTINE)
        node->quarantined_at = now;
}

/* A vote must last for the requested time. */
static void check_lasts(struct sim_world *world, int node,
                        const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    int64_t now_ms = sim_node_now_ms(world, node);
    bool prolongs =
        request->verb == RLK_VERB_GRANT || request->verb == RLK_VERB_ASK ||
        request->verb == RLK_VERB_EXTEND || request->verb == RLK_VERB_REPAIR;

    if (!prolongs || (message->answer.kind != RLK_ANSWER_YES &&
                      message->answer.kind != RLK_ANSWER_CREATED))
        return;
    sim_witness_judge(world, SIM_RULE_LIFE);
    if (sim_memory_has_until(&world->nodes[node].model.memory, request,
                             now_ms) < now_ms + request->ttl_ms)
        sim_witness_break(world, SIM_RULE_LIFE,
                          "n%d answers yes for a shorter time by %s", node + 1,
                          sim_story_request(request));
}

/* --- slots -----------------------------------------------------------------
 */

static bool lives(const struct sim_world *world, int node, int key)
{
    const struct sim_key *at = &world->nodes[node].model.memory.keys[key];

    return at->token[0] != '\0' && sim_node_now_ms(world, node) <= at->until_ms;
}

/* A slot's key was given, or extended. */
static void check_choice(struct sim_world *world, int node, int slot,
                         const struct sim_request *request)
{
    const struct sim_key *of = &world->nodes[node].model.memory.keys[slot];
    int first = sim_key_of_slot(request->resource, 0);

    sim_witness_judge(world, SIM_RULE_CHOICE);
    for (int i = 0; i < world->plan->nodes * SIM_SLOT_KEYS; i++) {
        int other = i / SIM_SLOT_KEYS;
        int key = first + i % SIM_SLOT_KEYS;
        const struct sim_key *at = &world->nodes[other].model.memory.keys[key];
        if (key == slot || !lives(world, other, key))
            continue;
        if (strcmp(at->token, of->token) == 0)
            sim_witness_break(world, SIM_RULE_CHOICE,
                              "n%d and n%d gave two slots to %s", node + 1,
                              other + 1, sim_story_token(of->token));
        if (other == node && at->many != of->many && !at->restored)
            sim_witness_break(world, SIM_RULE_CHOICE,
                              "n%d has slots of %d and of %d by %s", node + 1,
                              at->many, of->many, sim_story_request(request));
    }
}

static void check_slots(struct sim_world *world, int node,
                        const struct sim_request *request)
{
    if (request->slot.many == 0 ||
        (request->verb != RLK_VERB_GRANT && request->verb != RLK_VERB_ASK &&
         request->verb != RLK_VERB_EXTEND && request->verb != RLK_VERB_REPAIR))
        return;
    for (int i = 0; i < SIM_SLOT_KEYS; i++) {
        int key = sim_key_of_slot(request->resource, i);
        const struct sim_key *at = &world->nodes[node].model.memory.keys[key];
        if (lives(world, node, key) && strcmp(at->token, request->token) == 0)
            check_choice(world, node, key, request);
    }
}

/* --- dispatch ------------------------------------------------------------- */

static bool expired(const struct sim_key *key, int64_t now_ms)
{
    return key->token[0] == '\0' || now_ms > key->until_ms;
}

void sim_witness_executed(struct sim_world *world, int node,
                          const struct sim_memory *before,
                          const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    const struct sim_memory *after = &world->nodes[node].model.memory;
    int64_t now_ms = sim_node_now_ms(world, node);

    note_quarantine(&world->nodes[node], before, request, world->now);
    for (int i = 0; i < SIM_KEYS; i++) {
        struct change change = {
            .world = world,
            .node = node,
            .resource = i,
            .request = request,
            .answer = &message->answer,
            .old_key = &before->keys[i],
            .key = &after->keys[i],
            .old_counter = &before->counters[i],
            .counter = &after->counters[i],
            .there = !expired(&before->keys[i], now_ms),
        };
        change.alive = !expired(change.key, now_ms);
        change.same = change.there &&
                      strcmp(change.key->token, change.old_key->token) == 0;
        check_key(&change);
        note_repair(&change);
        check_counter(&change);
        check_hold(&change);
        check_vote(&change);
    }
    check_slots(world, node, request);
    check_lasts(world, node, message);
}
