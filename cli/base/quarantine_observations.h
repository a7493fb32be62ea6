/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_QUARANTINE_OBSERVATIONS_H
#define RLK_CLI_BASE_QUARANTINE_OBSERVATIONS_H

/*
 * Quarantine observations that short commands pass to each other: which nodes
 * were seen in quarantine, and since when. They are in a small file in a
 * private folder of this user. A file of another boot is ignored, as are a link
 * and a folder that another user owns or may enter.
 */

#include "redlock/redlock.h"

/* Fills up to REDLOCK_QUARANTINE_OBSERVATIONS_MAX entries; returns how many. */
int observations_read(struct redlock_quarantine_observation *observations);

/*
 * Merges these into the stored ones: keeps the earliest of each marker, and
 * drops the oldest if there are too many. Writes only if something is new. Does
 * nothing if the folder cannot be used or stays locked.
 */
void observations_save(
    const struct redlock_quarantine_observation *observations, int count);

/* Is there a folder in which they can be stored? */
bool observations_kept(void);

#endif
