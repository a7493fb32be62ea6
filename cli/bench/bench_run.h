/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_RUN_H
#define RLK_CLI_BENCH_BENCH_RUN_H

/* One measurement: threads that acquire and release until the time is over. */

#include "cli/base/options.h"
#include "cli/bench/bench_samples.h"

#define BENCH_STATUSES 32 /* above every enum redlock_status */

struct bench_run {
    int nodes;
    int quorum;
    struct bench_samples acquire;
    struct bench_samples release;
    struct bench_samples both;
    int64_t elapsed_ns;
    int64_t fewest;                 /* pairs of the unluckiest thread */
    int64_t most;                   /* and of the luckiest */
    int64_t failed[BENCH_STATUSES]; /* by enum redlock_status */
};

/*
 * Measures. The samples come back sorted; bench_run_clear() frees them,
 * whatever the answer. A signal (signals_ending()) ends the measurement early.
 *
 * options  with the strategy in its settings; depth or contenders, and time_ms,
 *          are above zero.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 */
int bench_run(const struct options *options, struct bench_run *run);

void bench_run_clear(struct bench_run *run);

#endif
