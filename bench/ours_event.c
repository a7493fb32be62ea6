/* SPDX-License-Identifier: MIT */
/*
 * The event API of the library: one client on one loop, with one pair in
 * progress for each worker. See ours_settings.h for style; with "-sent" the
 * driver does not wait for the release.
 */

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ours_settings.h"

#define RESOURCE_MAX 32
#define LOOK_S 0.01

struct worker {
    int index;
    int64_t start;
    int64_t held;
    struct redlock_lock *lock;
    char resource[RESOURCE_MAX];
};

static struct driver driver;
static struct ev_loop *loop;
static struct redlock_client *client;
static int under_way;
static bool waits_for_release;
static bool fenced;

static void start_pair(struct worker *worker, int64_t now);

static void record(const struct worker *worker, int64_t now)
{
    driver_record(
        &driver,
        &(struct driver_sample){.worker = worker->index,
                                .acquire_ns = worker->held - worker->start,
                                .release_ns = now - worker->held},
        now);
}

static void released(void *user, enum redlock_status status)
{
    struct worker *worker = user;
    int64_t now = driver_now();

    if (status == REDLOCK_OK)
        record(worker, now);
    else
        driver_record_failure(&driver, now - worker->start);
    start_pair(worker, now);
}

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    struct worker *worker = user;
    int64_t now = driver_now();

    if (status != REDLOCK_OK) {
        driver_record_failure(&driver, now - worker->start);
        start_pair(worker, now);
        return;
    }
    worker->held = now;
    if (waits_for_release) {
        if (redlock_async_release(&lock, NULL, released, worker) != REDLOCK_OK)
            driver_fail("a release could not start");
        return;
    }
    if (redlock_async_release(&lock, NULL, NULL, NULL) != REDLOCK_OK)
        driver_fail("a release could not start");
    now = driver_now();
    record(worker, now);
    start_pair(worker, now);
}

static void start_pair(struct worker *worker, int64_t now)
{
    const struct redlock_request request = {.resource = worker->resource,
                                            .ttl_ms = DRIVER_TTL_MS,
                                            .fencing = fenced};

    if (!driver_goes_on(&driver, now)) {
        if (--under_way == 0)
            ev_break(loop, EVBREAK_ALL);
        return;
    }
    worker->start = now;
    if (redlock_async_acquire(client, &request, acquired, worker, NULL) !=
        REDLOCK_OK)
        driver_fail("an acquisition could not start");
}

static void check_connections(struct ev_loop *waiting, ev_timer *timer,
                              int events)
{
    struct redlock_client_stats stats = {.size = sizeof(stats)};
    int connected = 0;

    (void)events;
    if (redlock_stats(client, &stats) != REDLOCK_OK)
        driver_fail("no statistics");
    for (int node = 0; node < stats.nodes; node++)
        connected += stats.node[node].connections > 0;
    if (connected < stats.nodes)
        return;
    ev_timer_stop(waiting, timer);
    ev_break(waiting, EVBREAK_ALL);
}

/* Pairs that begin before all nodes are connected would stay out of step. */
static void connect_all(void)
{
    ev_timer timer;

    ev_timer_init(&timer, check_connections, LOOK_S, LOOK_S);
    ev_timer_start(loop, &timer);
    (void)ev_run(loop, 0);
}

int main(int argc, char **argv)
{
    char nodes[OURS_NODES_TEXT_MAX];
    struct redlock_settings settings;
    struct redlock_problem problem = {0};
    struct worker *workers;

    driver_init(&driver, argc, argv);
    settings = ours_settings(&driver.plan, nodes);
    waits_for_release = !strstr(driver.plan.style, "-sent");
    fenced = ours_fenced(&driver.plan);
    loop = ev_default_loop(0);
    if (redlock_open_on_loop(loop, &settings, &client, &problem) != REDLOCK_OK)
        driver_fail("%s", problem.text);
    workers = calloc((size_t)driver.plan.workers, sizeof(*workers));
    if (!workers)
        driver_fail("no memory");
    connect_all();
    driver_start(&driver);
    under_way = driver.plan.workers;
    for (int i = 0; i < driver.plan.workers; i++) {
        workers[i].index = i;
        (void)snprintf(workers[i].resource, RESOURCE_MAX, "bench:%d:%d",
                       driver_series(&driver), i);
        start_pair(&workers[i], driver_now());
    }
    (void)ev_run(loop, 0);
    redlock_close(client);
    free(workers);
    return driver_finish(&driver);
}
