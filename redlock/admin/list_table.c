/* SPDX-License-Identifier: MIT */
/* A set of names. */

#include "redlock/admin/list_table.h"

#include <stdlib.h>
#include <string.h>

#include "redlock/runtime/memory.h"

#define ROOM_FIRST 64

void rlk_list_table_init(struct rlk_list_table *table, size_t limit)
{
    *table = (struct rlk_list_table){.limit = limit};
}

void rlk_list_table_clear(struct rlk_list_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        rlk_free(table->names[i]);
    rlk_free(table->names);
    rlk_free(table->slots);
    rlk_list_table_init(table, table->limit);
}

static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t hash = 2166136261U; /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619U;
    return hash;
}

/* The name's slot, or the free one that it would have. */
static uint32_t *slot_of(const struct rlk_list_table *table, const char *name,
                         size_t length)
{
    size_t at = hash_of(name, length) & (table->slot_count - 1);

    for (;;) {
        uint32_t *slot = &table->slots[at];

        if (*slot == 0)
            return slot;
        if (strncmp(table->names[*slot - 1], name, length) == 0 &&
            table->names[*slot - 1][length] == '\0')
            return slot;
        at = (at + 1) & (table->slot_count - 1);
    }
}

/* Slots are twice as many as names have room. */
static bool grow(struct rlk_list_table *table)
{
    size_t room = table->room == 0 ? ROOM_FIRST : 2 * table->room;
    char **names = rlk_resize(table->names, room * sizeof(*names));
    uint32_t *slots;

    if (names == NULL)
        return false;
    table->names = names;
    slots = rlk_alloc(2 * room * sizeof(*slots));
    if (slots == NULL)
        return false;
    rlk_free(table->slots);
    table->slots = slots;
    table->slot_count = 2 * room;
    table->room = room;
    for (size_t i = 0; i < table->count; i++)
        *slot_of(table, names[i], strlen(names[i])) = (uint32_t)i + 1;
    return true;
}

bool rlk_list_table_add(struct rlk_list_table *table, const char *name,
                        size_t length)
{
    uint32_t *slot;
    char *copy;

    if (table->count == table->room && !grow(table))
        return false;
    slot = slot_of(table, name, length);
    if (*slot != 0)
        return true;
    if (table->count == table->limit) {
        table->more = true;
        return true;
    }
    copy = rlk_alloc(length + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, name, length);
    table->names[table->count++] = copy;
    *slot = (uint32_t)table->count;
    return true;
}

static int by_bytes(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

void rlk_list_table_sort(struct rlk_list_table *table)
{
    if (table->count > 0)
        qsort(table->names, table->count, sizeof(*table->names), by_bytes);
}
