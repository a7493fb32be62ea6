/* SPDX-License-Identifier: MIT */
/* The table of mutants. */

#include "tests/sim/mutants.h"

#include <stddef.h>
#include <string.h>

#include "tests/sim/witness.h"

enum rlk_mutant rlk_mutant_active;

#define MUTANT(name) #name, RLK_MUTANT_##name
#define R(rule) (1U << SIM_RULE_##rule)

static const struct sim_mutant mutants[] = {
    {MUTANT(DEADLINE_IGNORED), R(ENDED), "rough", 1000},
    {MUTANT(LOSS_TOLD_AT_EXPIRY), R(TOLD), "rough", 1000},
    {MUTANT(LOSS_TOLD_TWICE), R(TOLD), "rough", 1000},
    {MUTANT(TOKEN_REUSED), R(TOKEN), "rough", 1000},
    {MUTANT(RELEASE_BY_NAME), R(ORPHAN), "rough", 1000},
    {MUTANT(UNDO_LEFT_OUT), R(ORPHAN), "rough", 1000},
    {MUTANT(CANCEL_WITHOUT_UNDO), R(ENDED) | R(ORPHAN), "rough", 1000},
    {MUTANT(DEBT_FORGOTTEN), R(ORPHAN), "rough", 1000},
    {MUTANT(DEBT_FOR_EVER), R(DEBTS), NULL, 0},
    {MUTANT(SILENCE_BORNE), R(QUIET), "rough", 1000},
    {MUTANT(ORPHAN_NOT_KILLED), R(ORPHAN), "rough", 4000},
    {MUTANT(ROUNDS_MIXED_UP), R(MATCHED), "rough", 1000},
    {MUTANT(REPAIR_WHEN_LOST), R(REPAIR), "rough", 4000},
    {MUTANT(GIVEN_UP_WHEN_TOLD), R(NOTICE), "rough", 1000},
    {MUTANT(EXTENSION_TOLD_UNMOVED), R(EXTENDED), "rough", 1000},
    {MUTANT(CONFIRM_DENIED_COUNTS), R(DENIED), "forgetful", 4000},
    {MUTANT(REPAIR_LEFT_OUT), R(RETURNS), "rough", 1000},
    {MUTANT(VOID_LEFT_OUT), R(EXCLUSION), NULL, 0},
    {MUTANT(SLACK_LEFT_OUT), R(LIFE), "stepped", 1000},
};

#define COUNT ((int)(sizeof(mutants) / sizeof(mutants[0])))

const struct sim_mutant *sim_mutant_at(int place)
{
    return place < COUNT ? &mutants[place] : NULL;
}

const struct sim_mutant *sim_mutant_of(enum rlk_mutant mutant)
{
    for (int i = 0; i < COUNT; i++) {
        if (mutants[i].mutant == mutant)
            return &mutants[i];
    }
    return NULL;
}

const struct sim_mutant *sim_mutant(const char *name)
{
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(mutants[i].name, name) == 0)
            return &mutants[i];
    }
    return NULL;
}
