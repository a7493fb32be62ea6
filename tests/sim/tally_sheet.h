/* SPDX-License-Identifier: MIT */
#ifndef SIM_TALLY_SHEET_H
#define SIM_TALLY_SHEET_H

/* How much of everything has happened, in one schedule or in many. */

#include <stdint.h>
#include <stdio.h>

#include "tests/sim/plan.h"

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
    uint64_t lost[2]; /* messages, there and back */
    uint64_t half_open;
    uint64_t cut;
    uint64_t refused_connections;
    uint64_t deeds[SIM_DEEDS];
    uint64_t deeds_barred; /* losses of memory beyond the margin, left out */
};

void sim_tally_add(struct sim_tally *to, const struct sim_tally *from);

/* The faults, in one short line without its end. */
void sim_tally_faults(FILE *out, const struct sim_tally *tally);

/* A table for people. */
void sim_tally_print(FILE *out, const struct sim_tally *tally);

/* One line of JSON, without its braces. */
void sim_tally_json(FILE *out, const struct sim_tally *tally);

#endif
