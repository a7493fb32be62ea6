/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_CLOCK_H
#define RLK_CLI_BASE_CLOCK_H

/*
 * The boot clock, which counts suspend too: instants, timers and pauses.
 * Everything here is safe in a child between fork() and exec.
 */

#include <stdint.h>

int64_t clock_now_ms(void);
int64_t clock_now_ns(void);

/* A signal ends it early. Zero and less: no pause. */
void clock_sleep_us(int64_t span_us);

/* A descriptor that polls readable at its instant; close-on-exec. -1: errno. */
int clock_timer(void);

/* An instant that has passed makes it readable at once. */
void clock_timer_set(int timer, int64_t instant_ms);

#endif
