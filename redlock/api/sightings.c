/* SPDX-License-Identifier: MIT */
/* What a client has seen of quarantines, for the processes after it. */

#include "clock/now.h"
#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "redlock/core/core.h"

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
