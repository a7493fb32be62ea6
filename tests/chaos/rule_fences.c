/* SPDX-License-Identifier: MIT */
/* Fences: what orders holders, also where two hold at once. */

#include <string.h>

#include "tests/chaos/judge_rules.h"

/*
 * Did that one hold before this one, and may no two hold at once? Then the
 * order is theirs, however long ago this one began to wait.
 */
static bool precedes(const struct verdict *verdict, const struct tenure *other,
                     const struct tenure *mine)
{
    return other->end <= mine->start && !verdict->scenario.breaks_exclusion &&
           !(other->shared && mine->shared) &&
           strcmp(verdict->scenario.two_holders, mine->lock) != 0;
}

/* A reader may have the number of whom it follows, and of other readers. */
static bool behind(const struct tenure *mine, int64_t fence)
{
    return mine->shared ? mine->fence < fence : mine->fence <= fence;
}

static void judge_reported(struct verdict *verdict, const struct tenure *mine,
                           const struct tenure *other)
{
    if (behind(mine, other->fence_most))
        violate(verdict,
                "lock %s: %s has fence %lld, and %lld was told before "
                "it was asked for",
                mine->lock, mine->name, (long long)mine->fence,
                (long long)other->fence_most);
}

static void judge_pair(struct verdict *verdict, const struct tenure *mine,
                       const struct tenure *other)
{
    if (mine->fence < other->fence && precedes(verdict, other, mine))
        violate(verdict,
                "lock %s: %s has fence %lld, and %s, which held before, %lld",
                mine->lock, mine->name, (long long)mine->fence, other->name,
                (long long)other->fence);
    if (mine->fence == other->fence && !mine->shared)
        violate(verdict, "lock %s: %s and %s both have fence %lld", mine->lock,
                other->name, mine->name, (long long)mine->fence);
}

/*
 * Against those of the lock that came before, the newest first. Where two may
 * hold at once, one who was told after this attempt began may have more; the
 * same, nobody, unless it shares the lock.
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

/* What a holder hands to the resource is what he was told. */
static void judge_handed(struct verdict *verdict, const struct event *event)
{
    long long fence = (long long)value_number(event->keys, "fence");
    const struct tenure *tenure;
    char name[NAME_BYTES];

    value_text(event->keys, "tenure", name, sizeof(name));
    tenure = claims_find(&verdict->claims, name);
    if (tenure != NULL && fence != tenure->fence)
        violate(verdict, "%s was told fence %lld, and used %lld", name,
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
