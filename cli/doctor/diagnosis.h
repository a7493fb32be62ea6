/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DOCTOR_DIAGNOSIS_H
#define RLK_CLI_DOCTOR_DIAGNOSIS_H

/*
 * The diagnosis of an examination: findings, what the times leave of a TTL, and
 * a verdict. Pure.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "redlock/admin.h"
#include "redlock/redlock.h"

#define FINDING_TEXT_MAX 512
#define FINDING_ADVICE_MAX 512

/* Room for 12 findings of each node, and 16 of the whole. */
#define FINDINGS_MAX (12 * REDLOCK_NODES_MAX + 16)

enum finding_grade {
    FINDING_WARNING,
    FINDING_UNSAFE, /* two holders are possible, or votes are not votes */
};

struct finding {
    enum finding_grade grade;
    int node;         /* in the list, from 1; 0: the whole */
    const char *code; /* a short name for programs; static */
    char text[FINDING_TEXT_MAX];
    char advice[FINDING_ADVICE_MAX]; /* what to do, or a command for it */
};

struct findings {
    int count;
    int unsafe; /* the number of unsafe findings */
    struct finding finding[FINDINGS_MAX];
};

#define DIAGNOSIS_CLOCK_MAX 48

/*
 * How far a node's clock is ahead of the others' median. Of an even number of
 * others any instant between the two in the middle is their median, and the
 * one nearest to the node's is taken: of three clocks, the one that is wrong
 * does not make a right one look wrong. false: it or all others are unknown.
 */
bool diagnosis_clock_ahead(const struct redlock_examination *examination,
                           int node, int64_t *ahead_us);

/* "+3.00 s", "-0.12 ms"; text: DIAGNOSIS_CLOCK_MAX bytes. Returns text. */
const char *diagnosis_clock_text(int64_t us, char *text);

/* Times; -1: not known, for want of nodes. */
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
    bool unread; /* no node lets the user see if it is marked */
    int voting;  /* nodes that can vote now */
    struct diagnosis_times times;
    struct findings findings;
};

/*
 * status  what redlock_examine() answered: OK, NO_QUORUM or NO_RIGHTS.
 * ttl_ms  of the locks that are to be held there.
 * keeps   there is a folder in which short commands keep their observations of
 *         quarantines (cli/base/quarantine_observations.h).
 */
void diagnose(const struct redlock_examination *examination,
              enum redlock_status status, int64_t ttl_ms, bool keeps,
              struct diagnosis *diagnosis);

/* For programs: "fine", "unsafe", ... Static. */
const char *diagnosis_verdict_name(enum diagnosis_verdict verdict);

/* The word in JSON: "ok", "quarantine", ...; empty where it is not known. */
const char *diagnosis_memory_name(enum redlock_memory memory);

/*
 * For people: a table of the nodes, a line for each finding, the arithmetic,
 * the verdict.
 */
void doctor_print(FILE *out, const struct redlock_examination *examination,
                  const struct diagnosis *diagnosis);

/* For programs: one object on one line. Unknown members are left out. */
void doctor_json(FILE *out, const struct redlock_examination *examination,
                 const struct diagnosis *diagnosis);

/* --- words of a shell ----------------------------------------------------- */

/* The advice that is a command for a shell. Passwords are never in it. */

#define SHELL_TEXT_MAX 480

/*
 * "redis-cli -h HOST -p PORT", with --tls behind it where it has that, or
 * "redis-cli -s PATH"; text: SHELL_TEXT_MAX bytes.
 */
const char *shell_redis_cli(const struct redlock_node_facts *facts, char *text);

/* The names of the rights, with commas. text: SHELL_TEXT_MAX bytes. */
const char *shell_right_names(unsigned rights, char *text);

/* For programs: "set", "client_kill". Static; NULL: there is no such right. */
const char *shell_right_word(unsigned right);

/* "ACL SETUSER USER +set ...", which gives them. text: as above. */
const char *shell_acl(const char *user, unsigned rights, char *text);

#endif
