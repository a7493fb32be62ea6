/* SPDX-License-Identifier: MIT */
/* Converts the plan of a driver to settings of the library. */

#include "bench/ours_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTED_TIMEOUT_MS 10000

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
        /* A count includes no timeout of a slow machine. */
        .node_timeout_ms = plan->pairs > 0 ? COUNTED_TIMEOUT_MS : 0,
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

/* The number of names that the style locks together. */
static int names_of(const char *style)
{
    const char *set = strstr(style, "-set");

    if (!set)
        return 1;
    if (set[4] < '1' || set[4] > '0' + OURS_SET_MAX)
        driver_fail("%s: -set1 to -set%d", style, OURS_SET_MAX);
    return set[4] - '0';
}

struct redlock_request ours_request(const struct driver_plan *plan,
                                    const char *resource,
                                    struct ours_names *names)
{
    int more = names_of(plan->style) - 1;

    for (int i = 0; i < more; i++) {
        (void)snprintf(names->text[i], OURS_NAME_MAX, "%s:%d", resource, i + 2);
        names->name[i] = names->text[i];
    }
    return (struct redlock_request){
        .size = sizeof(struct redlock_request),
        .resource = resource,
        .ttl_ms = DRIVER_TTL_MS,
        .fencing = ours_fenced(plan),
        .mode =
            strstr(plan->style, "-shared") ? REDLOCK_SHARED : REDLOCK_EXCLUSIVE,
        .more = names->name,
        .more_count = more,
        .owner = strstr(plan->style, "-owner") ? "bench" : NULL,
        .slots = strstr(plan->style, "-slots") ? OURS_SLOTS : 0};
}
