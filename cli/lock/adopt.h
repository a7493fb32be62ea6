/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_ADOPT_H
#define RLK_CLI_LOCK_ADOPT_H

/* A lock that another process acquired, found by its token. */

#include "cli/base/options.h"

/*
 * Opens a client and takes the lock over: by --token, or $REDLOCK_TOKEN.
 *
 * Returns an exit status, or -1 to go on: it has reported the error.
 */
int adopt_lock(struct options *options, struct redlock_client **client,
               struct redlock_lock **lock);

/* Prints a hint if the lock was not found because it has another mode. */
void adopt_hint(const struct options *options, enum redlock_status status,
                const struct redlock_report *report);

#endif
