/* SPDX-License-Identifier: MIT */
/* What other processes have seen. */

#include "redlock/sightings.h"

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

const struct redlock_sighting *
rlk_sightings_of(const struct rlk_sightings *sightings, const char *marker)
{
    for (int i = 0; i < sightings->count; i++) {
        if (strcmp(sightings->at[i].marker, marker) == 0)
            return &sightings->at[i];
    }
    return NULL;
}

int64_t rlk_sightings_first(const struct rlk_sightings *sightings,
                            const char *marker, int64_t now)
{
    const struct redlock_sighting *seen = rlk_sightings_of(sightings, marker);
    int64_t since = seen == NULL ? now : rlk_clock_from_ms(seen->since_ms);

    return since >= 0 && since < now ? since : now;
}
