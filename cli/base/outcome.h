/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OUTCOME_H
#define RLK_CLI_BASE_OUTCOME_H

/*
 * What a subcommand says about the end of a library call: for people on
 * standard error, with --json as one object.
 */

#include "cli/base/options.h"
#include "cli/text/json.h"

/*
 * Says what came of it and what to do about it: one line, and one for each
 * node that failed. With --quiet or --json nothing but about wrong usage and
 * what the system refuses.
 *
 * report  may be NULL.
 */
void outcome_print(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report);

/*
 * The member "locks": one object for each resource of several, with its token
 * where that is to be told.
 */
void outcome_json_locks(struct json *json, const struct redlock_lock *lock,
                        bool with_tokens);

/*
 * The object's opening and its members "resource" and "status"; the caller adds
 * more, and closes it.
 */
void outcome_json_open(struct json *json, FILE *out,
                       const struct options *options,
                       enum redlock_status status);

/* The rest: the report, if nodes were asked; the end of object and line. */
void outcome_json_close(struct json *json, const struct redlock_report *report,
                        enum report_call call);

#endif
