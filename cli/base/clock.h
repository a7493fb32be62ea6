/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_CLOCK_H
#define RLK_CLI_BASE_CLOCK_H

/*
 * Instants in milliseconds on the boot clock, and timers that count suspend.
 * Everything here is safe in a child between fork() and exec.
 */

#include <stdint.h>

int64_t deadline_now_ms(void);

/* A descriptor that polls readable at its instant; close-on-exec. -1: errno. */
int deadline_timer(void);

/* An instant that has passed makes it readable at once. */
void deadline_set(int timer, int64_t instant_ms);

/* When the command gets TERM, unless the lock is renewed before. */
int64_t deadline_term_ms(int64_t valid_until_ms, int64_t notice_ms);

/* When what is left of it gets KILL, so that it is gone by valid_until_ms. */
int64_t deadline_kill_ms(int64_t valid_until_ms, int64_t notice_ms);

#endif
