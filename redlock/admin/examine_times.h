/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_TIMES_H
#define RLK_REDLOCK_ADMIN_EXAMINE_TIMES_H

/* How far a node is, and what time it is there. Pure. */

#include "redlock/admin/examine_notes.h"

/* The answer to PING, of any kind: it was a round trip. */
rlk_examine_read rlk_examine_trip;

/* The node's time in microseconds: a sample of its clock. */
rlk_examine_read rlk_examine_time;

/* All are in: the round trips and the clock in the facts. */
void rlk_examine_times(struct rlk_examine_notes *notes);

#endif
