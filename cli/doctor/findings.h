/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_FINDINGS_H
#define RLK_CLI_DOCTOR_FINDINGS_H

/* What an examination found wrong, in a list. */

#include "redlock/redlock.h"

#define FINDING_TEXT_MAX 512
#define FINDING_ADVICE_MAX 512

/* Room for 12 findings of each node, and 16 of the whole. */
#define FINDINGS_MAX (12 * REDLOCK_NODES_MAX + 16)

enum finding_grade {
    FINDING_REMARK,
    FINDING_UNSAFE, /* two holders are possible, or votes are not votes */
};

struct finding {
    enum finding_grade grade;
    int node;         /* in the list, from 1; 0: the whole */
    const char *code; /* a short name for programs; static */
    char text[FINDING_TEXT_MAX];
    char advice[FINDING_ADVICE_MAX]; /* what to do; a command, where one does it
                                      */
};

struct findings {
    int count;
    int unsafe; /* so many of them */
    struct finding finding[FINDINGS_MAX];
};

/* Adds one, with its text; its advice is still to be written. */
struct finding *findings_add(struct findings *findings,
                             enum finding_grade grade, int node,
                             const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Writes a finding's advice. */
void finding_advise(struct finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
