/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_WATCH_LINES_H
#define RLK_CLI_LOCK_WATCH_LINES_H

/* What redlock watch prints: a line for each view. */

#include "redlock/redlock.h"

/*
 * For people, with the time of the day; in several lines where the terminal is
 * too narrow, but one line where the output is no terminal.
 */
void watch_lines_text(const struct redlock_view *view);

/* For programs: one object, as docs/JSON.md has it. */
void watch_lines_json(const struct redlock_view *view, const char *resource);

#endif
