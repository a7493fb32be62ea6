/* SPDX-License-Identifier: MIT */
/* The memory of a simulated node. */

#include <string.h>

#include "redlock/runtime/token.h"
#include "tests/sim/node_memory.h"

static bool lives(const struct sim_member *member, int64_t now_ms)
{
    return member->until_ms >= now_ms;
}

void sim_memory_copy(struct sim_memory *to, const struct sim_memory *from)
{
    memcpy(to->keys, from->keys, sizeof(to->keys));
    memcpy(to->counters, from->counters, sizeof(to->counters));
    memcpy(to->numbers, from->numbers, sizeof(to->numbers));
    memcpy(to->marker, from->marker, sizeof(to->marker));
    for (int i = 0; i < SIM_RESOURCES; i++) {
        int members = to->members[i].count = from->members[i].count;
        int owners = to->owners[i].count = from->owners[i].count;
        to->owners[i].until_ms = from->owners[i].until_ms;
        memcpy(to->members[i].list, from->members[i].list,
               (size_t)members * sizeof(to->members[i].list[0]));
        memcpy(to->owners[i].list, from->owners[i].list,
               (size_t)owners * sizeof(to->owners[i].list[0]));
    }
    for (int i = 0; i < SIM_QUEUES; i++) {
        int entries = to->queues[i].count = from->queues[i].count;
        to->queues[i].until_ms = from->queues[i].until_ms;
        memcpy(to->queues[i].entries, from->queues[i].entries,
               (size_t)entries * sizeof(to->queues[i].entries[0]));
    }
}

struct sim_key *sim_model_key(struct sim_model *model, int resource,
                              int64_t now_ms)
{
    struct sim_key *key = &model->memory.keys[resource];

    if (key->token[0] != '\0' && now_ms > key->until_ms)
        *key = (struct sim_key){0};
    return key->token[0] == '\0' ? NULL : key;
}

int sim_request_queue(const struct sim_request *request)
{
    return request->slot.many > 0 ? SIM_RESOURCES + request->resource
                                  : request->resource;
}

int sim_key_of_slot(int resource, int number)
{
    return SIM_RESOURCES + resource * SIM_SLOT_KEYS + number;
}

bool sim_request_means(const struct sim_request *request, int key)
{
    if (request->slot.many == 0)
        return key == request->resource;
    for (int i = 0; i < request->slot.among; i++) {
        if (key == sim_key_of_slot(request->resource, (request->slot.from + i) %
                                                          request->slot.many))
            return true;
    }
    return false;
}

bool sim_key_is_placeholder(const struct sim_key *key)
{
    return key != NULL && strncmp(key->token, "redlock:", 8) == 0;
}

bool sim_request_is_owned(const struct sim_request *request)
{
    return strncmp(request->placeholder, RLK_PLACEHOLDER_OWNER,
                   sizeof(RLK_PLACEHOLDER_OWNER) - 1) == 0;
}

const struct sim_member *sim_memory_member(const struct sim_memory *memory,
                                           int resource, const char *token,
                                           int64_t now_ms)
{
    const struct sim_key *key = &memory->keys[resource];
    const struct sim_members *members;

    if (!sim_key_is_placeholder(key) || key->until_ms < now_ms)
        return NULL;
    members = &memory->members[resource];
    for (int i = 0; i < members->count; i++) {
        if (strcmp(members->list[i].token, token) == 0)
            return lives(&members->list[i], now_ms) ? &members->list[i] : NULL;
    }
    return NULL;
}

int sim_memory_members(const struct sim_memory *memory, int resource,
                       int64_t now_ms)
{
    const struct sim_members *members = &memory->members[resource];
    int count = 0;

    for (int i = 0; i < members->count; i++)
        count += sim_memory_member(memory, resource, members->list[i].token,
                                   now_ms) != NULL;
    return count;
}

int64_t sim_memory_has_until(const struct sim_memory *memory,
                             const struct sim_request *request, int64_t now_ms)
{
    const struct sim_member *member =
        sim_memory_member(memory, request->resource, request->token, now_ms);
    int64_t until_ms = member == NULL ? INT64_MIN : member->until_ms;

    for (int i = 0; i < SIM_KEYS; i++) {
        const struct sim_key *key = &memory->keys[i];
        if (sim_request_means(request, i) && key->until_ms > until_ms &&
            strcmp(key->token, request->token) == 0)
            until_ms = key->until_ms;
    }
    return until_ms;
}

bool sim_entry_is_valid(const struct sim_entry *entry, int64_t now_ms)
{
    int64_t left = entry->until_ms - now_ms;

    return left > 0 && left <= RLK_ENTRY_LEASE_MS;
}
