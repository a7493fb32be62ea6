/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_TIME_H
#define RLK_CLI_DEMO_DEMO_TIME_H

/* The demo's time, and the signals that end it early. */

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds since some instant of the past. */
int64_t demo_now_ms(void);

/* Sleeps; a signal ends it early. */
void demo_sleep_us(int64_t span_us);

/*
 * From here on INT, TERM, HUP, QUIT and PIPE are only noted: the demo has
 * servers and a cursor to put away before it ends. The terminal's stop is
 * ignored, or the shell would be without a cursor.
 */
void demo_signals_catch(void);

/* The workers' part: the terminal's signals are their parent's business. */
void demo_signals_ignore(void);

/* The signal that was noted; 0: none. */
int demo_signal(void);

#endif
