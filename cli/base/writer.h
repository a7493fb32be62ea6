/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_WRITER_H
#define RLK_CLI_BASE_WRITER_H

/*
 * A thread for writes that must not block the process: to a stopped terminal,
 * to a slow reader, to an unreachable file system. The process sends the thread
 * packets through a socket pair, which is a queue in the kernel.
 */

#include <stdbool.h>
#include <stddef.h>

struct writer {
    int queue;        /* our end; -1: none */
    int thread_queue; /* the thread's end */
    bool started;
};

#define WRITER_NONE                                                            \
    {                                                                          \
        .queue = -1, .thread_queue = -1                                        \
    }

/* Opens the socket pair. false: errno is set. */
bool writer_open(struct writer *writer);

/*
 * Starts the thread with all signals blocked, TTOU included, which a background
 * process gets for writing to its terminal.
 *
 * run  gets the thread's end, to be converted by writer_end(). It reads
 *      packets until recv() returns 0, and then closes the end.
 *
 * false: errno is set.
 */
bool writer_start(struct writer *writer, void *(*run)(void *end));

int writer_end(void *end);

/* Does not block. false: there is no room, and the packet is dropped. */
bool writer_send(const struct writer *writer, const void *packet,
                 size_t length);

/*
 * Waits until the thread has written everything, at most most_ms. The writer
 * may be opened again.
 */
void writer_close(struct writer *writer, int most_ms);

#endif
