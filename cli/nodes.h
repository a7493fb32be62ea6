/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_NODES_H
#define RLK_CLI_NODES_H

/* Which nodes, and with which password: from the options and environment. */

#include "cli/options.h"

/*
 * Opens a client. local:N is started first, which is said. Call it before
 * there are threads.
 *
 * command  the subcommand's name, for messages.
 *
 * Returns an exit status, or -1 to go on: it has said what there is to say.
 */
int nodes_open(const struct options *options, const char *command,
               struct redlock_client **client);

#endif
