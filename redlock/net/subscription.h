/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SUBSCRIPTION_H
#define RLK_REDLOCK_NET_SUBSCRIPTION_H

/*
 * A node's second connection, on which the server pushes messages of the
 * client's channel. It is used for nothing else. Its handshake is that of the
 * first connection.
 *
 * Nothing here calls back, and no call blocks. Any number of messages fits into
 * the room that a connection has for one read and one reply.
 */

#include "redlock/net/conn.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/token.h"
#include "redlock/runtime/transport.h"

struct rlk_subscription {
    struct rlk_conn conn;
    char channel[RLK_CHANNEL_MAX];
    bool confirmed;             /* by the server */
    struct rlk_handoff handoff; /* the last one */
};

enum rlk_subscription_event_kind {
    RLK_SUBSCRIPTION_UP,      /* identity: of the server */
    RLK_SUBSCRIPTION_DOWN,    /* reason; nothing follows */
    RLK_SUBSCRIPTION_MESSAGE, /* handoff */
};

/* Pointers are valid until the next rlk_subscription_next(). */
struct rlk_subscription_event {
    enum rlk_subscription_event_kind kind;
    const struct rlk_identity *identity;
    enum redlock_reason reason;
    const struct rlk_handoff *handoff;
};

/*
 * Begins an attempt; the connection is idle. It ends in an event UP or DOWN
 * unless it is dropped. It has no time limit of its own.
 *
 * channel  RLK_CHANNEL_MAX bytes; copied
 */
void rlk_subscription_open(struct rlk_subscription *subscription,
                           const char *channel);

/*
 * The next event of the received bytes; false: none. After DOWN the connection
 * is idle.
 *
 * A message that is no hand-off message is skipped, since any user with the
 * right to publish may send one. Anything that is no message ends the
 * connection: NOT_REDIS.
 */
bool rlk_subscription_next(struct rlk_subscription *subscription,
                           struct rlk_subscription_event *event);

#endif
