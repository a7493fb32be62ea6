/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_MEMORY_H
#define RLK_REDLOCK_ADMIN_EXAMINE_MEMORY_H

/* What a node knows of its own memory: its marker. Pure. */

#include "redlock/admin/examine_notes.h"

/*
 * The answer to GET of the marker's key. The replication section of INFO has
 * been read before: a marker says nothing without the master_replid.
 */
rlk_examine_read rlk_examine_marker;

/* For how long a quarantine has lasted, by the latest sample of the clock. */
void rlk_examine_quarantine(struct rlk_examine_notes *notes);

#endif
