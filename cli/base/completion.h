/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_COMPLETION_H
#define RLK_CLI_BASE_COMPLETION_H

/* Completions of the command line for bash, zsh and fish. */

#include "cli/base/options.h"

/*
 * Prints the completion for that shell to standard output.
 *
 * Returns an exit status; it has said what is wrong.
 */
int completion_print(const char *shell, const struct options_command *commands,
                     int count);

#endif
