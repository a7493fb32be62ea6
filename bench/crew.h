/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_CREW_H
#define RLK_BENCH_CREW_H

/* Runs each worker of a driver in a thread. */

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/driver.h"

struct crew {
    struct driver driver; /* its plan may be read by every thread */
    /* Protects the other members; PTHREAD_MUTEX_INITIALIZER. */
    pthread_mutex_t lock;
};

/*
 * A pair: when it began, had the lock, began to release it, and had released
 * it.
 */
struct crew_pair {
    int64_t start;
    int64_t held;
    int64_t let_go;
    int64_t now;
};

/* The work of worker number 0, 1, ... until the time is over. */
typedef void crew_work(int worker);

/*
 * Starts the clock and all workers, the first one in the calling thread.
 * Returns when all have finished.
 */
void crew_run(struct crew *crew, crew_work *work);

/* May another pair begin now? Any thread. */
bool crew_goes_on(struct crew *crew);

/* Any thread. */
void crew_record(struct crew *crew, int worker, const struct crew_pair *pair);
void crew_record_failure(struct crew *crew, int64_t ns);

/* Sleeps; 0: does not sleep. */
void crew_pause(int64_t ns);

#endif
