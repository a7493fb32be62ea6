/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_NODE_H
#define RLK_REDLOCK_ADMIN_EXAMINE_NODE_H

/* One node's examination, by a thread that may block. */

#include <stddef.h>
#include <stdint.h>

#include "redlock/admin/examine_clock.h"
#include "redlock/net/blocking_conn.h"
#include "redlock/net/uri.h"
#include "redlock/admin.h"
#include "redlock/resp/handshake.h"

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
    int64_t trips[RLK_EXAMINE_SAMPLES];
    struct rlk_examine_sample samples[RLK_EXAMINE_SAMPLES];
    int samples_count;
    struct rlk_blocking_conn talk;
};

/* Blocks: at most five times the patience. Fills the facts, whatever comes. */
void rlk_examine_node(struct rlk_examine_node *node);

/* --- its parts, without a connection: what is made of a node's answers -----
 */

/* The facts are those of a node of which nothing is known. */
void rlk_examine_begin(struct rlk_examine_node *node);

/* How many questions there are, and the answer to one of them. */
size_t rlk_examine_questions(void);
void rlk_examine_answer(struct rlk_examine_node *node, size_t question,
                        const struct rlk_reply *reply);

/* The answer to what time it is there: sample has when it was asked. */
void rlk_examine_time(struct rlk_examine_node *node,
                      const struct rlk_examine_sample *sample,
                      const struct rlk_reply *reply);

/* All answers are in. */
void rlk_examine_conclude(struct rlk_examine_node *node);

#endif
