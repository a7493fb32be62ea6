/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_DRIVER_H
#define RLK_BENCH_DRIVER_H

/*
 * What every driver of the bench has in common: the plan it is given, and the
 * samples it leaves. A driver acquires and releases a lock over and over, with
 * so many workers at once, until the time is over.
 *
 * The plan comes as words on the command line, the masters' ports in the
 * environment's BENCH_PORTS. Samples go to stdout at the end, a line a pair:
 *
 *     WORKER ACQUIRE_NS RELEASE_NS
 *
 * and then totals, a line each: how many workers, wall and CPU time, how many
 * acquisitions did not succeed, how many pairs there were with those of the
 * warm-up. The peers' drivers, in other languages, keep to the same but for
 * the last one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DRIVER_NODES_MAX 21
#define DRIVER_WORKERS_MAX 4096

/* How long a lock would live: longer than any run lasts. */
#define DRIVER_TTL_MS 30000

struct driver_plan {
    int nodes;
    int port[DRIVER_NODES_MAX];
    int workers;       /* workers=N: pairs under way at once; 1 */
    bool shared;       /* shared=1: all on one resource, else one each */
    int64_t hold_ns;   /* hold_us=N: how long a lock is held; 0 */
    int64_t warm_ns;   /* warm_ms=N: before the first sample; 200 */
    int64_t run_ns;    /* run_ms=N: of samples; 1000 */
    int64_t pairs;     /* pairs=N: so many, without samples; 0: by the time */
    const char *style; /* style=WORD: the driver's own; "" */
};

struct driver_sample {
    int worker;
    int64_t acquire_ns;
    int64_t release_ns;
};

struct driver {
    struct driver_plan plan;
    int64_t begin;     /* samples count from this instant */
    int64_t end;       /* no pair begins after this one */
    int64_t cpu_begin; /* CPU time used before the first sample; -1: none */
    int64_t failed;    /* acquisitions that did not succeed */
    int64_t failed_longest; /* nanoseconds */
    int64_t done;           /* pairs, those of the warm-up included */
    size_t count;
    size_t room;
    struct driver_sample *samples;
};

/* Nanoseconds on the monotonic clock. */
int64_t driver_now(void);

/* Says why and ends the process. */
_Noreturn void driver_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/*
 * The number that text says; ends the process unless it is one from 0 to most.
 * word: what it is for.
 */
int64_t driver_number(const char *word, const char *text, int64_t most);

/* Reads the plan; ends the process if it is wrong. */
void driver_init(struct driver *driver, int argc, char **argv);

/*
 * A number for the names of the resources: other for each process, so that none
 * meets the locks of another; with pairs=N always 0, as the order of the nodes
 * depends on the name.
 */
int driver_series(const struct driver *driver);

/* The clock starts: connections are there. */
void driver_start(struct driver *driver);

/* May another pair begin at this instant? */
bool driver_goes_on(const struct driver *driver, int64_t now);

/* A pair ended now. Not for two threads at once. */
void driver_record(struct driver *driver, const struct driver_sample *sample,
                   int64_t now);

/* An acquisition did not succeed, and took so long to say so. */
void driver_record_failure(struct driver *driver, int64_t ns);

/* Writes the samples and frees them; 0 is the exit status. */
int driver_finish(struct driver *driver);

#endif
