/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_TABLE_H
#define RLK_CLI_BASE_OPTION_TABLE_H

/* The options of all subcommands, with their help texts. */

#include "cli/base/options.h"

struct option_row;

/*
 * Reads one option into options. text: its argument in argv, or NULL if it has
 * none. command: the subcommand's name, for messages.
 *
 * Returns an exit status, after it has reported the error; or -1 to continue.
 */
typedef int option_read_fn(const struct option_row *row, const char *command,
                           char *text, struct options *options);

/* The most environment variables that can set one option. */
#define OPTION_VARIABLES_MAX 2

struct option_row {
    const char *name;     /* without its minus signs */
    char letter;          /* 0: it has none */
    unsigned takers;      /* OPTIONS_: the subcommands that have it; 0: all */
    const char *argument; /* its name in --help; NULL: no argument */
    const char *values;   /* possible words, for completions; or NULL */
    bool optional; /* the argument may be left out; if given, it follows "=" */
    option_read_fn *read;
    const char *variables[OPTION_VARIABLES_MAX]; /* of the environment */
    const char *fellow; /* another row: if that option was given, no later
                           source sets this one; or NULL */
    size_t member;      /* offset in struct options, for the common readers */
    int64_t least;      /* of spans and numbers */
    int64_t most;       /* of numbers */
    const char *help;   /* one line or several */
};

/* The rows, in the order of --help. */
extern const struct option_row option_table[];

extern const int option_table_rows;

/* The row of that name, or NULL. */
const struct option_row *option_named(const char *name);

/* Did the command line or a configuration file give this option? */
bool option_given(const struct options *options, const char *name);

/* Did the command line give this option? */
bool option_given_by_call(const struct options *options, const char *name);

/* Prints the help of the subcommand and of the options that it takes. */
void option_table_print_help(const struct subcommand *taker);

/*
 * Prints the completion script for that shell to standard output.
 *
 * Returns an exit status, after it has reported any error.
 */
int completion_print(const char *shell);

/*
 * Prints the offers for the word at the cursor.
 *
 * words     those between "redlock" and the cursor: at least one, which may
 *           be empty
 * commands  all subcommands, ended by NULL
 */
void completion_offer(char **words, int count,
                      const struct subcommand *const *commands);

#endif
