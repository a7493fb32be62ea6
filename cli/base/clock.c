/* SPDX-License-Identifier: MIT */
/* The boot clock. */

#include "cli/base/clock.h"

#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>

int64_t clock_now_ns(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_now_ms(void)
{
    return clock_now_ns() / 1000000;
}

void clock_sleep_us(int64_t span_us)
{
    struct timespec span = {.tv_sec = (time_t)(span_us / 1000000),
                            .tv_nsec = (long)(span_us % 1000000 * 1000)};

    if (span_us > 0)
        (void)nanosleep(&span, NULL);
}

int clock_timer(void)
{
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

void clock_timer_set(int timer, int64_t instant_ms)
{
    struct itimerspec when = {0};

    if (instant_ms < 1) /* zero would disarm it */
        instant_ms = 1;
    when.it_value.tv_sec = (time_t)(instant_ms / 1000);
    when.it_value.tv_nsec = (long)(instant_ms % 1000 * 1000000);
    (void)timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}
