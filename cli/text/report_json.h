/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_REPORT_JSON_H
#define RLK_CLI_TEXT_REPORT_JSON_H

/* What the nodes said, for programs: see docs/JSON.md. */

#include "cli/text/json.h"
#include "redlock/redlock.h"

/* Which call the report is of: what a node's yes is called. */
enum report_call {
    REPORT_ACQUIRE, /* "granted" */
    REPORT_EXTEND,  /* "extended" */
    REPORT_RELEASE, /* "released" */
    REPORT_INIT,    /* "marked" */
    REPORT_INSPECT, /* "answered"; each node says what it has */
};

/* The members from "quorum" to "nodes", into an open object. */
void report_json(struct json *json, const struct redlock_report *report,
                 enum report_call call);

#endif
