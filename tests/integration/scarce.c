/* SPDX-License-Identifier: MIT */
/*
 * scarce: memory that runs out in any place of the process, not in this
 * library's alone, and descriptors that run out, are answers and end no
 * process. Each try is a child's. A plain program that speaks TAP.
 *
 * libev ends the process where its own memory runs out. In the event API it
 * is the host's, which gives it an allocator that has something put by.
 */

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fleet.h"
#include "tests/support/tap.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

/* Sanitizers have an allocator of their own, and other libraries one that
 * cannot be asked for by name. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||     \
    !defined(__GLIBC__)
#define COUNTED 0
#else
#define COUNTED 1
#endif

enum {
    EVERY_MOST = 2000, /* more than the number of tries */
    DESCRIPTORS = 20,
    FULL = 64, /* descriptors below this are in use */
    WAIT_MS = 300,
    WAIT_MOST_MS = 20000,
    HELD_MS = 100, /* if the waiter does not report that it waits */
    HANGING_S = 30,
    ENDED = 0,
    RAN_THROUGH = 3 /* fewer allocations than the one to fail */
};

static struct fleet fleet;

/* --- allocations that fail ------------------------------------------------ */

static _Atomic long made;
static _Atomic long fail_from = LONG_MAX, fail_to = LONG_MAX;

#if COUNTED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

#define OURS __attribute__((visibility("default")))

static bool refused(void)
{
    long nth = atomic_fetch_add(&made, 1) + 1;

    if (nth < atomic_load(&fail_from) || nth > atomic_load(&fail_to))
        return false;
    errno = ENOMEM;
    return true;
}

OURS void *malloc(size_t size)
{
    return refused() ? NULL : __libc_malloc(size);
}

OURS void *calloc(size_t count, size_t size)
{
    return refused() ? NULL : __libc_calloc(count, size);
}

OURS void *realloc(void *old, size_t size)
{
    return refused() ? NULL : __libc_realloc(old, size);
}

static void *for_libev(void *old, long size) EV_NOEXCEPT
{
    if (size > 0)
        return __libc_realloc(old, (size_t)size);
    free(old);
    return NULL;
}
#else
static void *for_libev(void *old, long size) EV_NOEXCEPT
{
    return realloc(old, (size_t)size);
}
#endif

/* --- a client's life, in each API ---------------------------------------- */

static struct redlock_report report;
static char resource[32]; /* of one child */

static bool waits;
static struct redlock_request request;

static struct redlock_settings settings(void)
{
    return (struct redlock_settings){.nodes = fleet.nodes,
                                     .node_timeout_ms = UNHURRIED_MS};
}

/* --- who holds it meanwhile -------------------------------------------------
 */

static int holding[2]; /* the holder has the lock */
static int waiting[2]; /* the waiter waits */
static pid_t holder;

static void tell_holder(const struct redlock_waiting *of, void *user)
{
    (void)of, (void)user;
    if (write(waiting[1], "w", 1) != 1)
        die("the holder has gone");
}

static void hold_until_awaited(void)
{
    struct redlock_client *client = fleet_open(&fleet, UNHURRIED_MS);
    const struct redlock_request held = {.resource = resource};
    struct redlock_lock *lock = NULL;
    struct pollfd awaited = {.fd = waiting[0], .events = POLLIN};

    if (redlock_acquire(client, &held, &lock) != REDLOCK_OK ||
        write(holding[1], "h", 1) != 1)
        die("not held");
    (void)poll(&awaited, 1, HELD_MS);
    (void)redlock_release(&lock, NULL);
    redlock_close(client);
}

static void start_holder(void)
{
    char word;

    if (pipe2(holding, O_CLOEXEC) != 0 || pipe2(waiting, O_CLOEXEC) != 0)
        die("no pipe");
    holder = fork();
    if (holder == 0) {
        (void)close(waiting[1]);
        hold_until_awaited();
        _exit(0);
    }
    (void)close(holding[1]);
    if (read(holding[0], &word, 1) != 1)
        die("nobody holds it");
}

static void end_holder(void)
{
    int status = -1;

    if (!waits)
        return;
    (void)close(waiting[1]);
    if (waitpid(holder, &status, 0) != holder || status != 0)
        die("the holder failed");
}

/* --- the lives ------------------------------------------------------------ */

static enum redlock_status blocking_life(void)
{
    const struct redlock_settings chosen = settings();
    struct redlock_client *client = NULL;
    struct redlock_lock *lock = NULL;
    enum redlock_status status = redlock_open(&chosen, &client, NULL);

    if (status == REDLOCK_OK)
        status = redlock_acquire(client, &request, &lock);
    if (status == REDLOCK_OK && redlock_lost_fd(lock) < 0)
        status = REDLOCK_SYSTEM;
    if (lock != NULL && status == REDLOCK_OK)
        status = redlock_extend(lock, 20000, &report);
    if (status == REDLOCK_OK)
        status = redlock_inspect(client, resource, &report);
    if (lock != NULL)
        (void)redlock_release(&lock, &report);
    redlock_close(client);
    return status;
}

static struct ev_loop *loop;
static struct redlock_lock *acquired_lock;
static enum redlock_status last;
static bool answered;

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    (void)user;
    acquired_lock = lock;
    last = status;
    answered = true;
}

static void done(void *user, enum redlock_status status)
{
    (void)user;
    last = status;
    answered = true;
}

static enum redlock_status answer_of(enum redlock_status started)
{
    if (started != REDLOCK_OK)
        return started;
    while (!answered)
        ev_run(loop, EVRUN_ONCE);
    answered = false;
    return last;
}

static enum redlock_status event_life(void)
{
    const struct redlock_settings chosen = settings();
    struct redlock_client *client = NULL;
    enum redlock_status status =
        redlock_open_on_loop(loop, &chosen, &client, NULL);

    if (status == REDLOCK_OK)
        status = answer_of(
            redlock_async_acquire(client, &request, acquired, NULL, NULL));
    if (status == REDLOCK_OK)
        status = answer_of(
            redlock_async_extend(acquired_lock, 20000, &report, done, NULL));
    if (status == REDLOCK_OK)
        status = answer_of(
            redlock_async_inspect(client, resource, &report, done, NULL));
    if (acquired_lock != NULL)
        (void)answer_of(
            redlock_async_release(&acquired_lock, &report, done, NULL));
    redlock_close(client);
    return status;
}

static enum redlock_status one_life(bool events)
{
    return events ? event_life() : blocking_life();
}

static void prepare_api(bool events)
{
    (void)snprintf(resource, sizeof(resource), "cup-%d", (int)getpid());
    request = (struct redlock_request){.size = sizeof(request),
                                       .resource = resource,
                                       .keep = true,
                                       .report = &report};
    (void)alarm(HANGING_S);
    if (waits) {
        request.wait_ms = WAIT_MS;
        request.waiting = tell_holder;
        start_holder();
    }
    if (!events)
        return;
    ev_set_allocator(for_libev);
    loop = ev_loop_new(EVFLAG_AUTO);
    if (loop == NULL)
        die("no loop");
}

/* --- tries ------------------------------------------------------------------
 */

static void fail_and_live(bool events, long nth, bool from_there_on)
{
    prepare_api(events);
    atomic_store(&made, 0);
    atomic_store(&fail_to, from_there_on ? LONG_MAX : nth);
    atomic_store(&fail_from, nth);
    (void)one_life(events);
    atomic_store(&fail_from, LONG_MAX);
    end_holder();
    _exit(atomic_load(&made) < nth ? RAN_THROUGH : ENDED);
}

/*
 * True if each allocation may fail. Prints the allocation whose failure ended
 * the process.
 */
static bool any_allocation(bool events, bool from_there_on)
{
    bool fine = true;

    for (long nth = 1; nth < EVERY_MOST; nth++) {
        int status = 0;
        pid_t child = fork();

        if (child == 0)
            fail_and_live(events, nth, from_there_on);
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == RAN_THROUGH) {
            printf("# %ld allocations\n", nth - 1);
            return fine && nth > 10;
        }
        if (status != ENDED) {
            printf("# allocation %ld: status %d\n", nth, status);
            fine = false;
        }
    }
    return false;
}

/* Exactly so many can be opened from here on. */
static void leave_descriptors(int count)
{
    struct rlimit limit;
    int fd;

    do {
        fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    } while (fd >= 0 && fd < FULL - 1);
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = (rlim_t)(FULL + count);
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void live_with_descriptors(bool events, int count)
{
    enum redlock_status status;

    prepare_api(events);
    if (waits && count == DESCRIPTORS)
        request.wait_ms = WAIT_MOST_MS;
    leave_descriptors(count);
    status = one_life(events);
    end_holder();
    if (count == DESCRIPTORS
            ? status == REDLOCK_OK
            : status == REDLOCK_OK || status == REDLOCK_SYSTEM ||
                  status == REDLOCK_NO_QUORUM ||
                  (waits &&
                   (status == REDLOCK_BUSY || status == REDLOCK_TOO_SLOW)))
        _exit(ENDED);
    fprintf(stderr, "%s\n", redlock_strerror(status));
    _exit(1);
}

static bool any_descriptors(bool events)
{
    bool fine = true;

    for (int count = 0; count <= DESCRIPTORS; count++) {
        int status = 0;
        pid_t child = fork();

        if (child == 0)
            live_with_descriptors(events, count);
        waitpid(child, &status, 0);
        if (status != ENDED) {
            printf("# %d descriptors left: status %d\n", count, status);
            fine = false;
        }
    }
    return fine;
}

static void try_api(bool events)
{
    char api[48];

    (void)snprintf(api, sizeof(api), "%s_api_%s", events ? "event" : "blocking",
                   waits ? "waiting_" : "");
    if (COUNTED) {
        tap_check(any_allocation(events, false), "%sany_allocation_may_fail",
                  api);
        tap_check(any_allocation(events, true), "%smemory_may_run_out_anywhere",
                  api);
    }
    tap_check(any_descriptors(events), "%sdescriptors_may_run_out_anywhere",
              api);
}

int main(void)
{
    fleet_start(&fleet, 3);
    for (int turn = 0; turn < 4; turn++) {
        waits = turn >= 2;
        try_api(turn % 2 != 0);
    }
    fleet_stop(&fleet);
    return tap_end();
}
