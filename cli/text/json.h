/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_JSON_H
#define RLK_CLI_TEXT_JSON_H

/*
 * Writes JSON, one line without blanks. Commas and escapes are its business;
 * whether every object is closed is the caller's.
 *
 *     struct json json;
 *
 *     json_start(&json, stdout);
 *     json_object(&json, NULL);
 *     json_text(&json, "resource", resource);
 *     json_close(&json, '}');
 *     json_finish(&json);
 *
 * name: the member's name inside an object; NULL inside an array and at the
 * top. Text that is no UTF-8 comes out with U+FFFD in the place of what is
 * wrong, so that the line is always valid; what is unsafe for a terminal comes
 * out escaped.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "redlock/redlock.h"

struct json {
    FILE *out; /* borrowed */
    bool comma;
};

void json_start(struct json *json, FILE *out);

/* Ends the line. */
void json_finish(struct json *json);

void json_object(struct json *json, const char *name);
void json_array(struct json *json, const char *name);

/* bracket: '}' or ']'. */
void json_close(struct json *json, char bracket);

/* text: NULL is written as null. */
void json_text(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, int64_t number);
void json_bool(struct json *json, const char *name, bool value);

/* --- a report ---------------------------------------------------------------
 */

/* What the nodes said, for programs: see docs/JSON.md. */

/* Which call the report is of: what a node's yes is called. */
enum report_call {
    REPORT_ACQUIRE, /* "granted" */
    REPORT_EXTEND,  /* "extended" */
    REPORT_RELEASE, /* "released" */
    REPORT_INIT,    /* "marked" */
    REPORT_INSPECT, /* "answered"; with each node's key */
};

/* The members from "quorum" to "nodes", into an open object. */
void report_json(struct json *json, const struct redlock_report *report,
                 enum report_call call);

#endif
