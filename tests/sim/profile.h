/* SPDX-License-Identifier: MIT */
#ifndef SIM_PROFILE_H
#define SIM_PROFILE_H

/* Named sets of rates: what befalls a world, and how often. */

#include <stdint.h>

#include "tests/sim/plan.h"

struct sim_profile {
    const char *name;
    const char *about;
    unsigned broken;      /* assumptions */
    bool fenced;          /* always; else now and then */
    bool agreeing;        /* node clocks show the same, and run alike */
    uint64_t judged;      /* the rules that are looked at, a bit each; 0: all */
    uint64_t reaches;     /* the points it has to, a bit each */
    uint64_t never;       /* the points it must not reach, likewise */
    bool dense;           /* many answers a millisecond, for seconds */
    bool repairs;         /* that matter */
    bool contention;      /* all want the same, and wait */
    bool gate;            /* ... and nothing fails but one node */
    bool minority;        /* one waits, whom few nodes refuse */
    bool mixed;           /* ... and they are not alike */
    bool shares;          /* many of them share it */
    bool owns;            /* many of them are of two owners */
    bool slots;           /* they want a slot of it */
    bool sets;            /* several resources at once */
    bool modes;           /* some of these are shared */
    bool stepped;         /* clocks are stepped, and guarded against */
    enum sim_guard guard; /* likewise; NONE: now and then AUTO */
    /* Single messages, as in struct sim_noise; at most, drawn a schedule. */
    int64_t tail_ppm;
    int64_t lose_ppm;
    int64_t cut_ppm;
    /*
     * Deeds a second of virtual time, in thousandths; over all parties. Joins:
     * clients that come late, in thousandths of them.
     */
    int32_t deeds[SIM_DEEDS];
};

/* NULL: no profile has that name. */
const struct sim_profile *sim_profile(const char *name);

/* The profiles, one after the other; NULL after the last. */
const struct sim_profile *sim_profile_at(int index);

#endif
