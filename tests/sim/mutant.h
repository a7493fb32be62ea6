/* SPDX-License-Identifier: MIT */
#ifndef SIM_MUTANT_H
#define SIM_MUTANT_H

/*
 * The rule that is broken on purpose in this program: a name of
 * tests/sim/mutants/, or "". tests/mutate/kept puts it there, or merged.py.
 */
extern const char *sim_mutant_name;

#endif
