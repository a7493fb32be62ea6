/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_WAIT_LINE_H
#define RLK_CLI_BASE_WAIT_LINE_H

/*
 * A line on the terminal behind standard error that says how a wait stands, and
 * is drawn over each second, by a thread. Nothing here waits for the terminal:
 * what finds no room there is left out. One at a time.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/text/wait_text.h"

/* Is there a terminal that a line can be drawn over on? */
bool wait_line_possible(void);

/*
 * Begins to draw. wait: copied, but for the resource's name; its waited_ms
 * counts on from here. false: the system refuses what it takes.
 */
bool wait_line_begin(const struct wait_text *wait);

/* Draws another holder and place. */
void wait_line_change(const struct wait_text *wait);

/* Erases it. Fine where none was begun. */
void wait_line_end(void);

#endif
