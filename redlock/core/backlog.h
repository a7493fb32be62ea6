/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_BACKLOG_H
#define RLK_REDLOCK_CORE_BACKLOG_H

/*
 * The releases that a node has not acknowledged, because its connection broke
 * or it does not answer: they go down the next one (protocol 2). Bounded in
 * age, in number and in pace:
 *
 * - one whose request cannot be executed any more is dropped once the key that
 *   it would delete has expired by itself, at the next look of the node: at
 *   most its longest pause or patience later;
 * - no more than RLK_BACKLOG_MOST are owed to a node. Of more, the oldest of
 *   those that expire by themselves is dropped, and where there is none, the
 *   oldest: its key, if the node sets it after all, stays until it expires;
 * - no more than RLK_BACKLOG_AT_ONCE are on their way to a node.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/inflight.h"
#include "redlock/core/resource.h"
#include "redlock/core/token.h"

#define RLK_BACKLOG_MOST 4096
#define RLK_BACKLOG_AT_ONCE 64

struct rlk_node;

struct rlk_backlog_entry {
    struct rlk_pending pending; /* first: one of this kind is an entry */
    struct rlk_node *node;
    struct rlk_backlog_entry *next;
    struct rlk_backlog_entry **place; /* what points to it */
    struct rlk_resource *resource;
    struct rlk_token token;
    int64_t lives_ns;    /* a key that is set now has gone after so long */
    int64_t until;       /* the key is gone by then; RLK_NEVER: nobody knows */
    uint64_t connection; /* of the node, when it was owed */
};

struct rlk_backlog_list {
    struct rlk_backlog_entry *first; /* the oldest */
    struct rlk_backlog_entry **last;
};

/* What is owed to one node. */
struct rlk_backlog {
    struct rlk_backlog_list maybe_unread; /* until is RLK_NEVER */
    struct rlk_backlog_list aging;
    struct rlk_backlog_list sent; /* not answered yet */
    int count;                    /* of all three */
    int at_once;                  /* of those that are sent */
    bool refused;                 /* one was; none goes out before they are paid
                                     again */
};

struct rlk_backlog_terms {
    int64_t lives_ns;  /* a key that is set now has gone after so long */
    bool maybe_unread; /* the node may yet execute what would set it */
};

void rlk_backlog_init(struct rlk_backlog *backlog);

/*
 * Notes a release down. With no memory for it the key stays until it expires,
 * which is what the caller reports anyway.
 */
void rlk_backlog_add(struct rlk_node *node, struct rlk_resource *resource,
                     const struct rlk_token *token,
                     const struct rlk_backlog_terms *terms, int64_t now);

/*
 * Nothing that was sent before this connection will be executed any more: what
 * is owed from then has a key that expires.
 */
void rlk_backlog_age(struct rlk_node *node, int64_t now);

/* Drops what has expired. */
void rlk_backlog_expire(struct rlk_node *node, int64_t now);

/* Sends as much as may be on its way at once. The node is up. */
void rlk_backlog_send(struct rlk_node *node, int64_t now);

/* An answer has come: sends more, unless the node refused one. */
void rlk_backlog_send_more(struct rlk_node *node, int64_t now);

/* Frees them all. */
void rlk_backlog_clear(struct rlk_node *node);

#endif
