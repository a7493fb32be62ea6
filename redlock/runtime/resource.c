/* SPDX-License-Identifier: MIT */
/* Names of resources and owners: which are allowed, and which are contended. */

#include "redlock/runtime/resource.h"

#include <string.h>

#include "quorum/node_set.h"
#include "redlock/redlock.h"
#include "redlock/runtime/memory.h"

static bool ends_in(const char *text, size_t length, const char *end)
{
    size_t ending = strlen(end);

    return length >= ending && memcmp(text + length - ending, end, ending) == 0;
}

/* "}:slot:", digits, and perhaps ":fence". */
static bool is_slot(const char *text, size_t length)
{
    if (ends_in(text, length, ":fence"))
        length -= strlen(":fence");
    while (length > 0 && text[length - 1] >= '0' && text[length - 1] <= '9')
        length--;
    return ends_in(text, length, "}:slot:");
}

/* Keys beside a resource, in its hash slot, are the library's own. */
static bool is_beside(const char *text, size_t length)
{
    static const char *const beside[] = {
        "}:fence",  "}:queue", "}:entry",       "}:members",
        "}:owners", "}:slots", "}:slots:queue", "}:slots:entry",
    };

    if (text[0] != '{')
        return false;
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        if (ends_in(text, length, beside[i]))
            return true;
    }
    return is_slot(text, length);
}

const char *redlock_resource_problem(const char *resource)
{
    static const char own[] = "redlock:";
    size_t length =
        resource == NULL ? 0 : strnlen(resource, REDLOCK_RESOURCE_MAX + 1);

    if (length == 0)
        return "the resource has no name";
    if (length > REDLOCK_RESOURCE_MAX)
        return "the resource's name is longer than 1024 bytes";
    if (strncmp(resource, own, sizeof(own) - 1) == 0)
        return "names that begin with redlock: are the library's own";
    if (is_beside(resource, length))
        return "a name like {...}:fence is the library's own: what it keeps "
               "about another resource";
    return NULL;
}

const char *redlock_owner_problem(const char *owner)
{
    size_t length = owner == NULL ? 0 : strnlen(owner, REDLOCK_OWNER_MAX);

    if (length == 0)
        return "the owner has no name";
    if (length == REDLOCK_OWNER_MAX)
        return "the owner's name is longer than 63 bytes";
    for (size_t i = 0; i < length; i++) {
        if (owner[i] <= ' ' || owner[i] > '~')
            return "an owner's name is of printing ASCII characters, without a "
                   "space";
    }
    return NULL;
}

struct rlk_resource *rlk_resource_new(const char *text, const char *owner)
{
    size_t length = strlen(text);
    size_t owner_length = owner == NULL ? 0 : strlen(owner);
    struct rlk_resource *resource =
        rlk_alloc(sizeof(*resource) + length + 1 + owner_length + 1);

    if (resource == NULL)
        return NULL;
    resource->holders = 1;
    resource->length = (uint32_t)length;
    resource->crc = rlk_order_crc(text, length);
    resource->owner_length = (uint16_t)owner_length;
    memcpy(resource->text, text, length);
    if (owner_length > 0)
        memcpy(resource->text + length + 1, owner, owner_length);
    return resource;
}

const char *rlk_resource_owner(const struct rlk_resource *resource)
{
    return resource->text + resource->length + 1;
}

struct rlk_resource *rlk_resource_hold(struct rlk_resource *resource)
{
    resource->holders++;
    return resource;
}

void rlk_resource_drop(struct rlk_resource *resource)
{
    if (resource != NULL && --resource->holders == 0)
        rlk_free(resource);
}

/* --- contention ---------------------------------------------------------- */

/* FNV-1a. */
uint64_t rlk_contention_number(const char *text, size_t length)
{
    uint64_t number = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < length; i++)
        number = (number ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return number != 0 ? number : 1;
}

void rlk_contention_init(struct rlk_contention *contention)
{
    *contention = (struct rlk_contention){.until = INT64_MIN};
}

static const struct rlk_contention_entry *
find(const struct rlk_contention *contention, const char *name, int64_t now)
{
    uint64_t number;

    if (now >= contention->until)
        return NULL;
    number = rlk_contention_number(name, strlen(name));
    for (int i = 0; i < RLK_CONTENTION_MOST; i++) {
        if (contention->entries[i].name == number)
            return &contention->entries[i];
    }
    return NULL;
}

/* Its entry, or the entry that is replaced next. */
static struct rlk_contention_entry *entry_for(struct rlk_contention *contention,
                                              uint64_t number)
{
    struct rlk_contention_entry *oldest = &contention->entries[0];

    for (int i = 0; i < RLK_CONTENTION_MOST; i++) {
        struct rlk_contention_entry *entry = &contention->entries[i];
        if (entry->name == number)
            return entry;
        if (entry->until < oldest->until)
            oldest = entry;
    }
    *oldest = (struct rlk_contention_entry){.name = number,
                                            .yields_until = INT64_MIN};
    return oldest;
}

static struct rlk_contention_entry *remember(struct rlk_contention *contention,
                                             const char *name, int64_t until)
{
    struct rlk_contention_entry *entry =
        entry_for(contention, rlk_contention_number(name, strlen(name)));

    if (entry->until < until)
        entry->until = until;
    if (contention->until < until)
        contention->until = until;
    return entry;
}

void rlk_contention_note(struct rlk_contention *contention, const char *name,
                         int64_t now)
{
    (void)remember(contention, name,
                   rlk_clock_add(now, RLK_CONTENTION_SPAN_NS));
}

bool rlk_contention_remembers(const struct rlk_contention *contention,
                              const char *name, int64_t now)
{
    const struct rlk_contention_entry *entry = find(contention, name, now);

    return entry != NULL && now < entry->until;
}

void rlk_contention_yield(struct rlk_contention *contention, const char *name,
                          int64_t until, int64_t now)
{
    if (until > now)
        remember(contention, name, until)->yields_until = until;
}

int64_t rlk_contention_yields_until(const struct rlk_contention *contention,
                                    const char *name, int64_t now)
{
    const struct rlk_contention_entry *entry = find(contention, name, now);

    return entry != NULL && entry->yields_until > now ? entry->yields_until
                                                      : now;
}
