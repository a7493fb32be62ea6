/* SPDX-License-Identifier: MIT */
/* The median and the largest of the nodes' clocks, as far as they are known. */

#include "redlock/core/largest_clock.h"

#include "clock/clock.h"
#include "clock/offset.h"
#include "redlock/core/node.h"
#include "redlock/runtime/runtime.h"

/* A clock that is further off the others than this is wrong. */
#define OUTLIER_NS RLK_NS_PER_S

/*
 * By how much each node's clock is ahead of ours at least, sorted, for those of
 * which it is known; returns how many these are.
 */
static int sort_known(const struct rlk_runtime *runtime, int64_t *sorted,
                      int64_t now)
{
    int count = 0;

    for (int node = 0; node < runtime->settings.nodes; node++) {
        const struct rlk_offset *offset = &runtime->nodes[node].guard.offset;
        int64_t ahead =
            rlk_offset_least(offset, now, runtime->settings.drift_ppm);
        int place = count;
        if (!offset->known)
            continue;
        while (place > 0 && sorted[place - 1] > ahead) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = ahead;
        count++;
    }
    return count;
}

static int64_t shown_us(int64_t ahead_ns, int64_t now)
{
    int64_t shown = rlk_clock_add(ahead_ns, now);

    return shown > 0 ? shown / RLK_NS_PER_US : 0;
}

int64_t rlk_median_clock_us(const struct rlk_runtime *runtime, int64_t now)
{
    int64_t sorted[REDLOCK_NODES_MAX];
    int count = sort_known(runtime, sorted, now);

    return count == 0 ? 0 : shown_us(sorted[(count - 1) / 2], now);
}

int64_t rlk_largest_clock_us(const struct rlk_runtime *runtime, int64_t now)
{
    int64_t sorted[REDLOCK_NODES_MAX];
    int count = sort_known(runtime, sorted, now);
    int64_t largest;

    if (count == 0)
        return 0;
    largest = sorted[count / 2];
    for (int i = count / 2; i < count; i++) {
        if (rlk_clock_sub(sorted[i], sorted[count / 2]) <= OUTLIER_NS)
            largest = sorted[i];
    }
    return shown_us(largest, now);
}
