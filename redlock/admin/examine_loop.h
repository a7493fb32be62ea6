/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_EXAMINE_LOOP_H
#define RLK_REDLOCK_ADMIN_EXAMINE_LOOP_H

/* All nodes at once: a connection each, and one poll() for all of them. */

#include <stdbool.h>

#include "redlock/admin/examine_node.h"
#include "redlock/net/conn.h"

/* A node, and the connection to it. */
struct rlk_examine_peer {
    struct rlk_examine_node node;
    struct rlk_conn conn;
};

/*
 * Examines nodes that were started, on connections that were initialised, at
 * most REDLOCK_NODES_MAX; returns when the last of them has ended. Clears the
 * connections.
 *
 * Blocks, but no longer than until the last end of a node. Starts no thread,
 * but where a name has to be looked up.
 *
 * false: the system does not let us wait.
 */
bool rlk_examine_loop(struct rlk_examine_peer *peers, int count);

#endif
