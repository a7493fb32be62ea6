/* SPDX-License-Identifier: MIT */
/*
 * A node that runs the shipped scripts. Its memory is the server's keys as the
 * witnesses read them: before each request they become a keyspace, and after it
 * the keyspace becomes a memory again. What only the witnesses know of a key is
 * kept for as long as the key is the same.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/marker.h"
#include "tests/sim/keyspace_parts.h"
#include "tests/sim/node_model.h"
#include "tests/sim/node_wire.h"
#include "tests/sim/scripts.h"

#define KEY_NAME_MAX 48
#define REQUEST_MAX 16384

static struct sim_text text_of(const char *text)
{
    return (struct sim_text){text, strlen(text)};
}

static void copy(char *to, size_t room, struct sim_text text)
{
    if (text.length >= room)
        abort();
    if (text.length > 0)
        memcpy(to, text.bytes, text.length);
    memset(to + text.length, 0, room - text.length);
}

/* The name of a resource's key, or of a slot's. */
static void key_name(char *name, int key, const char *behind)
{
    int slot = key - SIM_RESOURCES;

    if (slot < 0 && behind[0] == '\0')
        snprintf(name, KEY_NAME_MAX, "%s", sim_resource_names[key]);
    else if (slot < 0)
        snprintf(name, KEY_NAME_MAX, "{%s}%s", sim_resource_names[key], behind);
    else
        snprintf(name, KEY_NAME_MAX, "{%s}:slot:%d%s",
                 sim_resource_names[slot / SIM_SLOT_KEYS], slot % SIM_SLOT_KEYS,
                 behind);
}

static void beside(char *name, int resource, const char *behind)
{
    snprintf(name, KEY_NAME_MAX, "{%s}%s", sim_resource_names[resource],
             behind);
}

static void queue_name(char *name, int queue, const char *behind)
{
    snprintf(name, KEY_NAME_MAX, "{%s}%s:%s",
             sim_resource_names[queue % SIM_RESOURCES],
             queue < SIM_RESOURCES ? "" : ":slots", behind);
}

/* --- a memory becomes a keyspace
 * --------------------------------------------- */

static void put_text(struct sim_keyspace *keyspace, const char *name,
                     const char *text, int64_t until_ms)
{
    sim_keyspace_put(keyspace, text_of(name), SIM_KEY_STRING, until_ms,
                     text_of(text));
}

static void put_keys(struct sim_keyspace *keyspace,
                     const struct sim_memory *memory)
{
    char name[KEY_NAME_MAX];
    char text[KEY_NAME_MAX];

    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &memory->keys[i];
        const struct sim_counter *counter = &memory->counters[i];
        if (key->token[0] != '\0') {
            key_name(name, i, "");
            put_text(keyspace, name, key->token, key->until_ms);
        }
        if (counter->born[0] != '\0') {
            key_name(name, i, ":fence");
            snprintf(text, sizeof(text), "%" PRId64 "|%s", counter->number,
                     counter->born);
            put_text(keyspace, name, text,
                     counter->until_ms == 0 ? INT64_MAX : counter->until_ms);
        }
    }
    for (int i = 0; i < SIM_RESOURCES; i++) {
        const struct sim_number *number = &memory->numbers[i];
        if (number->many == 0)
            continue;
        beside(name, i, ":slots");
        snprintf(text, sizeof(text), "%d", number->many);
        put_text(keyspace, name, text, number->until_ms);
    }
    if (memory->marker[0] != '\0')
        put_text(keyspace, RLK_MARKER_KEY, memory->marker, INT64_MAX);
}

static void put_members(struct sim_keyspace *keyspace,
                        const struct sim_memory *memory, int resource)
{
    const struct sim_members *members = &memory->members[resource];
    const struct sim_owners *owners = &memory->owners[resource];
    const struct sim_key *key = &memory->keys[resource];
    int64_t until_ms = sim_key_is_badge(key) ? key->until_ms : 0;
    char name[KEY_NAME_MAX];

    beside(name, resource, ":members");
    for (int i = 0; i < members->count; i++) {
        const struct sim_member *member = &members->list[i];
        (void)sim_keyspace_add(keyspace, text_of(name), SIM_KEY_ZSET,
                               &(struct sim_element){
                                   .member = text_of(member->token),
                                   .score = (double)member->until_ms,
                               });
        if (until_ms < member->until_ms)
            until_ms = member->until_ms;
    }
    sim_keyspace_expire_at(keyspace, name, until_ms);
    beside(name, resource, ":owners");
    for (int i = 0; i < owners->count; i++)
        (void)sim_keyspace_add(keyspace, text_of(name), SIM_KEY_HASH,
                               &(struct sim_element){
                                   .member = text_of(owners->list[i].token),
                                   .value = text_of(owners->list[i].owner),
                               });
    sim_keyspace_expire_at(keyspace, name, owners->until_ms);
}

static void put_queue(struct sim_keyspace *keyspace,
                      const struct sim_queue *queue, int number)
{
    char name[KEY_NAME_MAX];
    char place_name[KEY_NAME_MAX];
    char record[96];

    queue_name(name, number, "queue");
    queue_name(place_name, number, "place");
    for (int i = 0; i < queue->count; i++) {
        const struct sim_place *place = &queue->places[i];
        snprintf(record, sizeof(record),
                 "%" PRId64 "|%" PRId64 "|%u|%" PRId64 "%s", place->until_ms,
                 place->px_ms, place->flags, place->generation,
                 place->woken ? "|w" : "");
        (void)sim_keyspace_add(keyspace, text_of(name), SIM_KEY_ZSET,
                               &(struct sim_element){
                                   .member = text_of(place->token),
                                   .score = (double)place->ticket,
                               });
        (void)sim_keyspace_add(keyspace, text_of(place_name), SIM_KEY_HASH,
                               &(struct sim_element){
                                   .member = text_of(place->token),
                                   .value = text_of(record),
                               });
    }
    sim_keyspace_expire_at(keyspace, name, queue->until_ms);
    sim_keyspace_expire_at(keyspace, place_name, queue->until_ms);
}

static void put_memory(struct sim_keyspace *keyspace,
                       const struct sim_memory *memory)
{
    keyspace->used = 0;
    put_keys(keyspace, memory);
    for (int i = 0; i < SIM_RESOURCES; i++)
        put_members(keyspace, memory, i);
    for (int i = 0; i < SIM_QUEUES; i++)
        put_queue(keyspace, &memory->queues[i], i);
}

/* --- a keyspace becomes a memory
 * --------------------------------------------- */

/* What a request did to a memory. */
struct change {
    const struct sim_request *request;
    const struct sim_answer *answer;
    const struct sim_keyspace *keyspace;
    const struct sim_memory *before;
    struct sim_memory *after;
    int64_t now_ms;
};

/* Text of a string with that name; false: there is none. */
static bool take_text(const struct change *change, const char *name, char *to,
                      size_t room, int64_t *until_ms)
{
    struct sim_item item;

    if (!sim_keyspace_find(change->keyspace, name, change->now_ms, &item))
        return false;
    copy(to, room, item.text);
    *until_ms = item.until_ms;
    return true;
}

static bool holds_slot(const struct change *change, int number,
                       const struct sim_key *key)
{
    enum rlk_verb verb = change->request->verb;

    return number >= SIM_RESOURCES &&
           strcmp(key->token, change->request->token) == 0 &&
           sim_request_means(change->request, number) &&
           (change->answer->kind == RLK_ANSWER_YES ||
            change->answer->kind == RLK_ANSWER_CREATED) &&
           (verb == RLK_VERB_GRANT || verb == RLK_VERB_EXTEND ||
            verb == RLK_VERB_REPAIR || verb == RLK_VERB_ASK);
}

/* What the witnesses know of a key that is there. */
static void mark_key(const struct change *change, int number)
{
    const struct sim_key *was = &change->before->keys[number];
    struct sim_key *key = &change->after->keys[number];
    bool is_same = strcmp(was->token, key->token) == 0 &&
                   was->until_ms >= change->now_ms &&
                   (!sim_key_is_badge(key) || was->until_ms == key->until_ms);

    if (is_same) {
        key->repaired = was->repaired;
        key->restored = was->restored;
        key->handed = was->handed;
        key->many = was->many;
    } else {
        key->handed = change->request->verb == RLK_VERB_PASS;
        key->repaired =
            change->request->verb == RLK_VERB_REPAIR && !sim_key_is_badge(key);
    }
    if (holds_slot(change, number, key))
        key->many = change->request->slot.many;
}

static void take_keys(const struct change *change)
{
    char name[KEY_NAME_MAX];
    char text[KEY_NAME_MAX];

    for (int i = 0; i < SIM_KEYS; i++) {
        struct sim_key *key = &change->after->keys[i];
        struct sim_counter *counter = &change->after->counters[i];
        char *born;
        key_name(name, i, "");
        if (take_text(change, name, key->token, sizeof(key->token),
                      &key->until_ms))
            mark_key(change, i);
        key_name(name, i, ":fence");
        if (!take_text(change, name, text, sizeof(text), &counter->until_ms))
            continue;
        counter->number = strtoll(text, &born, 10);
        copy(counter->born, sizeof(counter->born), text_of(born + 1));
    }
    for (int i = 0; i < SIM_RESOURCES; i++) {
        struct sim_number *number = &change->after->numbers[i];
        beside(name, i, ":slots");
        if (take_text(change, name, text, sizeof(text), &number->until_ms))
            number->many = (int)strtol(text, NULL, 10);
    }
}

static const struct sim_member *member_of(const struct sim_members *members,
                                          const char *token)
{
    for (int i = 0; i < members->count; i++) {
        if (strcmp(members->list[i].token, token) == 0)
            return &members->list[i];
    }
    return NULL;
}

static void take_member(const struct change *change, int resource,
                        const struct sim_element *element)
{
    struct sim_members *members = &change->after->members[resource];
    struct sim_member member = {.until_ms = (int64_t)element->score};
    const struct sim_member *was;

    /* A server keeps the dead until somebody joins. */
    if (members->count == SIM_MEMBERS && member.until_ms < change->now_ms)
        return;
    if (members->count == SIM_MEMBERS)
        abort();
    copy(member.token, sizeof(member.token), element->member);
    was = member_of(&change->before->members[resource], member.token);
    if (was != NULL) {
        member.repaired = was->repaired;
        member.repaired_at = was->repaired_at;
        member.restored = was->restored;
    }
    if (change->request->verb == RLK_VERB_REPAIR &&
        change->request->resource == resource &&
        strcmp(member.token, change->request->token) == 0 &&
        change->answer->kind == RLK_ANSWER_CREATED)
        member.repaired = true;
    members->list[members->count++] = member;
}

static void take_members(const struct change *change, int resource)
{
    struct sim_owners *owners = &change->after->owners[resource];
    struct sim_element element;
    struct sim_item item;
    char name[KEY_NAME_MAX];

    beside(name, resource, ":members");
    if (sim_keyspace_find(change->keyspace, name, change->now_ms, &item)) {
        for (size_t at = 0; sim_item_next(&item, &at, &element);)
            take_member(change, resource, &element);
    }
    beside(name, resource, ":owners");
    if (!sim_keyspace_find(change->keyspace, name, change->now_ms, &item))
        return;
    owners->until_ms = item.until_ms;
    for (size_t at = 0; sim_item_next(&item, &at, &element);) {
        struct sim_sharer *sharer = &owners->list[owners->count];
        if (owners->count++ == SIM_MEMBERS)
            abort();
        copy(sharer->token, sizeof(sharer->token), element.member);
        copy(sharer->owner, sizeof(sharer->owner), element.value);
    }
}

static void take_record(struct sim_place *place, struct sim_text record)
{
    char text[96];
    int read = 0;

    copy(text, sizeof(text), record);
    if (sscanf(text, "%" SCNd64 "|%" SCNd64 "|%u|%" SCNd64 "%n",
               &place->until_ms, &place->px_ms, &place->flags,
               &place->generation, &read) != 4)
        abort();
    place->woken = strcmp(text + read, "|w") == 0;
}

static void take_queue(const struct change *change, int number)
{
    struct sim_queue *queue = &change->after->queues[number];
    struct sim_element element;
    struct sim_element record;
    struct sim_item item;
    struct sim_item places;
    char name[KEY_NAME_MAX];
    size_t in_places;

    queue_name(name, number, "queue");
    if (!sim_keyspace_find(change->keyspace, name, change->now_ms, &item))
        return;
    queue_name(name, number, "place");
    if (!sim_keyspace_find(change->keyspace, name, change->now_ms, &places))
        abort();
    queue->until_ms = item.until_ms;
    for (size_t at = 0; sim_item_next(&item, &at, &element);) {
        struct sim_place *place = &queue->places[queue->count];
        if (queue->count++ == SIM_PLACES ||
            !sim_item_element(&places, element.member, &record, &in_places))
            abort();
        copy(place->token, sizeof(place->token), element.member);
        place->ticket = (int64_t)element.score;
        take_record(place, record.value);
    }
}

static void take_memory(const struct change *change)
{
    int64_t never;

    memset(change->after, 0, sizeof(*change->after));
    take_keys(change);
    for (int i = 0; i < SIM_RESOURCES; i++)
        take_members(change, i);
    for (int i = 0; i < SIM_QUEUES; i++)
        take_queue(change, i);
    (void)take_text(change, RLK_MARKER_KEY, change->after->marker,
                    sizeof(change->after->marker), &never);
}

/* --- a request
 * --------------------------------------------------------------- */

static int publish(void *owner, struct sim_text channel,
                   struct sim_text message)
{
    const struct sim_model *model = owner;
    struct rlk_push push;

    (void)channel;
    if (!rlk_push_read(&push, message.bytes, message.length))
        abort();
    return model->publish == NULL ? 0 : model->publish(model->server, &push);
}

/* The scripts that the server knows, in two of the model's sets. */
static uint64_t known_scripts(const struct sim_model *model)
{
    return (uint64_t)model->scripts[1] << 32 | model->scripts[0];
}

struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us)
{
    static struct sim_server server;
    static struct rlk_reply reply;
    static struct sim_memory before;
    static char bytes[REQUEST_MAX];
    struct rlk_wire wire = {.bytes = bytes, .room = sizeof(bytes)};
    uint64_t known = known_scripts(model);
    struct sim_answer answer = {.remaining_ms = -1, .slot = -1};

    if (request->verb == RLK_VERB_KILL_CLIENT)
        return answer;
    before = model->memory;
    put_memory(&server.keyspace, &before);
    server.now_us = now_us;
    server.full = model->full;
    server.publish = publish;
    server.owner = model;
    memcpy(server.replid, model->replid, sizeof(server.replid));
    sim_wire_request(&wire, request);
    wire.bytes[wire.end] = '\0';
    sim_scripts_execute(&server, &known, wire.bytes + wire.start, &reply);
    sim_wire_answer(request, &reply, &answer);
    model->scripts[0] = (uint32_t)known;
    model->scripts[1] = (uint32_t)(known >> 32);
    take_memory(&(struct change){request, &answer, &server.keyspace, &before,
                                 &model->memory, now_us / 1000});
    return answer;
}
