/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_PARSER_H
#define RLK_CLI_BASE_OPTION_PARSER_H

/* Reads the command line. Errors in it are always reported. */

#include "cli/base/options.h"

/*
 * Returns an exit status, or -1 to go on: it has printed all that is needed.
 * Passwords and tokens in argv are overwritten. From here on --quiet and
 * --json keep message() silent.
 */
int option_parser_read(const struct subcommand *taker, int argc, char **argv,
                       struct options *options);

/*
 * Where the subcommand's name stands in argv: behind the options before it;
 * argc if there is none. --help and --version are answered by the caller:
 * *answer is 'h' or 'V', else 0. Negative: a usage error, which was reported.
 */
int option_parser_find_name(int argc, char **argv, int *answer);

/* What --version prints. Returns the exit status. */
int option_parser_print_version(void);

/* Releases what option_parser_read() has allocated. */
void option_parser_clear(struct options *options);

#endif
