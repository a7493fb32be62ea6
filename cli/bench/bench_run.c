/* SPDX-License-Identifier: MIT */
/* One measurement: threads that acquire and release until the time is over. */

#include "cli/bench/bench_run.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/exits.h"
#include "cli/base/message.h"
#include "cli/base/nodes.h"
#include "cli/base/signals.h"

#define NS_PER_MS INT64_C(1000000)
#define RESOURCE_MAX 64

/* One thread, and what it has measured. */
struct worker {
    const struct options *options;
    struct redlock_client *client; /* its own where it contends */
    pthread_t thread;
    int index;
    int64_t end; /* no pair begins after this instant */
    int64_t pairs;
    bool out_of_memory;
    struct bench_samples acquire;
    struct bench_samples release;
    struct bench_samples both;
    int64_t failed[BENCH_STATUSES];
};

static void count_failure(struct worker *worker, enum redlock_status status)
{
    bool ran_out = status == REDLOCK_BUSY || status == REDLOCK_DEADLINE;

    /* A wait that the end of the measurement has cut short is no failure. */
    if (ran_out && worker->options->contenders > 0 &&
        clock_now_ns() >= worker->end)
        return;
    worker->failed[(int)status < BENCH_STATUSES ? (int)status : 0]++;
}

static void run_pair(struct worker *worker,
                     const struct redlock_request *request, bool counts)
{
    struct redlock_lock *lock = NULL;
    int64_t start = clock_now_ns();
    enum redlock_status status =
        redlock_acquire(worker->client, request, &lock);
    int64_t acquire = clock_now_ns() - start;
    int64_t release;

    if (status == REDLOCK_OK) {
        clock_sleep_us(worker->options->hold_ms * 1000);
        start = clock_now_ns();
        status = redlock_release(&lock, NULL);
    }
    release = clock_now_ns() - start;
    if (!counts)
        return;
    if (status != REDLOCK_OK) {
        count_failure(worker, status);
        return;
    }
    worker->pairs++;
    if (!bench_samples_add(&worker->acquire, acquire) ||
        !bench_samples_add(&worker->release, release) ||
        !bench_samples_add(&worker->both, acquire + release))
        worker->out_of_memory = true;
}

/* text: RESOURCE_MAX bytes, for the resource. */
static struct redlock_request request_of(const struct worker *worker,
                                         char *text)
{
    const struct options *options = worker->options;

    (void)snprintf(text, RESOURCE_MAX, "redlock-bench:%" PRId64 ":%d",
                   (int64_t)getpid(),
                   options->contenders > 0 ? 0 : worker->index);
    return (struct redlock_request){.resource = text,
                                    .ttl_ms = options->ttl_ms,
                                    .fencing = !options->no_fence};
}

/* It begins one pair, however late it is. */
static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    bool contends = worker->options->contenders > 0;
    char resource[RESOURCE_MAX];
    struct redlock_request request = request_of(worker, resource);
    int64_t now = clock_now_ns();

    do {
        if (contends && now < worker->end)
            request.wait_ms = (worker->end - now) / NS_PER_MS + 1;
        run_pair(worker, &request, true);
        now = clock_now_ns();
    } while (now < worker->end && signals_ending() == 0 &&
             !worker->out_of_memory);
    return NULL;
}

/*
 * One pair outside the count: connections are made, scripts are sent, and the
 * nodes' counters agree.
 */
static void warm_up(struct worker *worker)
{
    char resource[RESOURCE_MAX];
    const struct redlock_request request = request_of(worker, resource);

    run_pair(worker, &request, false);
}

static int open_clients(const struct options *options, struct worker *workers,
                        int count)
{
    for (int i = 0; i < count; i++)
        workers[i] = (struct worker){.options = options, .index = i};
    for (int i = 0; i < count && signals_ending() == 0; i++) {
        int status = -1;

        if (i > 0 && options->contenders == 0)
            workers[i].client = workers[0].client;
        else
            status = nodes_open(options, "bench", &workers[i].client);
        if (status >= 0)
            return status;
        if (i == 0 || options->contenders > 0)
            warm_up(&workers[i]);
    }
    return -1;
}

static int run_workers(struct worker *workers, int count)
{
    sigset_t before;
    int started = 1;
    int failed = 0;

    signals_block(&before); /* what comes is for this thread, and wakes it */
    while (started < count && failed == 0) {
        failed = pthread_create(&workers[started].thread, NULL, run_worker,
                                &workers[started]);
        started += failed == 0;
    }
    signals_restore(&before);
    if (failed == 0)
        (void)run_worker(&workers[0]);
    for (int i = 1; i < started; i++)
        (void)pthread_join(workers[i].thread, NULL);
    if (failed == 0)
        return -1;
    message_always("bench", "no thread: %s", strerror(failed));
    return EXITS_SYSTEM;
}

static int gather(struct bench_run *run, struct worker *workers, int count)
{
    bool enough = true;

    run->fewest = INT64_MAX;
    for (int i = 0; i < count; i++) {
        struct worker *worker = &workers[i];

        enough = enough && !worker->out_of_memory &&
                 bench_samples_merge(&run->acquire, &worker->acquire) &&
                 bench_samples_merge(&run->release, &worker->release) &&
                 bench_samples_merge(&run->both, &worker->both);
        if (worker->pairs < run->fewest)
            run->fewest = worker->pairs;
        if (worker->pairs > run->most)
            run->most = worker->pairs;
        for (int s = 0; s < BENCH_STATUSES; s++)
            run->failed[s] += worker->failed[s];
    }
    bench_samples_sort(&run->acquire);
    bench_samples_sort(&run->release);
    bench_samples_sort(&run->both);
    if (enough)
        return -1;
    message_always("bench", "no memory for so many samples");
    return EXITS_SYSTEM;
}

static void close_clients(struct worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        if (i == 0 || workers[i].client != workers[0].client)
            redlock_close(workers[i].client);
        bench_samples_clear(&workers[i].acquire);
        bench_samples_clear(&workers[i].release);
        bench_samples_clear(&workers[i].both);
    }
}

int bench_run(const struct options *options, struct bench_run *run)
{
    int count = options->contenders > 0 ? options->contenders : options->depth;
    struct worker *workers;
    int status;

    assert(count > 0);
    workers = calloc((size_t)count, sizeof(*workers));
    *run = (struct bench_run){.nodes = 0};
    if (workers == NULL) {
        message_always("bench", "%s", strerror(errno));
        return EXITS_SYSTEM;
    }
    status = open_clients(options, workers, count);
    if (status < 0 && signals_ending() == 0) {
        int64_t start = clock_now_ns();

        run->nodes = redlock_nodes(workers[0].client);
        run->quorum = redlock_quorum(workers[0].client);
        for (int i = 0; i < count; i++)
            workers[i].end = start + options->time_ms * NS_PER_MS;
        status = run_workers(workers, count);
        run->elapsed_ns = clock_now_ns() - start;
    }
    if (status < 0)
        status = gather(run, workers, count);
    close_clients(workers, count);
    free(workers);
    return status;
}

void bench_run_clear(struct bench_run *run)
{
    bench_samples_clear(&run->acquire);
    bench_samples_clear(&run->release);
    bench_samples_clear(&run->both);
}
