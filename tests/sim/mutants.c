/* SPDX-License-Identifier: MIT */
/* The table of mutants. */

#include "tests/sim/mutants.h"

#include <stddef.h>
#include <string.h>

enum rlk_mutant rlk_mutant_active;

#define MUTANT(name) #name, RLK_MUTANT_##name

static const struct sim_mutant mutants[] = {
    {MUTANT(QUORUM_OFF_BY_ONE), "rough", 1000},
    {MUTANT(DRIFT_LEFT_OUT), "rough", 1000},
    {MUTANT(SENT_AT_AFTER_ANSWER), "rough", 1000},
    {MUTANT(UNDO_ONLY_GRANTED), "rough", 1000},
    {MUTANT(TIMEOUT_COUNTS_AS_GRANT), "rough", 1000},
    {MUTANT(LATE_GRANT_COUNTS), "rough", 1000},
    {MUTANT(VALIDITY_IGNORED), "rough", 1000},
    {MUTANT(DEADLINE_IGNORED), "rough", 1000},
    {MUTANT(REPAIRED_VOTE_COUNTS), "rough", 1000},
    {MUTANT(CONTINUITY_LEFT_OUT), "rough", 1000},
    {MUTANT(EXTENSION_COUNTS_AFTER_VALIDITY), "rough", 1000},
    {MUTANT(WITHDRAW_LEFT_OUT), "rough", 1000},
    {MUTANT(LOSS_TOLD_AT_EXPIRY), "rough", 1000},
    {MUTANT(LOSS_TOLD_TWICE), "rough", 1000},
    {MUTANT(TOKEN_REUSED), "rough", 1000},
    {MUTANT(RELEASE_BY_NAME), "rough", 1000},
    {MUTANT(UNDO_LEFT_OUT), "rough", 1000},
    {MUTANT(CANCEL_WITHOUT_UNDO), "rough", 1000},
    {MUTANT(DEBT_FORGOTTEN), "rough", 1000},
    {MUTANT(ORPHAN_NOT_KILLED), "rough", 1000},
    {MUTANT(ROUNDS_MIXED_UP), "rough", 1000},
    {MUTANT(REPAIR_WHEN_LOST), "rough", 1000},
    {MUTANT(GRANT_OVERWRITES), "rough", 1000},
    {MUTANT(EXTEND_CREATES), "rough", 1000},
    {MUTANT(EXTEND_SHORTENS), "rough", 1000},
    {MUTANT(RELEASE_OF_ANYBODY), "rough", 1000},
    {MUTANT(FENCE_UNCONFIRMED), "fences", 1000},
    {MUTANT(CONFIRM_OF_ANYBODY), NULL, 0},
    {MUTANT(COUNTER_UNBOUND), "fences", 2000},
    {MUTANT(QUARANTINED_VOTES), "forgetful", 1000},
    {MUTANT(QUARANTINE_CUT_SHORT), "forgetful", 1000},
    {MUTANT(VOID_LEFT_OUT), NULL, 0},
    {MUTANT(SLACK_LEFT_OUT), "stepped", 1000},
    {MUTANT(STEP_UNSEEN), "stepped", 1000},
};

#define COUNT ((int)(sizeof(mutants) / sizeof(mutants[0])))

const struct sim_mutant *sim_mutant_at(int place)
{
    return place < COUNT ? &mutants[place] : NULL;
}

const struct sim_mutant *sim_mutant(const char *name)
{
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(mutants[i].name, name) == 0)
            return &mutants[i];
    }
    return NULL;
}
