/* SPDX-License-Identifier: MIT */
/* Fences order the holders, even if two hold a lock at the same time. */

#include <string.h>

#include "tests/chaos/judge_rules.h"

/*
 * Did the other tenure precede this one, and may no two hold the lock at the
 * same time? Then their fences must be ordered, whenever this attempt began.
 */
static bool precedes(const struct verdict *verdict, const struct tenure *other,
                     const struct tenure *mine)
{
    return other->end <= mine->start && !verdict->scenario.breaks_exclusion &&
           !(other->shared && mine->shared) &&
           strcmp(verdict->scenario.two_holders, mine->lock) != 0;
}

/* A reader may have the fence of its predecessor, and of other readers. */
static bool behind(const struct tenure *mine, int64_t fence)
{
    return mine->shared ? mine->fence < fence : mine->fence <= fence;
}

static void judge_reported(struct verdict *verdict, const struct tenure *mine,
                           const struct tenure *other)
{
    if (behind(mine, other->fence_most))
        violate(verdict,
                "lock %s: %s has fence %lld, but %lld was reported "
                "before its request",
                mine->lock, mine->name, (long long)mine->fence,
                (long long)other->fence_most);
}

static void judge_pair(struct verdict *verdict, const struct tenure *mine,
                       const struct tenure *other)
{
    if (mine->fence < other->fence && precedes(verdict, other, mine))
        violate(
            verdict,
            "lock %s: %s has fence %lld, but %s, which held earlier, has %lld",
            mine->lock, mine->name, (long long)mine->fence, other->name,
            (long long)other->fence);
    if (mine->fence == other->fence && !mine->shared)
        violate(verdict, "lock %s: %s and %s both have fence %lld", mine->lock,
                other->name, mine->name, (long long)mine->fence);
}

/*
 * Compares with earlier tenures of the lock, from the newest. If two may hold
 * it at the same time, a holder whose fence was reported after this attempt
 * began may have a greater one. Only tenures that share the lock may have equal
 * ones.
 */
static void judge_order(struct verdict *verdict, size_t index)
{
    struct tenure *mine = &verdict->claims.tenures[index];
    bool newest = true;

    mine->fence_most = mine->fence;
    for (size_t i = index; i-- > 0;) {
        const struct tenure *other = &verdict->claims.tenures[i];

        if (strcmp(other->lock, mine->lock) != 0)
            continue;
        if (newest && other->fence_most > mine->fence)
            mine->fence_most = other->fence_most;
        newest = false;
        if (other->start < mine->attempt) {
            judge_reported(verdict, mine, other);
            return;
        }
        judge_pair(verdict, mine, other);
    }
}

/* A holder must write with the fence that it received. */
static void judge_handed(struct verdict *verdict, const struct event *event)
{
    long long fence = (long long)value_number(event->keys, "fence");
    const struct tenure *tenure;
    char name[NAME_BYTES];

    value_text(event->keys, "tenure", name, sizeof(name));
    tenure = claims_find(&verdict->claims, name);
    if (tenure != NULL && fence != tenure->fence)
        violate(verdict, "%s received fence %lld, and used %lld", name,
                (long long)tenure->fence, fence);
}

void rule_fences(struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->claims.count; i++) {
        const struct tenure *tenure = &verdict->claims.tenures[i];

        if (tenure->fence <= 0)
            violate(verdict, "%s has no fence", tenure->name);
        judge_order(verdict, i);
    }
    for (size_t i = 0; i < verdict->history.count; i++)
        if (verdict->history.events[i].what == WHAT_WROTE ||
            verdict->history.events[i].what == WHAT_READ)
            judge_handed(verdict, &verdict->history.events[i]);
}
