/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_COUNTS_H
#define RLK_REDLOCK_RUNTIME_COUNTS_H

/*
 * What a client counts, for redlock_stats(): an increment where it happens.
 * What is counted of a node is a struct redlock_node_stats.
 */

#include <stdint.h>

#include "redlock/redlock.h"

/* Of all nodes together; as the members of redlock_client_stats of these names.
 */
struct rlk_counts {
    int64_t acquired;
    int64_t refused;
    int64_t failed;
    int64_t cancelled;
    int64_t waits;
    int64_t waited_ns;
    int64_t renewals;
    int64_t lost;
};

/* An acquisition has ended. waited_ns: 0, where it did not wait. */
void rlk_counts_ended(struct rlk_counts *counts, enum redlock_status status,
                      int64_t waited_ns);

/* A node has answered a request for a vote after so long. */
void rlk_counts_latency(struct redlock_node_stats *stats, int64_t took_ns);

#endif
