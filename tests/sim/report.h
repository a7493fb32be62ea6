/* SPDX-License-Identifier: MIT */
#ifndef SIM_REPORT_H
#define SIM_REPORT_H

/* Reports a failure so that it can be reproduced. */

#include <stdio.h>

#include "tests/sim/jobs.h"

/*
 * Prints seed, profile, commit, and the shortest story that still breaks the
 * rule.
 */
void sim_report_failure(FILE *out, const struct sim_work *work,
                        const struct sim_outcome *outcome);

#endif
