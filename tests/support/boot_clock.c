/* SPDX-License-Identifier: MIT */
/* A boot clock that is ahead of the machine's. */

#include "tests/support/boot_clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/server.h"

#define OURS __attribute__((visibility("default")))

enum {
    TIMERS = 1024, /* timers with larger descriptors are not moved */
    NS_PER_MS = 1000000,
    MS_PER_S = 1000,
    NS_PER_S = 1000000000
};

static _Atomic int64_t ahead_ms;

/* Timers on the boot clock, and what they are set to on the moved clock. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool on_boot_clock[TIMERS];
static struct itimerspec set[TIMERS];

static struct timespec plus(struct timespec time, int64_t ms)
{
    int64_t ns = time.tv_nsec + ms % MS_PER_S * NS_PER_MS;

    time.tv_sec += (time_t)(ms / MS_PER_S);
    if (ns < 0) {
        ns += NS_PER_S;
        time.tv_sec--;
    }
    time.tv_sec += (time_t)(ns / NS_PER_S);
    time.tv_nsec = (long)(ns % NS_PER_S);
    return time;
}

OURS int clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = (int)syscall(SYS_clock_gettime, clock, time);

    if (status == 0 && clock == CLOCK_BOOTTIME)
        *time = plus(*time, atomic_load(&ahead_ms));
    return status;
}

OURS int timerfd_create(clockid_t clock, int flags)
{
    int fd = (int)syscall(SYS_timerfd_create, clock, flags);

    pthread_mutex_lock(&mutex);
    if (fd >= 0 && fd < TIMERS) {
        on_boot_clock[fd] = clock == CLOCK_BOOTTIME;
        set[fd] = (struct itimerspec){0};
    }
    pthread_mutex_unlock(&mutex);
    return fd;
}

/* Converts to the machine's boot clock; never zero, which disarms a timer. */
static int set_in_kernel(int fd, int flags, const struct itimerspec *value,
                         struct itimerspec *old)
{
    struct itimerspec real = *value;

    real.it_value = plus(real.it_value, -atomic_load(&ahead_ms));
    if (real.it_value.tv_sec < 0 ||
        (real.it_value.tv_sec == 0 && real.it_value.tv_nsec == 0))
        real.it_value = (struct timespec){.tv_nsec = 1};
    return (int)syscall(SYS_timerfd_settime, fd, flags, &real, old);
}

OURS int timerfd_settime(int fd, int flags, const struct itimerspec *value,
                         struct itimerspec *old)
{
    int status;

    pthread_mutex_lock(&mutex);
    if (fd < 0 || fd >= TIMERS || !on_boot_clock[fd] ||
        (flags & TFD_TIMER_ABSTIME) == 0 ||
        (value->it_value.tv_sec == 0 && value->it_value.tv_nsec == 0)) {
        status = (int)syscall(SYS_timerfd_settime, fd, flags, value, old);
    } else {
        set[fd] = *value;
        status = set_in_kernel(fd, flags, value, old);
    }
    pthread_mutex_unlock(&mutex);
    return status;
}

void boot_clock_suspend(int64_t ms)
{
    pthread_mutex_lock(&mutex);
    atomic_fetch_add(&ahead_ms, ms);
    for (int fd = 0; fd < TIMERS; fd++) {
        struct itimerspec left;

        /* Skips timers that have fired, and descriptors that were reused. */
        if (!on_boot_clock[fd] || set[fd].it_value.tv_sec == 0 ||
            syscall(SYS_timerfd_gettime, fd, &left) != 0 ||
            (left.it_value.tv_sec == 0 && left.it_value.tv_nsec == 0))
            continue;
        if (set_in_kernel(fd, TFD_TIMER_ABSTIME, &set[fd], NULL) != 0)
            die("a timer cannot be set: %d", errno);
    }
    pthread_mutex_unlock(&mutex);
}
