/* SPDX-License-Identifier: MIT */
/* Makes tenures out of events. */

#include "tests/chaos/claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 256

struct tenure *claims_find(const struct claims *claims, const char *name)
{
    /* The newest are asked for most. */
    for (size_t i = claims->count; i > 0; i--)
        if (strcmp(claims->tenures[i - 1].name, name) == 0)
            return &claims->tenures[i - 1];
    return NULL;
}

/* When the worker of an acquisition began to ask. first: of all events. */
static int64_t attempt_of(const struct event *first,
                          const struct event *acquired)
{
    for (const struct event *event = acquired; event-- > first;)
        if (event->what == WHAT_TRY && strcmp(event->who, acquired->who) == 0)
            return event->at;
    return acquired->at;
}

static int add(struct claims *claims, const struct event *first,
               const struct event *event)
{
    struct tenure *tenure;

    if (claims->count % BATCH == 0) {
        struct tenure *more =
            realloc(claims->tenures, (claims->count + BATCH) * sizeof(*more));

        if (more == NULL)
            return -1;
        claims->tenures = more;
    }
    tenure = &claims->tenures[claims->count++];
    *tenure = (struct tenure){.start = event->at,
                              .end = value_number(event->keys, "until"),
                              .attempt = attempt_of(first, event),
                              .fence = value_number(event->keys, "fence")};
    snprintf(tenure->who, sizeof(tenure->who), "%s", event->who);
    value_text(event->keys, "tenure", tenure->name, sizeof(tenure->name));
    value_text(event->keys, "lock", tenure->lock, sizeof(tenure->lock));
    return 0;
}

/* What an event tells about the end of its tenure. */
static void learn(struct tenure *tenure, const struct event *event)
{
    int64_t until = value_number(event->keys, "until");

    if (!tenure->over && until > tenure->end)
        tenure->end = until;
    if (event->what == WHAT_WROTE)
        tenure->writes_noted++;
    if (event->what == WHAT_RELEASED)
        tenure->released = true;
    if (event->what == WHAT_LOST || event->what == WHAT_EXPIRED ||
        event->what == WHAT_RELEASING) {
        tenure->over = true;
        if (event->at < tenure->end)
            tenure->end = event->at;
    }
}

int claims_gather(struct claims *claims, const struct history *history)
{
    *claims = (struct claims){0};
    for (size_t i = 0; i < history->count; i++) {
        const struct event *event = &history->events[i];
        char name[NAME_BYTES];
        struct tenure *tenure;

        if (event->what == WHAT_ACQUIRED &&
            add(claims, history->events, event) == -1)
            return -1;
        value_text(event->keys, "tenure", name, sizeof(name));
        if (name[0] == '\0' || event->what == WHAT_ACQUIRED)
            continue;
        tenure = claims_find(claims, name);
        if (tenure == NULL)
            claims->orphans++;
        else
            learn(tenure, event);
    }
    return 0;
}

void claims_free(struct claims *claims)
{
    free(claims->tenures);
    *claims = (struct claims){0};
}
