/* SPDX-License-Identifier: MIT */
/* One node's connection: its attempts, its handshake, its bytes. */

#include "redlock/net/conn.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "redlock/resp/answer.h"

#define ALIVE_IDLE_S 60
#define ALIVE_INTERVAL_S 10
#define ALIVE_COUNT 6

/* Of several replaced sockets only the first one can have been watched. */
static void close_socket(struct rlk_conn *conn)
{
    if (conn->left < 0)
        conn->left = conn->socket;
    else if (conn->socket >= 0)
        close(conn->socket);
    rlk_tls_close(conn->tls);
    conn->tls = NULL;
    conn->socket = -1;
    conn->blocked = false;
}

/* Returns to idle; keeps only a look-up under way. */
void rlk_conn_drop(struct rlk_conn *conn)
{
    /* The next attempt begins after the address at which this one failed. */
    if (conn->state == RLK_CONN_CONNECTING ||
        conn->state == RLK_CONN_ENCRYPTING || conn->state == RLK_CONN_HANDSHAKE)
        conn->first += conn->tried;
    close_socket(conn);
    rlk_reader_close(&conn->reader);
    rlk_wire_clear(&conn->wire);
    conn->unanswered = 0;
    conn->no_answer_is_new = false;
    conn->tried = 0;
    conn->state = RLK_CONN_IDLE;
}

void rlk_conn_fail(struct rlk_conn *conn, enum redlock_reason reason,
                   const char *message)
{
    size_t length = strnlen(message, sizeof(conn->message) - 1);

    /* The message may be TLS's, which the drop frees. */
    memcpy(conn->message, message, length);
    conn->message[length] = '\0';
    rlk_conn_drop(conn);
    conn->reason = reason;
    conn->state = RLK_CONN_FAILED;
}

static enum redlock_reason reason_of_errno(int error)
{
    switch (error) {
    case ECONNREFUSED:
    case ENOENT:
        return REDLOCK_REASON_REFUSED;
    case ENETUNREACH:
    case EHOSTUNREACH:
        return REDLOCK_REASON_NO_ROUTE;
    case ENOMEM:
        return REDLOCK_REASON_NO_MEMORY;
    default:
        return REDLOCK_REASON_CONNECT;
    }
}

/* --- connecting ---------------------------------------------------------- */

static void begin_handshake(struct rlk_conn *conn)
{
    conn->state = RLK_CONN_HANDSHAKE;
    conn->received = false;
    if (!rlk_reader_open(&conn->reader) ||
        !rlk_handshake_write(&conn->handshake, &conn->credentials, &conn->wire))
        rlk_conn_fail(conn, REDLOCK_REASON_NO_MEMORY, "");
}

/* --- TLS ----------------------------------------------------------------- */

static void set_no_answer(struct rlk_conn *conn, const char *text)
{
    conn->no_answer = text;
    conn->no_answer_is_new = true;
}

/* Fails with TLS's reason. */
static void conn_fail_tls(struct rlk_conn *conn)
{
    rlk_conn_fail(conn, rlk_tls_reason(conn->tls), rlk_tls_message(conn->tls));
}

static void handshake_tls(struct rlk_conn *conn)
{
    switch (rlk_tls_handshake(conn->tls)) {
    case RLK_TLS_DONE:
        set_no_answer(conn, NULL);
        begin_handshake(conn);
        break;
    case RLK_TLS_WAIT:
        conn->blocked = rlk_tls_blocked(conn->tls);
        break;
    case RLK_TLS_FAILED:
        conn_fail_tls(conn);
        break;
    }
}

/* The socket is connected: begins TLS or the handshake. */
static void begin_to_talk(struct rlk_conn *conn)
{
    if (conn->context == NULL) {
        begin_handshake(conn);
        return;
    }
    conn->state = RLK_CONN_ENCRYPTING;
    conn->tls = rlk_tls_open(conn->context, conn->socket, conn->uri->host);
    if (conn->tls == NULL) {
        rlk_conn_fail(conn, REDLOCK_REASON_NO_MEMORY, "");
        return;
    }
    set_no_answer(conn, "no answer to the TLS handshake: a plain port is "
                        "redis://");
    handshake_tls(conn);
}

/* --- the socket ---------------------------------------------------------- */

/*
 * A client may be idle for hours. Keep-alives prevent middleboxes from
 * forgetting the connection, and detect that the other end has gone.
 */
static void keep_alive(int socket)
{
    int on = 1;
    int idle = ALIVE_IDLE_S;
    int interval = ALIVE_INTERVAL_S;
    int count = ALIVE_COUNT;

    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof(interval));
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof(count));
}

/* Opens a socket and begins to connect it; 0 or an errno. */
static int open_socket(struct rlk_conn *conn, const struct rlk_address *address)
{
    int family = address->storage.ss_family;
    int one = 1;

    conn->socket =
        socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (conn->socket < 0)
        return errno;
    conn->descriptors++;
    if (family != AF_UNIX) {
        setsockopt(conn->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
        keep_alive(conn->socket);
    }
    if (connect(conn->socket, (const struct sockaddr *)&address->storage,
                address->length) == 0)
        return 0;
    return errno;
}

/* Tries address after address, until one does not fail immediately. */
static void try_addresses(struct rlk_conn *conn, int error)
{
    conn->state = RLK_CONN_CONNECTING;
    while (conn->tried < conn->addresses.count) {
        int index = (conn->first + conn->tried) % conn->addresses.count;
        conn->tried++;
        error = open_socket(conn, &conn->addresses.address[index]);
        if (error == EINPROGRESS || error == EINTR)
            return;
        if (error == 0) {
            begin_to_talk(conn);
            return;
        }
        close_socket(conn);
    }
    rlk_conn_fail(conn, reason_of_errno(error), strerror(error));
}

static void take_addresses(struct rlk_conn *conn)
{
    const char *problem = rlk_lookup_result(conn->lookup, &conn->addresses);

    rlk_lookup_drop(conn->lookup);
    conn->lookup = NULL;
    if (problem != NULL) {
        rlk_conn_fail(conn, REDLOCK_REASON_UNRESOLVED, problem);
        return;
    }
    conn->first %= conn->addresses.count;
    try_addresses(conn, 0);
}

void rlk_conn_connect(struct rlk_conn *conn)
{
    assert(conn->state == RLK_CONN_IDLE);

    if (conn->uri->host == NULL || conn->uri->numeric) {
        rlk_resolve_at_once(conn->uri, &conn->addresses);
        conn->first = 0;
        try_addresses(conn, 0);
        return;
    }
    if (conn->lookup == NULL)
        conn->lookup = rlk_lookup_start(conn->uri);
    if (conn->lookup == NULL) {
        rlk_conn_fail(conn, reason_of_errno(errno), strerror(errno));
        return;
    }
    conn->descriptors++;
    conn->state = RLK_CONN_RESOLVING;
}

static void end_of_connecting(struct rlk_conn *conn)
{
    int error = 0;
    socklen_t length = sizeof(error);

    if (getsockopt(conn->socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0)
        error = errno;
    if (error == 0) {
        begin_to_talk(conn);
        return;
    }
    close_socket(conn);
    try_addresses(conn, error);
}

/* --- life ---------------------------------------------------------------- */

void rlk_conn_init(struct rlk_conn *conn, const struct rlk_uri *uri,
                   const struct rlk_credentials *otherwise,
                   struct rlk_tls_context *context)
{
    /* Not the buffers: most of their pages are never used. */
    memset(conn, 0, offsetof(struct rlk_conn, reader.reply.text));
    conn->uri = uri;
    conn->credentials = (struct rlk_credentials){
        .username = uri->username != NULL ? uri->username : otherwise->username,
        .password = uri->password != NULL ? uri->password : otherwise->password,
    };
    conn->context = context;
    conn->state = RLK_CONN_IDLE;
    conn->socket = -1;
    conn->left = -1;
}

void rlk_conn_clear(struct rlk_conn *conn)
{
    int left;

    rlk_conn_drop(conn);
    left = rlk_conn_left(conn);
    if (left >= 0)
        close(left);
    rlk_lookup_drop(conn->lookup);
    conn->lookup = NULL;
}

int rlk_conn_left(struct rlk_conn *conn)
{
    int left = conn->left;

    conn->left = -1;
    return left;
}

/* --- out ----------------------------------------------------------------- */

bool rlk_conn_send(struct rlk_conn *conn, const struct rlk_request *request)
{
    assert(conn->state == RLK_CONN_READY);

    if (!rlk_wire_request(&conn->wire, request))
        return false;
    conn->unanswered++;
    return true;
}

bool rlk_conn_unsent(const struct rlk_conn *conn)
{
    return rlk_wire_left(&conn->wire) > 0 && !conn->blocked;
}

/* Writes one TLS record after the other. */
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
        conn_fail_tls(conn);
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
    if (count > 0) {
        rlk_wire_sent(&conn->wire, (size_t)count);
    } else if (!conn->blocked) {
        /*
         * Unsent requests will get no answer, and later answers must not be
         * taken for theirs. So the connection ends, after the answers that have
         * arrived.
         */
        rlk_wire_sent(&conn->wire, left);
        (void)shutdown(conn->socket, SHUT_RDWR);
    }
}

/* --- in ------------------------------------------------------------------ */

struct rlk_conn_watch rlk_conn_watch(const struct rlk_conn *conn)
{
    struct rlk_conn_watch watch = {
        .descriptor = conn->socket,
        .serial = conn->descriptors,
    };

    switch (conn->state) {
    case RLK_CONN_RESOLVING:
        watch.descriptor = rlk_lookup_fd(conn->lookup);
        watch.read = true;
        break;
    case RLK_CONN_CONNECTING:
        watch.write = true;
        break;
    case RLK_CONN_ENCRYPTING:
    case RLK_CONN_HANDSHAKE:
    case RLK_CONN_READY:
        watch.read = true;
        watch.write = conn->blocked;
        break;
    case RLK_CONN_IDLE:
    case RLK_CONN_FAILED:
        break;
    }
    return watch;
}

/* The room for received bytes; NULL: it has failed. */
static char *make_room(struct rlk_conn *conn)
{
    char *room = rlk_reader_room(&conn->reader);

    if (room == NULL)
        rlk_conn_fail(conn, REDLOCK_REASON_BROKEN, strerror(ENOMEM));
    return room;
}

/* Handles received bytes. false: it has failed. */
static bool take_in(struct rlk_conn *conn, size_t count)
{
    conn->received = true;
    if (rlk_reader_filled(&conn->reader, count))
        return true;
    rlk_conn_fail(conn, REDLOCK_REASON_NO_MEMORY, "");
    return false;
}

static void fail_ended(struct rlk_conn *conn, const char *text)
{
    /* A TLS server takes our first plain bytes for a broken record. */
    bool may_be_tls_port = conn->state == RLK_CONN_HANDSHAKE &&
                           !conn->received && conn->uri->host != NULL;

    rlk_conn_fail(conn, REDLOCK_REASON_BROKEN,
                  may_be_tls_port
                      ? "closed before its first word: a TLS port is rediss://"
                      : text);
}

/*
 * Reads the socket. With TLS, reads all: nothing reports bytes left inside TLS.
 */
static void conn_receive(struct rlk_conn *conn)
{
    char *room = make_room(conn);
    ssize_t count;

    if (room == NULL)
        return;
    count = recv(conn->socket, room, RLK_READER_ROOM, 0);
    if (count > 0) {
        (void)take_in(conn, (size_t)count);
    } else if (count == 0) {
        fail_ended(conn, "closed by the server");
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
        fail_ended(conn, strerror(errno));
    }
}

/*
 * If the end follows other bytes, those are handled first: an ended socket
 * stays readable.
 */
static void conn_receive_tls(struct rlk_conn *conn)
{
    enum rlk_tls_result result = RLK_TLS_DONE;
    bool fed = false;

    while (result == RLK_TLS_DONE) {
        char *room = make_room(conn);
        size_t length = 0;
        size_t count;
        if (room == NULL)
            return;
        while (result == RLK_TLS_DONE && length < RLK_READER_ROOM) {
            result = rlk_tls_read(conn->tls, room + length,
                                  RLK_READER_ROOM - length, &count);
            length += count;
        }
        if (length > 0 && !take_in(conn, length))
            return;
        fed = fed || length > 0;
    }
    if (result != RLK_TLS_FAILED)
        return;
    if (fed)
        (void)shutdown(conn->socket, SHUT_RDWR);
    else
        conn_fail_tls(conn);
}

static void readable_tls(struct rlk_conn *conn)
{
    rlk_tls_readable(conn->tls);
    if (conn->state == RLK_CONN_ENCRYPTING)
        handshake_tls(conn);
    if (conn->state == RLK_CONN_HANDSHAKE || conn->state == RLK_CONN_READY)
        conn_receive_tls(conn);
}

void rlk_conn_readable(struct rlk_conn *conn)
{
    if (conn->state == RLK_CONN_RESOLVING) {
        if (rlk_lookup_ended(conn->lookup))
            take_addresses(conn);
    } else if (conn->tls != NULL) {
        readable_tls(conn);
    } else if (conn->state == RLK_CONN_HANDSHAKE ||
               conn->state == RLK_CONN_READY) {
        conn_receive(conn);
    }
}

void rlk_conn_writable(struct rlk_conn *conn)
{
    if (conn->state == RLK_CONN_CONNECTING)
        end_of_connecting(conn);
    else if (conn->state == RLK_CONN_ENCRYPTING)
        handshake_tls(conn);
    else if (conn->state == RLK_CONN_HANDSHAKE || conn->state == RLK_CONN_READY)
        rlk_conn_flush(conn);
}

static bool answered(struct rlk_conn *conn, struct rlk_conn_event *event)
{
    if (conn->unanswered == 0) {
        rlk_conn_fail(conn, REDLOCK_REASON_NOT_REDIS,
                      "a reply that nobody asked for");
        return false;
    }
    conn->unanswered--;
    event->kind = RLK_CONN_ANSWER;
    event->reply = &conn->reader.reply;
    /* The node is no master any more: asks the Sentinels again. */
    if (conn->uri->sentinel && event->reply->kind == RLK_REPLY_ERROR &&
        rlk_answer_reason(event->reply) == REDLOCK_REASON_READONLY)
        (void)shutdown(conn->socket, SHUT_RDWR);
    return true;
}

static bool take_handshake(struct rlk_conn *conn, struct rlk_conn_event *event)
{
    struct rlk_handshake *handshake = &conn->handshake;

    rlk_handshake_reply(handshake, &conn->reader.reply);
    if (handshake->step == RLK_HANDSHAKE_FAILED)
        rlk_conn_fail(conn, handshake->reason, handshake->message);
    if (handshake->step != RLK_HANDSHAKE_DONE)
        return false;
    /* Begins with this address next time, until it fails. */
    conn->first += conn->tried - 1;
    conn->state = RLK_CONN_READY;
    conn->no_answer_is_new = false;
    rlk_wire_clear(&conn->wire); /* it contained the password */
    event->kind = RLK_CONN_UP;
    event->identity = &handshake->identity;
    return true;
}

/* As rlk_conn_read(): inline, because it is called for each reply. */
static inline bool read_reply(struct rlk_conn *conn)
{
    if (conn->state != RLK_CONN_HANDSHAKE && conn->state != RLK_CONN_READY)
        return false;
    switch (rlk_reader_next(&conn->reader)) {
    case RLK_READER_WAIT:
        return false;
    case RLK_READER_GARBAGE:
        rlk_conn_fail(conn, rlk_reader_reason(&conn->reader),
                      rlk_reader_problem(&conn->reader));
        return false;
    case RLK_READER_REPLY:
        break;
    }
    return true;
}

bool rlk_conn_read(struct rlk_conn *conn)
{
    return read_reply(conn);
}

/* Reads the next event from the received bytes. */
static bool read_next(struct rlk_conn *conn, struct rlk_conn_event *event)
{
    while (read_reply(conn)) {
        if (conn->state == RLK_CONN_READY ? answered(conn, event)
                                          : take_handshake(conn, event))
            return true;
    }
    return false;
}

bool rlk_conn_next(struct rlk_conn *conn, struct rlk_conn_event *event)
{
    if (read_next(conn, event))
        return true;
    if (conn->no_answer_is_new) {
        conn->no_answer_is_new = false;
        event->kind = RLK_CONN_ON_ITS_WAY;
        event->message = conn->no_answer;
        return true;
    }
    if (conn->state != RLK_CONN_FAILED)
        return false;
    conn->state = RLK_CONN_IDLE;
    event->kind = RLK_CONN_DOWN;
    event->reason = conn->reason;
    event->message = conn->message;
    return true;
}
