/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SUBSCRIPTION_H
#define RLK_REDLOCK_NET_SUBSCRIPTION_H

/*
 * A node's second connection: on it the server pushes what is published to the
 * client's channel, and is asked for nothing else. It says hello as the first
 * connection does.
 *
 * Nothing here calls back. No call blocks. However much is pushed, it is kept
 * in the room that a connection has for one read and one reply.
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
    RLK_SUBSCRIPTION_UP,      /* identity: what the server said of itself */
    RLK_SUBSCRIPTION_DOWN,    /* reason; nothing follows */
    RLK_SUBSCRIPTION_MESSAGE, /* push */
};

/* Pointers live until the next rlk_subscription_next(). */
struct rlk_subscription_event {
    enum rlk_subscription_event_kind kind;
    const struct rlk_identity *identity;
    enum redlock_reason reason;
    const struct rlk_handoff *handoff;
};

/*
 * Begins an attempt; the connection is idle. It ends in an event UP or DOWN,
 * unless it is dropped: it has no time limit of its own.
 *
 * channel  RLK_CHANNEL_MAX bytes; copied.
 */
void rlk_subscription_open(struct rlk_subscription *subscription,
                           const char *channel);

/*
 * The next event of what was read; false: none. After DOWN the connection is
 * idle.
 *
 * A message that is no push is read over, since whoever may publish may send
 * one. What is no message ends the connection: NOT_REDIS.
 */
bool rlk_subscription_next(struct rlk_subscription *subscription,
                           struct rlk_subscription_event *event);

#endif
