/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CHAOS_WORKER_H
#define TESTS_CHAOS_WORKER_H

/* One contender, and what its command line makes of it. */

#include <stdint.h>

#include "redlock/redlock.h"

#define LOCKS_MAX 8
#define NS_PER_MS INT64_C(1000000)

/* What it asks for. */
enum kind {
    KIND_PLAIN,   /* one of the locks, alone */
    KIND_READERS, /* one of them, mostly shared */
    KIND_SETS,    /* one or more of them together, in any order */
    KIND_SLOTS,   /* one of the slots of one of them */
};

/* How a tenure ends, and what keeps it alive until then. */
enum style {
    STYLE_SHORT,    /* some hundredths of a second */
    STYLE_KEPT,     /* longer than the TTL: the library renews */
    STYLE_EXTENDED, /* longer than the TTL: the worker extends */
    STYLE_TO_END,   /* nobody renews: held until the validity's end */
    STYLE_MIXED,    /* mostly short, some of each */
};

struct worker {
    const char *name;
    const char *dir;
    struct redlock_settings settings;
    int64_t ttl_ms;
    int64_t wait_ms;
    int64_t until;   /* the instant to stop at */
    int64_t hold_ms; /* 0: as the style has it */
    enum style style;
    enum kind kind;
    int slots;
    char *locks[LOCKS_MAX];
    unsigned lock_count;
    unsigned tenures_max; /* 0: no end */
    uint64_t dice;
    /* what it did, to be compared with the lines it wrote */
    unsigned tries, acquired, refused, writes, reads;
};

/* Exits with 64 where the arguments make no sense. */
void worker_parse(struct worker *worker, int argc, char **argv);

/* The time between two uses, and after a refusal. */
void worker_pause(struct worker *worker);

#endif
