/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OPTION_VALUES_H
#define RLK_CLI_BASE_OPTION_VALUES_H

/* A row of the table of options, and how each kind of argument is read. */

#include <stddef.h>
#include <stdint.h>

#include "cli/base/options.h"

struct option_row;

/*
 * Puts one option into options. text: its argument, in argv; NULL where it has
 * none. command: the subcommand's name, for messages.
 *
 * Returns an exit status, or -1 to go on: it has said what is wrong.
 */
typedef int option_read_fn(const struct option_row *row, const char *command,
                           char *text, struct options *options);

/* So many variables of the environment at most speak for an option. */
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
    int64_t least;      /* likewise: of spans and numbers */
    int64_t most;       /* likewise: of numbers */
    const char *help;   /* one line or several */
};

/* The general ones, by the type of the member that they set. */
option_read_fn option_read_flag;   /* bool */
option_read_fn option_read_span;   /* int64_t, milliseconds; least */
option_read_fn option_read_number; /* int; least .. most */
option_read_fn option_read_text;   /* const char * */

option_read_fn option_read_mode;  /* by its letter */
option_read_fn option_read_owner; /* NULL: it is not named */
option_read_fn option_read_wait;
option_read_fn option_read_quorum;
option_read_fn option_read_drift;
option_read_fn option_read_strategy;
option_read_fn option_read_guard;
option_read_fn option_read_slack;
option_read_fn option_read_nodes;
option_read_fn option_read_token;
option_read_fn option_read_label;
option_read_fn option_read_password; /* refuses it */
option_read_fn option_read_seed;

#endif
