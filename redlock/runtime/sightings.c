/* SPDX-License-Identifier: MIT */
/* What other processes have seen. */

#include "redlock/runtime/sightings.h"

#include <string.h>

#include "clock/clock.h"

void rlk_sightings_take(struct rlk_sightings *sightings,
                        const struct redlock_sighting *from, int count)
{
    if (count > REDLOCK_SIGHTINGS_MAX)
        count = REDLOCK_SIGHTINGS_MAX;
    sightings->count = count > 0 ? count : 0;
    for (int i = 0; i < sightings->count; i++) {
        sightings->at[i] = from[i];
        sightings->at[i].marker[REDLOCK_MARKER_MAX - 1] = '\0';
    }
}

/* The marker was seen, and the node's clock heard, at past instants. */
static bool says(const struct redlock_sighting *sighting, int64_t now)
{
    return sighting->since_ms >= 0 && sighting->heard_ms >= 0 &&
           rlk_clock_from_ms(sighting->since_ms) <= now &&
           rlk_clock_from_ms(sighting->heard_ms) <= now &&
           sighting->ahead_least_us <= sighting->ahead_most_us;
}

const struct redlock_sighting *
rlk_sightings_of(const struct rlk_sightings *sightings, const char *marker,
                 int64_t now)
{
    for (int i = 0; i < sightings->count; i++) {
        if (strcmp(sightings->at[i].marker, marker) == 0)
            return says(&sightings->at[i], now) ? &sightings->at[i] : NULL;
    }
    return NULL;
}
