/* SPDX-License-Identifier: MIT */
#ifndef SIM_TOUR_H
#define SIM_TOUR_H

/* Runs all profiles, one after the other, and prints one table at the end. */

#include <stdbool.h>
#include <stdio.h>

#include "tests/sim/jobs.h"

/*
 * Does the work once for each profile, and ignores the profile that it names.
 * The seconds are divided among the profiles whose assumptions hold. A profile
 * that violates one must show two holders. false: a profile has failed.
 */
bool sim_tour(const struct sim_work *work, FILE *out);

#endif
