/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_TENURE_H
#define TESTS_CHAOS_TENURE_H

/* What a worker does with what it was granted, and notes of it. */

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "redlock/redlock.h"
#include "tests/chaos/worker.h"

#define TENURE_NAME_BYTES 48

/* One of the names that are held together. */
struct part {
    char tenure[TENURE_NAME_BYTES];
    char lock[TENURE_NAME_BYTES]; /* as the history has it */
    int resource;                 /* open until it is given back */
    int64_t fence;
};

struct tenure {
    struct part part[LOCKS_MAX]; /* the first one's name is the tenure's */
    unsigned parts;
    struct redlock_lock *lock;
    bool shared;
    enum style style;
    int64_t hold_until;
    int64_t valid_until; /* as last noted */
};

/* Notes at what instant which parts are held. */
void tenure_note_grant(struct tenure *tenure, int64_t now);

/* Uses it until its time has come, it is lost, or *stopping. */
void tenure_hold(struct worker *worker, struct tenure *tenure,
                 const volatile sig_atomic_t *stopping);

void tenure_give_back(struct tenure *tenure);

#endif
