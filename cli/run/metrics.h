/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_METRICS_H
#define RLK_CLI_RUN_METRICS_H

/*
 * --metrics-file: metrics.h in a file, which is written anew at each change and
 * then takes the place of the one before, so that nobody reads half of it. A
 * file system may be slow or gone, and a process that watches over a lock has
 * no time for that: a thread counts, writes and renames. One file at a time.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "redlock/redlock.h"

/*
 * How a run stands, as numbers for a monitoring system: OpenMetrics text, whose
 * names docs/metrics.md has.
 */

/* What only the run knows; all of it is copied from thread to thread. */
struct metrics_run {
    bool waiting; /* for the lock */
    bool held;    /* by the command, as far as is known */
    bool ended;
    int exit_status;                 /* ended: ours */
    int64_t fences[REDLOCK_SET_MAX]; /* 0: none */
};

struct metrics {
    struct metrics_run run;
    struct redlock_client_stats stats;
    const char *const *resources;
    int resources_count;
    const char *node_names[REDLOCK_NODES_MAX];
    int64_t now_ms; /* since 1970 */
};

/* A whole file, its end included. */
void metrics_print(FILE *out, const struct metrics *metrics);

struct metrics_file_start {
    const char *path; /* NULL: nothing is written, and nothing else here does
                         anything */
    struct redlock_client *client;
    const char *const *resources;
    int resources_count;
};

/* All of it is borrowed until metrics_file_close(). false: errno. */
bool metrics_file_open(const struct metrics_file_start *start);

/*
 * From here on it stands so. Does not block; of several that are not written
 * yet, the last is.
 */
void metrics_file_write(const struct metrics_run *run);

/* Why the file cannot be written, an errno, once; 0: it can, or it was told. */
int metrics_file_error(void);

/*
 * Waits until all is written, for a second at most. Then the client may be
 * closed.
 */
void metrics_file_close(void);

#endif
