/* SPDX-License-Identifier: MIT */
/*
 * Linked into a worker whose library has one rule broken on purpose, the one
 * that $CHAOS_BROKEN names: the judge must see it.
 */

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "clock/mutant.h"

enum rlk_mutant rlk_mutant_active;

__attribute__((constructor)) static void break_rule(void)
{
    static const struct {
        const char *name;
        enum rlk_mutant mutant;
    } rules[] = {
        {"quorum-off-by-one", RLK_MUTANT_QUORUM_OFF_BY_ONE},
        {"drift-left-out", RLK_MUTANT_DRIFT_LEFT_OUT},
        {"release-only-granted", RLK_MUTANT_UNDO_ONLY_GRANTED},
        {"fence-unconfirmed", RLK_MUTANT_FENCE_UNCONFIRMED},
        {"quarantine-cut-short", RLK_MUTANT_QUARANTINE_CUT_SHORT},
        {"slack-left-out", RLK_MUTANT_SLACK_LEFT_OUT},
        {"step-unseen", RLK_MUTANT_STEP_UNSEEN},
    };
    const char *name = getenv("CHAOS_BROKEN");

    for (size_t i = 0; name != NULL && i < sizeof(rules) / sizeof(rules[0]);
         i++)
        if (strcmp(rules[i].name, name) == 0)
            rlk_mutant_active = rules[i].mutant;
    if (rlk_mutant_active == RLK_MUTANT_NONE)
        errx(64, "CHAOS_BROKEN: no such rule: see chaos --help");
}
