/* SPDX-License-Identifier: MIT */
/* What a lock type promises in addition to exclusion and fences. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/chaos/judge_rules.h"

/* --- what was granted is what was requested ------------------------------- */

#define SLOT ":slot:"

/* Is it that lock, or a slot of it? */
static bool is_of(const struct tenure *tenure, const char *lock)
{
    size_t length = strlen(lock);

    return strncmp(tenure->lock, lock, length) == 0 &&
           (tenure->lock[length] == '\0' ||
            strncmp(tenure->lock + length, SLOT, strlen(SLOT)) == 0);
}

static unsigned parts_of(const struct verdict *verdict, size_t index)
{
    const struct claims *claims = &verdict->claims;
    unsigned count = 1;

    for (const struct tenure *part = NULL;
         (part = claims_next_part(claims, &claims->tenures[index], part)) !=
         NULL;)
        count++;
    return count;
}

static bool has_part(const struct verdict *verdict, size_t index,
                     const char *lock)
{
    const struct claims *claims = &verdict->claims;
    const struct tenure *first = &claims->tenures[index];
    bool found = is_of(first, lock);

    for (const struct tenure *part = NULL;
         (part = claims_next_part(claims, first, part)) != NULL;)
        found |= is_of(part, lock);
    return found;
}

void rule_sets(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->claims.count; i++) {
        const struct tenure *first = &verdict->claims.tenures[i];
        unsigned asked = 0;
        char names[NAME_BYTES];
        char *next = names;

        if (first->set[0] != '\0')
            continue;
        snprintf(names, sizeof(names), "%s", first->asked);
        for (char *lock; (lock = strsep(&next, ",")) != NULL;) {
            asked++;
            if (!has_part(verdict, i, lock))
                violate(verdict, "%s requested %s, and is held without it",
                        first->name, lock);
        }
        if (parts_of(verdict, i) > asked)
            violate(verdict, "%s has more than it requested", first->name);
        if (asked > 1)
            verdict->sets++;
    }
    if (strcmp(verdict->scenario.kind, "sets") == 0 && verdict->sets == 0)
        violate(verdict, "no worker ever held several locks together");
}

/* --- slots -----------------------------------------------------------------
 */

/* The number of holders of the requested lock when this tenure began. */
static int64_t at_once(const struct claims *claims, size_t index)
{
    const struct tenure *mine = &claims->tenures[index];
    int64_t count = 0;

    for (size_t i = 0; i <= index; i++)
        count += claims->tenures[i].end > mine->start &&
                 strcmp(claims->tenures[i].asked, mine->asked) == 0;
    return count;
}

static bool has_slot(const struct tenure *tenure, int64_t slots)
{
    const char *mark = strstr(tenure->lock, SLOT);
    int64_t slot = mark == NULL ? -1 : strtoll(mark + strlen(SLOT), NULL, 10);

    return slot >= 0 && slot < slots;
}

/* Exclusion and fences of each slot are judged as those of any lock. */
void rule_slots(struct verdict *verdict)
{
    int64_t slots = verdict->scenario.slots;
    int64_t most = 0;

    if (slots == 0)
        return;
    for (size_t i = 0; i < verdict->claims.count; i++) {
        const struct tenure *tenure = &verdict->claims.tenures[i];
        int64_t count = at_once(&verdict->claims, i);

        if (!has_slot(tenure, slots))
            violate(verdict, "%s has %s, which is none of %lld slots",
                    tenure->name, tenure->lock, (long long)slots);
        if (count > slots)
            violate(verdict,
                    "%s is one of %lld holders of the %lld slots of %s",
                    tenure->name, (long long)count, (long long)slots,
                    tenure->asked);
        most = count > most ? count : most;
    }
    if (most < slots)
        violate(verdict, "the %lld slots were never all taken",
                (long long)slots);
}

/* --- readers ---------------------------------------------------------------
 */

/* The last line in the file of each lock. */
struct last_write {
    char lock[NAME_BYTES];
    int64_t value;
};

static struct last_write *last_write_of(struct last_write *writes,
                                        const char *lock)
{
    for (size_t i = 0; i < LOCKS_JUDGED_MAX; i++) {
        if (writes[i].lock[0] == '\0')
            snprintf(writes[i].lock, sizeof(writes[i].lock), "%s", lock);
        if (strcmp(writes[i].lock, lock) == 0)
            return &writes[i];
    }
    return NULL;
}

static void judge_read(struct verdict *verdict, const struct event *event,
                       int64_t written)
{
    int64_t value = value_number(event->keys, "value");
    char name[NAME_BYTES];

    verdict->reads++;
    if (value == written)
        return;
    if (verdict->overlaps_allowed > 0 || verdict->late_allowed > 0)
        verdict->disorder_allowed++;
    else
        violate(verdict, "%s read %lld, and %lld was written last",
                value_text(event->keys, "tenure", name, sizeof(name)),
                (long long)value, (long long)written);
}

static void judge_reads(struct verdict *verdict)
{
    struct last_write writes[LOCKS_JUDGED_MAX] = {0};

    for (size_t i = 0; i < verdict->history.count; i++) {
        const struct event *event = &verdict->history.events[i];
        struct last_write *last;
        char lock[NAME_BYTES];

        if (event->what != WHAT_READ && event->what != WHAT_WROTE)
            continue;
        last = last_write_of(
            writes, value_text(event->keys, "lock", lock, sizeof(lock)));
        if (last == NULL)
            return;
        if (event->what == WHAT_WROTE)
            last->value = value_number(event->keys, "value");
        else
            judge_read(verdict, event, last->value);
    }
}

/* Fails if no two readers held a lock together: then it was not shared. */
static void judge_company(struct verdict *verdict)
{
    unsigned readers = 0, writers = 0, together = 0;
    int64_t until = 0;

    for (size_t i = 0; i < verdict->claims.count; i++) {
        const struct tenure *tenure = &verdict->claims.tenures[i];

        readers += tenure->shared;
        writers += !tenure->shared;
        together += tenure->shared && tenure->start < until;
        if (tenure->shared && tenure->end > until)
            until = tenure->end;
    }
    verdict->shared = readers;
    if (strcmp(verdict->scenario.kind, "readers") != 0)
        return;
    if (together == 0)
        violate(verdict, "no two readers ever held it together");
    if (writers == 0)
        violate(verdict, "no worker ever held it exclusively");
}

void rule_readers(struct verdict *verdict)
{
    judge_reads(verdict);
    judge_company(verdict);
}
