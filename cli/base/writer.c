/* SPDX-License-Identifier: MIT */
/* A detached thread at the other end of a socket pair. */

#include "cli/base/writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/signals.h"

/* Packets are read onto the stack; the default size depends on ulimit -s. */
#define STACK_SIZE ((size_t)256 * 1024)

bool writer_open(struct writer *writer)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    *writer = (struct writer){.queue = ends[0], .thread_queue = ends[1]};
    return true;
}

bool writer_start(struct writer *writer, void *(*run)(void *end))
{
    pthread_attr_t detached;
    sigset_t before;
    pthread_t thread;
    int error = pthread_attr_init(&detached);

    if (error == 0) {
        (void)pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
        (void)pthread_attr_setstacksize(&detached, STACK_SIZE);
        signals_block(&before);
        error = pthread_create(&thread, &detached, run,
                               (void *)(intptr_t)writer->thread_queue);
        signals_restore(&before);
        (void)pthread_attr_destroy(&detached);
    }
    writer->started = error == 0;
    errno = error;
    return writer->started;
}

int writer_end(void *end)
{
    return (int)(intptr_t)end;
}

bool writer_send(const struct writer *writer, const void *packet, size_t length)
{
    return send(writer->queue, packet, length, MSG_DONTWAIT | MSG_NOSIGNAL) ==
           (ssize_t)length;
}

void writer_close(struct writer *writer, int most_ms)
{
    struct pollfd closed = {.fd = writer->queue, .events = POLLIN};
    sigset_t before;

    if (writer->queue < 0)
        return;
    (void)shutdown(writer->queue, SHUT_WR);
    if (!writer->started)
        (void)close(writer->thread_queue);
    /* The thread blocks all signals: a signal would interrupt its wait. */
    signals_block(&before);
    (void)poll(&closed, 1, most_ms);
    signals_restore(&before);
    (void)close(writer->queue);
    *writer = (struct writer)WRITER_NONE;
}
