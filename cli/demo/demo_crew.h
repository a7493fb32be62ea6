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

#define DEMO_WORKERS 8
#define DEMO_RESOURCE "demo"

struct demo_board; /* what the workers tell, in shared memory */

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
