/* SPDX-License-Identifier: MIT */
/* Threads that share a driver. */

#include "bench/crew.h"

#include <stdlib.h>
#include <time.h>

struct member {
    crew_work *work;
    int worker;
    pthread_t thread;
};

void crew_pause(int64_t ns)
{
    struct timespec span = {.tv_sec = (time_t)(ns / 1000000000),
                            .tv_nsec = (long)(ns % 1000000000)};

    if (ns > 0)
        (void)nanosleep(&span, NULL);
}

bool crew_goes_on(struct crew *crew)
{
    bool yes;

    (void)pthread_mutex_lock(&crew->lock);
    yes = driver_goes_on(&crew->driver, driver_now());
    (void)pthread_mutex_unlock(&crew->lock);
    return yes;
}

void crew_record(struct crew *crew, int worker, const struct crew_pair *pair)
{
    const struct driver_sample sample = {
        .worker = worker,
        .acquire_ns = pair->held - pair->start,
        .release_ns = pair->now - pair->let_go,
    };

    (void)pthread_mutex_lock(&crew->lock);
    driver_record(&crew->driver, &sample, pair->now);
    (void)pthread_mutex_unlock(&crew->lock);
}

void crew_record_failure(struct crew *crew, int64_t ns)
{
    (void)pthread_mutex_lock(&crew->lock);
    driver_record_failure(&crew->driver, ns);
    (void)pthread_mutex_unlock(&crew->lock);
}

static void *run_member(void *argument)
{
    const struct member *member = argument;

    member->work(member->worker);
    return NULL;
}

void crew_run(struct crew *crew, crew_work *work)
{
    int count = crew->driver.plan.workers;
    struct member *members = calloc((size_t)count, sizeof(*members));

    if (!members)
        driver_fail("no memory");
    driver_start(&crew->driver);
    for (int i = 1; i < count; i++) {
        members[i] = (struct member){.work = work, .worker = i};
        if (pthread_create(&members[i].thread, NULL, run_member, &members[i]))
            driver_fail("no thread %d", i);
    }
    work(0);
    for (int i = 1; i < count; i++)
        (void)pthread_join(members[i].thread, NULL);
    free(members);
}
