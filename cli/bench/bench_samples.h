/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_SAMPLES_H
#define RLK_CLI_BENCH_BENCH_SAMPLES_H

/* The latencies of one measurement, in nanoseconds. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_samples {
    int64_t *ns; /* owned; all zero is an empty set */
    size_t count;
    size_t room;
};

/* false: no memory; nothing has changed. */
bool bench_samples_add(struct bench_samples *samples, int64_t ns);

/* Adds all samples of other, and empties other. false: no memory. */
bool bench_samples_merge(struct bench_samples *samples,
                         struct bench_samples *other);

/* Must be called before bench_samples_percentile(). */
void bench_samples_sort(struct bench_samples *samples);

/* The percentile of sorted samples, by nearest rank. percent: 0 .. 100. */
int64_t bench_samples_percentile(const struct bench_samples *samples,
                                 double percent);

void bench_samples_clear(struct bench_samples *samples);

#endif
