/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_CLAIMS_H
#define TESTS_CHAOS_CLAIMS_H

/*
 * Who believed to hold what, from when to when. A tenure begins when the
 * acquisition has returned. It ends with the validity last told to the worker,
 * or before that when he noted its loss or began to release.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/chaos/history.h"

struct tenure {
    char name[NAME_BYTES];
    char who[NAME_BYTES];
    char lock[NAME_BYTES];
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

/* NULL if there is none. */
struct tenure *claims_find(const struct claims *claims, const char *name);

#endif
