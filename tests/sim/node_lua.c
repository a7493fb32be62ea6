/* SPDX-License-Identifier: MIT */
/*
 * A node that runs the library's scripts. Its memory is the server's keys in
 * the form that the witnesses read. It is converted to a keyspace before each
 * request, and back after it. What only the witnesses know of a key is kept for
 * as long as the key is the same.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/marker.h"
#include "tests/sim/keyspace_parts.h"
#include "tests/sim/node_memory.h"
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

/* The names of the keys, computed once. */
static struct {
    bool known;
    char key[SIM_KEYS][KEY_NAME_MAX];
    char fence[SIM_KEYS][KEY_NAME_MAX];
    char slots[SIM_RESOURCES][KEY_NAME_MAX];
    char members[SIM_RESOURCES][KEY_NAME_MAX];
    char owners[SIM_RESOURCES][KEY_NAME_MAX];
    char queue[SIM_QUEUES][KEY_NAME_MAX];
    char entry[SIM_QUEUES][KEY_NAME_MAX];
} names;

static void write_names(void)
{
    for (int i = 0; i < SIM_RESOURCES; i++) {
        const char *name = sim_resource_names[i];
        int queue = SIM_RESOURCES + i;
        snprintf(names.key[i], KEY_NAME_MAX, "%s", name);
        snprintf(names.fence[i], KEY_NAME_MAX, "{%s}:fence", name);
        snprintf(names.slots[i], KEY_NAME_MAX, "{%s}:slots", name);
        snprintf(names.members[i], KEY_NAME_MAX, "{%s}:members", name);
        snprintf(names.owners[i], KEY_NAME_MAX, "{%s}:owners", name);
        snprintf(names.queue[i], KEY_NAME_MAX, "{%s}:queue", name);
        snprintf(names.entry[i], KEY_NAME_MAX, "{%s}:entry", name);
        snprintf(names.queue[queue], KEY_NAME_MAX, "{%s}:slots:queue", name);
        snprintf(names.entry[queue], KEY_NAME_MAX, "{%s}:slots:entry", name);
        for (int k = 0; k < SIM_SLOT_KEYS; k++) {
            int slot = sim_key_of_slot(i, k);
            snprintf(names.key[slot], KEY_NAME_MAX, "{%s}:slot:%d", name, k);
            snprintf(names.fence[slot], KEY_NAME_MAX, "{%s}:slot:%d:fence",
                     name, k);
        }
    }
    names.known = true;
}

/*
 * The next key of a resource or of its slots; the resource's own is the first.
 * SIM_KEYS: there are no more.
 */
static int next_key(int resource, int key)
{
    if (key == resource)
        return sim_key_of_slot(resource, 0);
    return key + 1 == sim_key_of_slot(resource, SIM_SLOT_KEYS) ? SIM_KEYS
                                                               : key + 1;
}

/* --- a memory becomes a keyspace
 * --------------------------------------------- */

static void put_text(struct sim_keyspace *keyspace, const char *name,
                     const char *text, int64_t until_ms)
{
    sim_keyspace_put(keyspace, text_of(name), SIM_KEY_STRING, until_ms,
                     text_of(text));
}

/* Writes a number and a separator. Returns the end. */
static char *write_number(char *to, int64_t number)
{
    to += sim_integer_text(to, number).length;
    return stpcpy(to, "|");
}

static void put_keys(struct sim_keyspace *keyspace,
                     const struct sim_memory *memory, int resource)
{
    const struct sim_number *number = &memory->numbers[resource];
    char text[KEY_NAME_MAX];

    for (int i = resource; i < SIM_KEYS; i = next_key(resource, i)) {
        const struct sim_key *key = &memory->keys[i];
        const struct sim_counter *counter = &memory->counters[i];
        if (key->token[0] != '\0')
            put_text(keyspace, names.key[i], key->token, key->until_ms);
        if (counter->born[0] == '\0')
            continue;
        (void)stpcpy(write_number(text, counter->number), counter->born);
        put_text(keyspace, names.fence[i], text,
                 counter->until_ms == 0 ? INT64_MAX : counter->until_ms);
    }
    if (number->many > 0) {
        snprintf(text, sizeof(text), "%d", number->many);
        put_text(keyspace, names.slots[resource], text, number->until_ms);
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
    int64_t until_ms = sim_key_is_placeholder(key) ? key->until_ms : 0;
    const char *name = names.members[resource];

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
    name = names.owners[resource];
    for (int i = 0; i < owners->count; i++)
        (void)sim_keyspace_add(keyspace, text_of(name), SIM_KEY_HASH,
                               &(struct sim_element){
                                   .member = text_of(owners->list[i].token),
                                   .value = text_of(owners->list[i].owner),
                               });
    sim_keyspace_expire_at(keyspace, name, owners->until_ms);
}

static void write_record(char *record, const struct sim_entry *entry)
{
    record = write_number(record, entry->until_ms);
    record = write_number(record, entry->px_ms);
    record = write_number(record, entry->flags);
    record += sim_integer_text(record, entry->generation).length;
    (void)stpcpy(record, entry->woken ? "|w" : "");
}

static void put_queue(struct sim_keyspace *keyspace,
                      const struct sim_queue *queue, int number)
{
    const char *name = names.queue[number];
    const char *entry_name = names.entry[number];
    char record[96];

    for (int i = 0; i < queue->count; i++) {
        const struct sim_entry *entry = &queue->entries[i];
        write_record(record, entry);
        (void)sim_keyspace_add(keyspace, text_of(name), SIM_KEY_ZSET,
                               &(struct sim_element){
                                   .member = text_of(entry->token),
                                   .score = (double)entry->ticket,
                               });
        (void)sim_keyspace_add(keyspace, text_of(entry_name), SIM_KEY_HASH,
                               &(struct sim_element){
                                   .member = text_of(entry->token),
                                   .value = text_of(record),
                               });
    }
    sim_keyspace_expire_at(keyspace, name, queue->until_ms);
    sim_keyspace_expire_at(keyspace, entry_name, queue->until_ms);
}

/* Only the keys that a request for that resource may use. */
static void put_memory(struct sim_keyspace *keyspace,
                       const struct sim_memory *memory, int resource)
{
    keyspace->used = 0;
    put_keys(keyspace, memory, resource);
    put_members(keyspace, memory, resource);
    put_queue(keyspace, &memory->queues[resource], resource);
    put_queue(keyspace, &memory->queues[SIM_RESOURCES + resource],
              SIM_RESOURCES + resource);
}

/* --- a keyspace becomes a memory
 * --------------------------------------------- */

/* What the witnesses knew of the keys before the request. */
struct before {
    struct sim_key keys[SIM_KEYS];
    struct sim_members members; /* of the resource */
};

/* What a request did to a memory. */
struct change {
    const struct sim_request *request;
    const struct sim_answer *answer;
    const struct sim_keyspace *keyspace;
    const struct before *before;
    struct sim_memory *after;
    int64_t now_ms;
};

/* Reads the text of a string key; false: there is no such key. */
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

/* Adds what the witnesses know of an existing key. */
static void mark_key(const struct change *change, int number)
{
    const struct sim_key *was = &change->before->keys[number];
    struct sim_key *key = &change->after->keys[number];
    bool is_same =
        strcmp(was->token, key->token) == 0 &&
        was->until_ms >= change->now_ms &&
        (!sim_key_is_placeholder(key) || was->until_ms == key->until_ms);

    if (is_same) {
        key->repaired = was->repaired;
        key->restored = was->restored;
        key->handed = was->handed;
        key->many = was->many;
    } else {
        key->handed = change->request->verb == RLK_VERB_PASS;
        key->repaired = change->request->verb == RLK_VERB_REPAIR &&
                        !sim_key_is_placeholder(key);
    }
    if (holds_slot(change, number, key))
        key->many = change->request->slot.many;
}

static void take_key(const struct change *change, int number)
{
    struct sim_key *key = &change->after->keys[number];
    struct sim_counter *counter = &change->after->counters[number];
    char text[KEY_NAME_MAX];
    char *born;

    *key = (struct sim_key){0};
    *counter = (struct sim_counter){0};
    if (take_text(change, names.key[number], key->token, sizeof(key->token),
                  &key->until_ms))
        mark_key(change, number);
    if (!take_text(change, names.fence[number], text, sizeof(text),
                   &counter->until_ms))
        return;
    counter->number = strtoll(text, &born, 10);
    copy(counter->born, sizeof(counter->born), text_of(born + 1));
}

static void take_number(const struct change *change, int resource)
{
    struct sim_number *number = &change->after->numbers[resource];
    char text[KEY_NAME_MAX];

    *number = (struct sim_number){0};
    if (take_text(change, names.slots[resource], text, sizeof(text),
                  &number->until_ms))
        number->many = (int)strtol(text, NULL, 10);
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

/* Adds what the witnesses know of the member that the request is about. */
static void mark_member(const struct change *change, int resource,
                        const struct sim_member *was, struct sim_member *member)
{
    const struct sim_key *key = &change->before->keys[resource];
    bool lived = key->token[0] != '\0' && key->until_ms >= change->now_ms;
    bool was_one = lived && sim_key_is_placeholder(key) && was != NULL &&
                   was->until_ms >= change->now_ms;

    if (lived && change->request->former &&
        strcmp(key->token, member->token) == 0) {
        member->repaired = key->repaired;
        member->restored = key->restored;
    } else if (change->request->verb == RLK_VERB_REPAIR && !was_one) {
        member->repaired = true;
    }
}

static void take_member(const struct change *change, int resource,
                        const struct sim_element *element)
{
    struct sim_members *members = &change->after->members[resource];
    struct sim_member member = {.until_ms = (int64_t)element->score};
    const struct sim_member *was;

    /* A server keeps expired members until the next one joins. */
    if (members->count == SIM_MEMBERS && member.until_ms < change->now_ms)
        return;
    if (members->count == SIM_MEMBERS)
        abort();
    copy(member.token, sizeof(member.token), element->member);
    was = member_of(&change->before->members, member.token);
    if (was != NULL) {
        member.repaired = was->repaired;
        member.repaired_at = was->repaired_at;
        member.restored = was->restored;
    }
    if (strcmp(member.token, change->request->token) == 0)
        mark_member(change, resource, was, &member);
    members->list[members->count++] = member;
}

static void take_members(const struct change *change, int resource)
{
    struct sim_owners *owners = &change->after->owners[resource];
    struct sim_element element;
    struct sim_item item;

    change->after->members[resource].count = 0;
    owners->count = 0;
    owners->until_ms = 0;
    if (sim_keyspace_find(change->keyspace, names.members[resource],
                          change->now_ms, &item)) {
        for (size_t at = 0; sim_item_next(&item, &at, &element);)
            take_member(change, resource, &element);
    }
    if (!sim_keyspace_find(change->keyspace, names.owners[resource],
                           change->now_ms, &item))
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

static void take_record(struct sim_entry *entry, struct sim_text record)
{
    char text[96];
    char *at = text;

    copy(text, sizeof(text), record);
    entry->until_ms = strtoll(at, &at, 10);
    entry->px_ms = strtoll(at + 1, &at, 10);
    entry->flags = (unsigned)strtoul(at + 1, &at, 10);
    entry->generation = strtoll(at + 1, &at, 10);
    entry->woken = strcmp(at, "|w") == 0;
}

static void take_queue(const struct change *change, int number)
{
    struct sim_queue *queue = &change->after->queues[number];
    struct sim_element element;
    struct sim_element record;
    struct sim_item item;
    struct sim_item entries;
    size_t in_entries;
    bool has_records;

    queue->count = 0;
    queue->strays = 0;
    queue->until_ms = 0;
    has_records = sim_keyspace_find(change->keyspace, names.entry[number],
                                    change->now_ms, &entries);
    for (size_t at = 0; has_records && sim_item_next(&entries, &at, &record);)
        queue->strays++;
    if (!sim_keyspace_find(change->keyspace, names.queue[number],
                           change->now_ms, &item))
        return;
    queue->until_ms = item.until_ms;
    for (size_t at = 0; sim_item_next(&item, &at, &element);) {
        struct sim_entry *entry = &queue->entries[queue->count];
        if (queue->count++ == SIM_ENTRIES)
            abort();
        *entry = (struct sim_entry){0};
        copy(entry->token, sizeof(entry->token), element.member);
        entry->ticket = (int64_t)element.score;
        if (has_records &&
            sim_item_element(&entries, element.member, &record, &in_entries)) {
            take_record(entry, record.value);
            queue->strays--;
        } else {
            queue->strays++;
        }
    }
}

static void take_memory(const struct change *change)
{
    int resource = change->request->resource;
    char *marker = change->after->marker;
    int64_t never;

    for (int i = resource; i < SIM_KEYS; i = next_key(resource, i))
        take_key(change, i);
    take_number(change, resource);
    take_members(change, resource);
    take_queue(change, resource);
    take_queue(change, SIM_RESOURCES + resource);
    if (!take_text(change, RLK_MARKER_KEY, marker,
                   sizeof(change->after->marker), &never))
        memset(marker, 0, sizeof(change->after->marker));
}

/* --- a request
 * --------------------------------------------------------------- */

static int publish(void *owner, struct sim_text channel,
                   struct sim_text message)
{
    const struct sim_model *model = owner;
    struct rlk_handoff handoff;

    (void)channel;
    if (!rlk_handoff_read(&handoff, message.bytes, message.length))
        abort();
    return model->publish == NULL ? 0 : model->publish(model->server, &handoff);
}

struct sim_answer sim_model_execute(struct sim_model *model,
                                    const struct sim_request *request,
                                    int64_t now_us)
{
    static struct sim_server server;
    static struct rlk_reply reply;
    static struct before before;
    static char bytes[REQUEST_MAX];
    struct rlk_wire wire = {.bytes = bytes, .room = sizeof(bytes)};
    struct sim_answer answer = {
        .kind = RLK_ANSWER_YES,
        .remaining_ms = -1,
        .slot = -1,
    };

    if (request->verb == RLK_VERB_KILL_CLIENT)
        return answer;
    if (!names.known)
        write_names();
    memcpy(before.keys, model->memory.keys, sizeof(before.keys));
    before.members = model->memory.members[request->resource];
    put_memory(&server.keyspace, &model->memory, request->resource);
    server.now_us = now_us;
    server.full = model->full;
    server.publish = publish;
    server.owner = model;
    memcpy(server.replid, model->replid, sizeof(server.replid));
    sim_wire_request(&wire, request);
    wire.bytes[wire.end] = '\0';
    sim_scripts_execute(&server, &model->scripts, wire.bytes + wire.start,
                        &reply);
    sim_wire_answer(request, &reply, &answer);
    take_memory(&(struct change){request, &answer, &server.keyspace, &before,
                                 &model->memory, now_us / 1000});
    return answer;
}
