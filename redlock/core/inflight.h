/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_INFLIGHT_H
#define RLK_REDLOCK_CORE_INFLIGHT_H

/*
 * Requests that were sent to a node and not answered, oldest first, and whose
 * they are: a round's (op.h), or the backlog's (backlog.h).
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/runtime/transport.h"

struct rlk_pending;

struct rlk_pending_ops {
    /* Fills in the request; the strings live until it is answered. */
    void (*request)(const struct rlk_pending *pending, int node,
                    enum rlk_verb verb, struct rlk_request *request,
                    int64_t now);

    /*
     * Is it still worth sending? Asked before a request that was held back,
     * or whose script the node did not know, goes out.
     */
    bool (*wanted)(const struct rlk_pending *pending, int node,
                   enum rlk_verb verb, int64_t now);

    /*
     * Exactly once for each request: its answer. sent is false where nothing
     * has left; the answer is then an error, as it is where the connection
     * broke. Whose it was may be gone afterwards.
     */
    void (*answered)(struct rlk_pending *pending, int node, enum rlk_verb verb,
                     const struct rlk_answer *answer, bool sent, int64_t now);
};

struct rlk_pending {
    const struct rlk_pending_ops *ops;
};

/* Requests in order: a ring that grows. */
struct rlk_inflight {
    struct rlk_inflight_entry {
        struct rlk_pending *pending;
        enum rlk_verb verb;
        bool checked; /* sent: with the checked script */
        int64_t sent; /* likewise: when */
    } * entries;
    uint32_t room; /* a power of two, or 0 */
    uint32_t head;
    uint32_t count;
};

/* false: no memory. */
bool rlk_inflight_push(struct rlk_inflight *inflight,
                       const struct rlk_inflight_entry *entry);

/* Takes the oldest out; false when there is none. */
bool rlk_inflight_pop(struct rlk_inflight *inflight,
                      struct rlk_inflight_entry *entry);

/* The request pushed last will not be: takes it out again. */
void rlk_inflight_unpush(struct rlk_inflight *inflight);

void rlk_inflight_clear(struct rlk_inflight *inflight);

#endif
