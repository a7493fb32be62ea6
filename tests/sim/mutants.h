/* SPDX-License-Identifier: MIT */
#ifndef SIM_MUTANTS_H
#define SIM_MUTANTS_H

/*
 * Rules broken on purpose, and how each of them is found: by a rule of the
 * witness that is its own, with all others left unlooked at.
 */

#include <stdint.h>

#include "clock/mutant.h"

struct sim_mutant {
    const char *name;
    enum rlk_mutant mutant;
    unsigned rules;      /* that it breaks: a bit for each sim_rule */
    const char *profile; /* whose schedules find it; NULL: a story does */
    uint64_t seeds;      /* within the first so many of them */
};

/* NULL: no mutant has that name. */
const struct sim_mutant *sim_mutant(const char *name);

/* NULL: RLK_MUTANT_NONE. */
const struct sim_mutant *sim_mutant_of(enum rlk_mutant mutant);

/* The mutants, one after the other; NULL after the last. */
const struct sim_mutant *sim_mutant_at(int place);

#endif
