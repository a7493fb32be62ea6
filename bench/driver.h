/* SPDX-License-Identifier: MIT */
#ifndef RLK_BENCH_DRIVER_H
#define RLK_BENCH_DRIVER_H

/*
 * What all drivers of the bench share: the plan, and the samples that they
 * print. A driver acquires and releases a lock again and again, with several
 * workers at the same time, until the time is over.
 *
 * The plan is words on the command line; BENCH_PORTS in the environment has the
 * ports of the masters. At the end the samples are written to stdout, one pair
 * in each line:
 *
 *     WORKER ACQUIRE_NS RELEASE_NS
 *
 * Then follow totals, one in each line: the number of workers, wall and CPU
 * time, the number of acquisitions that failed, and the number of pairs
 * including the warm-up. The drivers of the peers, in other languages, print
 * the same except for the last one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DRIVER_NODES_MAX 21
#define DRIVER_WORKERS_MAX 4096

/* The TTL of a lock: longer than any run. */
#define DRIVER_TTL_MS 30000

struct driver_plan {
    int nodes;
    int port[DRIVER_NODES_MAX];
    int workers;     /* workers=N: pairs in progress at the same time; 1 */
    bool shared;     /* shared=1: all use one resource; else each has its own */
    int64_t hold_ns; /* hold_us=N: how long a lock is held; 0 */
    int64_t warm_ns; /* warm_ms=N: before the first sample; 200 */
    int64_t run_ns;  /* run_ms=N: of samples; 1000 */
    int64_t pairs;   /* pairs=N: this number of pairs, without samples; 0: until
                        the time is over */
    const char *style; /* style=WORD: depends on the driver; "" */
};

struct driver_sample {
    int worker;
    int64_t acquire_ns;
    int64_t release_ns;
};

struct driver {
    struct driver_plan plan;
    int64_t begin;          /* samples are taken from this instant on */
    int64_t end;            /* no pair begins after this one */
    int64_t cpu_begin;      /* before the first sample; -1: none */
    int64_t failed;         /* acquisitions that failed */
    int64_t failed_longest; /* in nanoseconds */
    int64_t done;           /* pairs, including the warm-up */
    size_t count;
    size_t room;
    struct driver_sample *samples;
};

/* Nanoseconds on the monotonic clock. */
int64_t driver_now(void);

/* Prints the reason and ends the process. */
_Noreturn void driver_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/*
 * The number in text, 0 to most; ends the process if there is none. word names
 * it in the message.
 */
int64_t driver_number(const char *word, const char *text, int64_t most);

/* Reads the plan; ends the process if it is wrong. */
void driver_init(struct driver *driver, int argc, char **argv);

/*
 * A number for the names of resources: different for each process, so that
 * processes do not contend. With pairs=N always 0, because the order of the
 * nodes depends on the name.
 */
int driver_series(const struct driver *driver);

/* Starts the clock. All connections must be up. */
void driver_start(struct driver *driver);

/* May another pair begin at this instant? */
bool driver_goes_on(const struct driver *driver, int64_t now);

/* Records a pair that ended now. Not thread-safe. */
void driver_record(struct driver *driver, const struct driver_sample *sample,
                   int64_t now);

/* Records an acquisition that failed after that time. */
void driver_record_failure(struct driver *driver, int64_t ns);

/* Writes the samples and frees them. Returns 0 as the exit status. */
int driver_finish(struct driver *driver);

#endif
