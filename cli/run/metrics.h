/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_METRICS_H
#define RLK_CLI_RUN_METRICS_H

/*
 * --metrics-file: the state of a run as OpenMetrics text, whose names
 * docs/metrics.md has. The file is written anew at each change and then takes
 * the place of the one before, so that nobody reads half of it. A file system
 * may be slow or gone, and a process that supervises a command has no time for
 * that: a thread counts, writes and renames. There is one file at a time.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/options.h"
#include "redlock/redlock.h"

/* What only the run knows; all of it is copied from thread to thread. */
struct metrics_run {
    bool waiting; /* for the lock */
    bool held;    /* by the command, as far as is known */
    bool ended;
    int exit_status;                 /* ended: ours */
    int64_t fences[REDLOCK_SET_MAX]; /* 0: none */
};

/*
 * Without --metrics-file nothing is written, and the other calls do nothing.
 * All of it is borrowed until metrics_file_close(). false: errno.
 */
bool metrics_file_open(const struct options *options,
                       struct redlock_client *its_client);

/* Has the file written with this. Does not block; the last one wins. */
void metrics_file_write(const struct metrics_run *run);

/* The errno for which the file cannot be written, once; otherwise 0. */
int metrics_file_error(void);

/*
 * Waits until all is written, for a second at most. Then the client may be
 * closed.
 */
void metrics_file_close(void);

#endif
