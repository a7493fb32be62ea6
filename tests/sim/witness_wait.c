/* SPDX-License-Identifier: MIT */
/* Checks order at a node, service in time, and that nothing is left behind. */

#include "tests/sim/witness_wait.h"

#include <inttypes.h>
#include <string.h>

#include "clock/clock.h"
#include "quorum/backoff.h"
#include "quorum/wait.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/token.h"
#include "tests/sim/client.h"
#include "tests/sim/node.h"
#include "tests/sim/story.h"
#include "tests/sim/user.h"
#include "tests/sim/witness.h"

#define LEASE_NS (RLK_ENTRY_LEASE_MS * RLK_NS_PER_MS)

/*
 * A waiter asks again after at most a third of the lease plus a fifth of that.
 */
#define RENEWAL_NS (2 * LEASE_NS / 5)

/* How long half-open connections may occupy a client. */
#define SILENCE_NS (5 * RLK_NS_PER_S)

/*
 * A call may make that many attempts, and one more in each span of this length.
 */
#define ATTEMPTS_FREE 40
#define ATTEMPT_NS (10 * RLK_NS_PER_MS)

/* The time until a silent node's connection is replaced. */
#define FOUND_OUT_NS (2 * RLK_NS_PER_S)

/* --- service ---------------------------------------------------------------
 */

/* When the last key for the lock or for a slot expires. */
static int64_t keys_end(struct sim_world *world)
{
    int64_t last = world->now;

    for (int i = 0; i < world->plan->nodes * (1 + SIM_SLOT_KEYS); i++) {
        const struct sim_node *node = &world->nodes[i / (1 + SIM_SLOT_KEYS)];
        int slot = i % (1 + SIM_SLOT_KEYS) - 1;
        const struct sim_key *key =
            &node->model.memory.keys[slot < 0 ? 0 : sim_key_of_slot(0, slot)];
        int64_t end =
            sim_clock_true(&node->clock, (key->until_ms + 1) * RLK_NS_PER_MS);
        if (key->token[0] != '\0' && end > last)
            last = end;
    }
    return last;
}

static bool is_deaf(const struct sim_connection *connection)
{
    return connection->deaf[SIM_THERE] || connection->deaf[SIM_BACK];
}

/*
 * The number of nodes to which a client has a connection that delivers nothing
 * without knowing it, for the client with the most of them.
 */
static int half_open(const struct sim_world *world)
{
    int counts[SIM_CLIENTS_MAX] = {0};
    int most = 0;

    for (int i = 0; i < world->connections_count; i++) {
        const struct sim_connection *connection = &world->connections[i];
        if (connection->listens || !connection->open || !is_deaf(connection))
            continue;
        if (++counts[connection->client] > most)
            most = counts[connection->client];
    }
    return most;
}

/*
 * Entries of waiters that are gone are in the way for a lease even if the key
 * is free. The next waiter then asks at its renewal, or when the key before it
 * has expired.
 */
static int64_t next_speaks(struct sim_world *world)
{
    return keys_end(world) + LEASE_NS + RENEWAL_NS;
}

/*
 * The additional time for each further waiter: the lock is held, released and
 * handed on.
 */
static int64_t turn(const struct sim_plan *plan)
{
    return SIM_TURN_HOLD_NS + 4 * plan->node_timeout;
}

/*
 * A client with an owner, or one that wants a slot, does not queue, and asks
 * again after a pause of at most this length (redlock/core/acquire.c).
 */
static int64_t longest_pause(const struct sim_plan *plan)
{
    int64_t doubled = RLK_BACKOFF_CAP * 2 * (4 * plan->noise.delay);
    int64_t most = REDLOCK_PAUSE_MAX_DEFAULT_MS * RLK_NS_PER_MS;

    return doubled > most ? doubled : most;
}

/*
 * An attempt detects as many half-open connections as prevent a quorum, and
 * then pauses. A client that polls detects one in each pause.
 */
static int64_t silence(const struct sim_world *world)
{
    const struct sim_plan *plan = world->plan;
    int nodes = half_open(world);
    int in_one = plan->nodes - plan->quorum + 1;
    int more = sim_plan_polls(plan) ? nodes : (nodes - 1) / in_one;

    return nodes == 0
               ? 0
               : SILENCE_NS + more * (FOUND_OUT_NS + longest_pause(plan));
}

void sim_witness_all_ask(struct sim_world *world, int64_t guard_span)
{
    world->served_by = next_speaks(world) + guard_span + silence(world);
}

/*
 * A key is given to a token whose client is gone, or is not notified: it is in
 * the way until it expires.
 */
static void extend_wait(struct sim_world *world, int node, const char *token)
{
    int64_t by;

    if (!world->prospering || sim_node_tells(world, node, token))
        return;
    by = next_speaks(world);
    if (by > world->served_by)
        world->served_by = by;
}

void sim_witness_served(struct sim_client *client, bool polls)
{
    struct sim_world *world = client->world;
    int64_t by;

    if (!world->prospering)
        return;
    sim_witness_judge(world, SIM_RULE_SERVED);
    world->served_by += turn(world->plan);
    /*
     * Its release hands nothing over: the next waiter notices at its renewal.
     */
    if (sim_plan_is_older(world->plan, client->index)) {
        world->served_by += RENEWAL_NS;
        polls = true;
    }
    by = world->served_by + (polls ? longest_pause(world->plan) : 0);
    if (world->now > by)
        sim_witness_break(world, SIM_RULE_SERVED,
                          "c%d was served %" PRId64 "ms late",
                          client->index + 1, (world->now - by) / RLK_NS_PER_MS);
}

/* --- pace ------------------------------------------------------------------
 */

/*
 * After each refusal a client pauses longer, up to a bound. ATTEMPTS_FREE
 * allows for the first short pauses, for keys that are about to expire, and for
 * hand-off messages that are lost.
 */
void sim_witness_pace(struct sim_client *client, const struct rlk_call *call,
                      int resources)
{
    int64_t took = rlk_clock_sub(sim_client_now(client), call->started);
    int64_t bound = (ATTEMPTS_FREE + took / ATTEMPT_NS) * resources;

    sim_witness_judge(client->world, SIM_RULE_PACE);
    if (call->rounds > bound)
        sim_witness_break(client->world, SIM_RULE_PACE,
                          "c%d made %d attempts in %" PRId64 "ms",
                          client->index + 1, call->rounds,
                          took / RLK_NS_PER_MS);
}

/* --- promptness
 * ---------------------------------------------------------------
 */

/* Was the slot's token named as the successor, without a fault? */
static bool is_named(const struct sim_slot *slot)
{
    const struct sim_world *world = slot->client->world;
    const uint64_t *deeds = world->tally.deeds;
    uint64_t failed =
        deeds[SIM_DEED_PAUSE] + deeds[SIM_DEED_RESTART] + deeds[SIM_DEED_CRASH];

    return failed == 0 && strcmp(world->named, slot->belief.token) == 0;
}

/* In a plan that is prompt. */
static int64_t longest_round_trip(const struct sim_plan *plan)
{
    return 2 * plan->noise.delay + plan->noise.late + RLK_NS_PER_US;
}

/*
 * The release itself notifies a named successor. Others, and all waiters if the
 * gate has failed, notice at their next renewal at the latest. If that node is
 * silent, or does not know the holder, they notice at their renewal at another
 * node.
 */
static int64_t soon(const struct sim_plan *plan, bool named)
{
    int64_t round_trip = longest_round_trip(plan);

    return named ? round_trip
                 : RENEWAL_NS + 2 * plan->node_timeout + 4 * round_trip;
}

void sim_witness_given_back(struct sim_world *world,
                            const struct rlk_successor *named)
{
    world->free_since = world->now;
    memcpy(world->named, named->token.text, named->token.length);
    world->named[named->token.length] = '\0';
}

void sim_witness_prompt(const struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    int64_t took = rlk_clock_sub(world->now, world->free_since);

    if (!world->plan->prompt || world->calm || world->free_since == INT64_MIN)
        return;
    sim_witness_judge(world, SIM_RULE_SERVED);
    if (took > soon(world->plan, is_named(slot)))
        sim_witness_break(
            world, SIM_RULE_SERVED, "c%d acquires what was free for %.3fms%s",
            slot->client->index + 1, (double)took / 1e6,
            is_named(slot) ? ", and was the named successor" : "");
}

void sim_witness_waits_still(struct sim_world *world)
{
    for (int i = 0; i < world->plan->clients && world->plan->prompt; i++) {
        if (world->clients[i].alive &&
            world->clients[i].slots[0].state == SIM_SLOT_ACQUIRING)
            sim_witness_break(world, SIM_RULE_SERVED, "c%d still waits", i + 1);
    }
}

/* --- order -----------------------------------------------------------------
 */

static bool is_before(const struct sim_entry *one, int64_t ticket,
                      const char *token)
{
    return one->ticket < ticket ||
           (one->ticket == ticket && strcmp(one->token, token) < 0);
}

static const struct sim_entry *find(const struct sim_queue *queue,
                                    const char *token)
{
    for (int i = 0; i < queue->count; i++) {
        if (strcmp(queue->entries[i].token, token) == 0)
            return &queue->entries[i];
    }
    return NULL;
}

/* An earlier waiter with a valid entry that can be notified. */
static const struct sim_entry *passed_over(struct sim_world *world, int node,
                                           const struct sim_queue *queue,
                                           int64_t ticket, const char *token,
                                           const char *gone)
{
    int64_t now_ms = sim_node_now_ms(world, node);

    if (now_ms > queue->until_ms)
        return NULL;
    for (int i = 0; i < queue->count; i++) {
        const struct sim_entry *entry = &queue->entries[i];
        if (is_before(entry, ticket, token) &&
            sim_entry_is_valid(entry, now_ms) &&
            strcmp(entry->token, gone) != 0 &&
            sim_node_is_listened_to(world, node, entry->token))
            return entry;
    }
    return NULL;
}

/* --- the next waiter, as reported to a holder ----------------------------- */

void sim_witness_head(struct sim_slot *slot, const struct rlk_successor *head)
{
    struct sim_head *first = &slot->belief.head;

    if (head->token.length == 0 ||
        sim_client_owns(slot->client, head->token.text) ||
        (first->token[0] != '\0' && first->ticket <= head->ticket))
        return;
    first->ticket = head->ticket;
    memcpy(first->token, head->token.text, head->token.length + 1);
}

/*
 * The named successor must come before all others that were reported to the
 * holder. Checked at nodes with an entry of one of these, since only there it
 * could be passed over.
 */
static const struct sim_entry *overlooked(struct sim_world *world, int node,
                                          const struct sim_queue *queue,
                                          const struct sim_request *request)
{
    const struct sim_entry *entry = find(queue, request->known_head.token);
    const struct rlk_successor *named = &request->successor;

    return entry != NULL && strcmp(entry->token, named->token.text) != 0 &&
                   request->known_head.ticket < named->ticket &&
                   sim_entry_is_valid(entry, sim_node_now_ms(world, node)) &&
                   sim_node_is_listened_to(world, node, entry->token)
               ? entry
               : NULL;
}

/* The ticket of a grant; a new ticket is the last of all. */
static int64_t ticket_of(const struct sim_queue *queue,
                         const struct sim_request *request)
{
    const struct sim_entry *mine = find(queue, request->token);
    int64_t ticket = mine != NULL ? mine->ticket : INT64_MAX;

    return request->ask.ticket > 0 && request->ask.ticket < ticket
               ? request->ask.ticket
               : ticket;
}

bool sim_witness_passes(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_request *request)
{
    const struct sim_queue *queue = &before->queues[request->resource];

    return !request->ask.claiming &&
           passed_over(world, node, queue, ticket_of(queue, request),
                       request->token, request->token) != NULL;
}

bool sim_witness_unnotified(struct sim_world *world, int node, int resource)
{
    const struct sim_queue *queue =
        &world->nodes[node].model.memory.queues[resource];
    int64_t now_ms = sim_node_now_ms(world, node);

    for (int i = 0; i < queue->count && now_ms <= queue->until_ms; i++) {
        const struct sim_entry *entry = &queue->entries[i];
        if (!sim_entry_is_valid(entry, now_ms))
            continue;
        if ((entry->flags & RLK_ENTRY_SHARES) == 0)
            return false;
        if (!entry->woken && sim_node_is_listened_to(world, node, entry->token))
            return true;
    }
    return false;
}

/* Does a slot's key have another token than before? */
static bool is_slot_given(const struct sim_memory *memory,
                          const struct sim_memory *before, int resource)
{
    for (int i = 0; i < SIM_SLOT_KEYS; i++) {
        int key = sim_key_of_slot(resource, i);
        if (memory->keys[key].token[0] != '\0' &&
            strcmp(memory->keys[key].token, before->keys[key].token) != 0)
            return true;
    }
    return false;
}

static bool is_slot_free(const struct sim_memory *memory, int resource,
                         int many, int64_t now_ms)
{
    for (int i = 0; i < many; i++) {
        const struct sim_key *key = &memory->keys[sim_key_of_slot(resource, i)];
        if (key->token[0] == '\0' || now_ms > key->until_ms)
            return true;
    }
    return false;
}

/* Did the request remove the key of a slot? */
static bool is_slot_given_back(const struct sim_memory *memory,
                               const struct sim_memory *before, int resource,
                               int64_t now_ms)
{
    for (int i = 0; i < SIM_SLOT_KEYS; i++) {
        int key = sim_key_of_slot(resource, i);
        if (before->keys[key].token[0] != '\0' &&
            now_ms <= before->keys[key].until_ms &&
            memory->keys[key].token[0] == '\0')
            return true;
    }
    return false;
}

/* The first waiter that can be notified; NULL: there is none. */
static const struct sim_entry *first_listening(struct sim_world *world,
                                               int node,
                                               const struct sim_queue *queue)
{
    int64_t now_ms = sim_node_now_ms(world, node);

    for (int i = 0; i < queue->count && now_ms <= queue->until_ms; i++) {
        if (sim_entry_is_valid(&queue->entries[i], now_ms) &&
            sim_node_is_listened_to(world, node, queue->entries[i].token))
            return &queue->entries[i];
    }
    return NULL;
}

/* A slot became free, or another one was given: a slot is free now. */
static void check_slot_woken(struct sim_world *world, int node,
                             const struct sim_memory *before,
                             const struct sim_request *request)
{
    const struct sim_node *at = &world->nodes[node];
    const struct sim_memory *memory = &at->model.memory;
    int64_t now_ms = sim_node_now_ms(world, node);
    const struct sim_queue *queue = &memory->queues[sim_request_queue(request)];
    const struct sim_entry *first = first_listening(world, node, queue);
    const struct sim_entry *notified = find(queue, at->notified);

    if (!is_slot_given_back(memory, before, request->resource, now_ms) &&
        (request->verb != RLK_VERB_ASK ||
         !is_slot_given(memory, before, request->resource)))
        return;
    if (first == NULL ||
        !is_slot_free(memory, request->resource, request->slot.many, now_ms))
        return;
    sim_witness_judge(world, SIM_RULE_WOKEN);
    /* A waiter whose connection broke at that moment does not count. */
    if (notified == NULL || notified > first)
        sim_witness_break(world, SIM_RULE_WOKEN, "n%d, a slot of r%d, %s",
                          node + 1, request->resource + 1,
                          sim_story_token(first->token));
}

/* A client that asks for any slot must not pass over a waiter. */
static void check_slot_order(struct sim_world *world, int node,
                             const struct sim_memory *before,
                             const struct sim_request *request)
{
    const struct sim_queue *queue = &before->queues[sim_request_queue(request)];
    const struct sim_entry *entry;

    if (request->verb != RLK_VERB_ASK ||
        !is_slot_given(&world->nodes[node].model.memory, before,
                       request->resource))
        return;
    if (queue->count > 0)
        sim_witness_judge(world, SIM_RULE_ORDER);
    entry = passed_over(world, node, queue, ticket_of(queue, request),
                        request->token, "");
    if (entry != NULL)
        sim_witness_break(world, SIM_RULE_ORDER,
                          "n%d, a slot of r%d passes over %s", node + 1,
                          request->resource + 1, sim_story_token(entry->token));
}

/* A waiter that asks again keeps its ticket, or gets an older one. */
static void check_ticket(struct sim_world *world, int node,
                         const struct sim_memory *before,
                         const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    int number = sim_request_queue(request);
    const struct sim_queue *was = &before->queues[number];
    const struct sim_queue *now =
        &world->nodes[node].model.memory.queues[number];
    const struct sim_entry *entry = find(now, request->token);

    if (request->verb != RLK_VERB_ASK || entry == NULL ||
        message->answer.kind != RLK_ANSWER_QUEUED ||
        (request->ask.flags & RLK_ENTRY_NONE) != 0 ||
        sim_node_now_ms(world, node) > was->until_ms)
        return;
    if (ticket_of(was, request) == INT64_MAX &&
        (entry->ticket < sim_node_now_us(world, node) ||
         entry != &now->entries[now->count - 1]))
        sim_witness_break(world, SIM_RULE_ORDER, "n%d does not put %s last",
                          node + 1, sim_story_token(entry->token));
    if (entry->ticket > ticket_of(was, request))
        sim_witness_break(world, SIM_RULE_ORDER, "n%d moves %s back", node + 1,
                          sim_story_token(entry->token));
}

/*
 * A free lock, or one that may be shared, is not refused because of expired
 * entries. A claim, or an owner's later lock, is not refused because of any
 * entry.
 */
static void check_kept_out(struct sim_world *world, int node,
                           const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    const struct sim_memory *memory = &world->nodes[node].model.memory;
    const struct sim_key *key = &memory->keys[request->resource];
    const struct sim_queue *queue = &memory->queues[request->resource];
    int64_t now_ms = sim_node_now_ms(world, node);
    bool is_owned = sim_request_is_owned(request);
    bool is_first_hold =
        is_owned && request->rules.fenced && request->rules.fence == 0;
    bool passes =
        (request->verb == RLK_VERB_ASK && request->ask.claiming) ||
        (is_owned && (key->token[0] != '\0' || request->rules.fence > 0));

    if (message->answer.kind != RLK_ANSWER_QUEUED || request->slot.many > 0 ||
        (key->token[0] != '\0' && now_ms <= key->until_ms &&
         (strcmp(key->token, request->placeholder) != 0 || is_first_hold)))
        return;
    for (int i = 0; i < queue->count && now_ms <= queue->until_ms && !passes;
         i++) {
        if (strcmp(queue->entries[i].token, request->token) != 0 &&
            sim_entry_is_valid(&queue->entries[i], now_ms))
            return;
    }
    sim_witness_break(world, SIM_RULE_ORDER, "n%d refuses %s without a reason",
                      node + 1, sim_story_token(request->token));
}

static bool downgrades(const struct sim_request *request)
{
    return request->former && (request->verb == RLK_VERB_EXTEND ||
                               request->verb == RLK_VERB_REPAIR);
}

/* Does the request leave the resource, or the queue, and so notify others? */
static bool gives_way(const struct sim_memory *before,
                      const struct sim_message *message, int64_t now_ms)
{
    const struct sim_request *request = &message->request;
    const struct sim_key *key = &before->keys[request->resource];
    const struct sim_queue *queue = &before->queues[request->resource];
    bool has_key =
        now_ms <= key->until_ms && strcmp(key->token, request->token) == 0;

    if (message->answer.kind == RLK_ANSWER_ERROR || message->answer.quarantined)
        return false;
    if (request->verb == RLK_VERB_PASS || downgrades(request))
        return has_key;
    return request->verb == RLK_VERB_RELEASE &&
           request->placeholder[0] != '\0' &&
           (has_key ||
            sim_memory_member(before, request->resource, request->token,
                              now_ms) != NULL ||
            (now_ms <= queue->until_ms && find(queue, request->token) != NULL));
}

/* Nobody holds the lock: the first waiter that can be notified must be. */
static void check_woken(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_message *message)
{
    const struct sim_node *at = &world->nodes[node];
    int resource = message->request.resource;
    int64_t now_ms = sim_node_now_ms(world, node);
    const struct sim_key *key = &at->model.memory.keys[resource];
    const struct sim_queue *was = &before->queues[resource];
    const struct sim_queue *queue = &at->model.memory.queues[resource];
    bool is_free = key->token[0] == '\0' || now_ms > key->until_ms;
    const struct sim_entry *first = first_listening(world, node, queue);
    const struct sim_entry *notified = find(queue, at->notified);

    /* A named successor comes first if it can be notified. */
    if (!gives_way(before, message, now_ms) || first == NULL ||
        (message->request.successor.token.length > 0 &&
         strcmp(at->notified, message->request.successor.token.text) == 0))
        return;
    sim_witness_judge(world, SIM_RULE_WOKEN);
    if (is_free && (notified == NULL || notified > first))
        sim_witness_break(world, SIM_RULE_WOKEN, "n%d, r%d, %s", node + 1,
                          resource + 1, sim_story_token(first->token));
    if (!is_free && strcmp(key->token, RLK_PLACEHOLDER_READERS) == 0 &&
        now_ms <= was->until_ms &&
        (downgrades(&message->request) ||
         find(was, message->request.token) != NULL) &&
        sim_witness_unnotified(world, node, resource))
        sim_witness_break(world, SIM_RULE_WOKEN, "n%d, r%d, readers", node + 1,
                          resource + 1);
}

/* A waiter that was notified, and is still queued, may acquire. */
static void check_notified(struct sim_world *world, int node,
                           const struct sim_request *request)
{
    const struct sim_node *at = &world->nodes[node];
    const struct sim_memory *memory = &at->model.memory;
    int64_t now_ms = sim_node_now_ms(world, node);
    const struct sim_key *key = &memory->keys[request->resource];
    const struct sim_queue *queue = &memory->queues[sim_request_queue(request)];
    const struct sim_entry *notified = find(queue, at->notified);
    bool in_vain = false;

    if (notified == NULL)
        return;
    if (request->slot.many > 0)
        in_vain = request->verb == RLK_VERB_ASK &&
                  !is_slot_free(memory, request->resource, request->slot.many,
                                now_ms);
    else if (key->token[0] != '\0' && now_ms <= key->until_ms)
        in_vain = strcmp(key->token, RLK_PLACEHOLDER_READERS) != 0;
    for (int i = 0; &queue->entries[i] <= notified && request->slot.many == 0 &&
                    key->token[0] != '\0' && now_ms <= key->until_ms;
         i++)
        in_vain =
            in_vain || (sim_entry_is_valid(&queue->entries[i], now_ms) &&
                        (queue->entries[i].flags & RLK_ENTRY_SHARES) == 0);
    sim_witness_judge(world, SIM_RULE_WOKEN);
    if (in_vain)
        sim_witness_break(world, SIM_RULE_WOKEN, "n%d notifies %s without need",
                          node + 1, sim_story_token(notified->token));
}

void sim_witness_chosen(struct sim_world *world, int node,
                        const struct sim_memory *before,
                        const struct sim_message *message)
{
    const struct sim_request *request = &message->request;
    const struct sim_queue *queue = &before->queues[request->resource];
    const struct sim_key *key =
        &world->nodes[node].model.memory.keys[request->resource];
    const char *gone = request->token;
    const struct sim_entry *entry = NULL;
    bool named = request->checked && request->successor.token.length > 0 &&
                 strcmp(request->successor.token.text, key->token) == 0;

    for (int i = 0; i < SIM_QUEUES; i++) {
        if (world->nodes[node].model.memory.queues[i].strays > 0)
            sim_witness_break(world, SIM_RULE_ORPHAN,
                              "n%d keeps a part of an entry by %s", node + 1,
                              sim_story_request(request));
    }
    check_ticket(world, node, before, message);
    check_notified(world, node, request);
    check_kept_out(world, node, message);
    if (request->slot.many > 0) {
        check_slot_order(world, node, before, request);
        check_slot_woken(world, node, before, request);
        return;
    }
    check_woken(world, node, before, message);
    /* Members are checked by witness_members.h. */
    if (key->token[0] == '\0' || request->placeholder[0] != '\0' ||
        strcmp(key->token, before->keys[request->resource].token) == 0)
        return;
    if (key->handed && request->resource == 0)
        extend_wait(world, node, key->token);
    if (queue->count > 0)
        sim_witness_judge(world, SIM_RULE_ORDER);
    if (request->verb == RLK_VERB_ASK && !request->ask.claiming)
        entry = passed_over(world, node, queue, ticket_of(queue, request),
                            key->token, key->token);
    else if (request->verb == RLK_VERB_PASS && !named)
        entry = passed_over(world, node, queue,
                            find(queue, key->token) == NULL
                                ? INT64_MAX
                                : find(queue, key->token)->ticket,
                            key->token, gone);
    else if (request->verb == RLK_VERB_PASS)
        entry = overlooked(world, node, queue, request);
    if (entry != NULL)
        sim_witness_break(world, SIM_RULE_ORDER, "n%d, r%d passes %s over",
                          node + 1, request->resource + 1,
                          sim_story_token(entry->token));
}

/* --- at rest -------------------------------------------------------------- */

static const struct sim_entry *living_entry(struct sim_world *world, int node,
                                            int number)
{
    const struct sim_queue *queue =
        &world->nodes[node].model.memory.queues[number];
    int64_t now_ms = sim_node_now_ms(world, node);

    for (int i = 0; i < queue->count && now_ms <= queue->until_ms; i++) {
        if (sim_entry_is_valid(&queue->entries[i], now_ms))
            return &queue->entries[i];
    }
    return NULL;
}

/* A last request may have been lost, so only the lease ends the entry. */
static bool lost_something(const struct sim_world *world)
{
    const struct sim_tally *tally = &world->tally;
    uint64_t faults = 0;

    for (int deed = SIM_DEED_STOP; deed < SIM_DEEDS; deed++)
        faults += tally->deeds[deed];
    return faults > 0 || tally->lost[SIM_THERE] > 0 ||
           tally->lost[SIM_BACK] > 0 || tally->cut > 0 ||
           tally->half_open > 0 || tally->points[SIM_POINT_KILLED] > 0;
}

void sim_witness_entries(struct sim_world *world)
{
    if (lost_something(world))
        return;
    for (int node = 0; node < world->plan->nodes; node++) {
        for (int i = 0; i < SIM_QUEUES; i++) {
            const struct sim_entry *entry = living_entry(world, node, i);
            if (entry != NULL)
                sim_witness_break(world, SIM_RULE_ORPHAN,
                                  "an entry in r%d's queue on n%d of %s",
                                  i % SIM_RESOURCES + 1, node + 1,
                                  sim_story_token(entry->token));
        }
    }
}

/* --- a minority that refuses ---------------------------------------------- */

/* Does no other client hold or want the slot's resource? */
static bool is_alone(const struct sim_slot *slot)
{
    const struct sim_world *world = slot->client->world;

    for (int i = 0; i < world->plan->clients * SIM_SLOTS; i++) {
        const struct sim_slot *other =
            &world->clients[i / SIM_SLOTS].slots[i % SIM_SLOTS];
        if (other != slot && other->client->alive &&
            other->state != SIM_SLOT_IDLE && other->resource == slot->resource)
            return false;
    }
    return true;
}

static bool has_others_key(const struct sim_slot *slot, int number, int key)
{
    struct sim_world *world = slot->client->world;
    const struct sim_key *there = sim_model_key(
        &world->nodes[number].model, key, sim_node_now_ms(world, number));

    return there != NULL && !sim_client_owns(slot->client, there->token);
}

/*
 * Is nothing of other clients at the node, as far as it can answer the client?
 */
static bool is_free(const struct sim_slot *slot, int number)
{
    struct sim_world *world = slot->client->world;
    struct sim_node *node = &world->nodes[number];
    int queue =
        slot->slots > 0 ? SIM_RESOURCES + slot->resource : slot->resource;
    const struct sim_entry *entry = living_entry(world, number, queue);
    bool taken =
        slot->slots == 0 && has_others_key(slot, number, slot->resource);

    for (int i = 0; i < slot->slots; i++)
        taken |=
            has_others_key(slot, number, sim_key_of_slot(slot->resource, i));
    return node->up && !node->paused && !taken &&
           slot->client->core.nodes[number].state == RLK_NODE_UP &&
           (entry == NULL || sim_client_owns(slot->client, entry->token));
}

static bool is_open_to(const struct sim_slot *slot)
{
    const struct sim_plan *plan = slot->client->world->plan;
    int nodes = 0;

    for (int node = 0; node < plan->nodes; node++)
        nodes += is_free(slot, node);
    return nodes >= plan->quorum && is_alone(slot);
}

/*
 * Each of the other nodes may be silent for a timeout, once when all are asked
 * and once as a gate; another gate is asked after each doubt.
 */
static int64_t let_in_within(const struct sim_plan *plan)
{
    int64_t round_trip = longest_round_trip(plan);
    int64_t doubt = 4 * round_trip > RLK_WAIT_DOUBT_LEAST_NS
                        ? 4 * round_trip
                        : RLK_WAIT_DOUBT_LEAST_NS;

    return 2 * (plan->nodes - plan->quorum) * plan->node_timeout +
           plan->quorum * (doubt + round_trip) + 8 * round_trip;
}

void sim_witness_let_in(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;
    const struct rlk_acquire *acquire = sim_user_acquire(slot);
    int64_t took;

    /*
     * Before its first attempt a client may let others go first for a moment.
     */
    if (!world->plan->prompt || world->calm ||
        slot->state != SIM_SLOT_ACQUIRING || acquire->attempt == 0)
        return;
    if (!is_open_to(slot))
        slot->open_since = RLK_NEVER;
    else if (slot->open_since == 0)
        slot->open_since = world->now;
    if (slot->open_since == RLK_NEVER || acquire->once)
        return;
    took = rlk_clock_sub(world->now, slot->open_since);
    sim_witness_judge(world, SIM_RULE_LET_IN);
    if (took > let_in_within(world->plan))
        sim_witness_break(world, SIM_RULE_LET_IN, "c%d waits for %s for %.3fms",
                          slot->client->index + 1, slot->name,
                          (double)took / 1e6);
}

void sim_witness_turned_away(struct sim_slot *slot)
{
    struct sim_world *world = slot->client->world;

    if (!slot->acquire.once || slot->acquire.call.status != REDLOCK_BUSY ||
        slot->open_since == 0 || slot->open_since == RLK_NEVER)
        return;
    sim_witness_judge(world, SIM_RULE_LET_IN);
    sim_witness_break(world, SIM_RULE_LET_IN, "c%d is refused %s",
                      slot->client->index + 1, slot->name);
}
