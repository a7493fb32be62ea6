/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_DEBT_H
#define RLK_REDLOCK_DEBT_H

/*
 * Releases that a node has not heard, because its connection broke or it does
 * not answer: they go down the next one (protocol 2). Bounded in age, in number
 * and in pace:
 *
 * - one whose request cannot be executed any more is dropped once the key that
 *   it would delete has expired by itself, at the next look of the link: at
 *   most its longest pause or patience later;
 * - no more than RLK_DEBTS_MOST are owed to a node. Of more, the oldest of
 *   those that expire by themselves is dropped, and where there is none, the
 *   oldest: its key, if the node sets it after all, stays until it expires;
 * - no more than RLK_DEBTS_AT_ONCE are on their way to a node.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/errand.h"
#include "redlock/resource.h"
#include "redlock/token.h"

#define RLK_DEBTS_MOST 4096
#define RLK_DEBTS_AT_ONCE 64

struct rlk_link;

struct rlk_debt {
    struct rlk_errand errand; /* first: an errand of this kind is a debt */
    struct rlk_link *link;
    struct rlk_debt *next;
    struct rlk_debt **place; /* what points to it */
    struct rlk_resource *resource;
    struct rlk_token token;
    int64_t lives_ns;    /* a key that is set now has gone after so long */
    int64_t until;       /* the key is gone by then; RLK_NEVER: nobody knows */
    uint64_t connection; /* of the link, when it was owed */
};

struct rlk_debts {
    struct rlk_debt *first; /* the oldest */
    struct rlk_debt **last;
};

/* What is owed to one node. */
struct rlk_ledger {
    struct rlk_debts unread; /* until is RLK_NEVER */
    struct rlk_debts aging;
    struct rlk_debts sent; /* not answered yet */
    int count;             /* of all three */
    int at_once;           /* of those that are sent */
    bool refused;          /* one was; none goes out before they are paid
                              again */
};

struct rlk_debt_terms {
    int64_t lives_ns; /* a key that is set now has gone after so long */
    bool unread;      /* the node may yet execute what would set it */
};

void rlk_debt_init(struct rlk_ledger *ledger);

/*
 * Notes a release down. With no memory for it the key stays until it expires,
 * which is what the caller reports anyway.
 */
void rlk_debt_owe(struct rlk_link *link, struct rlk_resource *resource,
                  const struct rlk_token *token,
                  const struct rlk_debt_terms *terms, int64_t now);

/*
 * Nothing that was sent before this connection will be executed any more: what
 * is owed from then has a key that expires.
 */
void rlk_debt_settle(struct rlk_link *link, int64_t now);

/* Drops what has expired. */
void rlk_debt_expire(struct rlk_link *link, int64_t now);

/* Sends as much as may be on its way at once. The link is up. */
void rlk_debt_pay(struct rlk_link *link, int64_t now);

/* An answer has come: sends more, unless the node refused one. */
void rlk_debt_go_on(struct rlk_link *link, int64_t now);

/* Frees them all. */
void rlk_debt_clear(struct rlk_link *link);

#endif
