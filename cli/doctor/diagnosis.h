/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_H

/*
 * The diagnosis of an examination: findings, the time that remains of a TTL,
 * and a verdict. Pure.
 */

#include <stdio.h>

#include "redlock/admin.h"
#include "redlock/redlock.h"

#define FINDING_TEXT_MAX 512
#define FINDING_ADVICE_MAX 512

/* Room for 12 findings a node, and 16 of the deployment. */
#define FINDINGS_MAX (12 * REDLOCK_NODES_MAX + 16)

enum finding_grade {
    FINDING_WARNING,
    FINDING_UNSAFE, /* two holders are possible, or votes do not count */
};

struct finding {
    enum finding_grade grade;
    int node;         /* position in the list, from 1; 0: the deployment */
    const char *code; /* a short name for programs; static */
    char text[FINDING_TEXT_MAX];
    char advice[FINDING_ADVICE_MAX]; /* a command if one corrects it */
};

struct findings {
    int count;
    int unsafe; /* the number of unsafe findings */
    struct finding finding[FINDINGS_MAX];
};

#define DIAGNOSIS_CLOCK_MAX 48

/*
 * How far a node's clock is ahead of the median of the other clocks. For an
 * even number of others the median is the instant between the two middle clocks
 * that is nearest to this node's. So with three clocks, a wrong one does not
 * make a right one look wrong. false: this clock or all others are unknown.
 */
bool diagnosis_clock_ahead(const struct redlock_examination *examination,
                           int node, int64_t *ahead_us);

/* "+3.00 s", "-0.12 ms"; text: DIAGNOSIS_CLOCK_MAX bytes. Returns text. */
const char *diagnosis_clock_text(int64_t us, char *text);

/* Times in microseconds; -1: unknown, because too few nodes answered. */
struct diagnosis_times {
    int64_t ttl_ms;
    int64_t drift_ms;
    int64_t trips_us;   /* to the slowest possible quorum */
    int64_t left_us;    /* left of the TTL after acquiring */
    int64_t slowest_us; /* one round trip */
};

/* Computes the times from the round trips of the examined nodes. */
void diagnosis_times(const struct redlock_examination *examination,
                     int64_t ttl_ms, struct diagnosis_times *times);

enum diagnosis_verdict {
    DIAGNOSIS_FINE,
    DIAGNOSIS_WARNINGS,
    DIAGNOSIS_UNSAFE,
    DIAGNOSIS_NO_QUORUM, /* too few nodes can vote */
    DIAGNOSIS_NO_RIGHTS, /* a majority refuses the credentials */
};

struct diagnosis {
    enum diagnosis_verdict verdict;
    bool guarded;
    bool unread; /* the user can read the marker of no node */
    int voting;  /* number of nodes that can vote now */
    struct diagnosis_times times;
    struct findings findings;
};

/*
 * status  of redlock_examine(): OK, NO_QUORUM or NO_RIGHTS
 * ttl_ms  of the locks that will be held on these nodes
 * keeps   commands can store quarantine observations for each other
 *         (cli/base/quarantine_observations.h)
 */
void diagnose(const struct redlock_examination *examination,
              enum redlock_status status, int64_t ttl_ms, bool keeps,
              struct diagnosis *diagnosis);

/* The word in JSON: "fine", "unsafe", ... Static. */
const char *diagnosis_verdict_name(enum diagnosis_verdict verdict);

/* The word in JSON: "ok", "quarantine", ...; empty if unknown. */
const char *diagnosis_memory_name(enum redlock_memory memory);

/*
 * Prints for people: a table of the nodes, a line for each finding, the times,
 * the verdict.
 */
void doctor_print(FILE *out, const struct redlock_examination *examination,
                  const struct diagnosis *diagnosis);

/* Prints one JSON object on one line. Unknown members are left out. */
void doctor_json(FILE *out, const struct redlock_examination *examination,
                 const struct diagnosis *diagnosis);

/* --- words of a shell ----------------------------------------------------- */

/* Advice in the form of shell commands, without passwords. */

#define SHELL_TEXT_MAX 480

/*
 * "redis-cli -h HOST -p PORT", followed by --tls if the node uses TLS; or
 * "redis-cli -s PATH". text: SHELL_TEXT_MAX bytes.
 */
const char *shell_redis_cli(const struct redlock_node_facts *facts, char *text);

/* The names of the rights, with commas. text: SHELL_TEXT_MAX bytes. */
const char *shell_right_names(unsigned rights, char *text);

/* The word in JSON: "set", "client_kill". Static; NULL: no such right. */
const char *shell_right_word(unsigned right);

/* "ACL SETUSER USER +set ..." for these rights. text: SHELL_TEXT_MAX bytes. */
const char *shell_acl(const char *user, unsigned rights, char *text);

#endif
