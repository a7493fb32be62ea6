/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_RUN_NESTING_H
#define RLK_CLI_RUN_NESTING_H

/*
 * The locks that enclosing runs hold, from REDLOCK_HELD: words
 * "NAME=PID:STARTTIME", outermost run first, followed by ":shared" for a shared
 * lock. PID and STARTTIME identify the redlock process, as in /proc/PID/stat.
 * NAME is encoded as in words.h.
 */

#include <stdint.h>
#include <stdio.h>

#include "cli/base/options.h"

/*
 * Refuses a run whose lock an enclosing run holds: each would wait for the
 * other. Returns the exit status, after it has reported the reason; -1: not so.
 */
int nesting_refuse(const struct options *options);

/*
 * Does this run ask for shared locks that enclosing runs share already? A lock
 * of its own would queue behind an exclusive waiter, and that waiter waits for
 * the enclosing run.
 */
bool nesting_shares(const struct options *options);

/*
 * This process becomes the command, under the innermost enclosing run's lock
 * and in its process group. Returns an exit status, after it has reported why
 * it failed; -1: a signal came.
 */
int nesting_run(const struct options *options);

/*
 * Writes the list, with this run and its resources added. start: this process's
 * start time.
 */
void nesting_write_list(const struct options *options, uint64_t start,
                        FILE *out);

/*
 * Writes REDLOCK_RUN, which describes the innermost run: "GROUP:NODES", and
 * ":guarded" with --guard on. GROUP is the command's process group in
 * CHILD_GROUP_DIGITS digits, 0 at first. NODES is a hash of the list of nodes.
 */
void nesting_write_run(const struct options *options, FILE *out);

#endif
