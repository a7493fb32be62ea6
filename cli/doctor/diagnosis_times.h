/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_TIMES_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_TIMES_H

/* Do TTL and node time-out fit the distance to the nodes? Pure. */

#include "cli/doctor/diagnosis.h"

/* Measures, by the round trips of the nodes that were examined. */
void diagnosis_times(const struct redlock_examination *examination,
                     int64_t ttl_ms, struct diagnosis_times *times);

/* Adds what does not fit. */
void diagnosis_times_judge(const struct redlock_examination *examination,
                           const struct diagnosis_times *times,
                           struct findings *findings);

#endif
