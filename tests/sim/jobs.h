/* SPDX-License-Identifier: MIT */
#ifndef SIM_JOBS_H
#define SIM_JOBS_H

/* Runs many schedules in several processes. */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/profile.h"
#include "tests/sim/tally_sheet.h"
#include "tests/sim/witness.h"

struct sim_work {
    const struct sim_profile *profile;
    uint64_t first; /* the first seed */
    uint64_t last;  /* the last seed */
    double seconds; /* the longest time; 0: unlimited */
    uint64_t blind; /* rules that are not checked */
    int jobs;       /* >= 1 */
    bool progress;  /* print progress on stderr */
};

struct sim_outcome {
    bool failed;
    bool died;     /* the process crashed: a failed assertion, a wild pointer */
    int signal;    /* the signal that ended it; 0: it exited */
    uint64_t seed; /* the first seed that failed */
    enum sim_rule rule; /* the rule that it broke */
    double seconds;
    struct sim_tally tally;
};

void sim_jobs_run(const struct sim_work *work, struct sim_outcome *outcome);

#endif
