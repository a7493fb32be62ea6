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
    {MUTANT(QUORUM_OFF_BY_ONE), R(EXCLUSION) | R(SHIELD) | R(IN_TIME), "rough",
     1000},
    {MUTANT(DRIFT_LEFT_OUT), R(SHIELD) | R(EXCLUSION) | R(VOTES), "rough",
     1000},
    {MUTANT(SENT_AT_AFTER_ANSWER), R(MATCHED), "rough", 1000},
    {MUTANT(UNDO_ONLY_GRANTED), R(ORPHAN), "rough", 1000},
    {MUTANT(TIMEOUT_COUNTS_AS_GRANT), R(IN_TIME) | R(SHIELD) | R(EXCLUSION),
     "rough", 1000},
    {MUTANT(LATE_GRANT_COUNTS), R(IN_TIME), "rough", 1000},
    {MUTANT(VALIDITY_IGNORED), R(IN_TIME), "rough", 1000},
    {MUTANT(DEADLINE_IGNORED), R(ENDED), "rough", 1000},
    {MUTANT(REPAIRED_VOTE_COUNTS), R(VOTES) | R(SHIELD) | R(EXCLUSION),
     "repairs", 1000},
    {MUTANT(CONTINUITY_LEFT_OUT), R(PROBATION), "rough", 3000},
    {MUTANT(EXTENSION_COUNTS_AFTER_VALIDITY), R(REGAINED), NULL, 0},
    {MUTANT(WITHDRAW_LEFT_OUT), R(DENIED), "rough", 1000},
    {MUTANT(LOSS_TOLD_AT_EXPIRY), R(TOLD), "rough", 1000},
    {MUTANT(LOSS_TOLD_TWICE), R(TOLD), "rough", 1000},
    {MUTANT(TOKEN_REUSED), R(TOKEN), "rough", 1000},
    {MUTANT(RELEASE_BY_NAME), R(ORPHAN), "rough", 1000},
    {MUTANT(UNDO_LEFT_OUT), R(ORPHAN), "rough", 1000},
    {MUTANT(CANCEL_WITHOUT_UNDO), R(ENDED) | R(ORPHAN), "rough", 1000},
    {MUTANT(DEBT_FORGOTTEN), R(ORPHAN), "rough", 1000},
    {MUTANT(DEBT_FOR_EVER), R(DEBTS), NULL, 0},
    {MUTANT(SILENCE_BORNE), R(QUIET), "rough", 1000},
    {MUTANT(QUARANTINE_FOR_EVER), R(PROGRESS), "forgetful", 1000},
    {MUTANT(ORPHAN_NOT_KILLED), R(ORPHAN), "rough", 4000},
    {MUTANT(ROUNDS_MIXED_UP), R(MATCHED), "rough", 1000},
    {MUTANT(REPAIR_WHEN_LOST), R(REPAIR), "rough", 4000},
    {MUTANT(GRANT_OVERWRITES), R(TRESPASS), "rough", 1000},
    {MUTANT(EXTEND_CREATES), R(TRESPASS), "rough", 1000},
    {MUTANT(EXTEND_SHORTENS), R(LIFE) | R(TRESPASS), "rough", 1000},
    {MUTANT(RELEASE_OF_ANYBODY), R(TRESPASS), "rough", 1000},
    {MUTANT(GIVEN_UP_WHEN_TOLD), R(NOTICE), "rough", 1000},
    {MUTANT(EXTENSION_TOLD_UNMOVED), R(EXTENDED), "rough", 1000},
    {MUTANT(CONFIRM_DENIED_COUNTS), R(DENIED), "forgetful", 4000},
    {MUTANT(SUCCESSOR_OVERLOOKED), R(TRESPASS), "fences", 1000},
    {MUTANT(REPAIR_LEFT_OUT), R(RETURNS), "rough", 1000},
    {MUTANT(PROBATION_FOR_EVER), R(RETURNS), "rough", 1000},
    {MUTANT(FENCE_AT_LEAST), R(AGREED), "fences", 1000},
    {MUTANT(BAR_LEFT_OUT), R(STEPPED), "stepped", 1000},
    {MUTANT(CONFIRM_CREATES), R(TRESPASS), "fences", 1000},
    {MUTANT(UNMINTED_BY_ANYBODY), R(COUNTER), "fences", 1000},
    {MUTANT(FENCE_UNCONFIRMED), R(AGREED), "fences", 1000},
    {MUTANT(CONFIRM_OF_ANYBODY), R(FENCE) | R(COUNTER), "fences", 1000},
    {MUTANT(COUNTER_UNBOUND), R(COUNTER), "fences", 1000},
    {MUTANT(QUARANTINED_VOTES), R(AMNESIA), "forgetful", 1000},
    {MUTANT(QUARANTINE_CUT_SHORT), R(AMNESIA), "forgetful", 1000},
    {MUTANT(MARKER_OF_RUN), R(EXCLUSION), NULL, 0},
    {MUTANT(MARKER_OF_ANY_VERSION), R(EXCLUSION), NULL, 0},
    {MUTANT(QUARANTINE_ENDED_BY_NODE), R(EXCLUSION), NULL, 0},
    {MUTANT(COUNTER_OF_RUN), R(FENCE), NULL, 0},
    {MUTANT(VOID_LEFT_OUT), R(EXCLUSION), NULL, 0},
    {MUTANT(SLACK_LEFT_OUT), R(LIFE), "stepped", 1000},
    {MUTANT(STEP_UNSEEN), R(SHIELD) | R(EXCLUSION) | R(VOTES), "stepped", 1000},
    {MUTANT(ATTEMPT_NOT_CHARGED), R(EXCLUSION), NULL, 0},
    {MUTANT(QUARANTINE_NOT_RENEWED), R(EXCLUSION), NULL, 0},
    {MUTANT(OWN_BARRED_CLEARED), R(EXCLUSION), NULL, 0},
    {MUTANT(CLEARED_UNHEARD), R(EXCLUSION), NULL, 0},
    {MUTANT(WIDENING_CUT), R(STEADY), "rough", 1000},
    {MUTANT(LATE_STEP_FORGOTTEN), R(EXCLUSION), NULL, 0},
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
