/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTIONS_HELP_H
#define RLK_CLI_BASE_OPTIONS_HELP_H

/* What --help and --version print. Both return the exit status. */

#include "cli/base/options.h"

/* The subcommand's own part, and then the options that it takes. */
int options_help(const struct options_taker *taker);

int options_version(void);

#endif
