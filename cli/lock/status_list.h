/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_LOCK_STATUS_LIST_H
#define RLK_CLI_LOCK_STATUS_LIST_H

/* redlock status without a resource: a line for each that nodes have. */

#include "cli/base/options.h"

/* Returns the exit status. */
int status_list(const struct options *options);

#endif
