/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_REPORT_TEXT_H
#define RLK_CLI_TEXT_REPORT_TEXT_H

/* The nodes' answers as text for people. */

#include <stdio.h>

#include "redlock/redlock.h"

#define REPORT_LINE_MAX 512

/* Does this node name the holder of the lock? */
bool report_names_holder(const struct redlock_node_report *node);

/* The holder that most nodes name. */
struct report_holder {
    const char *label;    /* inside the report; NULL: no node names one */
    int nodes;            /* number of nodes that name it */
    int others;           /* number of nodes that name another */
    int64_t remaining_ms; /* the longest of its keys; -1: unknown */
    bool shared;          /* readers hold it */
    int64_t members; /* readers, or the owner's locks, on the node that reports
                        most; 0: none, or unknown */
};

struct report_holder report_holder(const struct redlock_report *report);

/* The number of waiters, from the node that reports most. */
int64_t report_waiting(const struct redlock_report *report);

/* "; 2 wait", or "" if there are none. text: REPORT_LINE_MAX bytes. */
const char *report_waiting_text(int64_t waiting, char *text);

/* "LABEL", "3 readers", or "OWNER, 2 locks". text: REPORT_LINE_MAX bytes. */
const char *report_holder_text(const struct report_holder *holder, char *text);

/* "held by LABEL on 3 of 5 nodes, ..."; text: REPORT_LINE_MAX bytes. */
const char *report_held_text(const struct redlock_report *report, char *text);

/*
 * Why a node with quarantine_ms does not vote, and how long. text:
 * REPORT_LINE_MAX bytes.
 */
const char *report_quarantine_text(const struct redlock_node_report *node,
                                   char *text);

/* The node's own message, if it adds something to the reason; or NULL. */
const char *report_message(enum redlock_reason reason, const char *message);

/*
 * Why a node failed: "REASON (MESSAGE): ADVICE". otherwise: replaces the reason
 * REDLOCK_REASON_NONE. advice: may be NULL. text: REPORT_LINE_MAX bytes.
 */
const char *report_failure_text(enum redlock_reason reason,
                                const char *otherwise, const char *message,
                                const char *advice, char *text);

/*
 * Prints a line for each node that could not vote: its name, the reason, and
 * advice. If all is set, also prints the answers and latencies of the other
 * nodes.
 */
void report_print(FILE *out, const struct redlock_report *report, bool all);

/* Why the lock was not released. Static; NULL: it was released. */
const char *report_release_text(enum redlock_status released);

#endif
