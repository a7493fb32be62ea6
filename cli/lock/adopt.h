/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_ADOPT_H
#define RLK_CLI_LOCK_ADOPT_H

/* Takes over a lock that another process acquired, by its token. */

#include "cli/base/options.h"

/*
 * Opens a client and takes over the lock of --token or $REDLOCK_TOKEN.
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
int adopt_lock(struct options *options, struct redlock_client **client,
               struct redlock_lock **lock);

/* If the lock was not found because it has another mode, prints a hint. */
void adopt_hint(const struct options *options, enum redlock_status status,
                const struct redlock_report *report);

#endif
