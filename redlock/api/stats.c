/* SPDX-License-Identifier: MIT */
/* What a client has counted, and seen, in either face. */

#include "clock/clock.h"
#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/size.h"

#define NS_PER_US 1000

static void fill(struct redlock_client_stats *stats,
                 const struct rlk_runtime *runtime)
{
    const struct rlk_counts *counts = &runtime->counts;

    stats->nodes = runtime->settings.nodes;
    stats->acquired = counts->acquired;
    stats->refused = counts->refused;
    stats->failed = counts->failed;
    stats->cancelled = counts->cancelled;
    stats->waits = counts->waits;
    stats->waited_us = counts->waited_ns / NS_PER_US;
    stats->renewals = counts->renewals;
    stats->lost = counts->lost;
    for (int node = 0; node < stats->nodes; node++)
        stats->node[node] = runtime->nodes[node].stats;
}

enum redlock_status redlock_stats(struct redlock_client *client,
                                  struct redlock_client_stats *stats)
{
    struct redlock_client_stats counted = {0};

    if (!rlk_client_is_ours(client))
        return REDLOCK_FORKED;
    if (rlk_size_common(stats->size, RLK_SIZE_STATS, sizeof(counted)) == 0)
        return REDLOCK_BAD_REQUEST;
    rlk_sync_lock(client);
    fill(&counted, &client->core.runtime);
    rlk_sync_unlock(client);
    rlk_size_give(stats, &counted, RLK_SIZE_STATS, sizeof(counted));
    return REDLOCK_OK;
}

/* What a client has seen of quarantines, for the processes after it. */

int redlock_sightings(struct redlock_client *client,
                      struct redlock_sighting *sightings)
{
    int64_t now = rlk_now();
    int count = 0;

    if (!rlk_client_is_ours(client))
        return 0;
    rlk_sync_lock(client);
    for (int node = 0; node < client->core.runtime.settings.nodes; node++)
        count += rlk_node_sighting(&client->core.nodes[node], now,
                                   &sightings[count]);
    rlk_sync_unlock(client);
    return count;
}
