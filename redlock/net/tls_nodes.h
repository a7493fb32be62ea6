/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_TLS_NODES_H
#define RLK_REDLOCK_NET_TLS_NODES_H

/* The TLS contexts of a client's nodes, from their URIs and the settings. */

#include "redlock/net/tls.h"
#include "redlock/net/uri.h"
#include "redlock/redlock.h"

struct rlk_tls_nodes {
    /* NULL: without TLS. Nodes with the same files share one. */
    struct rlk_tls_context *node[REDLOCK_NODES_MAX];
};

/*
 * OK, NO_MEMORY; BAD_SETTING, or BAD_NODES with the position of the node whose
 * URI is wrong, with the problem, which may be NULL. Nothing is open then.
 */
enum redlock_status rlk_tls_nodes_open(struct rlk_tls_nodes *nodes,
                                       const struct rlk_uris *uris,
                                       const struct redlock_tls *settings,
                                       struct redlock_problem *problem);

/* After the connections are closed. A zeroed struct is allowed. */
void rlk_tls_nodes_close(struct rlk_tls_nodes *nodes);

#endif
