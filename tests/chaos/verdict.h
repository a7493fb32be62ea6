/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_VERDICT_H
#define TESTS_CHAOS_VERDICT_H

/*
 * The rules of the judge, which reads only the files of the run:
 *
 *     exclusion     no lock has two holders at the same time, unless both
 *                   share it
 *     fences        each is greater than all fences of its lock that were
 *                   reported before its attempt began, and no two are equal;
 *                   a reader's is not smaller
 *     uses          no worker writes or reads after its loss; what it checked
 *                   in time is written in time
 *     sets          a worker that asked for several locks holds all or none
 *     slots         a lock has at most as many holders as it has slots
 *     readers       read what was written last; some hold a lock together
 *     the resource  counts up by one, one tenure after the other, and contains
 *                   exactly what the histories say
 *     counts        every worker ended, and counted what it recorded
 *     availability  locks are granted when the scenario promises it, and
 *                   soon again after each fault
 *     nothing left  no node has a key after all workers have ended
 *
 * What a scenario violates on purpose is allowed around its faults: from the
 * beginning of a fault until a TTL after its end.
 */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/chaos/claims.h"
#include "tests/chaos/history.h"
#include "tests/chaos/scenario.h"

#define VIOLATIONS_KEPT 12
#define FAULTS_MAX 256

struct fault {
    char name[NAME_BYTES];
    int64_t begin;
    int64_t end;
    /*
     * acquisitions in a second: since the last fault, during this one, until
     * the next one
     */
    double before, during, after;
    double recovery_ms; /* from its end to the next grant; -1: there was none */
};

struct verdict {
    struct scenario scenario;
    struct history history;
    struct claims claims;
    struct fault faults[FAULTS_MAX];
    size_t fault_count;
    int64_t start;
    int64_t stop;
    unsigned tries, acquired, refused, extended, lost, writes;
    unsigned shared, sets, reads;
    /* observed, and allowed by the scenario */
    unsigned overlaps_allowed, late_allowed, disorder_allowed;
    /* Writes after a greater fence, which a check would refuse. */
    unsigned stale;
    /* acquisitions in a second; -1: there was no such time */
    double before, during, after;
    double recovery_ms; /* the longest; -1: there was no fault */
    unsigned violations;
    char violation[VIOLATIONS_KEPT][TEXT_BYTES];
};

/* Judges one run. 0, or -1 with errno: it cannot be read. */
int verdict_reach(struct verdict *verdict, const char *dir);
void verdict_free(struct verdict *verdict);

/* Adds a violation. The text of the first few is kept. */
__attribute__((format(printf, 2, 3))) void violate(struct verdict *verdict,
                                                   const char *format, ...);

/* During a fault, or less than a TTL after it. */
bool about_a_fault(const struct verdict *verdict, int64_t at);

#endif
