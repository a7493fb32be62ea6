/* SPDX-License-Identifier: MIT */
/* Counts votes, and finds the instant until which a quorum of them stands. */

#include "quorum/tally.h"

#include <assert.h>

int rlk_tally_majority(int nodes)
{
    assert(nodes >= 1 && nodes <= RLK_NODES_MAX);
    return nodes / 2 + 1;
}

enum rlk_verdict rlk_tally(int nodes, int quorum, int granted, int refused)
{
    assert(quorum >= rlk_tally_majority(nodes) && quorum <= nodes);
    assert(granted >= 0 && refused >= 0 && granted + refused <= nodes);
    if (granted >= quorum)
        return RLK_VERDICT_WON;
    if (nodes - refused < quorum)
        return RLK_VERDICT_LOST;
    return RLK_VERDICT_OPEN;
}

int64_t rlk_tally_end(int nodes, int quorum, const int64_t *ends)
{
    int64_t latest = INT64_MIN;

    assert(quorum >= rlk_tally_majority(nodes) && quorum <= nodes);
    for (int i = 0; i < nodes; i++) {
        int standing = 0;
        if (ends[i] <= latest)
            continue;
        for (int j = 0; j < nodes; j++)
            standing += ends[j] >= ends[i];
        if (standing >= quorum)
            latest = ends[i];
    }
    return latest;
}
