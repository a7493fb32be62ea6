/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLANS_PLAY_H
#define TESTS_PLANS_PLAY_H

/*
 * Plays the lines of a case. The case is the transport of the core: README.md
 * describes the language.
 */

#include <stdbool.h>
#include <stdio.h>

#include "redlock/core/acquire.h"
#include "redlock/core/extend.h"
#include "redlock/core/observe.h"
#include "redlock/core/release.h"
#include "tests/plans/words.h"
#include "tests/support/rig.h"

enum call_kind {
    CALL_ACQUIRE,
    CALL_ADOPT, /* no call: a lock of another process */
    CALL_EXTEND,
    CALL_RELEASE,
    CALL_INSPECT,
    CALL_OBSERVE,
};

/* A call in progress, or ended; then the core no longer uses its memory. */
struct call {
    union {
        struct rlk_call call; /* the common first member */
        struct rlk_acquire acquire;
        struct rlk_extend extend;
        struct rlk_release release;
        struct rlk_inspect inspect;
        struct rlk_observe observe;
    } memory; /* first */
    enum call_kind kind;
    char name[16];
    uint64_t number; /* of all calls of the case; a name means the newest one */
    bool done;
    bool dropped; /* the caller no longer waits for it */
    enum redlock_status status;
    int64_t ended; /* the instant */
    struct redlock_lock *lock;
    struct redlock_report report;
    int notified; /* the number of reports to a waiter, or changes for an
                     observer */
    struct redlock_waiting waiting;
    char holder[REDLOCK_TOKEN_MAX];
    struct rlk_view view;
    int64_t renewed_until; /* as last reported to the holder */
};

#define CALLS_MAX 1100

struct play {
    struct rig rig;
    struct rlk_runtime_settings settings;
    bool unconnected; /* at first no node is connected */
    struct redlock_quarantine_observation
        seen;                 /* by another process; marker "": none */
    int64_t ahead[RIG_NODES]; /* of each node's clock */
    struct call calls[CALLS_MAX];
    int calls_count;
    uint64_t calls_made;
    int counted_from; /* rig.count at the last "count" line */
    uint64_t asked_from[RIG_NODES][RLK_VERBS];
    int looked_at; /* requests that were checked, or skipped */
    bool starved;  /* an allocation fails, so nothing is expected */
};

extern struct play play;

/* Ends the case as failed. */
_Noreturn void play_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Begins a new case; no core is open. */
void play_begin(void);

/* Returns true if the line is a setting. */
bool play_setting(const struct words *words);

/* Opens the core with the settings. false: no memory. */
bool play_open(void);

/* Plays one event. */
void play_event(const struct words *words);

/* Closes everything that is open. */
void play_end(void);

/* The call of that name; NULL: there is none, and nothing is expected. */
struct call *play_call(const char *name);

/* The lock that a call has, or operates on. */
struct redlock_lock *play_lock(const struct call *call);

/* Blocks that the core has allocated and not freed: memory.c. */
int memory_left(void);

/*
 * The subject of a plan: "of rounds" in its first lines, or the core. begin:
 * begins a case; setting: returns true if the line is a setting; said_so_far:
 * the index of the next output or, at the beginning of a line, of the first one
 * that no line has checked.
 */
struct subject {
    void (*begin)(void);
    bool (*setting)(const struct words *words);
    bool (*open)(void);
    void (*event)(const struct words *words);
    void (*end)(void);
    void (*expect)(const struct words *words);
    int (*said_so_far)(bool line);
    void (*said)(int from, char *text);
};

/* --- expectations: expect.c ----------------------------------------------- */

/* "expect WHO ..." */
void expect_state(const struct words *words);

/* "asked n1 grant ...": the oldest unanswered request of the node. */
void expect_asked(const struct words *words);

/* The requests from index `from` on are those in the text. */
void expect_said(int from, char *text);
int expect_said_so_far(bool line);

/* --- rounds: round.c --------------------------------------------------------
 */

void round_begin(void);
bool round_setting(const struct words *words);
bool round_open(void);
void round_event(const struct words *words);
void round_end(void);
void round_expect(const struct words *words);
int round_said_so_far(bool line);
void round_said(int from, char *text);

#endif
