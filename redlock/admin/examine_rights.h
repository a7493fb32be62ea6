/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_RIGHTS_H
#define RLK_REDLOCK_ADMIN_EXAMINE_RIGHTS_H

/* What a user may do on a node, by the errors of the commands tried. Pure. */

#include <stdbool.h>

#include "redlock/admin/examine_notes.h"

/*
 * A command that needs this right, a REDLOCK_RIGHT_, was answered by an error:
 * the right is denied, or the command is missing, or neither. 0: no right.
 */
void rlk_examine_refusal(struct rlk_examine_notes *notes, unsigned right,
                         const struct rlk_reply *error);

/* Is one of these rights denied, or its command missing? */
bool rlk_examine_lacks(const struct rlk_examine_notes *notes, unsigned rights);

/* The error of a SET that was allowed to be tried: why no write is taken. */
rlk_examine_read rlk_examine_write_error;

#endif
