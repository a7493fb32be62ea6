/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_CONN_H
#define RLK_REDLOCK_NET_CONN_H

/*
 * One node's connection: from its name to a socket on which requests go out and
 * answers come back, in order. It knows no loop: the caller's loop asks what to
 * watch, reports what is ready, and reads the events.
 *
 * Nothing here calls back, and no call blocks.
 *
 * Instead of requests, a READY connection can be used for commands of any
 * words, but not for both: rlk_conn_flush() sends what is put into its wire,
 * and rlk_reader_next() on its reader returns the replies.
 */

#include "redlock/net/lookup.h"
#include "redlock/net/tls.h"
#include "redlock/net/uri.h"
#include "redlock/resp/command.h"
#include "redlock/resp/handshake.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/transport.h"

struct rlk_conn;

enum rlk_conn_state {
    RLK_CONN_IDLE,
    RLK_CONN_RESOLVING,
    RLK_CONN_CONNECTING,
    RLK_CONN_ENCRYPTING, /* TLS's handshake; HANDSHAKE is the one inside it */
    RLK_CONN_HANDSHAKE,
    RLK_CONN_READY,
    RLK_CONN_FAILED, /* idle, after rlk_conn_next() has reported it */
};

struct rlk_conn {
    const struct rlk_uri *uri;
    struct rlk_credentials credentials;
    struct rlk_tls_context *context; /* NULL: without TLS */
    enum rlk_conn_state state;
    int socket;           /* -1: none */
    int left;             /* an abandoned one, for rlk_conn_left() */
    uint32_t descriptors; /* counts watched descriptors, as a new one may have
                             the number of an old one */

    /*
     * A look-up continues after the attempt that began it, so that a resolver
     * that hangs costs one thread, not one for each attempt.
     */
    struct rlk_lookup *lookup;
    struct rlk_addresses addresses;
    int first; /* where an attempt begins: after the address that failed */
    int tried; /* addresses tried in this attempt */

    struct rlk_tls *tls; /* between the socket and what follows; or NULL */
    struct rlk_handshake handshake;
    struct rlk_wire wire;
    bool blocked;  /* the socket takes no more for now */
    bool received; /* something was received since the handshake began */
    const char *no_answer; /* connecting: the message if nothing is received;
                            static, or NULL */
    bool no_answer_is_new;

    uint64_t unanswered; /* requests */

    enum redlock_reason reason; /* of the failure */
    char message[96];

    struct rlk_reader reader; /* last: its buffers are large */
};

/* What to watch; descriptor -1: nothing. */
struct rlk_conn_watch {
    int descriptor;
    uint32_t serial; /* changes with the descriptor */
    bool read;
    bool write;
};

enum rlk_conn_event_kind {
    RLK_CONN_ON_ITS_WAY, /* message: for the next step if it stays silent,
                            static; or NULL */
    RLK_CONN_UP,         /* identity; requests may be sent */
    RLK_CONN_DOWN,       /* reason, message */
    RLK_CONN_ANSWER,     /* reply, to the oldest request without one */
};

/* Pointers are valid until the next rlk_conn_next(). */
struct rlk_conn_event {
    enum rlk_conn_event_kind kind;
    const struct rlk_identity *identity;
    enum redlock_reason reason;
    const char *message;
    const struct rlk_reply *reply;
};

/*
 * uri        borrowed, with its strings; must outlive the connection
 * otherwise  the user and password for a URI without them; the strings must
 *            outlive the connection
 * context    must outlive the connection; NULL: without TLS
 *
 * conn must not be moved in memory.
 */
void rlk_conn_init(struct rlk_conn *conn, const struct rlk_uri *uri,
                   const struct rlk_credentials *otherwise,
                   struct rlk_tls_context *context);

/* Closes and frees everything. */
void rlk_conn_clear(struct rlk_conn *conn);

/*
 * Begins an attempt; idle only. It tries each address of a name until one
 * accepts the connection, and ends in an event UP or DOWN unless it is dropped.
 * It has no time limit of its own.
 */
void rlk_conn_connect(struct rlk_conn *conn);

/* Drops the connection or the attempt, without an event. */
void rlk_conn_drop(struct rlk_conn *conn);

/*
 * Queues a request; READY only. rlk_conn_flush() sends it. false: no memory,
 * nothing was queued.
 */
bool rlk_conn_send(struct rlk_conn *conn, const struct rlk_request *request);

/* Is something queued that the socket might take? */
bool rlk_conn_unsent(const struct rlk_conn *conn);

/*
 * Writes queued bytes, as far as the socket accepts them. A broken connection
 * is reported by reading, because answers may have arrived before. Only TLS
 * that cannot continue fails immediately.
 */
void rlk_conn_flush(struct rlk_conn *conn);

struct rlk_conn_watch rlk_conn_watch(const struct rlk_conn *conn);

/*
 * The watched descriptor, when the connection no longer uses it: the caller
 * stops watching it, and closes it. -1: none. If the caller does not ask, it is
 * closed with the connection.
 */
int rlk_conn_left(struct rlk_conn *conn);

/* Fails the attempt or the connection, for the caller's reason. */
void rlk_conn_fail(struct rlk_conn *conn, enum redlock_reason reason,
                   const char *message);

/* The watched descriptor is ready; the caller reads the events afterwards. */
void rlk_conn_readable(struct rlk_conn *conn);

void rlk_conn_writable(struct rlk_conn *conn);

/*
 * HANDSHAKE or READY: the next reply is in the reader. false: there is none
 * yet, the received bytes are malformed and the connection has failed, or it is
 * in another state.
 */
bool rlk_conn_read(struct rlk_conn *conn);

/* The next event; false: none. After DOWN the connection is idle. */
bool rlk_conn_next(struct rlk_conn *conn, struct rlk_conn_event *event);

#endif
