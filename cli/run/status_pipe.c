/* SPDX-License-Identifier: MIT */
/* The command's view of its lock. */

#include "cli/run/status_pipe.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* A line that a reader does not take, or no longer can, is dropped. */
static void write_line(const struct status_pipe *status, const char *line)
{
    ssize_t ignored = write(status->write_fd, line, strlen(line));

    (void)ignored;
}

bool status_pipe_open(struct status_pipe *status)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    status->read_fd = ends[0];
    status->write_fd = ends[1];
    /* Only our end does not block: the two ends have flags of their own. */
    return fcntl(status->write_fd, F_SETFL, O_NONBLOCK) == 0;
}

void status_pipe_started(struct status_pipe *status)
{
    close_end(&status->read_fd);
}

void status_pipe_held(struct status_pipe *status, int64_t valid_until_ms)
{
    char line[40];

    if (status->write_fd < 0)
        return;
    (void)snprintf(line, sizeof(line), "held %" PRId64 "\n", valid_until_ms);
    write_line(status, line);
}

void status_pipe_lost(struct status_pipe *status)
{
    if (status->write_fd < 0)
        return;
    write_line(status, "lost\n");
    close_end(&status->write_fd);
}

void status_pipe_close(struct status_pipe *status)
{
    close_end(&status->read_fd);
    close_end(&status->write_fd);
}
