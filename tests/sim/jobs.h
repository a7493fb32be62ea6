/* SPDX-License-Identifier: MIT */
#ifndef SIM_JOBS_H
#define SIM_JOBS_H

/* Many schedules, on several processes. */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/profile.h"
#include "tests/sim/tally_sheet.h"
#include "tests/sim/witness.h"

struct sim_work {
    const struct sim_profile *profile;
    uint64_t first; /* seeds, from this one on */
    uint64_t last;  /* to this one */
    double seconds; /* at most so long; 0: as long as it takes */
    uint64_t blind; /* rules that are not looked at */
    int jobs;       /* >= 1 */
    bool progress;  /* a line on stderr while it goes on */
};

struct sim_outcome {
    bool failed;
    bool died;          /* the process did: an assertion, a wild pointer, */
    int signal;         /* ... by that signal; 0: it ended itself */
    uint64_t seed;      /* the first that failed */
    enum sim_rule rule; /* broken by it */
    double seconds;
    struct sim_tally tally;
};

void sim_jobs_run(const struct sim_work *work, struct sim_outcome *outcome);

#endif
