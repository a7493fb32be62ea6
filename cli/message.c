/* SPDX-License-Identifier: MIT */
/* Standard error. */

#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>

static void write_subject(const char *subject)
{
    for (; *subject != '\0'; subject++) {
        unsigned char c = (unsigned char)*subject;

        (void)fputc(c < 0x20 || c == 0x7f ? '?' : c, stderr);
    }
}

__attribute__((format(printf, 2, 0))) static void
write_line(const char *subject, const char *format, va_list arguments)
{
    (void)fputs("redlock: ", stderr);
    if (subject != NULL) {
        write_subject(subject);
        (void)fputs(": ", stderr);
    }
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
}

void message_buffer(void)
{
    static char buffer[8192];

    (void)setvbuf(stderr, buffer, _IOLBF, sizeof(buffer));
}

void message(const struct options *options, const char *resource,
             const char *format, ...)
{
    va_list arguments;

    if (options->quiet || options->json)
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
