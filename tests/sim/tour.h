/* SPDX-License-Identifier: MIT */
#ifndef SIM_TOUR_H
#define SIM_TOUR_H

/* All profiles in turn, in one run, with one table at the end. */

#include <stdbool.h>
#include <stdio.h>

#include "tests/sim/jobs.h"

/*
 * The work is done once for each profile, whatever profile it names; its
 * seconds are shared among those whose assumptions hold. A profile that breaks
 * one has to show two holders. false: some profile did not do what it must.
 */
bool sim_tour(const struct sim_work *work, FILE *out);

#endif
