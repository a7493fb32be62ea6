/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_WAIT_NEWS_H
#define RLK_REDLOCK_CORE_WAIT_NEWS_H

/*
 * Reports to a caller while it waits for a lock: its position among the
 * waiters, and the holder. Only changes are reported.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"

struct rlk_resource;

/* The number of nodes, of those needed and of those that can be reached. */
struct rlk_wait_reach {
    int nodes;
    int quorum;
    int reachable;
};

struct rlk_wait_news {
    struct rlk_completion completion; /* there may be news */
    redlock_waiting_fn *told;         /* the caller's; NULL: no reports */
    void *user;
    bool began;      /* there was a report; the last one had: */
    bool cut_off;    /* fewer nodes than a quorum could be reached */
    int place;       /* the position; -1: unknown */
    uint64_t holder; /* a number for the holder; 0: none */
};

/* A report; it does not refer to the wait, which may end before it. */
struct rlk_wait_told {
    struct redlock_waiting waiting;
    redlock_waiting_fn *told;
    void *user;
    struct rlk_resource *resource; /* counted reference */
    char holder[REDLOCK_TOKEN_MAX];
};

/*
 * Fills in the report, and records it as reported. false: nothing has changed.
 *
 * place   -1: unknown, which is not a change
 * holder  its token; NULL or "": unknown, which is not a change
 * reach   a change if the reachable nodes become fewer than a quorum, or a
 *         quorum again
 */
bool rlk_wait_news_take(struct rlk_wait_news *news, const struct rlk_call *call,
                        struct rlk_resource *resource, int place,
                        const char *holder, const struct rlk_wait_reach *reach,
                        struct rlk_wait_told *told, int64_t now);

void rlk_wait_told_clear(struct rlk_wait_told *told);

#endif
