/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_EXAMINE_NODE_H
#define RLK_REDLOCK_EXAMINE_NODE_H

/* One node's examination, by a thread that may block. */

#include "redlock/greeting.h"
#include "redlock/redlock.h"
#include "redlock/talk.h"
#include "redlock/uri.h"

/* Bytes in a scratch key's name, its NUL included. */
#define RLK_EXAMINE_KEY_MAX 48

struct rlk_examine_node {
    const struct rlk_uri *uri;
    struct rlk_credentials credentials;
    int64_t patience;              /* for each answer, in nanoseconds */
    char key[RLK_EXAMINE_KEY_MAX]; /* scratch, of this node alone */
    struct redlock_node_facts *facts;
    char replid[RLK_REPLID_MAX]; /* of its memory; "": it would not tell */
    int64_t since_us;            /* of a quarantine, by the node's clock */
    struct rlk_talk talk;
};

/* Blocks: at most five times the patience. Fills the facts, whatever comes. */
void rlk_examine_node(struct rlk_examine_node *node);

#endif
