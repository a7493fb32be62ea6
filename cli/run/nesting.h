/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_NESTING_H
#define RLK_CLI_RUN_NESTING_H

/*
 * Which locks the runs around this one hold, from REDLOCK_HELD: words
 * "NAME=PID:STARTTIME", from the outermost run to the innermost, followed by
 * ":shared" where it is shared. PID and STARTTIME are the redlock's, as in
 * /proc/PID/stat. NAME is a word as words.h has it.
 */

#include <stdbool.h>
#include <stdio.h>

#include "cli/base/options.h"

/*
 * A run inside another that holds the same lock would wait for that one, which
 * waits for it. -1: this is none; else the exit status, and it has said why.
 */
int nesting_refuse(const struct options *options);

/*
 * Does this run ask to share what runs around it share already? A lock of its
 * own would wait for a waiter that wants the lock alone, and which waits for
 * the run around it.
 */
bool nesting_shares(const struct options *options);

/*
 * Such a run takes no lock of its own: it becomes the command, under the lock
 * of the innermost run around it, in that run's process group. Returns an exit
 * status if it cannot, and prints why; -1: a signal came that ends the call.
 */
int nesting_run(const struct options *options);

/* Writes the list with ourselves and the resources of the call added. */
void nesting_write_list(const struct options *options, FILE *out);

/*
 * Writes REDLOCK_RUN, of the innermost run: "GROUP:NODES", with ":guarded"
 * behind it for --guard on. GROUP is the process group of its command in
 * CHILD_GROUP_DIGITS digits, still 0. NODES is a hash of its list of nodes.
 */
void nesting_write_run(const struct options *options, FILE *out);

#endif
