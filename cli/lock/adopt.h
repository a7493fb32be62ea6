/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_ADOPT_H
#define RLK_CLI_LOCK_ADOPT_H

/* A lock that another process acquired, found by its token. */

#include "cli/base/options.h"

/*
 * Opens a client and takes the lock over: by --token, or $REDLOCK_TOKEN.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 */
int adopt_lock(struct options *options, const char *command,
               struct redlock_client **client, struct redlock_lock **lock);

/* Says so where the lock was not found since its mode is another. */
void adopt_hint(const struct options *options, enum redlock_status status,
                const struct redlock_report *report);

#endif
