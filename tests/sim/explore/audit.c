/* SPDX-License-Identifier: MIT */
/* Compares the steps of a state with its steps on an earlier visit. */

#include "tests/sim/explore/audit.h"

#include <stdlib.h>

#include "tests/sim/choice.h"
#include "tests/sim/explore/choices.h"
#include "tests/sim/explore/snapshot.h"
#include "tests/sim/room.h"

struct audit {
    struct snapshot before;
    struct choices choices;
    uint64_t mask;
    struct seen {
        uint64_t number; /* 0: free */
        uint64_t steps;
    } * seen;
};

struct audit *audit_open(uint64_t states)
{
    struct audit *audit = sim_memory(sizeof(*audit));
    uint64_t room = 1024;

    while (room / 2 < states)
        room *= 2;
    *audit = (struct audit){.mask = room - 1};
    audit->seen = calloc((size_t)room, sizeof(*audit->seen));
    if (audit->seen == NULL)
        abort();
    return audit;
}

void audit_close(struct audit *audit)
{
    if (audit == NULL)
        return;
    for (int part = 0; part < PARTS; part++)
        free(audit->before.bytes[part]);
    free(audit->seen);
    free(audit);
}

/* Where a step leads, and what it breaks, for all results of its coins. */
static uint64_t step_from(struct audit *audit, struct sim_world *world,
                          struct state *state, const struct sim_choice *choice)
{
    uint32_t parts = choices_touch(world, choice);
    uint64_t hash = choice->kind;
    uint64_t others = 0;
    int coins = 0;

    snapshot_add(&audit->before, world, state, parts);
    if (sim_choice_take(world, choice)) {
        coins = world->coins.count;
        state_touch(state, world, parts);
        hash = digest_mix(hash, (uint64_t)world->broken_rule);
        hash = digest_mix(hash, (uint64_t)coins);
        hash = digest_mix(hash, state_number(state, world));
    }
    snapshot_restore(&audit->before, world, state, parts);
    for (int coin = choice->coins.count; coin < coins; coin++) {
        struct sim_choice other = *choice;
        other.coins.heads |= (uint16_t)(1U << coin);
        other.coins.count = (uint8_t)(coin + 1);
        others += step_from(audit, world, state, &other);
    }
    return digest_add(hash) + others;
}

/* All steps, independent of their order and of the remaining budgets. */
static uint64_t steps_from(struct audit *audit, struct sim_world *world,
                           struct state *state)
{
    const struct budgets plenty = {.late = 1, .faults = 1};
    uint64_t steps = 0;

    snapshot_empty(&audit->before);
    choices_find(world, &plenty, &audit->choices);
    for (int i = 0; i < audit->choices.count; i++)
        steps += step_from(audit, world, state, &audit->choices.at[i]);
    return steps;
}

bool audit_look(struct audit *audit, struct sim_world *world,
                struct state *state, uint64_t number)
{
    uint64_t steps = steps_from(audit, world, state);
    uint64_t at = number & audit->mask;

    while (audit->seen[at].number != 0 && audit->seen[at].number != number)
        at = (at + 1) & audit->mask;
    if (audit->seen[at].number == number)
        return audit->seen[at].steps == steps;
    audit->seen[at] = (struct seen){.number = number, .steps = steps};
    return true;
}
