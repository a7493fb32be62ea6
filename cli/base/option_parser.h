/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_PARSER_H
#define RLK_CLI_BASE_OPTION_PARSER_H

/* Reads the command line. Errors in it are printed even with --quiet. */

#include "cli/base/options.h"

/*
 * Returns an exit status, after it has printed everything; or -1 to continue.
 * Overwrites passwords and tokens in argv. From here on --quiet and --json
 * silence message().
 */
int option_parser_read(const struct subcommand *taker, int argc, char **argv,
                       struct options *options);

/*
 * Returns the index of the subcommand's name in argv, behind the general
 * options; argc if there is none; negative after a usage error, which was
 * reported. For --help and --version *answer is 'h' or 'V', else 0.
 */
int option_parser_find_name(int argc, char **argv, int *answer);

/* Prints the answer to --version. Returns the exit status. */
int option_parser_print_version(void);

/* Frees what option_parser_read() has allocated. */
void option_parser_clear(struct options *options);

#endif
