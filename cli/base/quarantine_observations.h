/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_QUARANTINE_OBSERVATIONS_H
#define RLK_CLI_BASE_QUARANTINE_OBSERVATIONS_H

/*
 * The observations that one short command leaves to the next: which nodes it
 * saw in quarantine, and since when, as a small file in a folder of this user's
 * alone. Anything else in its place - another's folder, one that others may
 * enter, a link, a file of another boot - is as none.
 */

#include <stdbool.h>

#include "redlock/redlock.h"

/* observations: room for REDLOCK_QUARANTINE_OBSERVATIONS_MAX. How many there
 * are. */
int observations_read(struct redlock_quarantine_observation *observations);

/*
 * Adds them to those that are kept, the earliest of each marker; the oldest
 * leave where there are too many. Writes only new ones. Where the folder
 * cannot be used, or another command is at it for long, nothing is kept.
 */
void observations_save(
    const struct redlock_quarantine_observation *observations, int count);

/* Is there a folder that keeps them? */
bool observations_kept(void);

#endif
