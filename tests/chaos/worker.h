/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_WORKER_H
#define TESTS_CHAOS_WORKER_H

/* One contender, and its command line. */

#include <stdint.h>

#include "redlock/redlock.h"

#define LOCKS_MAX 8
#define NS_PER_MS INT64_C(1000000)

/* What a worker requests. */
enum kind {
    KIND_PLAIN,   /* one of the locks, exclusively */
    KIND_READERS, /* one of the locks, usually shared */
    KIND_SETS,    /* one or more of the locks together, in any order */
    KIND_SLOTS,   /* a slot of one of the locks */
};

/* How a tenure is kept valid, and how it ends. */
enum style {
    STYLE_SHORT,    /* a few hundredths of a second */
    STYLE_KEPT,     /* longer than the TTL: the library renews it */
    STYLE_EXTENDED, /* longer than the TTL: the worker extends it */
    STYLE_TO_END,   /* not renewed: held until its validity ends */
    STYLE_MIXED,    /* usually short, sometimes one of the others */
};

struct worker {
    const char *name;
    const char *dir;
    struct redlock_settings settings;
    int64_t ttl_ms;
    int64_t wait_ms;
    int64_t until;   /* when to stop */
    int64_t hold_ms; /* 0: depends on the style */
    enum style style;
    enum kind kind;
    int slots;
    char *locks[LOCKS_MAX];
    unsigned lock_count;
    unsigned tenures_max; /* 0: unlimited */
    uint64_t dice;
    /* what it did; the judge compares this with its records */
    unsigned tries, acquired, refused, writes, reads;
};

/* Exits with 64 if the arguments are invalid. */
void worker_parse(struct worker *worker, int argc, char **argv);

/* Sleeps between two uses, and after a refusal. */
void worker_pause(struct worker *worker);

#endif
