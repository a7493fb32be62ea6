/* SPDX-License-Identifier: MIT */
/* Clocks, compared. */

#include "cli/doctor/diagnosis_clock.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_known(const struct redlock_node_facts *facts)
{
    return facts->reason == REDLOCK_REASON_NONE && facts->clock_error_us >= 0;
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a > *b) - (*a < *b);
}

bool diagnosis_clock_ahead(const struct redlock_examination *examination,
                           int node, int64_t *ahead_us)
{
    const struct redlock_node_facts *facts = &examination->node[node];
    int64_t others[REDLOCK_NODES_MAX];
    int64_t low, high;
    size_t count = 0;

    for (int i = 0; i < examination->nodes; i++) {
        if (i != node && is_known(&examination->node[i]))
            others[count++] = examination->node[i].clock_us;
    }
    if (count == 0 || !is_known(facts))
        return false;
    qsort(others, count, sizeof(others[0]), by_size);
    low = others[(count - 1) / 2];
    high = others[count / 2];
    *ahead_us = facts->clock_us < low    ? facts->clock_us - low
                : facts->clock_us > high ? facts->clock_us - high
                                         : 0;
    return true;
}

const char *diagnosis_clock_text(int64_t us, char *text)
{
    double ms = (double)us / 1000;

    if (ms > -1000 && ms < 1000)
        (void)snprintf(text, DIAGNOSIS_CLOCK_MAX, "%+.2f ms", ms);
    else
        (void)snprintf(text, DIAGNOSIS_CLOCK_MAX, "%+.2f s", ms / 1000);
    return text;
}
