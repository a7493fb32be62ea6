/* SPDX-License-Identifier: MIT */
/* Removes ever smaller parts from a plan. */

#include "tests/sim/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "tests/sim/room.h"

struct shrinker {
    struct sim_world *world;
    enum sim_rule rule;
    uint64_t blind;
};

static bool fails(const struct shrinker *shrinker, const struct sim_plan *plan)
{
    return sim_run(shrinker->world, plan, NULL, shrinker->blind) ==
           shrinker->rule;
}

/*
 * Replaces the plan if the candidate fails, too; else discards the candidate.
 */
static bool take(const struct shrinker *shrinker, struct sim_plan *plan,
                 struct sim_plan *candidate)
{
    if (!fails(shrinker, candidate)) {
        sim_plan_clear(candidate);
        return false;
    }
    sim_plan_clear(plan);
    *plan = *candidate;
    return true;
}

static void without(struct sim_plan *to, const struct sim_plan *from, int first,
                    int count)
{
    sim_plan_copy(to, from);
    to->actions_count -= count;
    memmove(&to->actions[first], &to->actions[first + count],
            (size_t)(to->actions_count - first) * sizeof(*to->actions));
}

static bool drop_actions(const struct shrinker *shrinker, struct sim_plan *plan)
{
    bool any = false;

    for (int size = plan->actions_count; size > 0; size /= 2) {
        for (int first = 0; first + size <= plan->actions_count;) {
            struct sim_plan candidate;
            without(&candidate, plan, first, size);
            if (take(shrinker, plan, &candidate))
                any = true;
            else
                first += size;
        }
    }
    return any;
}

static void mute(struct sim_plan *to, const struct sim_plan *from,
                 const uint64_t *messages, int count)
{
    uint64_t *muted = sim_memory(((size_t)from->muted_count + (size_t)count) *
                                 sizeof(*muted));

    sim_plan_copy(to, from);
    if (to->muted_count > 0)
        memcpy(muted, to->muted, (size_t)to->muted_count * sizeof(*muted));
    memcpy(muted + to->muted_count, messages, (size_t)count * sizeof(*muted));
    free(to->muted);
    to->muted = muted;
    to->muted_count += count;
}

/* Exempts single messages from faults. */
static bool calm_messages(const struct shrinker *shrinker,
                          struct sim_plan *plan)
{
    struct sim_world *world = shrinker->world;
    uint64_t *noisy;
    int count;
    bool any = false;

    world->note_noisy = true;
    (void)fails(shrinker, plan);
    world->note_noisy = false;
    count = world->noisy_count;
    noisy = sim_memory((size_t)count * sizeof(*noisy) + 1);
    if (count > 0)
        memcpy(noisy, world->noisy, (size_t)count * sizeof(*noisy));
    for (int size = count; size > 0; size /= 2) {
        for (int first = 0; first + size <= count;) {
            struct sim_plan candidate;
            mute(&candidate, plan, noisy + first, size);
            if (take(shrinker, plan, &candidate)) {
                any = true;
                count -= size;
                memmove(noisy + first, noisy + first + size,
                        (size_t)(count - first) * sizeof(*noisy));
            } else {
                first += size;
            }
        }
    }
    free(noisy);
    return any;
}

static bool try_setup(const struct shrinker *shrinker, struct sim_plan *plan,
                      const struct sim_plan *changed)
{
    struct sim_plan candidate;

    sim_plan_copy(&candidate, changed);
    return take(shrinker, plan, &candidate);
}

static void plainer_setup(const struct shrinker *shrinker,
                          struct sim_plan *plan)
{
    struct sim_plan changed = *plan;
    int clients = 1;

    changed.noise.tail_ppm = 0;
    changed.noise.lose_ppm = 0;
    changed.noise.cut_ppm = 0;
    changed.muted_count = 0;
    (void)try_setup(shrinker, plan, &changed);
    for (int i = 0; i < plan->actions_count; i++) {
        if (plan->actions[i].client >= clients)
            clients = plan->actions[i].client + 1;
    }
    changed = *plan;
    changed.clients = clients;
    (void)try_setup(shrinker, plan, &changed);
    changed = *plan;
    changed.noise.delay = RLK_NS_PER_MS / 10;
    changed.noise.late = 0;
    (void)try_setup(shrinker, plan, &changed);
}

void sim_shrink(struct sim_world *world, struct sim_plan *plan,
                enum sim_rule rule, uint64_t blind)
{
    struct shrinker shrinker = {world, rule, blind};

    while (drop_actions(&shrinker, plan) || calm_messages(&shrinker, plan))
        continue;
    plainer_setup(&shrinker, plan);
    (void)drop_actions(&shrinker, plan);
}
