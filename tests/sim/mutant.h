/* SPDX-License-Identifier: MIT */
#ifndef SIM_MUTANT_H
#define SIM_MUTANT_H

/*
 * The mutant in this program: a name in tests/sim/mutants/, or "". Set by
 * tests/mutate/kept, or by merged.py.
 */
extern const char *sim_mutant_name;

/* Scripts that replace those of the library; the last one has no name. */
struct sim_mutant_script {
    const char *name;
    const char *text;
};
extern const struct sim_mutant_script sim_mutant_scripts[];

#endif
