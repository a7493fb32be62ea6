/* SPDX-License-Identifier: MIT */
/* The measurements, for the lock of any system. */

#include "bench/others/contender.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/crew.h"

#define MS INT64_C(1000000)
#define PATIENCE_NS (20000 * MS) /* for the start of a server */
#define PULSE_NS (5 * MS)

struct worker {
    char resource[CONTENDER_RESOURCE_MAX];
    struct session *session;
};

static struct crew crew = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct worker *workers;

int64_t contender_ttl_ms(void)
{
    const char *text = getenv("BENCH_TTL_MS");

    return text ? driver_number("BENCH_TTL_MS", text, 3600000) : 10000;
}

/* Repeats until the server is reachable. */
static struct session *open_session(const char *resource)
{
    int64_t until = driver_now() + PATIENCE_NS;
    struct session *session;

    for (;;) {
        session = session_open(&crew.driver.plan, resource);
        if (session)
            return session;
        if (driver_now() > until)
            driver_fail("the server cannot be reached");
        crew_pause(20 * MS);
    }
}

/* --- pairs ---------------------------------------------------------------- */

/* Returns false if the session cannot be used any more. */
static bool run_pair(int worker)
{
    struct session *session = workers[worker].session;
    struct crew_pair pair = {.start = driver_now()};
    bool usable = session_acquire(session);

    pair.held = driver_now();
    if (usable) {
        crew_pause(crew.driver.plan.hold_ns);
        pair.let_go = driver_now();
        usable = session_release(session);
        pair.now = driver_now();
    }
    if (usable)
        crew_record(&crew, worker, &pair);
    else
        crew_record_failure(&crew, pair.held - pair.start);
    return usable;
}

static void work(int worker)
{
    while (crew_goes_on(&crew)) {
        if (run_pair(worker))
            continue;
        session_close(workers[worker].session);
        workers[worker].session = open_session(workers[worker].resource);
    }
}

static int run_pairs(void)
{
    const struct driver_plan *plan = &crew.driver.plan;

    workers = calloc((size_t)plan->workers, sizeof(*workers));
    if (!workers)
        driver_fail("no memory");
    for (int i = 0; i < plan->workers; i++) {
        (void)snprintf(workers[i].resource, CONTENDER_RESOURCE_MAX,
                       "bench:%d:%d", (int)getpid(), plan->shared ? 0 : i);
        workers[i].session = open_session(workers[i].resource);
    }
    crew_run(&crew, work);
    for (int i = 0; i < plan->workers; i++)
        session_close(workers[i].session);
    free(workers);
    return driver_finish(&crew.driver);
}

/* --- one resource --------------------------------------------------------- */

static void say(const char *what, int64_t ns)
{
    (void)printf("%s %" PRId64 "\n", what, ns);
    (void)fflush(stdout);
}

/* Acquires the lock despite failures, until the server comes back. */
static struct session *hold_it(const char *resource)
{
    for (;;) {
        struct session *session = open_session(resource);

        if (session_acquire(session)) {
            say("held", driver_now());
            return session;
        }
        session_close(session);
        crew_pause(20 * MS);
    }
}

static int run_hold(const char *resource)
{
    struct session *session = hold_it(resource);

    while (session_holds(session))
        crew_pause(10 * MS);
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

    driver_start(&crew.driver);
    last = driver_now();
    while (driver_now() < crew.driver.end) {
        if (session && session_acquire(session)) {
            int64_t now = driver_now();

            gap = now - last > gap ? now - last : gap;
            last = now;
            if (session_release(session)) {
                crew_pause(PULSE_NS);
                continue;
            }
        }
        if (session)
            session_close(session);
        crew_pause(PULSE_NS);
        session = session_open(&crew.driver.plan, resource);
    }
    /* If the server did not come back, the gap lasts until now. */
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

    driver_init(&crew.driver, argc - (argc > 1), argv + (argc > 1));
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
