/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_H

/*
 * What an examination amounts to: findings, what the times leave of a TTL, and
 * a verdict. Pure.
 */

#include <stdbool.h>
#include <stdint.h>

#include "cli/doctor/diagnosis_times.h"
#include "cli/doctor/findings.h"
#include "redlock/admin.h"

enum diagnosis_verdict {
    DIAGNOSIS_FINE,
    DIAGNOSIS_REMARKS,
    DIAGNOSIS_UNSAFE,
    DIAGNOSIS_NO_QUORUM, /* too few nodes can vote */
    DIAGNOSIS_NO_RIGHTS, /* a majority refuses the credentials */
};

struct diagnosis {
    enum diagnosis_verdict verdict;
    bool guarded;
    bool unread; /* no node lets the user see if it is marked */
    int voting;  /* so many nodes can vote now */
    struct diagnosis_times times;
    struct findings findings;
};

/*
 * status  what redlock_examine() answered: OK, NO_QUORUM or NO_RIGHTS.
 * ttl_ms  of the locks that are to be held there.
 * keeps   there is a folder in which short commands keep what they see of
 *         quarantines (cli/base/sightings.h).
 */
void diagnose(const struct redlock_examination *examination,
              enum redlock_status status, int64_t ttl_ms, bool keeps,
              struct diagnosis *diagnosis);

/* For programs: "fine", "unsafe", ... Static. */
const char *diagnosis_verdict_name(enum diagnosis_verdict verdict);

/* Likewise: "ok", "quarantine", ...; empty where it is not known. */
const char *diagnosis_memory_name(enum redlock_memory memory);

#endif
