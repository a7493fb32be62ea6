/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_STDERR_QUEUE_H
#define RLK_CLI_BASE_STDERR_QUEUE_H

/*
 * Standard error without waiting. Nobody may drain it, and whoever watches over
 * a lock has no time for that: a thread of its own writes, from a queue that
 * the kernel keeps.
 */

#include <stdbool.h>
#include <stddef.h>

/* More than this at once is not said. */
#define STDERR_QUEUE_TEXT_MAX 65536

/*
 * Takes the two descriptors, before all others have been taken. false: errno
 * says why there is no queue.
 */
bool stderr_queue_open(void);

/*
 * Does not block. false: there was no room, and nothing of it is said. The
 * first call starts the thread. One thread calls.
 */
bool stderr_queue_push(const char *text, size_t length);

/* Waits until all is said, for two seconds at most. */
void stderr_queue_close(void);

#endif
