/* SPDX-License-Identifier: MIT */
/* Standard error. */

#include "cli/base/message.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/base/exits.h"
#include "cli/base/signals.h"
#include "cli/base/writer.h"
#include "cli/text/draft.h"
#include "cli/text/layout.h"

/* --- output --------------------------------------------------------------- */

bool output_written(void)
{
    static bool reported;

    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    if (!reported)
        message_always(NULL, "standard output cannot be written%s%s",
                       errno == 0 ? "" : ": ",
                       errno == 0 ? "" : strerror(errno));
    reported = true;
    return false;
}

int output_refused(void)
{
    return message_fail(EXITS_OUTPUT, NULL,
                        "standard output cannot be written: %s",
                        strerror(errno));
}

bool output_write_some(const char **text, size_t *length)
{
    ssize_t written =
        write(STDOUT_FILENO, *text, *length < PIPE_BUF ? *length : PIPE_BUF);

    if (written > 0) {
        *text += written;
        *length -= (size_t)written;
    }
    return written >= 0 || errno == EINTR || errno == EAGAIN;
}

/* --- standard error without waiting --------------------------------------- */

/* Longer texts are dropped. */
#define TEXT_MAX 65536

#define END_MS 2000

static struct writer writer = WRITER_NONE;

/* Waits for room: standard error may be non-blocking. */
static bool await_room(void)
{
    struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};

    return poll(&room, 1, -1) >= 0 || errno == EINTR;
}

/* Drops what cannot be written: the reader has gone, or the disk is full. */
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

static void *write_queued(void *end)
{
    char text[TEXT_MAX];
    int queue = writer_end(end);
    ssize_t length;

    while ((length = recv(queue, text, sizeof(text), 0)) != 0) {
        if (length > 0)
            write_all(text, (size_t)length);
        else if (errno != EINTR)
            break;
    }
    (void)close(queue);
    return NULL;
}

/*
 * Used if no thread can be made: writes as much as there is room for. A pipe
 * for which poll() reports room takes PIPE_BUF bytes without blocking.
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

/* Makes the queue and its thread for the first text. false: refused. */
static bool is_queue_there(void)
{
    return writer.started || ((writer.queue >= 0 || writer_open(&writer)) &&
                              writer_start(&writer, write_queued));
}

/*
 * Queues the text without blocking. false: there was no room, and the text is
 * dropped. If the thread or the queue cannot be made, the text is written
 * directly. Only one thread may call this.
 */
static bool push(const char *text, size_t length)
{
    if (length == 0)
        return true;
    if (length > TEXT_MAX)
        return false;
    if (!is_queue_there())
        return write_directly(text, length);
    return writer_send(&writer, text, length);
}

static bool silent;

/* Holds a text before it is queued. Not open: texts are written directly. */
static struct draft draft;

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
    (void)draft_open(&draft);
}

/* false: no room in the queue, or no memory. */
static bool send_draft(void)
{
    return draft_finish(&draft) && push(draft.text, draft.length);
}

static void send_dropped_count(void)
{
    if (dropped == 0)
        return;
    draft_reset(&draft);
    write_dropped(draft.out, dropped, write_dropped_user);
    if (send_draft())
        dropped = 0;
}

FILE *message_open(void)
{
    if (draft.out == NULL)
        return stderr;
    send_dropped_count();
    draft_reset(&draft);
    return draft.out;
}

void message_close(FILE *out)
{
    if (out == draft.out && !send_draft())
        dropped++;
}

void message_end(void)
{
    if (draft.out == NULL)
        return;
    send_dropped_count();
    writer_close(&writer, END_MS);
    draft_close(&draft);
}

__attribute__((format(printf, 2, 0))) static void
write_line(const char *subject, const char *format, va_list arguments)
{
    const struct wrap wrap = wrap_messages((int)strlen("redlock: "));
    FILE *out = message_open();
    char spare[PLAIN_SPARE];
    char *text = plain_format(spare, format, arguments);

    wrap_line(out, &wrap, "redlock: %s%s%s", subject == NULL ? "" : subject,
              subject == NULL ? "" : ": ", text);
    plain_free(text, spare);
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

int message_fail(int status, const char *subject, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(subject, format, arguments);
    va_end(arguments);
    return status;
}

int message_refused(const char *subject)
{
    return message_fail(EXITS_SYSTEM, subject, "%s", strerror(errno));
}
