/* SPDX-License-Identifier: MIT */
/*
 * kept LOCKS MILLISECONDS: one client of the library's event API acquires that
 * many locks, with a TTL of 30 s and a keeper for each, and holds them for that
 * time. Prints figures, one in each line: NAME VALUE.
 *
 *     cpu_percent  of one core, while the locks are held
 *     heap_bytes   for each lock: malloc()'s memory, including its overhead
 *     rss_bytes    for each lock: growth of the resident set
 *     lost         the number of lost locks
 */

#include <ev.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/ours_settings.h"

#define DEPTH 128            /* acquisitions in progress */
#define NODE_TIMEOUT_MS 1000 /* so long that a busy machine loses no lock */
#define RESOURCE_MAX 32
#define LOOKS_MOST 100
/* Of 0 milliseconds: only bytes are counted. */
#define NEVER_RENEWED_MS 300000

static struct ev_loop *loop;
static struct redlock_client *client;
static struct redlock_lock **locks;
static int64_t ttl_ms = DRIVER_TTL_MS;
static int wanted;
static int started;
static int held;
static int lost;

static void start_next(void);

static void report_lost(struct redlock_lock *lock, void *user)
{
    (void)lock;
    (void)user;
    lost++;
}

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    (void)user;
    if (status != REDLOCK_OK)
        driver_fail("lock %d: %s", held, redlock_strerror(status));
    locks[held++] = lock;
    if (held == wanted)
        ev_break(loop, EVBREAK_ALL);
    else
        start_next();
}

static void start_next(void)
{
    char resource[RESOURCE_MAX];
    const struct redlock_request request = {.resource = resource,
                                            .ttl_ms = ttl_ms,
                                            .keep = true,
                                            .lost = report_lost};

    if (started == wanted)
        return;
    (void)snprintf(resource, sizeof(resource), "bench:%d:%d", (int)getpid(),
                   started++);
    if (redlock_async_acquire(client, &request, acquired, NULL, NULL) !=
        REDLOCK_OK)
        driver_fail("an acquisition could not start");
}

static double cpu_seconds(void)
{
    struct rusage used;

    (void)getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static double resident_bytes(void)
{
    char line[128];
    char *pages = NULL;
    FILE *file = fopen("/proc/self/statm", "r");

    if (file) {
        if (fgets(line, sizeof(line), file))
            pages = strchr(line, ' ');
        (void)fclose(file);
    }
    /* The resident set is the second number in the line. */
    return pages ? (double)strtoll(pages, NULL, 10) *
                       (double)sysconf(_SC_PAGESIZE)
                 : 0;
}

static void end_hold(struct ev_loop *ended, ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(ended, EVBREAK_ALL);
}

/* Returns the CPU time in seconds. */
static double hold_for(double seconds)
{
    double before = cpu_seconds();
    ev_timer timer;

    ev_timer_init(&timer, end_hold, seconds, 0.);
    ev_now_update(loop);
    ev_timer_start(loop, &timer);
    (void)ev_run(loop, 0);
    return cpu_seconds() - before;
}

/* The slowest node may still have thousands of requests to answer. */
static double settled_heap(void)
{
    double before = -1;
    double heap = (double)mallinfo2().uordblks;

    for (int looks = 0; heap != before && looks < LOOKS_MOST; looks++) {
        before = heap;
        (void)hold_for(0.2);
        heap = (double)mallinfo2().uordblks;
    }
    return heap;
}

int main(int argc, char **argv)
{
    struct driver driver;
    char nodes[OURS_NODES_TEXT_MAX];
    struct redlock_settings settings;
    double seconds;
    double resident;
    double heap;
    double cpu;

    if (argc != 3)
        driver_fail("usage: kept LOCKS MILLISECONDS");
    wanted = (int)driver_number("kept", argv[1], 10000000);
    seconds = (double)driver_number("kept", argv[2], 3600000) / 1e3;
    if (seconds <= 0)
        ttl_ms = NEVER_RENEWED_MS;
    driver_init(&driver, 1, argv);
    settings = ours_settings(&driver.plan, nodes);
    settings.strategy = REDLOCK_PARALLEL;
    settings.node_timeout_ms = NODE_TIMEOUT_MS;
    loop = ev_default_loop(0);
    if (redlock_open_on_loop(loop, &settings, &client, NULL) != REDLOCK_OK)
        driver_fail("no client");
    locks = calloc((size_t)wanted, sizeof(*locks));
    if (!locks)
        driver_fail("no memory");
    heap = (double)mallinfo2().uordblks;
    resident = resident_bytes();
    for (int i = 0; i < DEPTH; i++)
        start_next();
    (void)ev_run(loop, 0);
    heap = settled_heap() - heap;
    resident = resident_bytes() - resident;
    cpu = hold_for(seconds);
    (void)printf("cpu_percent %.3g\nheap_bytes %.0f\nrss_bytes %.0f\nlost %d\n",
                 seconds > 0 ? cpu / seconds * 100 : 0, heap / wanted,
                 resident / wanted, lost);
    redlock_close(client);
    free(locks);
    return 0;
}
