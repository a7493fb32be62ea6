/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ERRAND_H
#define RLK_REDLOCK_ERRAND_H

/*
 * Whose request it is: what a link needs to know of a round in flight
 * (op.h) or of a release still owed (debt.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/transport.h"

struct rlk_errand;

struct rlk_errand_ops {
    /* Fills in the request; the strings live until it is answered. */
    void (*request)(const struct rlk_errand *errand, int node,
                    enum rlk_verb verb, struct rlk_request *request);

    /*
     * Is it still worth sending? Asked before a request that was held back,
     * or whose script the node did not know, goes out.
     */
    bool (*wanted)(const struct rlk_errand *errand, int node,
                   enum rlk_verb verb);

    /*
     * Exactly once for each request: its answer. sent is false where nothing
     * has left; the answer is then an error, as it is where the connection
     * broke. The errand may be gone afterwards.
     */
    void (*answered)(struct rlk_errand *errand, int node, enum rlk_verb verb,
                     const struct rlk_answer *answer, bool sent);
};

struct rlk_errand {
    const struct rlk_errand_ops *ops;
};

/* Requests in order: a ring that grows. */
struct rlk_errands {
    struct rlk_errand_entry {
        struct rlk_errand *errand;
        enum rlk_verb verb;
        bool full;    /* sent: with the script of scripts/full */
        int64_t sent; /* likewise: when */
    } * entries;
    uint32_t room; /* a power of two, or 0 */
    uint32_t head;
    uint32_t count;
};

/* false: no memory. */
bool rlk_errands_push(struct rlk_errands *errands,
                      const struct rlk_errand_entry *entry);

/* Takes the oldest out; false when there is none. */
bool rlk_errands_pop(struct rlk_errands *errands,
                     struct rlk_errand_entry *entry);

/* The request pushed last will not be: takes it out again. */
void rlk_errands_unpush(struct rlk_errands *errands);

void rlk_errands_clear(struct rlk_errands *errands);

#endif
