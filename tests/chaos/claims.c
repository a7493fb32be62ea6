/* SPDX-License-Identifier: MIT */
/* Derives tenures from the events of a history. */

#include "tests/chaos/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 256

struct tenure *claims_find(const struct claims *claims, const char *name)
{
    /* From the end, because most events concern the newest tenures. */
    for (size_t i = claims->count; i > 0; i--)
        if (strcmp(claims->tenures[i - 1].name, name) == 0)
            return &claims->tenures[i - 1];
    return NULL;
}

/* The event in which the acquisition began, or NULL. first: of all events. */
static const struct event *attempt_of(const struct event *first,
                                      const struct event *acquired)
{
    for (const struct event *event = acquired; event-- > first;)
        if (event->what == WHAT_TRY && strcmp(event->who, acquired->who) == 0)
            return event;
    return NULL;
}

/* The name of the set that the tenure is a part of. */
static const char *set_of(const struct tenure *tenure)
{
    return tenure->set[0] != '\0' ? tenure->set : tenure->name;
}

const struct tenure *claims_next_part(const struct claims *claims,
                                      const struct tenure *first,
                                      const struct tenure *part)
{
    const struct tenure *end = claims->tenures + claims->count;

    part = part == NULL ? first : part;
    while (++part < end && part->start == first->start)
        if (strcmp(part->set, first->name) == 0)
            return part;
    return NULL;
}

static struct tenure *append(struct claims *claims)
{
    if (claims->count % BATCH == 0) {
        struct tenure *more =
            realloc(claims->tenures, (claims->count + BATCH) * sizeof(*more));

        if (more == NULL)
            return NULL;
        claims->tenures = more;
    }
    return &claims->tenures[claims->count++];
}

static int add(struct claims *claims, const struct event *first,
               const struct event *event)
{
    const struct event *attempt = attempt_of(first, event);
    struct tenure *tenure = append(claims);
    char mode[NAME_BYTES];

    if (tenure == NULL)
        return -1;
    *tenure =
        (struct tenure){.start = event->at,
                        .end = value_number(event->keys, "until"),
                        .attempt = attempt == NULL ? event->at : attempt->at,
                        .fence = value_number(event->keys, "fence")};
    snprintf(tenure->who, sizeof(tenure->who), "%s", event->who);
    value_text(event->keys, "tenure", tenure->name, sizeof(tenure->name));
    value_text(event->keys, "lock", tenure->lock, sizeof(tenure->lock));
    value_text(event->keys, "mode", mode, sizeof(mode));
    tenure->shared = strcmp(mode, "shared") == 0;
    if (attempt != NULL)
        value_text(attempt->keys, "lock", tenure->asked, sizeof(tenure->asked));
    return 0;
}

/* A further part has the same end and the same attempt as the first one. */
static int add_part(struct claims *claims, const struct event *event)
{
    char set[NAME_BYTES];
    struct tenure *first =
        claims_find(claims, value_text(event->keys, "set", set, sizeof(set)));
    struct tenure part, *added;

    if (first == NULL) {
        claims->orphans++;
        return 0;
    }
    part = *first;
    snprintf(part.set, sizeof(part.set), "%s", set);
    value_text(event->keys, "tenure", part.name, sizeof(part.name));
    value_text(event->keys, "lock", part.lock, sizeof(part.lock));
    part.fence = value_number(event->keys, "fence");
    added = append(claims);
    if (added == NULL)
        return -1;
    *added = part;
    return 0;
}

/* Updates the end of a tenure from an event. */
static void learn(struct tenure *tenure, const struct event *event)
{
    int64_t until = value_number(event->keys, "until");

    if (!tenure->over && until > tenure->end)
        tenure->end = until;
    if (event->what == WHAT_RELEASED)
        tenure->released = true;
    if (event->what == WHAT_LOST || event->what == WHAT_EXPIRED ||
        event->what == WHAT_RELEASING) {
        tenure->over = true;
        if (event->at < tenure->end)
            tenure->end = event->at;
    }
}

/* The index of the first tenure that began together with this one. */
static size_t together_from(const struct claims *claims,
                            const struct tenure *tenure)
{
    size_t i = (size_t)(tenure - claims->tenures);

    while (i > 0 && claims->tenures[i - 1].start == tenure->start)
        i--;
    return i;
}

static bool is_together(const struct tenure *one, const struct tenure *other)
{
    return strcmp(set_of(one), set_of(other)) == 0;
}

unsigned claims_parts_before(const struct claims *claims,
                             const struct tenure *tenure, unsigned *parts)
{
    unsigned before = 0;

    *parts = 0;
    for (size_t i = together_from(claims, tenure);
         i < claims->count && claims->tenures[i].start == tenure->start; i++) {
        bool part = is_together(&claims->tenures[i], tenure);

        *parts += part;
        before += part && &claims->tenures[i] < tenure;
    }
    return before;
}

/* Also updates the tenures that are held together with it. */
static void learn_together(struct claims *claims, struct tenure *tenure,
                           const struct event *event)
{
    for (size_t i = together_from(claims, tenure);
         i < claims->count && claims->tenures[i].start == tenure->start; i++)
        if (is_together(&claims->tenures[i], tenure))
            learn(&claims->tenures[i], event);
    if (event->what == WHAT_WROTE)
        tenure->writes_noted++;
}

int claims_gather(struct claims *claims, const struct history *history)
{
    *claims = (struct claims){0};
    for (size_t i = 0; i < history->count; i++) {
        const struct event *event = &history->events[i];
        char name[NAME_BYTES];
        struct tenure *tenure;

        if ((event->what == WHAT_ACQUIRED &&
             add(claims, history->events, event) == -1) ||
            (event->what == WHAT_WITH && add_part(claims, event) == -1))
            return -1;
        value_text(event->keys, "tenure", name, sizeof(name));
        if (name[0] == '\0' || event->what == WHAT_ACQUIRED ||
            event->what == WHAT_WITH)
            continue;
        tenure = claims_find(claims, name);
        if (tenure == NULL)
            claims->orphans++;
        else
            learn_together(claims, tenure, event);
    }
    return 0;
}

void claims_free(struct claims *claims)
{
    free(claims->tenures);
    *claims = (struct claims){0};
}
