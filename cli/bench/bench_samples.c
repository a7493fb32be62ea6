/* SPDX-License-Identifier: MIT */
/* A growing array of latencies. */

#include "cli/bench/bench_samples.h"

#include <stdlib.h>

#define FIRST_ROOM 4096

bool bench_samples_add(struct bench_samples *samples, int64_t ns)
{
    if (samples->count == samples->room) {
        size_t room = samples->room > 0 ? samples->room * 2 : FIRST_ROOM;
        int64_t *more = realloc(samples->ns, room * sizeof(*more));
        if (more == NULL)
            return false;
        samples->ns = more;
        samples->room = room;
    }
    samples->ns[samples->count++] = ns;
    return true;
}

bool bench_samples_merge(struct bench_samples *samples,
                         struct bench_samples *other)
{
    bool added = true;

    for (size_t i = 0; i < other->count && added; i++)
        added = bench_samples_add(samples, other->ns[i]);
    bench_samples_clear(other);
    return added;
}

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a;
    const int64_t *y = b;

    return (*x > *y) - (*x < *y);
}

void bench_samples_sort(struct bench_samples *samples)
{
    if (samples->count > 0)
        qsort(samples->ns, samples->count, sizeof(*samples->ns), by_size);
}

int64_t bench_samples_percentile(const struct bench_samples *samples,
                                 double percent)
{
    double exact = percent * (double)samples->count / 100;
    size_t rank = (size_t)exact;

    if (samples->count == 0)
        return 0;
    if ((double)rank < exact)
        rank++;
    return samples->ns[rank > 0 ? rank - 1 : 0];
}

void bench_samples_clear(struct bench_samples *samples)
{
    free(samples->ns);
    *samples = (struct bench_samples){.ns = NULL};
}
