/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OWNER_H
#define RLK_CLI_BASE_OWNER_H

/*
 * The owner of a reentrant lock: --reentrant. The command under such a lock
 * gets the owner's name in REDLOCK_OWNER. REDLOCK_OWNED has a word "NAME=FENCE"
 * for each lock that the owner holds through the enclosing runs, outermost
 * first. NAME is encoded as in words.h. FENCE is 0 if there is none, and
 * "shared" for a shared lock.
 */

#include <stdio.h>

#include "cli/base/options.h"

/*
 * If --reentrant names no owner, sets options->owner to $REDLOCK_OWNER, or, if
 * makes is set, to a new name. Checks that the other options are compatible.
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
int owner_complete_options(struct options *options, bool makes);

/*
 * The fence of the exclusive lock that the environment says the owner has. 0:
 * it has no fence. -1: the owner has no such lock, or there is no owner.
 */
int64_t owner_fence(const struct options *options, const char *resource);

/* Does the owner have a shared lock already, by the environment? */
bool owner_shares(const struct options *options, const char *resource);

/* Sets the owner and the owner's fence of the request. */
void owner_request(const struct options *options,
                   struct redlock_request *request);

/* Writes the value of REDLOCK_OWNED for a command under that lock. */
void owner_write_list(const struct options *options, const char *resource,
                      int64_t fence, FILE *out);

#endif
