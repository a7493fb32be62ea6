/* SPDX-License-Identifier: MIT */
/* A few resources that several want, and until when that is remembered. */

#include "redlock/runtime/crowd.h"

#include <stddef.h>

/* FNV-1a. */
uint64_t rlk_crowd_number(const char *text, size_t length)
{
    uint64_t number = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < length; i++)
        number = (number ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return number != 0 ? number : 1;
}

void rlk_crowd_init(struct rlk_crowd *crowd)
{
    *crowd = (struct rlk_crowd){.until = INT64_MIN};
}

static const struct rlk_crowd_entry *find(const struct rlk_crowd *crowd,
                                          const char *name, size_t length,
                                          int64_t now)
{
    uint64_t number;

    if (now >= crowd->until)
        return NULL;
    number = rlk_crowd_number(name, length);
    for (int i = 0; i < RLK_CROWD_MOST; i++) {
        if (crowd->entries[i].name == number)
            return &crowd->entries[i];
    }
    return NULL;
}

/* Its entry, or the one that is forgotten first. */
static struct rlk_crowd_entry *place_for(struct rlk_crowd *crowd,
                                         uint64_t number)
{
    struct rlk_crowd_entry *oldest = &crowd->entries[0];

    for (int i = 0; i < RLK_CROWD_MOST; i++) {
        struct rlk_crowd_entry *entry = &crowd->entries[i];
        if (entry->name == number)
            return entry;
        if (entry->until < oldest->until)
            oldest = entry;
    }
    *oldest = (struct rlk_crowd_entry){.name = number, .polite = INT64_MIN};
    return oldest;
}

static struct rlk_crowd_entry *remember(struct rlk_crowd *crowd,
                                        const char *name, size_t length,
                                        int64_t until)
{
    struct rlk_crowd_entry *entry =
        place_for(crowd, rlk_crowd_number(name, length));

    if (entry->until < until)
        entry->until = until;
    if (crowd->until < until)
        crowd->until = until;
    return entry;
}

void rlk_crowd_note(struct rlk_crowd *crowd, const char *name, size_t length,
                    int64_t now)
{
    (void)remember(crowd, name, length, rlk_clock_add(now, RLK_CROWD_SPAN_NS));
}

bool rlk_crowd_remembers(const struct rlk_crowd *crowd, const char *name,
                         size_t length, int64_t now)
{
    const struct rlk_crowd_entry *entry = find(crowd, name, length, now);

    return entry != NULL && now < entry->until;
}

void rlk_crowd_be_polite(struct rlk_crowd *crowd, const char *name,
                         size_t length, int64_t until, int64_t now)
{
    if (until > now)
        remember(crowd, name, length, until)->polite = until;
}

int64_t rlk_crowd_polite_until(const struct rlk_crowd *crowd, const char *name,
                               size_t length, int64_t now)
{
    const struct rlk_crowd_entry *entry = find(crowd, name, length, now);

    return entry != NULL && entry->polite > now ? entry->polite : now;
}
