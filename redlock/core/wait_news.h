/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_WAIT_NEWS_H
#define RLK_REDLOCK_CORE_WAIT_NEWS_H

/*
 * What a caller is told while it waits for a lock: its place among those who
 * wait, and who holds it. What was told is not told again.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/op.h"
#include "redlock/redlock.h"
#include "redlock/runtime/completion.h"

struct rlk_resource;

/* How many nodes a request can be sent to, and how many it needs. */
struct rlk_wait_reach {
    int nodes;
    int quorum;
    int reachable;
};

struct rlk_wait_news {
    struct rlk_completion completion; /* there may be something to tell */
    redlock_waiting_fn *told;         /* the caller's; NULL: nobody is told */
    void *user;
    bool began;      /* it was told something: */
    bool cut_off;    /* told last: fewer nodes than a quorum can be reached */
    int place;       /* as told last; -1: not known */
    uint64_t holder; /* a number for who was told to hold it; 0: nobody was */
};

/* What is to be told; it stands by itself, whatever becomes of the wait. */
struct rlk_wait_told {
    struct redlock_waiting waiting;
    redlock_waiting_fn *told;
    void *user;
    struct rlk_resource *resource; /* held */
    char holder[REDLOCK_TOKEN_MAX];
};

/*
 * Fills in told, and notes it as told. place: -1: not known, which is no news
 * after one that was; holder: its token; NULL or "": not known, likewise.
 * reach: news if it comes to be less than a quorum, or a quorum again.
 * false: there is nothing to tell.
 */
bool rlk_wait_news_take(struct rlk_wait_news *news, const struct rlk_call *call,
                        struct rlk_resource *resource, int place,
                        const char *holder, const struct rlk_wait_reach *reach,
                        struct rlk_wait_told *told, int64_t now);

void rlk_wait_told_clear(struct rlk_wait_told *told);

#endif
