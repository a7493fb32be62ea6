/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_SEARCH_H
#define SIM_EXPLORE_SEARCH_H

/*
 * Explores every order of events in a small story: depth first, each state
 * once, and back by restoring what a step has changed. The rules of the
 * simulator are checked at every step. When nothing can happen any more, the
 * faults end and the world must come to rest, as at the end of a schedule.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"
#include "tests/sim/explore/table.h"
#include "tests/sim/witness.h"

#define SEARCH_DEPTH_MAX 512

struct search_settings {
    const struct sim_plan *plan; /* a plan of choices, without choices */
    struct budgets budgets;
    uint64_t blind; /* rules that are not checked, one bit each */
    uint64_t judge; /* stops when each of these rules had something to judge */
    bool whole;     /* every choice in every order, without reductions */
    bool audit;     /* visited states are checked again */
    uint64_t states_max;    /* stops at that many states */
    uint64_t states_likely; /* 0: unknown */
    double seconds;         /* stops after this time; 0: never */
    int jobs;               /* the number of processes */
    bool turned;            /* the first process takes the last choices first */
    void (*progress)(uint64_t states,
                     double seconds); /* NULL: no progress reports */
};

enum search_end {
    SEARCH_EXHAUSTED,
    SEARCH_CUT_BY_TIME,
    SEARCH_CUT_BY_STATES,
    SEARCH_CUT_BY_DEPTH,
    SEARCH_OUT_OF_ROOM, /* used within search.c only */
    SEARCH_JUDGED,      /* the rules to be judged were judged */
    SEARCH_BROKEN,      /* a rule is broken: see path */
    SEARCH_DIED,        /* a process of the search crashed */
};

struct search_result {
    enum search_end end;
    uint64_t states;
    uint64_t transitions;
    uint64_t ends;       /* states in which nothing can happen any more */
    uint64_t end_states; /* a fingerprint of all of them */
    uint64_t merged;     /* audit: states that were wrongly identified */
    int deepest;
    unsigned kinds;   /* of choices that were taken, one bit each */
    uint64_t faults;  /* the plan's faults that were injected, one bit each */
    uint64_t judged;  /* rules that had something to judge, one bit each */
    uint64_t reached; /* enum sim_point, one bit each; before the world comes to
                         rest */
    double seconds;
    enum sim_rule rule;
    char complaint[256];
    bool at_end; /* the rule breaks while the world comes to rest */
    int length;  /* of the path to the violation */
    struct sim_choice path[SEARCH_DEPTH_MAX];
};

void search_run(const struct search_settings *settings,
                struct search_result *result);

#endif
