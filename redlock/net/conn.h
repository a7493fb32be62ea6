/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_CONN_H
#define RLK_REDLOCK_NET_CONN_H

/*
 * One node's connection: from its name to a socket on which requests go out
 * and answers come back, in order. It knows no loop: the caller has one, asks
 * what to watch, says what is ready, and draws the events.
 *
 * Nothing here calls back. No call blocks.
 *
 * Instead of requests, a READY connection takes commands of any words, never
 * both: what is put into its wire leaves with rlk_conn_flush(), and
 * rlk_reader_next() on its reader draws the replies.
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
    RLK_CONN_ENCRYPTING, /* TLS' handshake; HANDSHAKE is the one inside */
    RLK_CONN_HANDSHAKE,
    RLK_CONN_READY,
    RLK_CONN_FAILED, /* idle, once rlk_conn_next() has told so */
};

struct rlk_conn {
    const struct rlk_uri *uri;
    struct rlk_credentials credentials;
    struct rlk_tls_context *context; /* NULL: without TLS */
    enum rlk_conn_state state;
    int socket;           /* -1: none */
    int left;             /* one that is done with, for rlk_conn_left() */
    uint32_t descriptors; /* counts those that were watched: a new one may
                             have the number of the one before */

    /* A look-up under way outlives the attempt that began it: a resolver that
       hangs costs one thread, not one for each attempt. */
    struct rlk_lookup *lookup;
    struct rlk_addresses addresses;
    int first; /* where an attempt begins: after the address that failed */
    int tried; /* how many in this attempt */

    struct rlk_tls *tls; /* between the socket and what follows; or NULL */
    struct rlk_handshake handshake;
    struct rlk_reader reader;
    struct rlk_wire wire;
    bool blocked;        /* the socket takes no more for now */
    bool heard;          /* something has come since the handshake began */
    const char *unheard; /* connecting: what to say where nothing comes; static,
                            or NULL */
    bool unheard_is_news;

    uint64_t unanswered; /* requests */

    enum redlock_reason reason; /* of the failure */
    char message[96];
};

/* What to watch; descriptor -1: nothing. */
struct rlk_conn_watch {
    int descriptor;
    uint32_t serial; /* another one is another descriptor */
    bool read;
    bool write;
};

enum rlk_conn_event_kind {
    RLK_CONN_ON_ITS_WAY, /* message: what to say where nothing follows, static;
                            NULL: nothing more */
    RLK_CONN_UP,         /* identity; requests may be sent */
    RLK_CONN_DOWN,       /* reason, message */
    RLK_CONN_ANSWER,     /* reply, to the oldest request without one */
};

/* Pointers live until the next rlk_conn_next(). */
struct rlk_conn_event {
    enum rlk_conn_event_kind kind;
    const struct rlk_identity *identity;
    enum redlock_reason reason;
    const char *message;
    const struct rlk_reply *reply;
};

/*
 * uri        borrowed, with its strings; outlives the connection.
 * otherwise  what a URI without a user or password is given; its strings
 *            outlive the connection.
 * context    outlives the connection; NULL: without TLS.
 *
 * conn must stay where it is in memory.
 */
void rlk_conn_init(struct rlk_conn *conn, const struct rlk_uri *uri,
                   const struct rlk_credentials *otherwise,
                   struct rlk_tls_context *context);

/* Closes and frees everything. */
void rlk_conn_clear(struct rlk_conn *conn);

/*
 * Begins an attempt; idle only. It tries each address of a name until one
 * takes the connection, and ends in an event UP or DOWN, unless it is dropped:
 * it has no time limit of its own.
 */
void rlk_conn_connect(struct rlk_conn *conn);

/* Drops the connection or the attempt; no event follows from it. */
void rlk_conn_drop(struct rlk_conn *conn);

/*
 * Queues a request; READY only. false: no memory, nothing was queued. What
 * is queued leaves with rlk_conn_flush().
 */
bool rlk_conn_send(struct rlk_conn *conn, const struct rlk_request *request);

/* Is something queued that the socket might take? */
bool rlk_conn_unsent(const struct rlk_conn *conn);

/*
 * Writes what is queued, as far as the socket takes it. A connection that is
 * found broken is told by reading: answers may have come before. Only TLS that
 * cannot go on fails at once.
 */
void rlk_conn_flush(struct rlk_conn *conn);

/* What TLS has agreed on, HANDSHAKE or READY; false: there is none. */
bool rlk_conn_tls_facts(const struct rlk_conn *conn,
                        struct rlk_tls_facts *facts);

struct rlk_conn_watch rlk_conn_watch(const struct rlk_conn *conn);

/*
 * The descriptor that was watched, once the connection is done with it: the
 * caller stops to watch it, and closes it. -1: none. Where nobody asks, it is
 * closed with the connection.
 */
int rlk_conn_left(struct rlk_conn *conn);

/* The attempt or the connection fails, for a reason that its caller has. */
void rlk_conn_fail(struct rlk_conn *conn, enum redlock_reason reason,
                   const char *message);

/* The watched descriptor is ready: draw the events afterwards. */
void rlk_conn_readable(struct rlk_conn *conn);

void rlk_conn_writable(struct rlk_conn *conn);

/*
 * HANDSHAKE or READY: the next reply is in the reader. false: there is none
 * yet, what has come is no reply and the connection has failed, or it is in
 * another state.
 */
bool rlk_conn_read(struct rlk_conn *conn);

/* The next event; false: none. After DOWN the connection is idle. */
bool rlk_conn_next(struct rlk_conn *conn, struct rlk_conn_event *event);

#endif
