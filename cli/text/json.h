/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_JSON_H
#define RLK_CLI_TEXT_JSON_H

/*
 * Writes JSON: one object on one line without blanks. The functions write
 * commas and escapes; the caller closes what it opens.
 *
 *     struct json json;
 *
 *     json_open(&json, stdout);
 *     json_text(&json, "resource", resource);
 *     json_end(&json);
 *
 * name: the member's name inside an object; NULL inside an array. What is not
 * UTF-8 becomes U+FFFD, so that the line is always valid. Characters that are
 * unsafe for a terminal are escaped.
 */

#include <stdio.h>

#include "redlock/redlock.h"

struct json {
    FILE *out; /* borrowed */
    bool comma;
};

/* Opens the object. */
void json_open(struct json *json, FILE *out);

/* Closes the object and ends its line. */
void json_end(struct json *json);

void json_object(struct json *json, const char *name);
void json_array(struct json *json, const char *name);

/* Closes an inner object or array. bracket: '}' or ']'. */
void json_close(struct json *json, char bracket);

/* If text is NULL, writes null. */
void json_text(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, int64_t number);
void json_bool(struct json *json, const char *name, bool value);

/* Writes nothing if the number is less than least: -1 often means unknown. */
void json_number_from(struct json *json, const char *name, int64_t least,
                      int64_t number);

/* Writes nothing if the text is NULL or empty. */
void json_some_text(struct json *json, const char *name, const char *text);

/* Writes the reason's word; nothing for REDLOCK_REASON_NONE. */
void json_reason(struct json *json, const char *name,
                 enum redlock_reason reason);

/* --- a report ------------------------------------------------------------- */

/* The answers of the nodes: see docs/JSON.md. */

/* The call that the report is of; it determines the word for a yes. */
enum report_call {
    REPORT_ACQUIRE, /* "granted" */
    REPORT_EXTEND,  /* "extended" */
    REPORT_RELEASE, /* "released" */
    REPORT_INIT,    /* "marked" */
    REPORT_INSPECT, /* "answered"; includes each node's key */
};

/* Writes the members from "quorum" to "nodes" into the open object. */
void report_json(struct json *json, const struct redlock_report *report,
                 enum report_call call);

#endif
