/* SPDX-License-Identifier: MIT */
#ifndef SIM_STORY_FILE_H
#define SIM_STORY_FILE_H

/*
 * Stories in files: a plan, and, in a few to which the documentation refers, a
 * line of dashes and the trace of all events. Further lines between those of
 * the plan; the last one is required:
 *
 *     @only exclusion       check this rule only
 *     @mutant TOKEN_REUSED  for a program with this mutant (mutant.h)
 *     @expect breaks RULE   expect.h
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Plays the plan of the file and prints the story. false: see complaint, for
 * example if this program does not have the mutant.
 */
bool sim_story_file_tell(const char *path, FILE *out, char *complaint,
                         size_t size);

/*
 * Does the plan meet the expectations of the file, and is its trace that of the
 * file, if it has one? If this program does not have the mutant, the plan must
 * break no rule. complaint: what is wrong, or that it was played without its
 * mutant.
 */
bool sim_story_file_check(const char *path, char *complaint, size_t size);

/*
 * Replaces the trace in the file if its expectations are met. A file without a
 * line of dashes is not changed.
 */
bool sim_story_file_rewrite(const char *path, char *complaint, size_t size);

#endif
