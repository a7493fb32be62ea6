/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_CLAIMS_H
#define TESTS_CHAOS_CLAIMS_H

/*
 * Which worker believed to hold which lock, and from when to when. A tenure
 * begins when the acquisition has returned. It ends with the validity that was
 * last reported to the worker, or earlier, when the worker recorded its loss or
 * began to release. Each of several locks that are held together has its own
 * tenure; these begin and end together.
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
    char set[NAME_BYTES];   /* the set that it is a further part of; "": none */
    bool shared;
    int64_t start;
    int64_t end;
    int64_t attempt; /* when the worker began to ask for it */
    int64_t fence;
    /* The largest fence of the lock so far, its own included. */
    int64_t fence_most;
    bool over;     /* lost, or being released: the end no longer moves */
    bool released; /* the release has returned */
    const struct tenure *beside; /* the holder when this one began, or NULL */
    unsigned writes_noted;       /* in the histories */
    unsigned writes_found;       /* in the protected file */
};

struct claims {
    struct tenure *tenures; /* ordered by start */
    size_t count;
    size_t orphans; /* events of tenures without an acquisition */
};

/* 0, or -1: no memory. */
int claims_gather(struct claims *claims, const struct history *history);
void claims_free(struct claims *claims);

/* The next further part after a part of a tenure; NULL: there is none. */
const struct tenure *claims_next_part(const struct claims *claims,
                                      const struct tenure *first,
                                      const struct tenure *part);

/* The number of parts before this one in its set; *parts: of the whole set. */
unsigned claims_parts_before(const struct claims *claims,
                             const struct tenure *tenure, unsigned *parts);

/* NULL if there is no such tenure. */
struct tenure *claims_find(const struct claims *claims, const char *name);

#endif
