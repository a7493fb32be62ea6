/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OWNER_H
#define RLK_CLI_BASE_OWNER_H

/*
 * Whose lock it is, of a lock that one owner may have more than once:
 * --reentrant. What runs under one finds the owner's name in REDLOCK_OWNER, and
 * in REDLOCK_OWNED words "NAME=FENCE" of all that the owner has, from the
 * outermost run to the innermost; NAME is a word as words.h has it, FENCE
 * 0 where there is none. The word of a shared resource is "NAME=shared".
 */

#include <stdint.h>

#include "cli/base/options.h"

/*
 * Fills in options->owner where --reentrant names none: $REDLOCK_OWNER, or, if
 * makes says so, a new one, memory of the options. Checks that the rest goes
 * with it.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 */
int owner_settle(struct options *options, const char *command, bool makes);

/*
 * The fence under which the owner has that resource alone already, as far as
 * the environment says; 0: it has it without one; -1: it does not have it so,
 * or there is no owner.
 */
int64_t owner_fence(const struct options *options, const char *resource);

/* Does the owner share it already, as far as the environment says? */
bool owner_shares(const struct options *options, const char *resource);

/* What a request says of the owner. */
void owner_request(const struct options *options,
                   struct redlock_request *request);

/*
 * REDLOCK_OWNED for what runs under that lock. Free it. NULL: no memory, or
 * there is no owner.
 */
char *owner_list(const struct options *options, const char *resource,
                 int64_t fence);

#endif
