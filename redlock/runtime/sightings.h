/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_SIGHTINGS_H
#define RLK_REDLOCK_RUNTIME_SIGHTINGS_H

/*
 * Markers that other processes of this machine have seen, and since when: a
 * quarantine that is watched by many short ones ends as by a long one
 * (protocol 9). Pure.
 */

#include "redlock/redlock.h"

struct rlk_sightings {
    int count;
    struct redlock_sighting at[REDLOCK_SIGHTINGS_MAX];
};

/* Copies them; what goes beyond the room is left out. */
void rlk_sightings_take(struct rlk_sightings *sightings,
                        const struct redlock_sighting *from, int count);

/*
 * What was seen of this very marker; NULL: nothing that says anything now, an
 * instant of the boot clock in nanoseconds. Without what the node's clock
 * showed it says nothing: a step since then could not be told.
 */
const struct redlock_sighting *
rlk_sightings_of(const struct rlk_sightings *sightings, const char *marker,
                 int64_t now);

#endif
