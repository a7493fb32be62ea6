/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_FORCE_NODE_H
#define RLK_REDLOCK_ADMIN_FORCE_NODE_H

/* One node is told to delete a resource's key: one side of a talk. */

#include "redlock/admin/talk_loop.h"
#include "redlock/runtime/transport.h"

/* What may be deleted; 0: whatever there is. Borrowed. */
struct rlk_force_wanted {
    const char *resource;
    int count;
    const char *value[REDLOCK_NODES_MAX];
};

struct rlk_force_node {
    enum rlk_talk_state state;
    const struct rlk_force_wanted *wanted; /* borrowed */
    int64_t end;                           /* it is given up then */
    int64_t sent;           /* the instant of the question; 0: not asked yet */
    const char *unheard;    /* connecting: what to say of its silence */
    enum redlock_vote vote; /* RELEASED, DENIED, FAILED, ... */
    enum redlock_reason reason;
    int64_t latency_us;             /* -1: no answer */
    int64_t remaining_ms;           /* of another's key */
    char holder[REDLOCK_TOKEN_MAX]; /* released: whose it was; denied: whose it
                                       is */
    char message[96];
};

extern const struct rlk_talk_ops rlk_force_node_talk;

/* wanted and end are set; all else is set here. */
void rlk_force_node_start(struct rlk_force_node *node);

#endif
