/* SPDX-License-Identifier: MIT */
/* Standard error. */

#include "cli/base/message.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/signals.h"
#include "cli/text/layout.h"

/* --- output ---------------------------------------------------------------
 */

/* Standard output, and whether all of it could be written. */

bool output_written(void)
{
    static bool told;

    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (!told)
        message_always(NULL, "standard output cannot be written%s%s",
                       errno == 0 ? "" : ": ",
                       errno == 0 ? "" : strerror(errno));
    told = true;
    return false;
}

/* --- stderr queue ---------------------------------------------------------
 */

/*
 * Standard error without waiting. Its reader may be slow or stopped, and a
 * process that watches over a lock has no time for that: a thread writes, from
 * a queue that the kernel keeps.
 */

/* Longer texts are dropped. */
#define STDERR_QUEUE_TEXT_MAX 65536

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

/*
 * Takes the two descriptors, before all others have been taken. false: errno
 * says why there is no queue.
 */
static bool stderr_queue_open(void)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    queue = ends[0];
    thread_queue = ends[1];
    return true;
}

/*
 * Does not block. false: there was no room, and the text is dropped. The first
 * call starts the thread. If the system refuses one, or the queue, the text is
 * written directly, as far as there is room. To be called from one thread.
 */
static bool stderr_queue_push(const char *text, size_t length)
{
    if (length == 0)
        return true;
    if (length > STDERR_QUEUE_TEXT_MAX)
        return false;
    if (queue < 0 || (!started && !start_thread()))
        return write_directly(text, length);
    return send(queue, text, length, MSG_DONTWAIT | MSG_NOSIGNAL) ==
           (ssize_t)length;
}

/* Waits until all is written, for two seconds at most. It may be opened again.
 */
static void stderr_queue_close(void)
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

static bool silent;

/* Where a text is made before it is queued; NULL: it is written at once. */
static FILE *draft;

static char *draft_text;

static size_t draft_length;

static int64_t dropped;

static message_dropped_fn *write_dropped;

static const void *write_dropped_user;

void message_buffer(void)
{
    static char buffer[8192];

    (void)setvbuf(stderr, buffer, _IOLBF, sizeof(buffer));
}

void message_silence(bool wanted)
{
    silent = wanted;
}

bool message_is_silent(void)
{
    return silent;
}

void message_dropped(FILE *out, int64_t count, const void *user)
{
    (void)user;
    (void)fprintf(out,
                  "redlock: %" PRId64 " messages were dropped here, because "
                  "standard error was not read in time\n",
                  count);
}

void message_queue(message_dropped_fn *dropped_fn, const void *user)
{
    write_dropped = dropped_fn;
    write_dropped_user = user;
    (void)stderr_queue_open();
    draft = open_memstream(&draft_text, &draft_length);
}

/* false: there is no room in the queue. */
static bool send_draft(void)
{
    return fflush(draft) == 0 && stderr_queue_push(draft_text, draft_length);
}

static void send_dropped_count(void)
{
    if (dropped == 0)
        return;
    rewind(draft);
    write_dropped(draft, dropped, write_dropped_user);
    if (send_draft())
        dropped = 0;
}

FILE *message_open(void)
{
    if (draft == NULL)
        return stderr;
    send_dropped_count();
    rewind(draft);
    return draft;
}

void message_close(FILE *out)
{
    if (out == draft && !send_draft())
        dropped++;
}

void message_end(void)
{
    if (draft == NULL)
        return;
    send_dropped_count();
    stderr_queue_close();
    (void)fclose(draft);
    free(draft_text);
    draft = NULL;
}

/* Only a terminal has a width; other readers get one line for each message. */
__attribute__((format(printf, 2, 0))) static void
write_line(const char *subject, const char *format, va_list arguments)
{
    const struct wrap wrap = {
        .width = isatty(STDERR_FILENO) ? wrap_width(stderr) : INT_MAX,
        .indent = (int)strlen("redlock: "),
    };
    FILE *out = message_open();
    char *text;

    if (vasprintf(&text, format, arguments) >= 0) {
        wrap_line(out, &wrap, "redlock: %s%s%s", subject == NULL ? "" : subject,
                  subject == NULL ? "" : ": ", text);
        free(text);
    }
    message_close(out);
}

void message(const char *resource, const char *format, ...)
{
    va_list arguments;

    if (silent)
        return;
    va_start(arguments, format);
    write_line(resource, format, arguments);
    va_end(arguments);
}

void message_always(const char *subject, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(subject, format, arguments);
    va_end(arguments);
}
