/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OUTCOME_H
#define RLK_CLI_BASE_OUTCOME_H

/*
 * Prints the outcome of a library call: for people on standard error; with
 * --json as one object on standard output.
 */

#include "cli/base/options.h"
#include "cli/text/json.h"

/*
 * Prints one line with the outcome and advice, and one for each node that
 * failed. With --quiet or --json it prints only wrong usage and system errors.
 *
 * report  may be NULL.
 */
void outcome_print(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report);

/* Calls report_print() for standard error. */
void outcome_print_nodes(const struct redlock_report *report, bool all);

/* Writes the member "locks", with an object for each of several resources. */
void outcome_json_locks(struct json *json, const struct redlock_lock *lock,
                        bool with_tokens);

/* Opens the object with "resource" and "status"; the caller may add to it. */
void outcome_json_open(struct json *json, FILE *out,
                       const struct options *options,
                       enum redlock_status status);

/* Adds the report if nodes were asked, and ends the object and its line. */
void outcome_json_close(struct json *json, const struct redlock_report *report,
                        enum report_call call);

/* Opens and closes the object on standard output, if --json was given. */
void outcome_json(const struct options *options, enum redlock_status status,
                  const struct redlock_report *report, enum report_call call);

#endif
