/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_TENURE_H
#define TESTS_CHAOS_TENURE_H

/* What a worker does with a lock that it has acquired, and records of it. */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"
#include "tests/chaos/worker.h"

#define TENURE_NAME_BYTES 48

/* One of the locks that are held together. */
struct part {
    char tenure[TENURE_NAME_BYTES];
    char lock[TENURE_NAME_BYTES]; /* as in the history */
    int resource;                 /* open until the release */
    int64_t fence;
};

struct tenure {
    struct part part[LOCKS_MAX]; /* the first part's name is the tenure's */
    unsigned parts;
    struct redlock_lock *lock;
    bool shared;
    enum style style;
    int64_t hold_until;
    int64_t valid_until; /* as last recorded */
};

/* Records which parts are held from which instant. */
void tenure_note_grant(struct tenure *tenure, int64_t now);

/* Uses the lock until its time is over, it is lost, or *stopping. */
void tenure_hold(struct worker *worker, struct tenure *tenure,
                 const volatile sig_atomic_t *stopping);

void tenure_give_back(struct tenure *tenure);

#endif
