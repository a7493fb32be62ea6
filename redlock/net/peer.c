/* SPDX-License-Identifier: MIT */
/* A connection behind epoll. */

#include "redlock/net/peer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void rlk_peer_init(struct rlk_peer *peer, struct rlk_poll_set *set, int who,
                   const struct rlk_uri *uri,
                   const struct rlk_credentials *credentials,
                   struct rlk_tls_context *context)
{
    peer->set = set;
    peer->who = who;
    peer->watched = (struct rlk_watched){.descriptor = -1};
    peer->steady = false;
    rlk_conn_init(&peer->conn, uri, credentials, context);
}

/* The connection has done with a descriptor, and leaves it to be closed. */
static void close_left(struct rlk_peer *peer)
{
    int left = rlk_conn_left(&peer->conn);

    if (left < 0)
        return;
    if (left == peer->watched.descriptor)
        rlk_poll_set_unwatch(peer->set, &peer->watched);
    close(left);
}

static void watch(struct rlk_peer *peer)
{
    struct rlk_conn_watch of = rlk_conn_watch(&peer->conn);
    struct rlk_watched want = {
        .descriptor = of.descriptor,
        .serial = of.serial,
        .events = (of.read ? EPOLLIN : 0U) | (of.write ? EPOLLOUT : 0U),
    };

    if (want.events == 0)
        rlk_poll_set_unwatch(peer->set, &peer->watched);
    else if (!rlk_poll_set_watch(peer->set, &peer->watched, peer->who, &want))
        rlk_conn_fail(&peer->conn, REDLOCK_REASON_CONNECT, strerror(errno));
}

void rlk_peer_watch(struct rlk_peer *peer)
{
    close_left(peer);
    watch(peer);
    close_left(peer);
    peer->steady = peer->conn.state == RLK_CONN_READY && !peer->conn.blocked;
}

/* The descriptors' state is what it is when they are read, not when told. */
bool rlk_peer_read(struct rlk_peer *peer, const struct rlk_ready *ready)
{
    bool ended = (ready->events & (EPOLLERR | EPOLLHUP)) != 0;
    struct rlk_conn_watch want = rlk_conn_watch(&peer->conn);

    if (peer->watched.descriptor < 0 || peer->watched.serial != ready->serial)
        return false;
    /* A look-up that has ended closes its descriptor itself. */
    if (peer->conn.state == RLK_CONN_RESOLVING)
        rlk_poll_set_unwatch(peer->set, &peer->watched);
    if (want.write && (ended || (ready->events & EPOLLOUT) != 0))
        rlk_conn_writable(&peer->conn);
    if (want.read && (ended || (ready->events & EPOLLIN) != 0))
        rlk_conn_readable(&peer->conn);
    return true;
}
