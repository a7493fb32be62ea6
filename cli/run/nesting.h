/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_NESTING_H
#define RLK_CLI_RUN_NESTING_H

/*
 * Which locks the runs around this one hold, from REDLOCK_HELD: words
 * "NAME=PID:STARTTIME", from the outermost run to the innermost. PID and
 * STARTTIME are the redlock's, as in /proc/PID/stat. NAME is a word as
 * name_words.h has it.
 */

#include <sys/types.h>

/*
 * The process that holds this resource's lock and waits for us: it lives, and
 * is our ancestor. 0: there is none.
 */
pid_t nesting_holder(const char *resource);

/*
 * The list with ourselves and these resources added, for a command. Free it.
 * NULL: no memory.
 */
char *nesting_list(char *const *resources, int count);

#endif
