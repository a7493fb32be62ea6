/* SPDX-License-Identifier: MIT */
/* Digests nodes and messages, and so the whole state. */

#include "tests/sim/explore/state.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/choice.h"
#include "tests/sim/explore/client_state.h"
#include "tests/sim/node.h"

/* --- nodes -----------------------------------------------------------------
 */

/* Expired entries count as missing. */
static uint64_t mix_queue(uint64_t hash, const struct sim_queue *queue,
                          int64_t now_ms)
{
    if (now_ms > queue->until_ms)
        return hash;
    for (int i = 0; i < queue->count; i++) {
        const struct sim_entry *entry = &queue->entries[i];
        hash = digest_text(hash, entry->token);
        hash = digest_mix(hash, (uint64_t)entry->ticket);
        hash = digest_mix(hash, (uint64_t)entry->px_ms);
        hash =
            digest_mix(hash, (uint64_t)entry->generation * 32 + entry->flags);
        hash = digest_mix(hash, (uint64_t)entry->until_ms * 2 + entry->woken);
    }
    return queue->count == 0 ? hash
                             : digest_mix(hash, (uint64_t)queue->until_ms);
}

/* Independent of their order. */
static uint64_t mix_members(uint64_t hash, const struct sim_memory *memory,
                            int resource, int64_t now_ms)
{
    const struct sim_members *members = &memory->members[resource];
    uint64_t sum = 0;

    for (int i = 0; i < members->count; i++) {
        const struct sim_member *member = &members->list[i];
        uint64_t one = digest_text(0, member->token);
        one = digest_mix(one, (uint64_t)member->until_ms);
        one = digest_mix(one, (uint64_t)member->repaired_at);
        if (member->until_ms >= now_ms)
            sum += digest_mix(one, member->repaired * 2U + member->restored);
    }
    return sum == 0 ? hash : digest_mix(hash, sum);
}

/* Independent of their order. */
static uint64_t mix_owners(uint64_t hash, const struct sim_owners *owners,
                           int64_t now_ms)
{
    uint64_t sum = 0;

    for (int i = 0; i < owners->count && now_ms <= owners->until_ms; i++)
        sum += digest_text(digest_text(0, owners->list[i].token),
                           owners->list[i].owner);
    return sum == 0
               ? hash
               : digest_mix(digest_mix(hash, sum), (uint64_t)owners->until_ms);
}

static uint64_t mix_memory(uint64_t hash, const struct sim_memory *memory,
                           int64_t now_ms)
{
    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &memory->keys[i];
        const struct sim_counter *counter = &memory->counters[i];
        hash = digest_mix(hash, (uint64_t)i);
        if (key->token[0] != '\0' && now_ms <= key->until_ms) {
            hash = digest_text(hash, key->token);
            hash = digest_mix(hash, (uint64_t)key->until_ms * 4 +
                                        key->repaired * 2U + key->restored);
        }
        hash = digest_mix(hash, (uint64_t)counter->number);
        hash = digest_name(hash, counter->born);
    }
    for (int i = 0; i < SIM_RESOURCES; i++) {
        const struct sim_number *number = &memory->numbers[i];
        hash = mix_members(hash, memory, i, now_ms);
        hash = mix_owners(hash, &memory->owners[i], now_ms);
        hash = mix_queue(hash, &memory->queues[i], now_ms);
        hash = mix_queue(hash, &memory->queues[SIM_RESOURCES + i], now_ms);
        if (number->many > 0 && now_ms <= number->until_ms)
            hash = digest_mix(hash, (uint64_t)number->until_ms * 16 +
                                        (uint64_t)number->many);
    }
    return digest_text(hash, memory->marker);
}

static uint64_t node_number(const struct sim_world *world, int number)
{
    const struct sim_node *node = &world->nodes[number];
    uint64_t hash = (uint64_t)node->up | (uint64_t)node->paused << 1 |
                    (uint64_t)node->down_by << 8;
    const int64_t values[] = {
        node->run,
        node->former,
        node->servers,
        node->memories,
        node->forgot_at,
        node->ail,
        node->ails_until,
        node->stepped_by,
        node->gained,
        node->no_kill_until,
        node->gained_at,
        node->stepped_at,
        node->steps,
        node->step,
        node->clock.base,
        node->clock.since,
        node->quarantined_at,
        node->next_client_id,
        node->up ? 0 : node->down_since,
    };

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        hash = digest_mix(hash, (uint64_t)values[i]);
    for (int i = 0; i < SIM_KEYS; i++)
        hash = digest_mix(hash, (uint64_t)node->repaired_at[i]);
    hash = digest_mix(hash, node->model.scripts);
    hash =
        mix_memory(hash, &node->model.memory, sim_node_now_ms(world, number));
    return mix_memory(hash, &node->snapshot, INT64_MIN);
}

/* --- the network -----------------------------------------------------------
 */

static uint64_t mix_successor(uint64_t hash,
                              const struct rlk_successor *successor)
{
    if (successor->token.length == 0)
        return hash;
    hash = digest_text(hash, successor->token.text);
    hash = digest_mix(hash, (uint64_t)successor->ticket);
    hash = digest_mix(hash, (uint64_t)successor->px_ms);
    return digest_mix(hash,
                      (uint64_t)successor->generation * 32 + successor->flags);
}

/* The members that only requests of waiters have. */
static uint64_t mix_waiting(uint64_t hash, const struct sim_request *request)
{
    const struct rlk_ask *ask = &request->ask;

    if (request->verb == RLK_VERB_ASK) {
        hash = digest_mix(hash, (uint64_t)ask->ticket);
        hash = digest_mix(hash, (uint64_t)ask->generation * 64 +
                                    ask->flags * 2U + ask->claiming);
    }
    hash = digest_mix(hash, (uint64_t)request->rules.issued);
    if (request->verb != RLK_VERB_PASS)
        return hash;
    hash = digest_text(hash, request->known_head.token);
    hash = digest_mix(hash, (uint64_t)request->known_head.ticket);
    return mix_successor(hash, &request->successor);
}

static uint64_t mix_slot(uint64_t hash, const struct rlk_slot *slot)
{
    if (slot->many == 0)
        return hash;
    hash = digest_mix(hash, slot->many * 2U + slot->chosen);
    return digest_mix(hash, slot->from * 65536U + slot->among);
}

static uint64_t mix_request(uint64_t hash, const struct sim_request *request)
{
    const struct rlk_rules *rules = &request->rules;

    hash = digest_mix(hash, (uint64_t)request->verb * 4 +
                                request->by_text * 2U + request->checked);
    if (request->verb == RLK_VERB_KILL_CLIENT)
        return digest_mix(hash, (uint64_t)request->client_id);
    hash = digest_mix(hash, (uint64_t)request->resource);
    hash = mix_slot(hash, &request->slot);
    hash = digest_text(hash, request->token);
    hash = digest_mix(hash, (uint64_t)request->ttl_ms);
    hash = digest_text(hash, request->mark);
    hash = digest_text(hash, request->seen);
    hash = digest_mix(hash, (uint64_t)request->until_us);
    if (!request->checked)
        return hash;
    hash = digest_name(hash, rules->run_id);
    hash = digest_mix(hash, (uint64_t)rules->guard_ms * 4 + rules->timed * 2U +
                                rules->fenced);
    hash = digest_mix(hash, rules->serial);
    hash = digest_mix(hash, (uint64_t)rules->fence);
    hash = mix_waiting(hash, request);
    return digest_mix(hash, (uint64_t)rules->floor_us);
}

static uint64_t mix_answer(uint64_t hash, const struct sim_answer *answer)
{
    hash = digest_mix(hash, (uint64_t)answer->kind * 64 + answer->reason);
    hash = digest_mix(hash, (uint64_t)answer->remaining_ms);
    hash = digest_text(hash, answer->text);
    hash = digest_mix(hash, (uint64_t)answer->time_us);
    hash = digest_mix(hash, (uint64_t)answer->counter);
    hash = digest_mix(hash, ((uint64_t)answer->waiting << 32) +
                                (uint64_t)(answer->slot + 1) * 4096U +
                                (uint64_t)answer->slots * 64U +
                                (uint64_t)answer->members);
    if (answer->kind == RLK_ANSWER_QUEUED)
        hash = digest_mix(hash, (uint64_t)answer->ticket * 64 +
                                    (unsigned)answer->rank);
    return digest_mix(hash, answer->issued * 4U + answer->quarantined * 2U +
                                answer->begun_anew);
}

static uint64_t mix_identity(uint64_t hash, const struct rlk_identity *identity)
{
    hash = digest_name(hash, identity->run_id);
    hash = digest_name(hash, identity->replid);
    hash = digest_mix(hash, (uint64_t)identity->client_id);
    hash = digest_mix(hash, (uint64_t)identity->time_us);
    return digest_text(hash, identity->marker);
}

static uint64_t mix_handoff(uint64_t hash, const struct rlk_handoff *handoff)
{
    hash = digest_name(hash, handoff->memory);
    hash = digest_text(hash, handoff->token.text);
    hash = digest_mix(hash, (uint64_t)handoff->generation);
    hash = digest_mix(hash, (uint64_t)handoff->set |
                                (uint64_t)handoff->issued << 1 |
                                (uint64_t)handoff->judged << 2 |
                                (uint64_t)handoff->alone << 3);
    hash = digest_mix(hash, (uint64_t)handoff->c);
    hash = digest_mix(hash, (uint64_t)handoff->us);
    return mix_successor(hash, &handoff->head);
}

static uint64_t message_number(const struct sim_message *message, bool answered)
{
    uint64_t hash = message->handshake * 2U + answered;

    hash = digest_mix(hash, (uint64_t)message->sent_at);
    if (message->is_handoff)
        return mix_handoff(hash, &message->handoff);
    if (!message->handshake)
        hash = mix_request(hash, &message->request);
    if (!answered)
        return hash;
    hash = digest_mix(hash, (uint64_t)message->executed_at);
    hash = digest_mix(hash, message->steps);
    return message->handshake ? mix_identity(hash, &message->identity)
                              : mix_answer(hash, &message->answer);
}

/* Digests the messages that were created since the last call. */
static void read_messages(struct state *state, const struct sim_world *world)
{
    for (int position = 1; position <= world->events.count; position++) {
        const struct sim_event *event = &world->events.heap[position];
        if (event->order < state->added || !sim_choice_is_message(event) ||
            event->kind == SIM_EVENT_CLOSED)
            continue;
        if (event->subject >= STATE_MESSAGES)
            abort();
        state->messages[event->subject] = message_number(
            &world->messages[event->subject], event->kind == SIM_EVENT_REPLY);
    }
    state->added = world->events.added;
}

static bool same_way(const struct sim_world *world,
                     const struct sim_event *event,
                     const struct sim_event *other)
{
    return sim_choice_is_message(other) &&
           sim_choice_way(other) == sim_choice_way(event) &&
           sim_choice_connection(world, other) ==
               sim_choice_connection(world, event);
}

/* The number of messages before it on its way. */
static int rank(const struct sim_world *world, const struct sim_event *event)
{
    int before = 0;

    for (int position = 1; position <= world->events.count; position++) {
        const struct sim_event *other = &world->events.heap[position];
        before += other->order < event->order && same_way(world, event, other);
    }
    return before;
}

/*
 * A message, or a due event: its position in its queue, and its kind. Timers
 * belong to their clients, and returns may happen at any time.
 */
static void add_event(const struct state *state, const struct sim_world *world,
                      const struct sim_event *event, uint64_t *of)
{
    const struct sim_connection *connection;
    uint64_t hash;

    if (!sim_choice_is_message(event)) {
        hash = digest_mix(event->kind, (uint64_t)event->subject);
        hash = digest_mix(hash,
                          sim_choice_returns(event) ? 0 : (uint64_t)event->at);
        *of += digest_add(hash);
        return;
    }
    connection = &world->connections[sim_choice_connection(world, event)];
    hash = digest_mix(event->kind, (uint64_t)rank(world, event));
    hash = digest_mix(hash, event->serial);
    hash = digest_mix(hash, event->kind == SIM_EVENT_CLOSED
                                ? (uint64_t)connection->reason
                                : state->messages[event->subject]);
    hash = digest_mix(hash, (uint64_t)connection->client);
    hash = digest_mix(hash, (uint64_t)connection->client_id);
    of[1 + connection->node] += digest_add(hash);
}

/* Can the connection still influence anything? */
static bool matters(const struct sim_world *world, int number)
{
    const struct sim_connection *connection = &world->connections[number];

    return connection->open ||
           (connection->listens && connection->accepted && !connection->dead) ||
           sim_choice_head(world, number, SIM_THERE) != 0;
}

static void add_connections(const struct sim_world *world, uint64_t *of)
{
    for (int i = 0; i < world->connections_count; i++) {
        const struct sim_connection *connection = &world->connections[i];
        const struct sim_client *client = &world->clients[connection->client];
        const int *present =
            connection->listens ? client->listening : client->connections;
        uint64_t hash = (uint64_t)connection->client |
                        (uint64_t)connection->listens << 7 |
                        (uint64_t)connection->deaf[SIM_THERE] << 8 |
                        (uint64_t)connection->deaf[SIM_BACK] << 9 |
                        (uint64_t)connection->open << 10 |
                        (uint64_t)connection->accepted << 11 |
                        (uint64_t)connection->spared << 12 |
                        (uint64_t)connection->dead << 13 |
                        (uint64_t)(present[connection->node] == i) << 14;
        if (!matters(world, i))
            continue;
        hash = digest_mix(hash, connection->run);
        hash = digest_mix(hash, (uint64_t)connection->client_id);
        of[1 + connection->node] += digest_add(hash);
    }
}

/* --- the whole state ------------------------------------------------------ */

static uint64_t notified_number(const struct sim_world *world)
{
    uint64_t hash = 0;

    for (int i = 0; i < SIM_KEYS; i++) {
        hash = digest_mix(hash, (uint64_t)world->fences[i]);
        for (uint32_t at = 0;
             at < world->fences_count[i] && world->plan->fenced; at++)
            hash = digest_mix(hash,
                              (uint64_t)world->last_fences[i][at % SIM_FENCES]);
    }
    for (int i = 0; i < SIM_RESOURCES; i++) {
        hash = digest_text(hash, world->exported[i]);
        hash = mix_slot(hash, &world->exported_slot[i]);
    }
    for (int i = 0; i < world->left_count; i++)
        hash = digest_text(hash, world->left[i]);
    return hash;
}

uint32_t state_parts(const struct sim_world *world)
{
    uint32_t parts = PART_NET;

    for (int i = 0; i < world->plan->clients; i++)
        parts |= PART_CLIENT(i);
    for (int i = 0; i < world->plan->nodes; i++)
        parts |= PART_NODE(i);
    return parts;
}

void state_begin(struct state *state, struct sim_world *world)
{
    *state = (struct state){0};
    state_touch(state, world, state_parts(world));
}

void state_touch(struct state *state, struct sim_world *world, uint32_t parts)
{
    for (int i = 0; i < world->plan->clients; i++) {
        if ((parts & PART_CLIENT(i)) == 0)
            continue;
        client_state_tidy(&world->clients[i]);
        state->clients[i] = client_state_digest(&world->clients[i]);
    }
    for (int i = 0; i < world->plan->nodes; i++) {
        if ((parts & PART_NODE(i)) != 0)
            state->nodes[i] = node_number(world, i);
    }
    read_messages(state, world);
}

uint64_t state_number(const struct state *state, const struct sim_world *world)
{
    uint64_t network[1 + SIM_NODES_MAX] = {0};
    uint64_t hash = digest_mix(notified_number(world), (uint64_t)world->now);

    for (int position = 1; position <= world->events.count; position++)
        add_event(state, world, &world->events.heap[position], network);
    add_connections(world, network);
    hash = digest_mix(hash, network[0]);
    for (int i = 0; i < world->plan->clients; i++) {
        hash = digest_mix(hash, state->clients[i].whole);
        hash = digest_mix(hash, (uint64_t)world->wished[i]);
    }
    for (int node = 0; node < world->plan->nodes; node++) {
        uint64_t one = digest_mix(network[1 + node], state->nodes[node]);
        for (int i = 0; i < world->plan->clients; i++)
            one = digest_mix(one, state->clients[i].of[node]);
        hash = digest_mix(hash, one);
    }
    hash = digest_add(hash);
    return hash == 0 ? 1 : hash;
}
