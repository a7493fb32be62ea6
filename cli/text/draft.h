/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_DRAFT_H
#define RLK_CLI_TEXT_DRAFT_H

/*
 * A text that is made in memory before it is written: all of it, or an error.
 * glibc's open_memstream() leaves out what it finds no memory for and reports
 * nothing.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The stream keeps its address: a draft is not moved while it is open. */
struct draft {
    FILE *out;     /* to write to; NULL: the draft is not open */
    char *text;    /* what draft_finish() has found written, without a NUL */
    size_t length; /* of the text */
    size_t room;
    bool incomplete;
};

/* Short texts, up to DRAFT_ROOM bytes, need no more memory than this call. */
#define DRAFT_ROOM 4096

/* false: errno says why, and the draft is not open. */
bool draft_open(struct draft *draft);

/* Begins the text anew. */
void draft_reset(struct draft *draft);

/*
 * Ends the text, which is there until draft_reset() or draft_close(). false:
 * some of it found no memory; errno is ENOMEM.
 */
bool draft_finish(struct draft *draft);

/* Also one that is not open. Leaves errno as it is. */
void draft_close(struct draft *draft);

#endif
