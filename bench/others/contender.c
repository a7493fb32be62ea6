/* SPDX-License-Identifier: MIT */
/* What all contenders do with their system's lock. */

#include "bench/others/contender.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MS INT64_C(1000000)
#define PATIENCE_NS (20000 * MS) /* for a server that starts */
#define PULSE_NS (5 * MS)

struct worker {
    int index;
    char resource[CONTENDER_RESOURCE_MAX];
    struct session *session;
    pthread_t thread;
};

static struct driver driver;
static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;

int64_t contender_ttl_ms(void)
{
    const char *text = getenv("BENCH_TTL_MS");

    return text ? driver_number("BENCH_TTL_MS", text, 3600000) : 10000;
}

static void pause_for(int64_t ns)
{
    struct timespec span = {.tv_sec = (time_t)(ns / 1000000000),
                            .tv_nsec = (long)(ns % 1000000000)};

    if (ns > 0)
        (void)nanosleep(&span, NULL);
}

/* Tries until the server is there. */
static struct session *open_session(const char *resource)
{
    int64_t until = driver_now() + PATIENCE_NS;
    struct session *session;

    for (;;) {
        session = session_open(&driver.plan, resource);
        if (session)
            return session;
        if (driver_now() > until)
            driver_fail("the server cannot be reached");
        pause_for(20 * MS);
    }
}

/* --- pairs ---------------------------------------------------------------- */

/* Returns false where the session is of no more use. */
static bool run_pair(struct worker *worker)
{
    int64_t start = driver_now();
    bool usable = session_acquire(worker->session);
    int64_t held = driver_now();
    int64_t let_go;
    int64_t now;

    if (usable) {
        pause_for(driver.plan.hold_ns);
        let_go = driver_now();
        usable = session_release(worker->session);
        now = driver_now();
    }
    (void)pthread_mutex_lock(&driver_lock);
    if (usable)
        driver_record(&driver,
                      &(struct driver_sample){.worker = worker->index,
                                              .acquire_ns = held - start,
                                              .release_ns = now - let_go},
                      now);
    else
        driver_record_failure(&driver, held - start);
    (void)pthread_mutex_unlock(&driver_lock);
    return usable;
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

    while (goes_on()) {
        if (run_pair(worker))
            continue;
        session_close(worker->session);
        worker->session = open_session(worker->resource);
    }
    return NULL;
}

static int run_pairs(void)
{
    int count = driver.plan.workers;
    struct worker *workers = calloc((size_t)count, sizeof(*workers));

    if (!workers)
        driver_fail("no memory");
    for (int i = 0; i < count; i++) {
        workers[i].index = i;
        (void)snprintf(workers[i].resource, CONTENDER_RESOURCE_MAX,
                       "bench:%d:%d", (int)getpid(),
                       driver.plan.shared ? 0 : i);
        workers[i].session = open_session(workers[i].resource);
    }
    driver_start(&driver);
    for (int i = 1; i < count; i++) {
        if (pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]))
            driver_fail("no thread %d", i);
    }
    (void)run_worker(&workers[0]);
    for (int i = 1; i < count; i++)
        (void)pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < count; i++)
        session_close(workers[i].session);
    free(workers);
    return driver_finish(&driver);
}

/* --- one resource --------------------------------------------------------- */

static void say(const char *what, int64_t ns)
{
    (void)printf("%s %" PRId64 "\n", what, ns);
    (void)fflush(stdout);
}

/* Through whatever fails, as long as the server comes back. */
static struct session *hold_it(const char *resource)
{
    for (;;) {
        struct session *session = open_session(resource);

        if (session_acquire(session)) {
            say("held", driver_now());
            return session;
        }
        session_close(session);
        pause_for(20 * MS);
    }
}

static int run_hold(const char *resource)
{
    struct session *session = hold_it(resource);

    while (session_holds(session))
        pause_for(10 * MS);
    say("lost", driver_now());
    session_close(session);
    return 0;
}

static int run_wait(const char *resource)
{
    struct session *session = hold_it(resource);

    (void)session_release(session);
    session_close(session);
    return 0;
}

static int run_pulse(const char *resource)
{
    struct session *session = open_session(resource);
    int64_t gap = 0;
    int64_t last;

    driver_start(&driver);
    last = driver_now();
    while (driver_now() < driver.end) {
        if (session && session_acquire(session)) {
            int64_t now = driver_now();

            gap = now - last > gap ? now - last : gap;
            last = now;
            if (session_release(session)) {
                pause_for(PULSE_NS);
                continue;
            }
        }
        if (session)
            session_close(session);
        pause_for(PULSE_NS);
        session = session_open(&driver.plan, resource);
    }
    /* It may not have come back. */
    gap = driver_now() - last > gap ? driver_now() - last : gap;
    say("gap_ns", gap);
    if (session)
        session_close(session);
    return 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    const char *resource = getenv("BENCH_RESOURCE");

    driver_init(&driver, argc - (argc > 1), argv + (argc > 1));
    if (strcmp(verb, "pairs") == 0)
        return run_pairs();
    if (!resource)
        driver_fail("BENCH_RESOURCE is not set");
    if (strcmp(verb, "hold") == 0)
        return run_hold(resource);
    if (strcmp(verb, "wait") == 0)
        return run_wait(resource);
    if (strcmp(verb, "pulse") == 0)
        return run_pulse(resource);
    driver_fail("%s: pairs, hold, wait or pulse", verb);
}
