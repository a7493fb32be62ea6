/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_CREW_H
#define RLK_BENCH_CREW_H

/* A thread for each of a driver's workers. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/driver.h"

struct crew {
    struct driver driver; /* its plan is there for all */
    pthread_mutex_t lock; /* of the rest; PTHREAD_MUTEX_INITIALIZER */
};

/* A pair: when it began, had the lock, let it go, was done. */
struct crew_pair {
    int64_t start;
    int64_t held;
    int64_t let_go;
    int64_t now;
};

/* What the worker of this number, from 0, does until the time is over. */
typedef void crew_work(int worker);

/*
 * The clock starts, and all work, the first in the calling thread. Returns
 * when they have done so.
 */
void crew_run(struct crew *crew, crew_work *work);

/* May another pair begin now? Any thread. */
bool crew_goes_on(struct crew *crew);

/* Any thread. */
void crew_record(struct crew *crew, int worker, const struct crew_pair *pair);
void crew_record_failure(struct crew *crew, int64_t ns);

/* Zero: no pause. */
void crew_pause(int64_t ns);

#endif
