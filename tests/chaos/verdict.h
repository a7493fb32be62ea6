/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_VERDICT_H
#define TESTS_CHAOS_VERDICT_H

/*
 * The judge's rules. He reads what the run has left and nothing else:
 *
 *     exclusion     no lock has two holders at once, unless both share it
 *     fences        each is greater than all of its lock that were told before
 *                   its attempt began, and no two are equal; a reader's is not
 *                   smaller
 *     uses          nobody writes or reads after his loss; what he checked in
 *                   time lands in time
 *     sets          who asked for several locks holds all of them, or none
 *     slots         no more hold a lock at once than it has slots
 *     readers       read what was written last; some hold a lock together
 *     the resource  counts up by one, one tenure after the other, and has what
 *                   the histories say, no more and no less
 *     counts        every worker ended, and counted what he noted
 *     availability  locks are granted where the scenario promises it, and
 *                   soon again after each fault
 *     nothing left  no key on any node when everybody has gone
 *
 * What a scenario breaks on purpose is allowed about its faults: from the
 * beginning of one until a TTL after its end.
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
    /* acquired in a second, since the fault before, until the next one */
    double before, during, after;
    double recovery_ms; /* from its end to the next grant; -1: none came */
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
    /* seen, and broken on purpose */
    unsigned overlaps_allowed, late_allowed, disorder_allowed;
    unsigned stale; /* writes behind a greater fence: a check refuses them */
    /* acquired in a second; -1: there was no such time */
    double before, during, after;
    double recovery_ms; /* the longest; -1: no fault */
    unsigned violations;
    char violation[VIOLATIONS_KEPT][TEXT_BYTES];
};

/* Judges one run. 0, or -1 with errno: it cannot be read. */
int verdict_reach(struct verdict *verdict, const char *dir);
void verdict_free(struct verdict *verdict);

/* Adds a violation; the first few are kept in words. */
__attribute__((format(printf, 2, 3))) void violate(struct verdict *verdict,
                                                   const char *format, ...);

/* Within a fault, or less than a TTL after it. */
bool about_a_fault(const struct verdict *verdict, int64_t at);

#endif
