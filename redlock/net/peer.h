/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_PEER_H
#define RLK_REDLOCK_NET_PEER_H

/* One node's connection, and what of it is watched in the poll set. */

#include <stdbool.h>

#include "redlock/net/conn.h"
#include "redlock/net/poll_set.h"

struct rlk_peer {
    struct rlk_poll_set *set; /* borrowed */
    int who;                  /* in the set */
    struct rlk_conn conn;
    struct rlk_watched watched;
    bool steady; /* a ready connection is watched for reading only */
};

/* As rlk_conn_init(). who: as rlk_poll_set_watch() takes it; the set outlives
 * the peer. */
void rlk_peer_init(struct rlk_peer *peer, struct rlk_poll_set *set, int who,
                   const struct rlk_uri *uri,
                   const struct rlk_credentials *credentials,
                   struct rlk_tls_context *context);

/*
 * After anything that the connection did or was asked to do: has the set look
 * for what is to come, and closes what is done with. It may fail by that.
 */
void rlk_peer_watch(struct rlk_peer *peer);

/* Reads and writes what the descriptor is ready for. false: what came in was
 * of the one before. */
bool rlk_peer_read(struct rlk_peer *peer, const struct rlk_ready *ready);

#endif
