/* SPDX-License-Identifier: MIT */
/* The plan of a driver, as settings of our library. */

#include "bench/ours_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct redlock_settings ours_settings(const struct driver_plan *plan,
                                      char *nodes)
{
    bool tls = strstr(plan->style, "-tls") != NULL;
    size_t length = 0;

    for (int i = 0; i < plan->nodes; i++)
        length += (size_t)snprintf(nodes + length, OURS_NODES_TEXT_MAX - length,
                                   "%s%s://127.0.0.1:%d", i > 0 ? "," : "",
                                   tls ? "rediss" : "redis", plan->port[i]);
    return (struct redlock_settings){
        .size = sizeof(struct redlock_settings),
        .nodes = nodes,
        .tls.ca_file = tls ? getenv("BENCH_CACERT") : NULL,
        .strategy = strncmp(plan->style, "parallel", 8) == 0
                        ? REDLOCK_PARALLEL
                        : REDLOCK_SEQUENTIAL,
        .guard = strstr(plan->style, "-guarded") ? REDLOCK_GUARD_ON
                                                 : REDLOCK_GUARD_AUTO};
}

bool ours_fenced(const struct driver_plan *plan)
{
    return strstr(plan->style, "-fenced") != NULL;
}
