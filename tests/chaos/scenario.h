/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_SCENARIO_H
#define TESTS_CHAOS_SCENARIO_H

/* What a scenario promises, and what it breaks on purpose. */

#include <stdbool.h>
#include <stdint.h>

#include "tests/chaos/history.h"

struct scenario {
    char name[NAME_BYTES];
    char title[TEXT_BYTES];
    char kind[NAME_BYTES];    /* readers, sets, slots; "" of plain locks */
    int64_t slots;            /* of each lock; 0: it has none */
    char skipped[TEXT_BYTES]; /* why it was not run; "" if it was */
    int64_t ttl_ns;
    int64_t recover_ns;           /* the longest recovery from a fault */
    bool served;                  /* locks are granted while faults last */
    bool breaks_exclusion;        /* two holders may be seen about the faults */
    bool breaks_late;             /* a write may land late about the faults */
    char two_holders[NAME_BYTES]; /* the lock that must be seen held twice */
};

/* text: KEY=VALUE lines; what is missing is promised. */
void scenario_parse(struct scenario *scenario, const char *text);

#endif
