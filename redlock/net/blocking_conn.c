/* SPDX-License-Identifier: MIT */
/* A blocking conversation on the connection that everybody has. */

#include "redlock/net/blocking_conn.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "clock/clock.h"
#include "clock/now.h"

static bool give_up(struct rlk_blocking_conn *talk, enum redlock_reason reason,
                    const char *message)
{
    talk->reason = reason;
    (void)snprintf(talk->message, sizeof(talk->message), "%s", message);
    return false;
}

/* When a wait that begins now has to be over. */
static int64_t limit(const struct rlk_blocking_conn *talk)
{
    int64_t end = rlk_clock_add(rlk_now(), talk->patience);

    return end < talk->end ? end : talk->end;
}

/* Until the connection has something to do, which is then done. */
static bool wait_for(struct rlk_blocking_conn *talk, int64_t end)
{
    struct rlk_conn_watch watch = rlk_conn_watch(&talk->conn);
    struct pollfd fd = {
        .fd = watch.descriptor,
        .events =
            (short)((watch.read ? POLLIN : 0) | (watch.write ? POLLOUT : 0)),
    };
    int64_t left = rlk_clock_sub(end, rlk_now());
    int ready;

    if (left <= 0)
        return give_up(talk, REDLOCK_REASON_SILENT, "");
    ready = poll(&fd, 1, (int)rlk_clock_to_ms(left) + 1);
    if (ready < 0 && errno != EINTR)
        return give_up(talk, REDLOCK_REASON_CONNECT, strerror(errno));
    if (ready <= 0)
        return true;
    if (watch.write)
        rlk_conn_writable(&talk->conn);
    if (watch.read)
        rlk_conn_readable(&talk->conn);
    return true;
}

bool rlk_blocking_conn_open(struct rlk_blocking_conn *talk,
                            const struct rlk_uri *uri,
                            const struct rlk_credentials *credentials,
                            int64_t patience, int64_t whole)
{
    struct rlk_conn_event event;
    int64_t end;

    talk->patience = patience;
    talk->end = rlk_clock_add(rlk_now(), whole);
    talk->reason = REDLOCK_REASON_NONE;
    talk->message[0] = '\0';
    rlk_conn_init(&talk->conn, uri, credentials);
    rlk_conn_connect(&talk->conn);
    end = limit(talk);
    do {
        rlk_conn_flush(&talk->conn);
        if (!rlk_conn_next(&talk->conn, &event))
            continue;
        if (event.kind == RLK_CONN_UP)
            return true;
        return give_up(talk, event.reason, event.message);
    } while (wait_for(talk, end));
    return false;
}

bool rlk_blocking_conn_send(struct rlk_blocking_conn *talk, size_t count,
                            const char *const *words)
{
    return rlk_wire_command(&talk->conn.wire, count, words) ||
           give_up(talk, REDLOCK_REASON_CONNECT, strerror(ENOMEM));
}

const struct rlk_reply *
rlk_blocking_conn_receive(struct rlk_blocking_conn *talk)
{
    struct rlk_conn *conn = &talk->conn;
    int64_t end = limit(talk);

    do {
        if (conn->state != RLK_CONN_READY) {
            (void)give_up(talk, conn->reason, conn->message);
            return NULL;
        }
        rlk_conn_flush(conn);
        switch (rlk_reader_next(&conn->reader)) {
        case RLK_READER_REPLY:
            return &conn->reader.reply;
        case RLK_READER_GARBAGE:
            (void)give_up(talk, REDLOCK_REASON_NOT_REDIS,
                          rlk_reader_problem(&conn->reader));
            return NULL;
        case RLK_READER_WAIT:
            break;
        }
    } while (wait_for(talk, end));
    return NULL;
}

void rlk_blocking_conn_close(struct rlk_blocking_conn *talk)
{
    rlk_conn_clear(&talk->conn);
}
