/* SPDX-License-Identifier: MIT */
/* Exclusion, uses and the protected file: what a lock is for. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/chaos/judge_rules.h"

#define MS(ns) ((double)(ns) / 1e6)

/* The tenures of a lock that last longest so far. */
struct holders {
    const char *lock;
    struct tenure *alone;
    struct tenure *sharing;
};

/* NULL: there are too many locks. */
static struct holders *holders_of(struct holders *holders, const char *lock)
{
    for (size_t i = 0; i < LOCKS_JUDGED_MAX; i++) {
        if (holders[i].lock == NULL)
            holders[i].lock = lock;
        if (strcmp(holders[i].lock, lock) == 0)
            return &holders[i];
    }
    return NULL;
}

/* Two workers held the lock. second: the one that acquired it later. */
static unsigned judge_overlap(struct verdict *verdict, struct tenure *first,
                              struct tenure *second)
{
    bool expected = strcmp(verdict->scenario.two_holders, first->lock) == 0;
    int64_t until = first->end < second->end ? first->end : second->end;

    second->beside = first;
    if (expected || (verdict->scenario.breaks_exclusion &&
                     about_a_fault(verdict, second->start)))
        verdict->overlaps_allowed++;
    else
        violate(verdict, "lock %s: %s and %s both held it, for %.1f ms",
                first->lock, first->name, second->name,
                MS(until - second->start));
    return expected;
}

static bool overlap(const struct tenure *former, const struct tenure *tenure)
{
    return former != NULL && tenure->start < former->end &&
           tenure->start < tenure->end;
}

void rule_exclusion(struct verdict *verdict)
{
    struct holders all[LOCKS_JUDGED_MAX] = {{0}};
    unsigned expected = 0;

    for (size_t i = 0; i < verdict->claims.count; i++) {
        struct tenure *tenure = &verdict->claims.tenures[i];
        struct holders *holders = holders_of(all, tenure->lock);
        struct tenure **like;

        if (holders == NULL) {
            violate(verdict, "more than %d locks", LOCKS_JUDGED_MAX);
            return;
        }
        if (overlap(holders->alone, tenure))
            expected += judge_overlap(verdict, holders->alone, tenure);
        if (!tenure->shared && overlap(holders->sharing, tenure))
            expected += judge_overlap(verdict, holders->sharing, tenure);
        like = tenure->shared ? &holders->sharing : &holders->alone;
        if (*like == NULL || tenure->end > (*like)->end)
            *like = tenure;
    }
    if (verdict->scenario.two_holders[0] != '\0' && expected == 0)
        violate(verdict,
                "lock %s: two holders were expected, but there was one",
                verdict->scenario.two_holders);
}

static void judge_use(struct verdict *verdict, const struct event *event)
{
    const char *did = event->what == WHAT_READ ? "read" : "wrote";
    int64_t checked = value_number(event->keys, "checked");
    const struct tenure *tenure;
    char name[NAME_BYTES];

    value_text(event->keys, "tenure", name, sizeof(name));
    tenure = claims_find(&verdict->claims, name);
    if (tenure == NULL || event->at < tenure->end)
        return;
    if (checked >= tenure->end)
        violate(verdict, "%s %s %.1f ms after it had ended", name, did,
                MS(event->at - tenure->end));
    else if (verdict->scenario.breaks_late && about_a_fault(verdict, event->at))
        verdict->late_allowed++;
    else
        violate(verdict, "%s checked in time and %s %.1f ms late", name, did,
                MS(event->at - tenure->end));
}

void rule_uses(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->history.count; i++)
        if (verdict->history.events[i].what == WHAT_WROTE ||
            verdict->history.events[i].what == WHAT_READ)
            judge_use(verdict, &verdict->history.events[i]);
    if (verdict->claims.orphans > 0)
        violate(verdict, "%zu events belong to no tenure",
                verdict->claims.orphans);
}

/* The order within the file is violated: does the scenario allow it? */
static void judge_disorder(struct verdict *verdict, const char *lock,
                           long long line, const char *what)
{
    bool two = strcmp(verdict->scenario.two_holders, lock) == 0;

    if (two || verdict->overlaps_allowed > 0 || verdict->late_allowed > 0)
        verdict->disorder_allowed++;
    else
        violate(verdict, "resource %s, line %lld: %s", lock, line, what);
}

/* The state of a resource that checks fences, after the records so far. */
struct reading {
    char previous[NAME_BYTES]; /* the tenure of the last record */
    long long number;          /* of the last record */
    long long fence;           /* the largest so far */
    long long line;
};

static void read_record(struct verdict *verdict, const char *lock,
                        struct reading *reading, const char *record)
{
    long long number, fence;
    struct tenure *tenure = NULL;
    char name[NAME_BYTES];

    if (sscanf(record, "%lld %lld %47s", &number, &fence, name) == 3)
        tenure = claims_find(&verdict->claims, name);
    if (tenure == NULL) {
        violate(verdict, "resource %s, line %lld: nobody's: %.60s", lock,
                reading->line, record);
        return;
    }
    if (number != reading->number + 1)
        judge_disorder(verdict, lock, reading->line,
                       "does not follow: a write lost");
    if (strcmp(name, reading->previous) != 0 && tenure->writes_found > 0)
        judge_disorder(verdict, lock, reading->line, "two tenures mixed");
    if (fence != tenure->fence)
        violate(verdict, "resource %s, line %lld: fence %lld, and %s has %lld",
                lock, reading->line, fence, name, (long long)tenure->fence);
    if (fence < reading->fence) {
        verdict->stale++;
        judge_disorder(verdict, lock, reading->line, "behind a greater fence");
    } else {
        reading->fence = fence;
    }
    tenure->writes_found++;
    reading->number = number;
    snprintf(reading->previous, sizeof(reading->previous), "%s", name);
}

static void read_resource(struct verdict *verdict, const char *lock, char *text)
{
    struct reading reading = {0};

    for (char *record; (record = strsep(&text, "\n")) != NULL;) {
        reading.line++;
        if (*record != '\0')
            read_record(verdict, lock, &reading, record);
    }
}

void rule_resources(struct verdict *verdict, const char *dir)
{
    char locks[LOCKS_JUDGED_MAX][NAME_BYTES];
    size_t count = 0;

    for (size_t i = 0; i < verdict->claims.count; i++) {
        const char *lock = verdict->claims.tenures[i].lock;
        char file[NAME_BYTES + 16];
        size_t known = 0, length;
        char *text;

        while (known < count && strcmp(locks[known], lock) != 0)
            known++;
        if (known < count || count == LOCKS_JUDGED_MAX)
            continue;
        snprintf(locks[count++], NAME_BYTES, "%s", lock);
        snprintf(file, sizeof(file), "%s.resource", lock);
        text = file_read(dir, file, &length);
        if (text == NULL)
            violate(verdict, "resource %s: %s", lock, strerror(errno));
        else
            read_resource(verdict, lock, text);
        free(text);
    }
    for (size_t i = 0; i < verdict->claims.count; i++) {
        const struct tenure *tenure = &verdict->claims.tenures[i];

        if (tenure->writes_noted != tenure->writes_found)
            violate(verdict, "%s recorded %u writes, but the resource has %u",
                    tenure->name, tenure->writes_noted, tenure->writes_found);
    }
}
