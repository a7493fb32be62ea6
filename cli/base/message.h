/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_MESSAGE_H
#define RLK_CLI_BASE_MESSAGE_H

/* Lines for people, on standard error. */

#include <stdio.h>

#include "cli/base/options.h"

/* Each message is one write, so that lines do not mix with the command's. */
void message_buffer(void);

/*
 * From here on nothing here waits for whoever reads standard error: what finds
 * no room is dropped, and counted, and the count is told when there is room
 * again. options is borrowed until message_end().
 */
void message_aside(const struct options *options);

/* Waits a moment for what is not written yet; from here on as at the start. */
void message_end(void);

/*
 * For what is no line of its own, such as a report: a stream to write to until
 * message_close(), which sends it. One at a time, and no message in between.
 */
FILE *message_open(void);
void message_close(FILE *out);

/*
 * "redlock: RESOURCE: ...", unless --quiet or --json. What is unsafe for a
 * terminal comes out as question marks. resource may be NULL.
 */
void message(const struct options *options, const char *resource,
             const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same whatever the options: for what is wrong with the call itself. */
void message_always(const char *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
