/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_TIMES_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_TIMES_H

/* Do TTL and node time-out fit the distance to the nodes? Pure. */

#include <stdint.h>

#include "cli/doctor/findings.h"
#include "redlock/admin.h"

/* -1: not known, for want of nodes. */
struct diagnosis_times {
    int64_t ttl_ms;
    int64_t drift_ms;
    int64_t trips_us;   /* to a quorum, the slowest that it can be */
    int64_t left_us;    /* of the TTL, when the lock is acquired */
    int64_t slowest_us; /* one round trip */
};

/* Measures, by the round trips of the nodes that were examined. */
void diagnosis_times(const struct redlock_examination *examination,
                     int64_t ttl_ms, struct diagnosis_times *times);

/* Adds what does not fit. */
void diagnosis_times_judge(const struct redlock_examination *examination,
                           const struct diagnosis_times *times,
                           struct findings *findings);

#endif
