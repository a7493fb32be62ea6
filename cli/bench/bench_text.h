/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_TEXT_H
#define RLK_CLI_BENCH_BENCH_TEXT_H

/* A measurement, for people: a table and a histogram. */

#include <stdio.h>

#include "cli/bench/bench_run.h"

void bench_text(FILE *out, const char *strategy, const struct bench_run *run);

/*
 * How often which latency was seen, in steps that grow with the latency. What
 * is beyond the 99.9th percentile stands in the last row.
 */
void bench_histogram(FILE *out, const char *title,
                     const struct bench_samples *samples);

#endif
