/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_RELEASE_FORCE_H
#define RLK_CLI_LOCK_RELEASE_FORCE_H

/* redlock release --force: a lock is taken away from whoever holds it. */

#include "cli/base/options.h"

/* Returns the exit status. */
int release_force(const struct options *options);

#endif
