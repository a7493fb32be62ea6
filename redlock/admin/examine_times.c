/* SPDX-License-Identifier: MIT */
/* Round trips, and samples of a node's clock. */

#include "redlock/admin/examine_times.h"

#include <stdlib.h>

void rlk_examine_trip(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    (void)reply;
    if (notes->trips_count < RLK_EXAMINE_SAMPLES)
        notes->trips_us[notes->trips_count++] =
            notes->received_us - notes->sent_us;
}

void rlk_examine_time(struct rlk_examine_notes *notes,
                      const struct rlk_reply *reply)
{
    if (reply->kind == RLK_REPLY_INTEGER &&
        notes->samples_count < RLK_EXAMINE_SAMPLES)
        notes->samples[notes->samples_count++] = (struct rlk_examine_sample){
            .sent_us = notes->sent_us,
            .received_us = notes->received_us,
            .node_us = reply->integer,
        };
}

static int by_size(const void *left, const void *right)
{
    const int64_t *a = left;
    const int64_t *b = right;

    return (*a > *b) - (*a < *b);
}

void rlk_examine_times(struct rlk_examine_notes *notes)
{
    struct redlock_node_facts *facts = notes->facts;
    int count = notes->trips_count;

    if (count > 0) {
        qsort(notes->trips_us, (size_t)count, sizeof(notes->trips_us[0]),
              by_size);
        facts->round_trip_us = notes->trips_us[count / 2];
        facts->round_trip_max_us = notes->trips_us[count - 1];
    }
    rlk_examine_clock(notes->samples, notes->samples_count, facts);
}
