/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_MESSAGE_H
#define RLK_CLI_BASE_MESSAGE_H

/* Lines for people, on standard error. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Standard output. A token that was printed and not written is a token that
 * nobody has.
 */

/*
 * Has all that was printed been written? If not, it says so on standard error,
 * the first time.
 */
bool output_written(void);

/*
 * Writes as much of the text as a pipe takes without blocking; poll() has said
 * that there is room. Advances text and length by what was written. false:
 * errno says why it cannot be written.
 */
bool output_write_some(const char **text, size_t *length);

/* Reports that, with errno. Returns EXITS_OUTPUT. */
int output_refused(void);

/* Each message is one write, so that lines do not mix with the command's. */
void message_buffer(void);

/* Whether message() prints nothing: --quiet, or --json. */
void message_silence(bool wanted);

bool message_is_silent(void);

/* Writes that count messages found no room. */
typedef void message_dropped_fn(FILE *out, int64_t count, const void *user);

/* Prints the count for people. */
void message_dropped(FILE *out, int64_t count, const void *user);

/*
 * From here on nothing here waits for the reader of standard error: what finds
 * no room is dropped, and counted, and the count is written when there is room
 * again. user is borrowed until message_end().
 */
void message_queue(message_dropped_fn *write_dropped, const void *user);

/*
 * Waits a moment for messages not written yet. From here on messages are
 * written at once, as before message_queue().
 */
void message_end(void);

/*
 * For texts of several lines, such as a report: a stream to write to until
 * message_close(), which sends the text. One at a time, and no
 * message() in between.
 */
FILE *message_open(void);

void message_close(FILE *out);

/*
 * "redlock: RESOURCE: ...", unless silent. A character unsafe for a terminal
 * comes out as question marks. resource may be NULL.
 */
void message(const char *resource, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As message(), silent or not: for errors of the call itself. */
void message_always(const char *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As message_always(). Returns status, an exit status. */
int message_fail(int status, const char *subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The system refused something: prints errno's text. Returns EXITS_SYSTEM. */
int message_refused(const char *subject);

#endif
