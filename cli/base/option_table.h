/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_TABLE_H
#define RLK_CLI_BASE_OPTION_TABLE_H

/* Every option of every subcommand, and what --help says of them. */

#include "cli/base/option_values.h"

/* In the order of the help. */
extern const struct option_row option_table[];
extern const int option_table_rows;

/* Prints the subcommand's own part, and then the options that it takes. */
void option_table_print_help(const struct options_taker *taker);

#endif
