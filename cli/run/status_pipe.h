/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_STATUS_PIPE_H
#define RLK_CLI_RUN_STATUS_PIPE_H

/*
 * REDLOCK_STATUS_FD: what the command may read about its lock. Lines
 * "held VALID_UNTIL_MS" at the start and at each renewal, "lost" at a loss.
 * The end of the file always means: do not rely on the lock any more.
 */

#include <stdbool.h>
#include <stdint.h>

struct status_pipe {
    int read_fd; /* the command's; ours until it was started */
    int write_fd;
};

/* Both ends are close-on-exec. false: errno says why. */
bool status_pipe_open(struct status_pipe *status);

/* The command has its end now. */
void status_pipe_started(struct status_pipe *status);

/* A line that finds the pipe full is dropped. */
void status_pipe_held(struct status_pipe *status, int64_t valid_until_ms);

/* The last line, and the end of the file. */
void status_pipe_lost(struct status_pipe *status);

void status_pipe_close(struct status_pipe *status);

#endif
