/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_WRITER_H
#define RLK_CLI_BASE_WRITER_H

/*
 * A thread that writes what the process must not wait for: a terminal that is
 * stopped, a reader that is slow, a file system that is gone. The process sends
 * it packets through a queue that the kernel keeps.
 */

#include <stdbool.h>
#include <stddef.h>

struct writer {
    int queue;        /* ours; -1: there is none */
    int thread_queue; /* the thread's end */
    bool started;
};

#define WRITER_NONE                                                            \
    {                                                                          \
        .queue = -1, .thread_queue = -1                                        \
    }

/* Takes the two descriptors. false: errno says why. */
bool writer_open(struct writer *writer);

/*
 * Starts the thread, with all signals blocked: TTOU too, which a background
 * process gets for writing to its terminal.
 *
 * run  gets the thread's end, converted by writer_end(). It reads packets until
 *      recv() returns 0, and then closes the end.
 *
 * false: errno says why.
 */
bool writer_start(struct writer *writer, void *(*run)(void *end));

int writer_end(void *end);

/* Does not block. false: there was no room, and the packet is dropped. */
bool writer_send(const struct writer *writer, const void *packet,
                 size_t length);

/*
 * Waits until the thread has read and written everything, but at most that
 * long. The writer may be opened again.
 */
void writer_close(struct writer *writer, int most_ms);

#endif
