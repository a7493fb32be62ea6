/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_TEXT_DRAFT_H
#define RLK_CLI_TEXT_DRAFT_H

/*
 * Composes a text in memory before it is written, so that it is complete or an
 * error is reported. glibc's open_memstream() alone drops text without an error
 * if memory is short.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The stream points into the struct: a draft must not be moved while open. */
struct draft {
    FILE *out;     /* to write to; NULL: the draft is not open */
    char *text;    /* set by draft_finish(); not ended by NUL */
    size_t length; /* of the text */
    size_t room;
    bool incomplete;
};

/* Texts of up to DRAFT_ROOM bytes need no allocation after draft_open(). */
#define DRAFT_ROOM 4096

/* false: errno is set, and the draft is not open. */
bool draft_open(struct draft *draft);

/* Begins the text anew. */
void draft_reset(struct draft *draft);

/*
 * Ends the text, which is valid until draft_reset() or draft_close(). false:
 * part of it found no memory (ENOMEM).
 */
bool draft_finish(struct draft *draft);

/* Also allowed if it is not open. Preserves errno. */
void draft_close(struct draft *draft);

#endif
