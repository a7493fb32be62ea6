/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_METRICS_H
#define RLK_CLI_RUN_METRICS_H

/*
 * --metrics-file: the state of a run as OpenMetrics text; docs/metrics.md lists
 * the names. At each change the file is written anew under another name and
 * then renamed, so that no reader sees half of it. A thread writes it, because
 * a file system may be slow or unreachable, and a process that supervises a
 * command must not wait. There is one file at a time.
 */

#include "cli/base/options.h"
#include "redlock/redlock.h"

/* The part of the state that only the run knows. Copied to the thread. */
struct metrics_run {
    bool waiting; /* for the lock */
    bool held;    /* by the command, as far as is known */
    bool ended;
    int exit_status;                 /* our exit status, if ended */
    int64_t fences[REDLOCK_SET_MAX]; /* 0: none */
};

/*
 * Starts the thread. Without --metrics-file the functions do nothing. The
 * arguments are borrowed until metrics_file_close(). false: errno is set.
 */
bool metrics_file_open(const struct options *options,
                       struct redlock_client *its_client);

/* Has the file written with the newest state. Does not block. */
void metrics_file_write(const struct metrics_run *run);

/* The errno of a failed write, returned once; 0 otherwise. */
int metrics_file_error(void);

/*
 * Waits until everything is written, for one second at most. Then the client
 * may be closed.
 */
void metrics_file_close(void);

#endif
