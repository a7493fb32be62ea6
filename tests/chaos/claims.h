/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_CLAIMS_H
#define TESTS_CHAOS_CLAIMS_H

/*
 * Who believed to hold what, from when to when. A tenure begins when the
 * acquisition has returned. It ends with the validity last told to the worker,
 * or before that when he noted its loss or began to release. Several locks that
 * are held together are a tenure each, which begin and end together.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/chaos/history.h"

struct tenure {
    char name[NAME_BYTES];
    char who[NAME_BYTES];
    char lock[NAME_BYTES];
    char asked[NAME_BYTES]; /* the names of the attempt, comma-separated */
    char set[NAME_BYTES];   /* of which it is a further part, "" of none */
    bool shared;
    int64_t start;
    int64_t end;
    int64_t attempt; /* when its worker began to ask for it */
    int64_t fence;
    int64_t fence_most; /* of its lock, its own and all before it */
    bool over;     /* lost, or being released: the end does not move any more */
    bool released; /* the release has returned */
    const struct tenure *beside; /* who held it when this one began, or NULL */
    unsigned writes_noted;       /* in the history */
    unsigned writes_found;       /* in the resource */
};

struct claims {
    struct tenure *tenures; /* by start */
    size_t count;
    size_t orphans; /* events of a tenure that nobody acquired */
};

/* 0, or -1: no memory. */
int claims_gather(struct claims *claims, const struct history *history);
void claims_free(struct claims *claims);

/* The further part of a tenure after that one, or the first; NULL: no more. */
const struct tenure *claims_next_part(const struct claims *claims,
                                      const struct tenure *first,
                                      const struct tenure *part);

/* How many parts stand before it in what is held together; *parts: of it all.
 */
unsigned claims_parts_before(const struct claims *claims,
                             const struct tenure *tenure, unsigned *parts);

/* NULL if there is none. */
struct tenure *claims_find(const struct claims *claims, const char *name);

#endif
