/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OWNER_H
#define RLK_CLI_BASE_OWNER_H

/*
 * The owner of a lock that it may acquire more than once: --reentrant. The
 * command under such a lock finds the owner's name in REDLOCK_OWNER, and in
 * REDLOCK_OWNED a word "NAME=FENCE" for each lock that the owner has by the
 * runs around it, the outermost first. NAME is a word as words.h has it. FENCE
 * is 0 if there is none, and "shared" for a shared lock.
 */

#include <stdint.h>
#include <stdio.h>

#include "cli/base/options.h"

/*
 * Fills in options->owner if --reentrant names none: $REDLOCK_OWNER, or, if
 * makes is set, a new one. Checks that the other options go with it.
 *
 * Returns an exit status, or -1 to go on: it has reported the error.
 */
int owner_complete_options(struct options *options, bool makes);

/*
 * The fence under which the owner holds the resource exclusively already, by
 * the environment; 0: without one; -1: it does not, or there is no owner.
 */
int64_t owner_fence(const struct options *options, const char *resource);

/* Does the owner share it already, by the environment? */
bool owner_shares(const struct options *options, const char *resource);

/* Fills in the owner and the owner's fence. */
void owner_request(const struct options *options,
                   struct redlock_request *request);

/* Writes REDLOCK_OWNED for a command under that lock. */
void owner_write_list(const struct options *options, const char *resource,
                      int64_t fence, FILE *out);

#endif
