/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_METRICS_H
#define RLK_CLI_RUN_METRICS_H

/*
 * How a run stands, as numbers for a monitoring system: OpenMetrics text, whose
 * names docs/metrics.md has.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "redlock/redlock.h"

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

#endif
