/* SPDX-License-Identifier: MIT */
/* What all drivers of the bench share: the plan and the samples. */

#include "bench/driver.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define US INT64_C(1000)
#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

int64_t driver_now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

void driver_fail(const char *format, ...)
{
    va_list arguments;

    (void)fputs("bench: ", stderr);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    exit(1);
}

static int64_t cpu_ns(void)
{
    struct rusage used;

    (void)getrusage(RUSAGE_SELF, &used);
    return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * SECOND +
           (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * US;
}

/* --- the plan ------------------------------------------------------------- */

int64_t driver_number(const char *word, const char *text, int64_t most)
{
    char *end;
    long long number = strtoll(text, &end, 10);

    if (end == text || *end != '\0' || number < 0 || number > most)
        driver_fail("%s: a number from 0 to %" PRId64, word, most);
    return number;
}

static void read_ports(struct driver_plan *plan)
{
    const char *text = getenv("BENCH_PORTS");

    if (!text)
        driver_fail("BENCH_PORTS is not set: see bench/fleet.c");
    while (*text && plan->nodes < DRIVER_NODES_MAX) {
        char *end;
        long port = strtol(text, &end, 10);

        if (end == text || port < 1 || port > 65535)
            break;
        plan->port[plan->nodes++] = (int)port;
        text = *end == ',' ? end + 1 : end;
    }
    if (plan->nodes == 0 || *text)
        driver_fail("BENCH_PORTS: the masters' ports, PORT,PORT,...");
}

static void read_word(struct driver_plan *plan, const char *word)
{
    const char *value = strchr(word, '=');

    if (!value)
        driver_fail("%s: NAME=VALUE", word);
    value++;
    if (strncmp(word, "workers=", 8) == 0)
        plan->workers = (int)driver_number(word, value, DRIVER_WORKERS_MAX);
    else if (strncmp(word, "shared=", 7) == 0)
        plan->shared = driver_number(word, value, 1) == 1;
    else if (strncmp(word, "hold_us=", 8) == 0)
        plan->hold_ns = driver_number(word, value, 10 * SECOND / US) * US;
    else if (strncmp(word, "warm_ms=", 8) == 0)
        plan->warm_ns = driver_number(word, value, 60000) * MS;
    else if (strncmp(word, "run_ms=", 7) == 0)
        plan->run_ns = driver_number(word, value, 3600000) * MS;
    else if (strncmp(word, "pairs=", 6) == 0)
        plan->pairs = driver_number(word, value, INT64_C(1000000000));
    else if (strncmp(word, "style=", 6) == 0)
        plan->style = value;
    else
        driver_fail("%s: no such word", word);
}

void driver_init(struct driver *driver, int argc, char **argv)
{
    *driver = (struct driver){
        .plan = {
            .workers = 1, .warm_ns = 200 * MS, .run_ns = SECOND, .style = ""}};
    read_ports(&driver->plan);
    for (int i = 1; i < argc; i++)
        read_word(&driver->plan, argv[i]);
    if (driver->plan.workers < 1)
        driver_fail("workers: at least one");
}

int driver_series(const struct driver *driver)
{
    return driver->plan.pairs > 0 ? 0 : (int)getpid();
}

/* --- the samples ---------------------------------------------------------- */

void driver_start(struct driver *driver)
{
    driver->begin = driver_now() + driver->plan.warm_ns;
    driver->end = driver->begin + driver->plan.run_ns;
    driver->cpu_begin = -1;
}

bool driver_goes_on(const struct driver *driver, int64_t now)
{
    if (driver->plan.pairs > 0 && driver->done >= driver->plan.pairs)
        return false;
    return now < driver->end;
}

void driver_record(struct driver *driver, const struct driver_sample *sample,
                   int64_t now)
{
    driver->done++;
    if (now < driver->begin || driver->plan.pairs > 0)
        return;
    /* The first call only starts counting CPU time. */
    if (driver->cpu_begin < 0) {
        driver->cpu_begin = cpu_ns();
        driver->begin = now;
        return;
    }
    if (driver->count == driver->room) {
        driver->room = driver->room > 0 ? driver->room * 2 : 65536;
        driver->samples =
            realloc(driver->samples, driver->room * sizeof(*driver->samples));
        if (!driver->samples)
            driver_fail("no memory for samples");
    }
    driver->samples[driver->count++] = *sample;
}

void driver_record_failure(struct driver *driver, int64_t ns)
{
    driver->failed++;
    if (ns > driver->failed_longest)
        driver->failed_longest = ns;
}

int driver_finish(struct driver *driver)
{
    int64_t wall = driver_now() - driver->begin;
    int64_t cpu = driver->cpu_begin < 0 ? 0 : cpu_ns() - driver->cpu_begin;

    for (size_t i = 0; i < driver->count; i++) {
        const struct driver_sample *s = &driver->samples[i];

        (void)printf("%d %" PRId64 " %" PRId64 "\n", s->worker, s->acquire_ns,
                     s->release_ns);
    }
    (void)printf("workers %d\nwall_ns %" PRId64 "\ncpu_ns %" PRId64
                 "\nfailed %" PRId64 "\nfailed_longest_ns %" PRId64
                 "\ndone %" PRId64 "\n",
                 driver->plan.workers, wall, cpu, driver->failed,
                 driver->failed_longest, driver->done);
    free(driver->samples);
    return 0;
}
