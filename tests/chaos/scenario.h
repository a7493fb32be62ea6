/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_SCENARIO_H
#define TESTS_CHAOS_SCENARIO_H

/* What a scenario promises, and what it violates on purpose. */

#include <stdbool.h>
#include <stdint.h>

#include "tests/chaos/history.h"

struct scenario {
    char name[NAME_BYTES];
    char title[TEXT_BYTES];
    char kind[NAME_BYTES];    /* readers, sets, slots; "": plain locks */
    int64_t slots;            /* of each lock; 0: it is no semaphore */
    char skipped[TEXT_BYTES]; /* why it was not run; "": it was */
    int64_t ttl_ns;
    int64_t recover_ns;    /* the longest recovery from a fault */
    bool served;           /* locks are granted even during faults */
    bool breaks_exclusion; /* two holders are allowed around the faults */
    bool breaks_late;      /* a write may arrive late around the faults */
    char two_holders[NAME_BYTES]; /* the lock that must have two holders */
};

/* text: KEY=VALUE lines. A promise that is not mentioned is made. */
void scenario_parse(struct scenario *scenario, const char *text);

#endif
