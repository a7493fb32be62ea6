/* SPDX-License-Identifier: MIT */
#ifndef RLK_CLI_DEMO_DEMO_CREW_H
#define RLK_CLI_DEMO_DEMO_CREW_H

/*
 * The demo's workers: processes that read a number from a file, think for a
 * moment, and write the next one. Nothing but the lock keeps them apart; two
 * at once would lose an increment.
 */

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "redlock/redlock.h"

struct demo_board; /* what the workers tell, in shared memory */

/*
 * The demo's own masters, in a folder of its own below /tmp: each is a local:1
 * with its own XDG_RUNTIME_DIR, so that they can be killed and brought back one
 * by one. The user's own local:N are not touched.
 */

#define DEMO_MASTERS 5

struct demo_master {
    int pid;          /* 0: killed */
    bool quarantined; /* as it was seen last */
    int64_t back_ms;
    char runtime[64]; /* its XDG_RUNTIME_DIR */
};

struct demo_masters {
    char folder[48];
    char counter[64]; /* the file that the workers count in */
    char nodes[DEMO_MASTERS * 128];
    struct demo_master master[DEMO_MASTERS];
};

/*
 * Clears what a demo that was killed has left behind, makes the folder and
 * starts all masters. Where that fails the problem's text says why, and
 * demo_masters_end() is due all the same.
 */
enum redlock_status demo_masters_start(struct demo_masters *masters,
                                       struct redlock_problem *problem);

/* SIGKILL: no farewell, and its memory is gone. index: from 0. */
void demo_masters_kill(struct demo_masters *masters, int index);

/* Starts one again, empty: in quarantine. */
enum redlock_status demo_masters_revive(struct demo_masters *masters, int index,
                                        struct redlock_problem *problem);

/* Ends all, and removes the folder. */
void demo_masters_end(struct demo_masters *masters);

#define DEMO_WORKERS 8
#define DEMO_RESOURCE "demo"

struct demo_crew_settings {
    const char *nodes;
    const char *counter; /* the file's path */
    int64_t ttl_ms;      /* the longest too */
    uint64_t seed;       /* of the thinking times */
};

struct demo_crew {
    struct demo_board *board;
    pid_t worker[DEMO_WORKERS]; /* 0: has ended */
    int failed;                 /* ended otherwise than they should */
};

/*
 * Makes the file and starts the workers; to be called before the caller opens
 * a client of its own. False: see errno; demo_crew_free() is due all the same.
 */
bool demo_crew_start(struct demo_crew *crew,
                     const struct demo_crew_settings *settings);

/* How often this worker wrote the next number. worker: from 0. */
int64_t demo_crew_increments(const struct demo_crew *crew, int worker);

/* The same for all of them: what the file must say in the end. */
int64_t demo_crew_total(const struct demo_crew *crew);

/* How often one found its lock run out just before it would have written. */
int64_t demo_crew_abandoned(const struct demo_crew *crew);

/* Asks them to end, and waits; kills those that do not. */
void demo_crew_dismiss(struct demo_crew *crew);

void demo_crew_free(struct demo_crew *crew);

/* What the file says; -1: no number. */
int64_t demo_counter_read(const char *path);

#endif
