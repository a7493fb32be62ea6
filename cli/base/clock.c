/* SPDX-License-Identifier: MIT */
/* The boot clock, in the units of the command. */

#include "cli/base/clock.h"

#include <stddef.h>
#include <time.h>

#include "clock/clock.h"

int64_t clock_now_ns(void)
{
    return rlk_now();
}

int64_t clock_now_ms(void)
{
    return rlk_now() / RLK_NS_PER_MS;
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
    return rlk_timer_fd();
}

void clock_timer_set(int timer, int64_t instant_ms)
{
    (void)rlk_timer_fd_set(timer, rlk_clock_from_ms(instant_ms));
}
