/* SPDX-License-Identifier: MIT */
/* Appends lines to a worker's history. */

#include "tests/chaos/journal.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES 512

static int journal = -1;
static char author[32];

int64_t boot_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

void journal_open(const char *path, const char *who)
{
    journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (journal == -1)
        err(1, "%s", path);
    snprintf(author, sizeof(author), "%s", who);
}

void journal_note(int64_t at, const char *what, ...)
{
    char line[LINE_MAX_BYTES];
    int head = snprintf(line, sizeof(line), "%" PRId64 " %s ", at, author);
    size_t room = sizeof(line) - (size_t)head;
    size_t length;
    va_list args;

    va_start(args, what);
    vsnprintf(line + head, room, what, args);
    va_end(args);
    length = strlen(line);
    if (length == sizeof(line) - 1)
        errx(1, "a line of the history is too long: %s", line);
    line[length++] = '\n';
    if (write(journal, line, length) != (ssize_t)length)
        err(1, "the history");
}
