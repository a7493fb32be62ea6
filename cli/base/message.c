/* SPDX-License-Identifier: MIT */
/* Standard error. */

#include "cli/base/message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "cli/base/stderr_queue.h"
#include "cli/text/plain.h"

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
                  "redlock: here %" PRId64
                  " messages were dropped: nobody read them in time\n",
                  count);
}

void message_queue(message_dropped_fn *dropped_fn, const void *user)
{
    write_dropped = dropped_fn;
    write_dropped_user = user;
    if (stderr_queue_open())
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

__attribute__((format(printf, 2, 0))) static void
write_line(const char *subject, const char *format, va_list arguments)
{
    FILE *out = message_open();
    char *text;

    if (vasprintf(&text, format, arguments) >= 0) {
        plain_print(out, "redlock: %s%s%s", subject == NULL ? "" : subject,
                    subject == NULL ? "" : ": ", text);
        (void)fputc('\n', out);
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
