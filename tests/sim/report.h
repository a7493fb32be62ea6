/* SPDX-License-Identifier: MIT */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

/* A failure, told so that anybody can see it again. */

#include <stdio.h>

#include "tests/sim/jobs.h"

/* Seed, profile, commit, and the shortest story that still breaks the rule. */
void sim_report_failure(FILE *out, const struct sim_work *work,
                        const struct sim_outcome *outcome);

#endif
