/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_MESSAGE_H
#define RLK_CLI_BASE_MESSAGE_H

/* Messages for people, on standard error. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Standard output. Its errors matter: a lock whose token was not written cannot
 * be released.
 */

/*
 * Was all output written? If not, prints the error the first time that it is
 * called.
 */
bool output_written(void);

/*
 * Writes as much of the text as a pipe takes without blocking; the caller has
 * seen by poll() that there is room. Advances text, and reduces length, by the
 * bytes written. false: a write error (errno).
 */
bool output_write_some(const char **text, size_t *length);

/* Reports a write error (errno) on standard output. Returns EXITS_OUTPUT. */
int output_refused(void);

/* Has each message written by one call, so that lines do not mix. */
void message_buffer(void);

/* Sets whether message() prints nothing, as with --quiet or --json. */
void message_silence(bool wanted);

bool message_is_silent(void);

/* Prints how many messages were dropped because there was no room. */
typedef void message_dropped_fn(FILE *out, int64_t count, const void *user);

/* A message_dropped_fn that prints a line for people. */
void message_dropped(FILE *out, int64_t count, const void *user);

/*
 * From this call on, messages do not wait for the reader of standard error. A
 * message that finds no room is dropped and counted, and the count is printed
 * when there is room again. user is borrowed until message_end().
 */
void message_queue(message_dropped_fn *write_dropped, const void *user);

/*
 * Waits a moment until the queued messages are written. After that, messages
 * are written directly, as before message_queue().
 */
void message_end(void);

/*
 * Opens a stream for a text of several lines, such as a report. message_close()
 * sends the text. One stream at a time, and no message() before it is closed.
 */
FILE *message_open(void);

void message_close(FILE *out);

/*
 * Prints "redlock: RESOURCE: ...", unless silenced. Characters that are unsafe
 * for a terminal become question marks. resource may be NULL.
 */
void message(const char *resource, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As message(), but never silenced: for errors of the call itself. */
void message_always(const char *subject, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As message_always(). Returns the exit status that it was given. */
int message_fail(int status, const char *subject, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Prints errno's text after a failed system call. Returns EXITS_SYSTEM. */
int message_refused(const char *subject);

#endif
