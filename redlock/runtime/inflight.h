/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_INFLIGHT_H
#define RLK_REDLOCK_RUNTIME_INFLIGHT_H

/*
 * Requests to a node that were sent and not answered, or that wait for its
 * first connection: oldest first, each with its owner, which is a round (op.h),
 * a pending release (pending_releases.h) or the node itself.
 */

#include "redlock/runtime/transport.h"

struct rlk_pending;

struct rlk_pending_ops {
    /*
     * Returns the request, which is the runtime's, until the next call; its
     * strings live until the request is answered. by_text is not set.
     */
    struct rlk_request *(*request)(const struct rlk_pending *pending, int node,
                                   enum rlk_verb verb, int64_t now);

    /*
     * Is the request still worth sending? Called before a request is sent that
     * had to wait, or whose script the node did not know.
     */
    bool (*wanted)(const struct rlk_pending *pending, int node,
                   enum rlk_verb verb, int64_t now);

    /*
     * The answer; called exactly once for each request. sent: false if the
     * request was never sent. In that case, and if the connection broke, the
     * answer is an error. This call may free the owner.
     */
    void (*answered)(struct rlk_pending *pending, int node, enum rlk_verb verb,
                     const struct rlk_answer *answer, bool sent, int64_t now);
};

/* An owner of requests begins with this. */
struct rlk_pending {
    const struct rlk_pending_ops *ops; /* static */
};

/* Requests in order: a ring that grows. */
struct rlk_inflight {
    struct rlk_inflight_entry {
        struct rlk_pending *pending; /* the owner */
        enum rlk_verb verb;
        bool checked; /* sent as the checked command; held back: not set */
        bool whole;   /* sent: with the script that serves every lock type */
        int64_t sent; /* when it was sent; held back: not set */
    } * entries;
    uint32_t room;  /* entries that fit: a power of two, or 0 */
    uint32_t head;  /* where the oldest is */
    uint32_t count; /* entries that are in use */
};

/* false: no memory. */
bool rlk_inflight_push(struct rlk_inflight *inflight,
                       const struct rlk_inflight_entry *entry);

/* Takes the oldest out; false when there is none. */
bool rlk_inflight_pop(struct rlk_inflight *inflight,
                      struct rlk_inflight_entry *entry);

/* Removes the request that was pushed last: it could not be sent. */
void rlk_inflight_unpush(struct rlk_inflight *inflight);

/* Frees the ring without calling the owners. */
void rlk_inflight_clear(struct rlk_inflight *inflight);

#endif
