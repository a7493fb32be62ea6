/* SPDX-License-Identifier: MIT */
/* SUBSCRIBE, and the messages that follow. */

#include "redlock/net/subscription.h"

#include <string.h>

#include "redlock/resp/answer.h"

void rlk_subscription_open(struct rlk_subscription *subscription,
                           const char *channel)
{
    memcpy(subscription->channel, channel, sizeof(subscription->channel));
    subscription->confirmed = false;
    rlk_conn_connect(&subscription->conn);
}

static void subscribe(struct rlk_subscription *subscription)
{
    struct rlk_conn *conn = &subscription->conn;
    const char *const words[] = {"SUBSCRIBE", subscription->channel};

    if (!rlk_wire_command(&conn->wire, 2, words))
        rlk_conn_fail(conn, REDLOCK_REASON_NO_MEMORY, "");
}

/* Continues until the end of the handshake, or of the connection. */
static bool greet(struct rlk_subscription *subscription,
                  struct rlk_subscription_event *event)
{
    struct rlk_conn_event of;

    if (!rlk_conn_next(&subscription->conn, &of))
        return false;
    if (of.kind == RLK_CONN_UP)
        subscribe(subscription);
    if (of.kind != RLK_CONN_DOWN)
        return false;
    event->kind = RLK_SUBSCRIPTION_DOWN;
    event->reason = of.reason;
    return true;
}

static bool confirm(struct rlk_subscription *subscription,
                    struct rlk_subscription_event *event)
{
    struct rlk_conn *conn = &subscription->conn;

    if (subscription->confirmed || conn->reader.reply.integer != 1) {
        rlk_conn_fail(conn, REDLOCK_REASON_NOT_REDIS,
                      "a reply that nobody asked for");
        return false;
    }
    subscription->confirmed = true;
    event->kind = RLK_SUBSCRIPTION_UP;
    event->identity = &conn->handshake.identity;
    return true;
}

/* true: it is an event. */
static bool take_reply(struct rlk_subscription *subscription,
                       struct rlk_subscription_event *event)
{
    struct rlk_conn *conn = &subscription->conn;
    const struct rlk_reply *reply = &conn->reader.reply;

    if (reply->kind == RLK_REPLY_SUBSCRIBED)
        return confirm(subscription, event);
    if (reply->kind == RLK_REPLY_MESSAGE) {
        event->kind = RLK_SUBSCRIPTION_MESSAGE;
        event->handoff = &subscription->handoff;
        return subscription->confirmed &&
               rlk_handoff_read(&subscription->handoff, reply->text,
                                reply->text_length);
    }
    if (reply->kind == RLK_REPLY_ERROR)
        rlk_conn_fail(conn, rlk_answer_reason(reply), reply->text);
    else
        rlk_conn_fail(conn, REDLOCK_REASON_NOT_REDIS,
                      "unexpected reply to SUBSCRIBE");
    return false;
}

/* Reads the next event from the received bytes; false: none, or it failed. */
static bool read_next(struct rlk_subscription *subscription,
                      struct rlk_subscription_event *event)
{
    struct rlk_conn *conn = &subscription->conn;

    while (conn->state == RLK_CONN_READY && rlk_conn_read(conn)) {
        if (take_reply(subscription, event))
            return true;
    }
    return false;
}

bool rlk_subscription_next(struct rlk_subscription *subscription,
                           struct rlk_subscription_event *event)
{
    const struct rlk_conn *conn = &subscription->conn;

    if (conn->state != RLK_CONN_READY && greet(subscription, event))
        return true;
    if (read_next(subscription, event))
        return true;
    return conn->state == RLK_CONN_FAILED && greet(subscription, event);
}
