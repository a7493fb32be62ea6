/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_OUTCOME_H
#define RLK_CLI_BASE_OUTCOME_H

/*
 * Prints how a library call ended: for people on standard error, with --json as
 * one object on standard output.
 */

#include <stdbool.h>

#include "cli/base/options.h"
#include "cli/text/json.h"

/*
 * One line with the outcome and what to do about it, and one for each node that
 * failed. With --quiet or --json only wrong usage and refusals of the system
 * are printed.
 *
 * report  may be NULL.
 */
void outcome_print(const struct options *options, enum redlock_status status,
                   const struct redlock_report *report);

/* As report_print(), on standard error. */
void outcome_print_nodes(const struct redlock_report *report, bool all);

/* The member "locks": one object for each resource of several. */
void outcome_json_locks(struct json *json, const struct redlock_lock *lock,
                        bool with_tokens);

/* Opens the object, with "resource" and "status"; the caller may add more. */
void outcome_json_open(struct json *json, FILE *out,
                       const struct options *options,
                       enum redlock_status status);

/* Adds the report, if nodes were asked, and ends the object and its line. */
void outcome_json_close(struct json *json, const struct redlock_report *report,
                        enum report_call call);

/* Both, on standard output, if --json was given. */
void outcome_json(const struct options *options, enum redlock_status status,
                  const struct redlock_report *report, enum report_call call);

#endif
