/* SPDX-License-Identifier: MIT */
#ifndef SIM_STORY_FILE_H
#define SIM_STORY_FILE_H

/*
 * Kept stories: a plan, and for the few that the documentation tells a line of
 * dashes and the trace, all events of its run. Lines that may stand among the
 * plan's, the last of which must:
 *
 *     @only exclusion       look at this rule alone
 *     @mutant TOKEN_REUSED  of a program with this mutant (mutant.h)
 *     @expect breaks RULE   expect.h
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Runs the file's plan and tells the story. false: see complaint, as of a
 * mutant that this program has not.
 */
bool sim_story_file_tell(const char *path, FILE *out, char *complaint,
                         size_t size);

/*
 * Does the run of the plan meet the file's expectations, and is its trace the
 * one that the file keeps, if it keeps one? Where its mutant is not in this
 * program, its plan must break nothing. complaint: what is wrong, or that it
 * was told without its mutant.
 */
bool sim_story_file_check(const char *path, char *complaint, size_t size);

/*
 * Replaces the trace that the file keeps, if the run meets the file's
 * expectations. A file without a line of dashes is left as it is.
 */
bool sim_story_file_rewrite(const char *path, char *complaint, size_t size);

#endif
