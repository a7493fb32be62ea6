/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_REPORT_TEXT_H
#define RLK_CLI_TEXT_REPORT_TEXT_H

/* What the nodes said, for people. */

#include <stdio.h>

#include "redlock/redlock.h"

#define REPORT_LINE_MAX 512

/* Does this node name the holder of the lock? */
bool report_names_holder(const struct redlock_node_report *node);

/* The holder that most nodes name. */
struct report_holder {
    const char *label;    /* inside the report; NULL: no node names one */
    int nodes;            /* nodes that name it */
    int others;           /* nodes that name another */
    int64_t remaining_ms; /* of the key that lives longest; -1: unknown */
    bool shared;          /* by readers */
    int64_t members; /* of those who share it, or an owner's, on the node that
                        has most; 0: there are none, or that is not known */
};

struct report_holder report_holder(const struct redlock_report *report);

/* The waiters, by the node that reports most. */
int64_t report_waiting(const struct redlock_report *report);

/* "; 2 wait"; "": nobody does. text: REPORT_LINE_MAX bytes. */
const char *report_waiting_text(int64_t waiting, char *text);

/* "LABEL", "3 readers", or "OWNER, 2 locks". text: REPORT_LINE_MAX bytes. */
const char *report_holder_text(const struct report_holder *holder, char *text);

/* "held by LABEL on 3 of 5 nodes, ..."; text: REPORT_LINE_MAX bytes. */
const char *report_held_text(const struct redlock_report *report, char *text);

/*
 * Why a node with quarantine_ms does not vote, and for how long. text:
 * REPORT_LINE_MAX bytes.
 */
const char *report_quarantine_text(const struct redlock_node_report *node,
                                   char *text);

/* The node's own words, if they say more than the reason; or NULL. */
const char *report_message(enum redlock_reason reason, const char *message);

/*
 * "REASON (MESSAGE): ADVICE", why a node failed. otherwise: instead of the
 * reason, if that is NONE. advice: may be NULL. text: REPORT_LINE_MAX bytes.
 */
const char *report_failure_text(enum redlock_reason reason,
                                const char *otherwise, const char *message,
                                const char *advice, char *text);

/*
 * One line for each node that could not say yes or no: its name, why, and
 * what to do about it. With all, also for each other node: its answer,
 * and how long it took.
 */
void report_print(FILE *out, const struct redlock_report *report, bool all);

/* Why the lock was not released. Static; NULL: it was. */
const char *report_release_text(enum redlock_status released);

#endif
