/* SPDX-License-Identifier: MIT */
#ifndef SIM_TALLY_SHEET_H
#define SIM_TALLY_SHEET_H

/* Counts of events, in one schedule or in many. */

#include <stdint.h>
#include <stdio.h>

#include "tests/sim/plan.h"

/* The points of points.h; each is counted whenever it is reached. */
enum sim_point {
    SIM_POINT_COUNTED_AGAIN,
    SIM_POINT_SURPLUS,
    SIM_POINT_WITHDRAWN,
    SIM_POINT_CHARGED,
    SIM_POINT_EXCLUDED,
    SIM_POINT_QUARANTINED,
    SIM_POINT_REFUSED,
    SIM_POINT_CLEARED,
    SIM_POINT_DISAGREED,
    SIM_POINT_CONFIRMED,
    SIM_POINT_SUPERSEDED,
    SIM_POINT_BEGUN_ANEW,
    SIM_POINT_TAKEN_BACK,
    SIM_POINT_RESENT,
    SIM_POINT_KILLED,
    SIM_POINT_KILL_REFUSED,
    SIM_POINT_BACKLOG_SENT,
    SIM_POINT_BACKLOG_OVER,
    SIM_POINT_ADOPTED,
    SIM_POINT_NO_MEMORY,
    SIM_POINT_NOT_SENT,
    SIM_POINT_SEEN,
    SIM_POINT_HANDED,
    SIM_POINT_CLAIMED,
    SIM_POINT_HANDED_LATE,
    SIM_POINT_UNRECEIVED,
    SIM_POINT_WITHHELD,
    SIM_POINT_UNREPLICATED,
    SIM_POINTS
};

/* The bit of a point in a set of points, a uint64_t. */
#define SIM_POINT_BIT(point) (UINT64_C(1) << (point))

_Static_assert(SIM_POINTS <= 64, "a set of points fits a uint64_t");

struct sim_tally {
    uint64_t schedules;
    uint64_t virtual_ns;
    uint64_t events;
    uint64_t messages;
    uint64_t acquired;
    uint64_t refused;
    uint64_t extended;
    uint64_t released;
    uint64_t lost_locks;
    uint64_t repaired;
    uint64_t late;    /* messages in the heavy tail of the delays */
    uint64_t lost[2]; /* lost messages, by direction */
    uint64_t half_open;
    uint64_t cut;
    uint64_t refused_connections;
    uint64_t deeds[SIM_DEEDS]; /* those that had an effect */
    uint64_t points[SIM_POINTS];
    uint64_t again; /* schedules in which a repaired vote was counted again */
    uint64_t deeds_skipped; /* losses of memory beyond the margin, which were
                              skipped */
};

void sim_tally_add(struct sim_tally *to, const struct sim_tally *from);

/* Prints the faults in one short line, without its end. */
void sim_tally_faults(FILE *out, const struct sim_tally *tally);

/* Prints a table. */
void sim_tally_print(FILE *out, const struct sim_tally *tally);

/* Prints one line of JSON, without braces. */
void sim_tally_json(FILE *out, const struct sim_tally *tally);

#endif
