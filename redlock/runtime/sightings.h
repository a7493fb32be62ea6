/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_SIGHTINGS_H
#define RLK_REDLOCK_RUNTIME_SIGHTINGS_H

/*
 * Markers that other processes of this machine have seen, and since when. So
 * many processes that each live for a moment can watch a quarantine to its end,
 * as one that lives long does (protocol 9). Pure.
 */

#include "redlock/redlock.h"

struct rlk_sightings {
    int count; /* of those that follow */
    struct redlock_sighting at[REDLOCK_SIGHTINGS_MAX];
};

/* Copies up to REDLOCK_SIGHTINGS_MAX of them. */
void rlk_sightings_take(struct rlk_sightings *sightings,
                        const struct redlock_sighting *from, int count);

/*
 * What was seen of this very marker; NULL: nothing that can be relied on. A
 * sighting without what the node's clock showed cannot: a step of that clock
 * since then would pass unseen.
 *
 * now  an instant of the boot clock, in nanoseconds.
 */
const struct redlock_sighting *
rlk_sightings_of(const struct rlk_sightings *sightings, const char *marker,
                 int64_t now);

#endif
