/* SPDX-License-Identifier: MIT */
#ifndef SIM_MUTANT_H
#define SIM_MUTANT_H

/*
 * The rule that is broken on purpose in this program: a name of
 * tests/sim/mutants/, or "". tests/mutate/kept puts it there, or merged.py.
 */
extern const char *sim_mutant_name;

/* The scripts that run instead of those that ship; the last one has no name. */
struct sim_mutant_script {
    const char *name;
    const char *text;
};
extern const struct sim_mutant_script sim_mutant_scripts[];

#endif
