/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_BASE_SUGGESTION_H
#define RLK_CLI_BASE_SUGGESTION_H

/* Finds the name that a mistyped word probably means. */

#include <stddef.h>

struct suggestion {
    const char *word; /* as typed; it need not end in NUL */
    size_t length;
    const char *prefixed; /* the last name that begins with the word */
    int prefixes;         /* the number of such names */
    const char *nearest;
    int distance; /* of nearest */
};

/* word is borrowed, and so are the names. */
void suggestion_init(struct suggestion *suggestion, const char *word,
                     size_t length);

void suggestion_consider(struct suggestion *suggestion, const char *name);

/*
 * The only name that begins with the word. Otherwise the nearest name, if at
 * most two characters have to be inserted, deleted or replaced; else NULL.
 */
const char *suggestion_best(const struct suggestion *suggestion);

#endif
