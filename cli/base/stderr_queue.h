/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_STDERR_QUEUE_H
#define RLK_CLI_BASE_STDERR_QUEUE_H

/*
 * Standard error without waiting. Its reader may be slow or stopped, and a
 * process that watches over a lock has no time for that: a thread writes, from
 * a queue that the kernel keeps.
 */

#include <stdbool.h>
#include <stddef.h>

/* Longer texts are dropped. */
#define STDERR_QUEUE_TEXT_MAX 65536

/*
 * Takes the two descriptors, before all others have been taken. false: errno
 * says why there is no queue.
 */
bool stderr_queue_open(void);

/*
 * Does not block. false: there was no room, and the text is dropped. The first
 * call starts the thread. If the system refuses one, the text is written
 * directly, as far as there is room. To be called from one thread.
 */
bool stderr_queue_push(const char *text, size_t length);

/* Waits until all is written, for two seconds at most. It may be opened again.
 */
void stderr_queue_close(void);

#endif
