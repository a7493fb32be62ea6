/* SPDX-License-Identifier: MIT */
#ifndef SIM_CHOICE_TEXT_H
#define SIM_CHOICE_TEXT_H

/*
 * Choices as lines of a plan:
 *
 *     choose deliver c1 n2 there
 *     choose deliver c1 n2 back older 1
 *     choose due c1
 *     choose wish c1
 *     choose return n3
 *     choose advance
 *     choose late c1 n2 back
 *     choose fault flush n2
 *     choose fault cut c1 n2 coins 1
 */

#include <stdbool.h>
#include <stdio.h>

#include "tests/sim/plan.h"

/* "deliver" */
const char *sim_choice_kind_name(enum sim_choice_kind kind);

/* Prints one line, with its end. */
void sim_choice_print(FILE *out, const struct sim_plan *plan,
                      const struct sim_choice *choice);

/*
 * Parses the words after "choose". A fault must be one of the plan's. false:
 * they are no choice.
 */
bool sim_choice_read(const struct sim_plan *plan, char *const *words, int count,
                     struct sim_choice *choice);

#endif
