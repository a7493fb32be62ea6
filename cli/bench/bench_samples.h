/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BENCH_BENCH_SAMPLES_H
#define RLK_CLI_BENCH_BENCH_SAMPLES_H

/* Every latency that was measured, in nanoseconds. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench_samples {
    int64_t *ns; /* owned; all zero is an empty set */
    size_t count;
    size_t room;
};

/* False: no memory, nothing has changed. */
bool bench_samples_add(struct bench_samples *samples, int64_t ns);

/* Adds all of other, which is emptied. False: no memory. */
bool bench_samples_merge(struct bench_samples *samples,
                         struct bench_samples *other);

/* Before any percentile is asked for. */
void bench_samples_sort(struct bench_samples *samples);

/* The nearest rank of those sorted; 0 if there are none. percent: 0 .. 100. */
int64_t bench_samples_percentile(const struct bench_samples *samples,
                                 double percent);

void bench_samples_clear(struct bench_samples *samples);

#endif
