/* SPDX-License-Identifier: MIT */
#ifndef SIM_STORY_FILE_H
#define SIM_STORY_FILE_H

/*
 * Kept stories: a plan, a line of dashes, and what comes of it. Two lines may
 * stand among the plan's:
 *
 *     @only exclusion     look at this rule alone
 *     @mutant TOKEN_REUSED  with a rule of the code broken on purpose
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Runs the file's plan and tells the story. false: see complaint. */
bool sim_story_file_tell(const char *path, FILE *out, char *complaint,
                         size_t size);

/* Is the story in the file what comes of its plan? false: see complaint. */
bool sim_story_file_check(const char *path, char *complaint, size_t size);

/* Puts what comes of the plan into the file. */
bool sim_story_file_rewrite(const char *path, char *complaint, size_t size);

#endif
