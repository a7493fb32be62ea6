/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_BACKLOG_H
#define RLK_REDLOCK_CORE_BACKLOG_H

/*
 * The releases that a node has not acknowledged, because its connection broke
 * or it does not answer: they go down the next one (protocol 2). It sends
 * nothing: the node takes from it what may go out, and says what came of it.
 * Bounded in age, in number and in pace:
 *
 * - one whose request cannot be executed any more is dropped once the key that
 *   it would delete has expired by itself, at the next look of the node: at
 *   most its longest pause or patience later;
 * - no more than RLK_BACKLOG_MOST are kept for a node. Of more, the oldest of
 *   those that expire by themselves is dropped, and where there is none, the
 *   oldest: its key, if the node sets it after all, stays until it expires;
 * - no more than RLK_BACKLOG_AT_ONCE are on their way to a node.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/inflight.h"
#include "redlock/runtime/list.h"
#include "redlock/runtime/resource.h"
#include "redlock/runtime/token.h"

#define RLK_BACKLOG_MOST 4096
#define RLK_BACKLOG_AT_ONCE 64

/* A release. */
struct rlk_backlog_entry {
    struct rlk_pending pending; /* first: the owner of its request; the node's
                                   to set up */
    struct rlk_backlog *backlog;
    struct rlk_list among; /* one of the backlog's lists */
    struct rlk_resource *resource;
    struct rlk_token token;
    int64_t lives_ns;    /* a key that is set now has gone after so long */
    int64_t until;       /* the key is gone by then; RLK_NEVER: nobody knows */
    uint64_t connection; /* of the node, when it was added */
};

/* Of one node. */
struct rlk_backlog {
    struct rlk_list maybe_unread; /* until is RLK_NEVER; oldest first, as all */
    struct rlk_list aging;
    struct rlk_list sent; /* not answered yet */
    int count;            /* of all three */
    int at_once;          /* of those that are sent */
    bool refused; /* one was; none goes out before all are tried again */
};

struct rlk_backlog_terms {
    int64_t lives_ns;    /* a key that is set now has gone after so long */
    bool maybe_unread;   /* the node may yet execute what would set it */
    uint64_t connection; /* the node's present one, or the last */
};

void rlk_backlog_init(struct rlk_backlog *backlog);

/* Frees them all. */
void rlk_backlog_clear(struct rlk_backlog *backlog);

/*
 * Notes a release down. With no memory for it the key stays until it expires,
 * which is what the caller reports anyway.
 */
void rlk_backlog_add(struct rlk_backlog *backlog, struct rlk_resource *resource,
                     const struct rlk_token *token,
                     const struct rlk_backlog_terms *terms, int64_t now);

/*
 * Nothing that was sent before this connection will be executed any more: what
 * was added before it has a key that expires.
 */
void rlk_backlog_begin_to_age(struct rlk_backlog *backlog, uint64_t connection,
                              int64_t now);

/* Drops what has expired. */
void rlk_backlog_expire(struct rlk_backlog *backlog, int64_t now);

/* What was refused is tried again. */
void rlk_backlog_try_again(struct rlk_backlog *backlog);

/*
 * The next one that may go out, and stays where it is until it has; NULL: none,
 * enough are on their way, or the node refused one.
 */
struct rlk_backlog_entry *rlk_backlog_next(struct rlk_backlog *backlog);

/* It went out. */
void rlk_backlog_sent(struct rlk_backlog_entry *entry);

/* The node has acknowledged it: it is gone. */
void rlk_backlog_done(struct rlk_backlog_entry *entry);

/*
 * The node refused it, or the connection broke. settled: nothing that was sent
 * before will be executed any more.
 */
void rlk_backlog_refused(struct rlk_backlog_entry *entry, bool settled,
                         int64_t now);

#endif
