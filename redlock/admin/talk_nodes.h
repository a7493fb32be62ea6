/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_TALK_NODES_H
#define RLK_REDLOCK_ADMIN_TALK_NODES_H

/* The nodes that settings name, to be talked with by talk_loop.h. */

#include "redlock/admin/talk_loop.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/runtime/runtime.h"

struct rlk_talk_nodes {
    struct rlk_uris uris;
    struct rlk_tls_nodes tls;
    struct rlk_runtime_settings core;        /* the settings, as they came to */
    const struct redlock_settings *settings; /* borrowed */
    int64_t patience; /* in nanoseconds: how long one answer may take */
    struct rlk_talk talk[REDLOCK_NODES_MAX];
};

/*
 * nodes  zeroed memory; to be closed whatever the answer.
 *
 * OK: the connections are initialised, the rest of each talk is the caller's.
 * BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *settings,
                                        struct redlock_problem *problem);

/* Closes the connections and gives everything back. */
void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes);

/* Does the reason say that a node refuses our credentials? */
bool rlk_talk_nodes_refuses(enum redlock_reason reason);

#endif
