/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_REPORT_TEXT_H
#define RLK_CLI_TEXT_REPORT_TEXT_H

/* What the nodes said, for people and for programs. */

#include <stdio.h>

#include "cli/text/json.h"
#include "redlock/redlock.h"

#define REPORT_LINE_MAX 512

/* Who is named by the most nodes. */
struct report_holder {
    const char *label;    /* inside the report; NULL: nobody is named */
    int nodes;            /* so many name him */
    int others;           /* so many name somebody else */
    int64_t remaining_ms; /* the longest of his keys; -1: unknown */
};

struct report_holder report_holder(const struct redlock_report *report);

/* "held by LABEL on 3 of 5 nodes, ..."; text: REPORT_LINE_MAX bytes. */
const char *report_held_text(const struct redlock_report *report, char *text);

/* For a node with quarantine_ms: why, how long. text: REPORT_LINE_MAX bytes. */
const char *report_quarantine_text(const struct redlock_node_report *node,
                                   char *text);

/* The node's own words, where they say more than its reason; or NULL. */
const char *report_message(const struct redlock_node_report *node);

/*
 * One line for each node that could not say yes or no: its name, why, and
 * what to do about it. With all, also for each of the others: what it said,
 * and how long it took.
 */
void report_print(FILE *out, const struct redlock_report *report, bool all);

/* The members "quorum", "granted", ... and "nodes", into an open object. */
void report_json(struct json *json, const struct redlock_report *report);

/* The same of redlock_inspect(): "answered", and each node's "answer". */
void report_json_answers(struct json *json,
                         const struct redlock_report *report);

#endif
