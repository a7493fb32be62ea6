/* SPDX-License-Identifier: MIT */
/* Closing descriptors, in spans where the kernel does that. */

#include "cli/warden/descriptors.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where descriptors have to be closed one by one, these are. */
#define OPEN_MAX_SEEN 65536

/* false: this kernel has no such call. musl has no function for it. */
static bool close_span(int first, int last)
{
    return first > last || syscall(SYS_close_range, first, last, 0U) == 0;
}

/* The lowest of these descriptors that is not below from; INT_MAX: none. */
static int next_kept(const int *kept, int from)
{
    int next = INT_MAX;

    for (; *kept >= 0; kept++) {
        if (*kept >= from && *kept < next)
            next = *kept;
    }
    return next;
}

static void close_each(const int *kept)
{
    long limit = sysconf(_SC_OPEN_MAX);

    if (limit < 0 || limit > OPEN_MAX_SEEN)
        limit = OPEN_MAX_SEEN;
    for (int fd = STDERR_FILENO + 1; fd < limit; fd++) {
        if (next_kept(kept, fd) != fd)
            (void)close(fd);
    }
}

void descriptors_close(const int *kept)
{
    int first = STDERR_FILENO + 1;
    int next;

    while ((next = next_kept(kept, first)) != INT_MAX) {
        if (!close_span(first, next - 1)) {
            close_each(kept);
            return;
        }
        first = next + 1;
    }
    if (!close_span(first, INT_MAX))
        close_each(kept);
}
