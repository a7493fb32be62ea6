/* SPDX-License-Identifier: MIT */
/* A node's marker. */

#include "redlock/admin/examine_memory.h"

#include "clock/clock.h"

void rlk_examine_marker(struct rlk_examine_notes *notes,
                        const struct rlk_reply *reply)
{
    struct redlock_node_facts *facts = notes->facts;
    struct rlk_marker marker;

    facts->memory = REDLOCK_MEMORY_UNMARKED;
    if (reply->kind != RLK_REPLY_STRING)
        return;
    marker = rlk_marker_read(reply->text, notes->replid);
    switch (marker.state) {
    case RLK_MARKER_NONE:
        facts->memory = notes->replid[0] == '\0' ? REDLOCK_MEMORY_UNKNOWN
                                                 : REDLOCK_MEMORY_STALE;
        return;
    case RLK_MARKER_LATER:
        facts->memory = REDLOCK_MEMORY_UNKNOWN;
        return;
    case RLK_MARKER_OK:
        facts->memory = REDLOCK_MEMORY_SOUND;
        break;
    case RLK_MARKER_QUARANTINE:
        facts->memory = REDLOCK_MEMORY_QUARANTINE;
        notes->since_us = marker.since_us;
        break;
    }
    facts->longest_ttl_ms = marker.longest_ms;
}

void rlk_examine_quarantine(struct rlk_examine_notes *notes)
{
    const struct rlk_examine_sample *latest;

    if (notes->facts->memory != REDLOCK_MEMORY_QUARANTINE ||
        notes->samples_count == 0)
        return;
    latest = &notes->samples[notes->samples_count - 1];
    notes->facts->quarantined_ms =
        rlk_clock_sub(latest->node_us, notes->since_us) / 1000;
}
