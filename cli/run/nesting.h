/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_NESTING_H
#define RLK_CLI_RUN_NESTING_H

/*
 * Which locks the runs around this one hold, from REDLOCK_HELD: words
 * "NAME=PID:STARTTIME", from the outermost run to the innermost. PID and
 * STARTTIME are the redlock's, as in /proc/PID/stat. NAME is a word as
 * name_words.h has it.
 */

#include "cli/base/options.h"

/*
 * A run inside another that holds the same lock would wait for that one, which
 * waits for it. -1: this is none; else the exit status, and it has said why.
 */
int nesting_refuse(const struct options *options);

/*
 * The list with ourselves and these resources added, for a command. Free it.
 * NULL: no memory.
 */
char *nesting_list(char *const *resources, int count);

#endif
