/* SPDX-License-Identifier: MIT */
/* The only reader of the boot clock, and its timers. */

#include "clock/clock.h"

#include <assert.h>
#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>

int64_t rlk_now(void)
{
    struct timespec boot;
    int failed = clock_gettime(CLOCK_BOOTTIME, &boot);

    assert(failed == 0);
    return (int64_t)boot.tv_sec * RLK_NS_PER_S + boot.tv_nsec;
}

int rlk_timer_fd(void)
{
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

bool rlk_timer_fd_set(int fd, int64_t instant)
{
    int64_t at = instant > 0 ? instant : 1; /* all zeroes would disarm it */
    struct itimerspec when = {
        .it_value = {.tv_sec = (time_t)(at / RLK_NS_PER_S),
                     .tv_nsec = (long)(at % RLK_NS_PER_S)},
    };

    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL) == 0;
}
