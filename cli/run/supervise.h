/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_SUPERVISE_H
#define RLK_CLI_RUN_SUPERVISE_H

/*
 * What redlock run does while its command runs: hands signals on, lends the
 * terminal, tells of renewals, and ends the command before the lock ends.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "cli/base/terminal.h"
#include "cli/run/child.h"
#include "cli/run/metrics.h"
#include "cli/warden/custody.h"

/*
 * REDLOCK_STATUS_FD: what the command may read about its lock. Lines
 * "held VALID_UNTIL_MS" at the start and at each renewal, "lost" at a loss.
 * The end of the file always means: do not rely on the lock any more.
 */

struct status_pipe {
    int read_fd; /* the command's; ours until it was started */
    int write_fd;
};

/* Both ends are close-on-exec. false: errno says why. */
bool status_pipe_open(struct status_pipe *status);

void status_pipe_close(struct status_pipe *status);

struct supervision {
    const struct options *options;
    struct custody custody;
    struct target target; /* the command's group */
    /* when to say that the group outlives its leader; 0: it does not */
    int64_t linger_ms;
    struct child child;
    struct status_pipe *status;  /* open; borrowed */
    struct metrics_run *metrics; /* borrowed */
    bool ready_told;             /* to the service manager */
    bool interrupt_forwarded; /* an INT or QUIT: the command has it from us */
    bool by_terminal; /* the command died of the terminal's INT or QUIT, which
                         our own group did not get */
    struct terminal terminal;
};

/*
 * Starts the command; signals must be caught. The caller has set the borrowed
 * members, status, and of the custody lock, times and news_fd. false: errno
 * says why.
 */
bool supervise_start(struct supervision *supervision);

/* Returns when the command's whole group has ended. */
void supervise_until_end(struct supervision *supervision);

/* Ends what was opened; also after a start that failed. */
void supervise_close(struct supervision *supervision);

#endif
