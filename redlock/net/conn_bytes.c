/* SPDX-License-Identifier: MIT */
/* A connection's bytes: on its socket, or through TLS. */

#include "redlock/net/conn.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "redlock/net/conn_internal.h"

void rlk_conn_fail_tls(struct rlk_conn *conn)
{
    rlk_conn_fail(conn, rlk_tls_reason(conn->tls), rlk_tls_message(conn->tls));
}

/* --- out --------------------------------------------------------------------
 */

/*
 * What did not leave will not be answered: no later answer may be taken for
 * its. The connection ends, after the answers that are in.
 */
static void give_up_sending(struct rlk_conn *conn, size_t left)
{
    rlk_wire_sent(&conn->wire, left);
    (void)shutdown(conn->socket, SHUT_RDWR);
}

/* One record after the other. */
static void flush_tls(struct rlk_conn *conn)
{
    enum rlk_tls_result result = RLK_TLS_DONE;
    size_t left;
    size_t count;

    while (result == RLK_TLS_DONE && (left = rlk_wire_left(&conn->wire)) > 0) {
        result = rlk_tls_write(conn->tls, conn->wire.bytes + conn->wire.start,
                               left, &count);
        rlk_wire_sent(&conn->wire, count);
    }
    if (result == RLK_TLS_FAILED)
        rlk_conn_fail_tls(conn);
    else
        conn->blocked = rlk_tls_blocked(conn->tls);
}

void rlk_conn_flush(struct rlk_conn *conn)
{
    size_t left = rlk_wire_left(&conn->wire);
    ssize_t count;

    if (left == 0) {
        conn->blocked = false;
        return;
    }
    if (conn->tls != NULL) {
        flush_tls(conn);
        return;
    }
    do {
        count = send(conn->socket, conn->wire.bytes + conn->wire.start, left,
                     MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    conn->blocked = count >= 0 ? (size_t)count < left
                               : errno == EAGAIN || errno == EWOULDBLOCK;
    if (count > 0)
        rlk_wire_sent(&conn->wire, (size_t)count);
    else if (!conn->blocked)
        give_up_sending(conn, left);
}

/* --- in ----------------------------------------------------------------------
 */

static bool feed(struct rlk_conn *conn, const char *bytes, size_t count)
{
    conn->heard = true;
    if (rlk_reader_feed(&conn->reader, bytes, count))
        return true;
    rlk_conn_fail(conn, REDLOCK_REASON_BROKEN, strerror(ENOMEM));
    return false;
}

/* A server that expects TLS takes our first words for a broken one. */
static bool may_be_tls_port(const struct rlk_conn *conn)
{
    return conn->state == RLK_CONN_HANDSHAKE && !conn->heard &&
           conn->uri->host != NULL;
}

static void fail_ended(struct rlk_conn *conn, const char *text)
{
    rlk_conn_fail(conn, REDLOCK_REASON_BROKEN,
                  may_be_tls_port(conn)
                      ? "closed before its first word: a TLS port is rediss://"
                      : text);
}

void rlk_conn_receive(struct rlk_conn *conn)
{
    char bytes[RLK_READER_ROOM];
    ssize_t count = recv(conn->socket, bytes, sizeof(bytes), 0);

    if (count > 0) {
        (void)feed(conn, bytes, (size_t)count);
    } else if (count == 0) {
        fail_ended(conn, "closed by the server");
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        fail_ended(conn, strerror(errno));
    }
}

/* Where it ends behind something, that is drawn first: an ended socket is soon
 * readable again. */
void rlk_conn_receive_tls(struct rlk_conn *conn)
{
    char bytes[RLK_READER_ROOM];
    enum rlk_tls_result result = RLK_TLS_DONE;
    bool fed = false;
    size_t length = 0;
    size_t count;

    while (result == RLK_TLS_DONE) {
        result = rlk_tls_read(conn->tls, bytes + length, sizeof(bytes) - length,
                              &count);
        length += count;
        if (length < sizeof(bytes) && result == RLK_TLS_DONE)
            continue;
        if (length > 0 && !feed(conn, bytes, length))
            return;
        fed = fed || length > 0;
        length = 0;
    }
    if (result != RLK_TLS_FAILED)
        return;
    if (fed)
        (void)shutdown(conn->socket, SHUT_RDWR);
    else
        rlk_conn_fail_tls(conn);
}
