/* SPDX-License-Identifier: MIT */
/*
 * Our library's blocking face: a thread for each worker. They share one
 * client; with shared=1, where they contend, each has its own, as separate
 * processes would. For style, see ours_settings.h.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "bench/ours_settings.h"

#define RESOURCE_MAX 32

struct worker {
    int index;
    struct redlock_client *client;
    pthread_t thread;
};

static struct driver driver;
static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;

static void hold(int64_t ns)
{
    struct timespec span = {.tv_sec = (time_t)(ns / 1000000000),
                            .tv_nsec = (long)(ns % 1000000000)};

    if (ns > 0)
        (void)nanosleep(&span, NULL);
}

static void run_pair(struct worker *worker,
                     const struct redlock_request *request)
{
    struct redlock_lock *lock = NULL;
    int64_t start = driver_now();
    enum redlock_status status =
        redlock_acquire(worker->client, request, &lock);
    int64_t held = driver_now();
    int64_t let_go;
    int64_t now;

    hold(driver.plan.hold_ns);
    let_go = driver_now();
    (void)redlock_release(&lock, NULL);
    now = driver_now();
    (void)pthread_mutex_lock(&driver_lock);
    if (status == REDLOCK_OK)
        driver_record(&driver,
                      &(struct driver_sample){.worker = worker->index,
                                              .acquire_ns = held - start,
                                              .release_ns = now - let_go},
                      now);
    else
        driver_record_failure(&driver, held - start);
    (void)pthread_mutex_unlock(&driver_lock);
}

static bool goes_on(void)
{
    bool yes;

    (void)pthread_mutex_lock(&driver_lock);
    yes = driver_goes_on(&driver, driver_now());
    (void)pthread_mutex_unlock(&driver_lock);
    return yes;
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    char resource[RESOURCE_MAX];
    struct ours_names names;
    struct redlock_request request;

    (void)snprintf(resource, sizeof(resource), "bench:%d:%d", (int)getpid(),
                   driver.plan.shared ? 0 : worker->index);
    request = ours_request(&driver.plan, resource, &names);
    request.wait_ms = driver.plan.shared ? DRIVER_TTL_MS : 0;
    while (goes_on())
        run_pair(worker, &request);
    return NULL;
}

static struct redlock_client *open_client(void)
{
    char nodes[OURS_NODES_TEXT_MAX];
    struct redlock_settings settings = ours_settings(&driver.plan, nodes);
    struct redlock_client *client;
    struct redlock_problem problem = {0};

    if (redlock_open(&settings, &client, &problem) != REDLOCK_OK)
        driver_fail("%s", problem.text);
    return client;
}

int main(int argc, char **argv)
{
    struct worker *workers;
    int count;

    driver_init(&driver, argc, argv);
    count = driver.plan.workers;
    workers = calloc((size_t)count, sizeof(*workers));
    if (!workers)
        driver_fail("no memory");
    for (int i = 0; i < count; i++) {
        bool own = i == 0 || driver.plan.shared;

        workers[i].index = i;
        workers[i].client = own ? open_client() : workers[0].client;
    }
    driver_start(&driver);
    for (int i = 1; i < count; i++) {
        if (pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]))
            driver_fail("no thread %d", i);
    }
    (void)run_worker(&workers[0]);
    for (int i = 1; i < count; i++)
        (void)pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < count && (i == 0 || driver.plan.shared); i++)
        redlock_close(workers[i].client);
    free(workers);
    return driver_finish(&driver);
}
