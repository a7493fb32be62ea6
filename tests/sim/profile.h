/* SPDX-License-Identifier: MIT */
#ifndef SIM_PROFILE_H
#define SIM_PROFILE_H

/* Named sets of rates: which faults happen in a world, and how often. */

#include <stdint.h>

#include "tests/sim/plan.h"

struct sim_profile {
    const char *name;
    const char *about;
    unsigned broken; /* violated assumptions */
    bool fenced;     /* always; false: in some schedules */
    bool agreeing; /* node clocks show the same time and run at the same rate */
    uint64_t judged;  /* the rules that are checked, one bit each; 0: all */
    uint64_t reaches; /* the points that it must reach, one bit each */
    uint64_t never;   /* the points that it must not reach, one bit each */
    bool dense;       /* many answers in a millisecond, for seconds */
    bool repairs;     /* with repairs that influence votes */
    bool contention;  /* all clients want the same lock, and wait */
    bool gate;        /* ... and only one node fails */
    bool minority;    /* one client waits, and few nodes refuse it */
    bool mixed;       /* ... and the clients have different abilities */
    bool shares;      /* many of them share the lock */
    bool owns;        /* many of them belong to two owners */
    bool slots;       /* they want a slot of a semaphore */
    bool sets;        /* several resources together */
    bool modes;       /* some of these are shared */
    bool stepped;     /* clocks are stepped, and steps are guarded against */
    enum sim_guard guard; /* guarded against loss of memory; NONE: AUTO in some
                             schedules */
    /*
     * Faults of single messages as in struct sim_noise; the maxima of the
     * draws.
     */
    int64_t tail_ppm;
    int64_t lose_ppm;
    int64_t cut_ppm;
    /*
     * Actions and faults in a thousand seconds of virtual time, over all
     * clients and nodes. Joins: how many of a thousand clients start late.
     */
    int32_t deeds[SIM_DEEDS];
};

/* NULL: there is no profile of that name. */
const struct sim_profile *sim_profile(const char *name);

/* The profiles, one after the other; NULL after the last. */
const struct sim_profile *sim_profile_at(int index);

#endif
