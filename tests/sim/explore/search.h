/* SPDX-License-Identifier: MIT */
#ifndef SIM_EXPLORE_SEARCH_H
#define SIM_EXPLORE_SEARCH_H

/*
 * Every order of what can happen in a small story: depth first, each state
 * once, back to a state by putting back what a step has changed. The rules of
 * the simulator are judged at every step; where nothing can happen any more,
 * faults stop and all has to come to rest, as at the end of a schedule.
 */

#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/explore/choices.h"
#include "tests/sim/explore/table.h"
#include "tests/sim/witness.h"

#define SEARCH_DEPTH_MAX 512

struct search_settings {
    const struct sim_plan *plan; /* chosen, without choices */
    struct budgets budgets;
    uint64_t blind;      /* rules that are not looked at, a bit each */
    uint64_t judge;      /* stops when the case of each of these was there */
    bool whole;          /* every choice in every order: nothing is reduced */
    bool audit;          /* what is known of a state is looked at again */
    uint64_t states_max; /* stops when so many are known */
    uint64_t states_likely; /* 0: nobody knows */
    double seconds;         /* stops after so long; 0: never */
    int jobs;               /* processes */
    bool turned;            /* the first of them takes the last choices first */
    void (*progress)(uint64_t states, double seconds); /* NULL: nobody looks */
};

enum search_end {
    SEARCH_EXHAUSTED,
    SEARCH_CUT_BY_TIME,
    SEARCH_CUT_BY_STATES,
    SEARCH_CUT_BY_DEPTH,
    SEARCH_OUT_OF_ROOM, /* within search.c */
    SEARCH_JUDGED,      /* what was to be judged was */
    SEARCH_BROKEN,      /* a rule is: see path */
    SEARCH_DIED,        /* a process of it did */
};

struct search_result {
    enum search_end end;
    uint64_t states;
    uint64_t transitions;
    uint64_t ends;       /* states in which nothing can happen any more */
    uint64_t end_states; /* a fingerprint of all of them */
    uint64_t merged;     /* audit: states that were one and are not */
    int deepest;
    unsigned kinds;   /* of choices that were taken, a bit each */
    uint64_t faults;  /* of the plan's deeds that were done, a bit each */
    uint64_t judged;  /* rules whose case was there, a bit each */
    uint64_t reached; /* enum sim_point, a bit each; before all comes to rest */
    double seconds;
    enum sim_rule rule;
    char complaint[256];
    bool at_end; /* it breaks when all is to come to rest */
    int length;  /* of the path that breaks the rule */
    struct sim_choice path[SEARCH_DEPTH_MAX];
};

void search_run(const struct search_settings *settings,
                struct search_result *result);

#endif
