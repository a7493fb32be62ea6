/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_CLOCK_H
#define RLK_CLI_BASE_CLOCK_H

/*
 * The boot clock, which also counts suspend, in the command's units. All
 * functions here are safe in a child between fork() and exec.
 */

#include <stddef.h>
#include <time.h>

#include "clock/clock.h"

static inline int64_t clock_now_ns(void)
{
    return rlk_now();
}

static inline int64_t clock_now_ms(void)
{
    return rlk_now() / RLK_NS_PER_MS;
}

/* A signal ends the pause early. No pause if span_us is 0 or less. */
static inline void clock_sleep_us(int64_t span_us)
{
    struct timespec span = {.tv_sec = (time_t)(span_us / 1000000),
                            .tv_nsec = (long)(span_us % 1000000 * 1000)};

    if (span_us > 0)
        (void)nanosleep(&span, NULL);
}

/* A close-on-exec descriptor, readable at its instant. -1: errno is set. */
static inline int clock_timer(void)
{
    return rlk_timer_fd();
}

/* If the instant has passed, the descriptor becomes readable immediately. */
static inline void clock_timer_set(int timer, int64_t instant_ms)
{
    (void)rlk_timer_fd_set(timer, rlk_clock_from_ms(instant_ms));
}

#endif
