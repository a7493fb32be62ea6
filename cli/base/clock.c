/* SPDX-License-Identifier: MIT */
/* The boot clock, and what it decides. */

#include "cli/base/clock.h"

#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>

/* A process that was killed takes a moment to be gone. */
#define KILL_MARGIN_MAX_MS 250

int64_t deadline_now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int deadline_timer(void)
{
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

void deadline_set(int timer, int64_t instant_ms)
{
    struct itimerspec when = {0};

    if (instant_ms < 1) /* zero would disarm it */
        instant_ms = 1;
    when.it_value.tv_sec = (time_t)(instant_ms / 1000);
    when.it_value.tv_nsec = (long)(instant_ms % 1000 * 1000000);
    (void)timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int64_t deadline_term_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    return valid_until_ms - notice_ms;
}

int64_t deadline_kill_ms(int64_t valid_until_ms, int64_t notice_ms)
{
    int64_t margin = notice_ms / 4;

    return valid_until_ms -
           (margin < KILL_MARGIN_MAX_MS ? margin : KILL_MARGIN_MAX_MS);
}
