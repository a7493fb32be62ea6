/* SPDX-License-Identifier: MIT */
/* A thread that writes to standard error. */

#include "cli/base/stderr_queue.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/signals.h"

#define END_MS 2000

/* Ours, and the thread's; -1: there is none. */
static int queue = -1;
static int thread_queue = -1;
static bool started; /* the thread was started */

/* A standard error that does not block may have no room for a while. */
static bool await_room(void)
{
    struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};

    return poll(&room, 1, -1) >= 0 || errno == EINTR;
}

/* What cannot be written is left out: a reader that has gone, a full disk. */
static void write_all(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(STDERR_FILENO, text, length);

        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (written == 0 ||
                   (errno != EINTR && !(errno == EAGAIN && await_room()))) {
            return;
        }
    }
}

/* Closes its end when all is written, which the other end hears. */
static void *write_queued(void *end)
{
    char text[STDERR_QUEUE_TEXT_MAX];
    int queued = (int)(intptr_t)end;
    ssize_t length;

    while ((length = recv(queued, text, sizeof(text), 0)) != 0) {
        if (length > 0)
            write_all(text, (size_t)length);
        else if (errno != EINTR)
            break;
    }
    (void)close(queued);
    return NULL;
}

/*
 * The thread has all signals blocked: TTOU too, which a background process gets
 * for writing to its terminal.
 */
static bool start_thread(void)
{
    pthread_attr_t detached;
    sigset_t before;
    pthread_t thread;

    if (pthread_attr_init(&detached) != 0)
        return false;
    (void)pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    signals_block(&before);
    started = pthread_create(&thread, &detached, write_queued,
                             (void *)(intptr_t)thread_queue) == 0;
    signals_restore(&before);
    (void)pthread_attr_destroy(&detached);
    return started;
}

/*
 * In place of the thread, if none can be made: as much as there is room for. A
 * pipe that has room takes PIPE_BUF bytes without blocking.
 */
static bool write_directly(const char *text, size_t length)
{
    struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
    ssize_t written = 1;
    sigset_t before;

    signals_block(&before);
    while (length > 0 && written > 0 && poll(&room, 1, 0) > 0) {
        written =
            write(STDERR_FILENO, text, length < PIPE_BUF ? length : PIPE_BUF);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    signals_restore(&before);
    return length == 0;
}

bool stderr_queue_open(void)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    queue = ends[0];
    thread_queue = ends[1];
    return true;
}

bool stderr_queue_push(const char *text, size_t length)
{
    if (length == 0)
        return true;
    if (length > STDERR_QUEUE_TEXT_MAX || queue < 0)
        return false;
    if (!started && !start_thread())
        return write_directly(text, length);
    return send(queue, text, length, MSG_DONTWAIT | MSG_NOSIGNAL) ==
           (ssize_t)length;
}

void stderr_queue_close(void)
{
    struct pollfd closed = {.fd = queue, .events = POLLIN};
    sigset_t before;

    if (queue < 0)
        return;
    (void)shutdown(queue, SHUT_WR);
    if (!started)
        (void)close(thread_queue);
    /* A signal would end the wait. */
    signals_block(&before);
    (void)poll(&closed, 1, END_MS);
    signals_restore(&before);
    (void)close(queue);
    queue = -1;
    started = false;
}
