/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_DEBT_H
#define RLK_REDLOCK_DEBT_H

/*
 * A release that a node has not heard, because its connection broke: it goes
 * down the next one, before anything else (protocol 2). Forgotten once the key
 * it would delete has expired by itself.
 */

#include <stdint.h>

#include "redlock/errand.h"
#include "redlock/resource.h"
#include "redlock/token.h"

struct rlk_link;

struct rlk_debt {
    struct rlk_errand errand; /* first: an errand of this kind is a debt */
    struct rlk_link *link;
    struct rlk_debt *next;
    struct rlk_debt **place; /* what points to it */
    struct rlk_resource *resource;
    struct rlk_token token;
    int64_t until;  /* the key is gone by then; RLK_NEVER: nobody knows */
    bool in_flight; /* sent, not answered */
};

/*
 * Notes a release down. With no memory for it the key stays until it expires,
 * which is what the caller reports anyway.
 */
void rlk_debt_owe(struct rlk_link *link, struct rlk_resource *resource,
                  const struct rlk_token *token, int64_t until, int64_t now);

/* Sends what is owed; drops what has expired. The link is up. */
void rlk_debt_pay(struct rlk_link *link, int64_t now);

/* Frees them all. */
void rlk_debt_clear(struct rlk_link *link);

#endif
