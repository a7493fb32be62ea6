/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_TABLE_H
#define RLK_CLI_BASE_OPTION_TABLE_H

/* Every option of every subcommand, and what --help says of them. */

#include <stddef.h>
#include <stdint.h>

#include "cli/base/options.h"

struct option_row;

/* A row of the table of options, and how each kind of argument is read. */

/*
 * Puts one option into options. text: its argument, in argv; NULL where it has
 * none. command: the subcommand's name, for messages.
 *
 * Returns an exit status, or -1 to go on: it has reported the error.
 */
typedef int option_read_fn(const struct option_row *row, const char *command,
                           char *text, struct options *options);

/* The most environment variables that can set one option. */
#define OPTION_VARIABLES_MAX 2

struct option_row {
    const char *name;     /* without its minus signs */
    char letter;          /* 0: it has none */
    unsigned takers;      /* OPTIONS_: the subcommands that take it; 0: all */
    const char *argument; /* as --help names it; NULL: it has none */
    const char *values;   /* words that it may be, for completions; or NULL */
    bool optional; /* the argument may be left out; else it follows "=" */
    option_read_fn *read;
    const char *variables[OPTION_VARIABLES_MAX]; /* that say it instead */
    const char *fellow; /* another row: where it is given, none that comes later
                           speaks for this one; or NULL */
    size_t member;      /* where in struct options; for the general ones */
    int64_t least;      /* of spans and numbers */
    int64_t most;       /* of numbers */
    const char *help;   /* one line or several */
};

/* In the order of the help. */
extern const struct option_row option_table[];

extern const int option_table_rows;

/* NULL: there is no such option. */
const struct option_row *option_named(const char *name);

/* name: of a row. Given by the command line, or by a configuration file. */
bool option_given(const struct options *options, const char *name);

/* Given by the command line. */
bool option_given_by_call(const struct options *options, const char *name);

/* Prints the subcommand's own part, and then the options that it takes. */
void option_table_print_help(const struct subcommand *taker);

/*
 * Prints the completion for that shell to standard output.
 *
 * Returns an exit status, and has reported the error.
 */
int completion_print(const char *shell);

/*
 * Prints what may stand at the cursor, for these completions.
 *
 * words     those behind "redlock" up to the cursor: at least one, which may
 *           be empty
 * commands  all subcommands, ended by NULL
 */
void completion_offer(char **words, int count,
                      const struct subcommand *const *commands);

#endif
