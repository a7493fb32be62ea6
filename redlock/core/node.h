/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_NODE_H
#define RLK_REDLOCK_CORE_NODE_H

/*
 * The core's state of one node: whether it is usable, the requests in flight
 * and their order, when to connect again, and the releases that it has not
 * acknowledged.
 *
 * A round asks a node that is connected and answers, or that is connecting for
 * the first time. A node whose connection failed, or that has been silent since
 * a request timed out, costs a round no time.
 */

#include "clock/clock.h"
#include "quorum/guard.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/pending_releases.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/transport.h"

/*
 * The number of orphans that are remembered: connections that broke with
 * requests in flight. A key set by a further one may stay until it expires.
 */
#define RLK_NODE_ORPHANS 4

/*
 * The longest pause between two attempts to connect. After an idle time of this
 * length, nodes that are down are tried again as if for the first time.
 */
#define RLK_NODE_RETRY_LONGEST_NS (2550 * RLK_NS_PER_MS)

/*
 * The second connection is closed when there was no waiter for this long. A
 * waiter renews its interest every few seconds.
 */
#define RLK_NODE_LISTEN_IDLE_NS (60 * RLK_NS_PER_S)

enum rlk_node_state {
    RLK_NODE_DOWN, /* waiting before the next attempt */
    RLK_NODE_CONNECTING,
    RLK_NODE_UP,
};

enum rlk_listening_state {
    RLK_LISTENING_OFF,    /* no waiter, or the node is down or has refused */
    RLK_LISTENING_PAUSED, /* waiting before the next attempt */
    RLK_LISTENING_OPENING,
    RLK_LISTENING_UP, /* subscribed */
};

/* A node's second connection, for its hand-off messages. */
struct rlk_listening {
    enum rlk_listening_state state;
    int64_t since; /* when this state began; an idle process moves it on */
    int64_t wanted_until; /* a waiter needs it until then; or 0 */
    int failures;         /* attempts that failed since it was last up */
    bool refused;         /* the server does not permit it; until the node is
                             connected anew */
    char run_id[41];      /* up: of its server */
    enum redlock_reason reason; /* why it is not up; NONE: it never broke */
    struct rlk_timer timer; /* paused: to open it; opening: to give up; up: to
                               check whether a waiter needs it */
};

struct rlk_node {
    struct rlk_runtime *runtime; /* borrowed */
    /*
     * Set by the core: the guard has news that concern more than this node. Its
     * grants expire earlier or do not count, or the deployment is guarded.
     */
    void (*on_news)(struct rlk_node *node, const struct rlk_guard_news *news,
                    int64_t now);
    const char *name; /* without a password; borrowed */
    int index;        /* among the nodes, from 0 */
    enum rlk_node_state state;
    int64_t since; /* when this state began; an idle process moves it on */
    int64_t asked; /* when this connection was requested */
    uint64_t connection; /* the number of connections so far */
    int64_t answered_at; /* up: the last answer, or first request after it */
    int failures; /* attempts to connect that failed since it was last up */
    bool silent;  /* a request timed out, and no answer has arrived since */
    enum redlock_reason reason; /* why it is down or silent */
    char message[96];           /* details of the reason; "": none */
    const char *no_answer;      /* connecting: the message if it stays silent;
                                 static, or NULL */
    struct rlk_timer timer; /* down: to connect; connecting: to give up; up: to
                               check the requests in flight */
    struct rlk_identity identity;      /* from the handshake of this or the last
                                          connection; the marker as last seen */
    int64_t orphans[RLK_NODE_ORPHANS]; /* client ids of connections that broke
                                          with requests in flight, to be killed
                                          at the server; oldest first */
    int orphans_count;
    bool unkilled; /* the server may have broken connections of this client that
                      are not among the orphans */
    int kills;     /* requests to kill an orphan that are in flight */
    int spared;    /* orphans at the front that the server could not kill yet */
    bool knows_release[2]; /* the server has executed the release by its digest;
                              [true]: the script for every lock type, [false]:
                              the plain one */
    bool lacks_grant; /* the server has reported the checked grant's script as
                         unknown */
    bool knows_pass;  /* the server has executed the pass by its digest; plain
                         and checked are one script */
    bool lacks_queue; /* the server refused to queue or to hand over on this
                         connection: a right or a command is missing */
    int64_t rtt_ns; /* the smoothed round trip of a waiter's requests; at first
                       of any request; 0: none yet */
    struct rlk_guard guard;       /* decides whether the node may vote */
    struct rlk_timer guard_timer; /* the guard's wakeup */
    char mark[RLK_MARKER_MAX];    /* the new marker of the mark under way */
    struct rlk_listening listening;
    struct rlk_inflight inflight; /* sent, not answered */
    struct rlk_inflight held;     /* to be sent once the node is connected */
    struct rlk_pending_releases releases; /* that it has not acknowledged */
    struct redlock_node_stats stats;
    enum rlk_marker_state logged; /* the last logged state of its memory */
};

/*
 * Connects. The caller has set runtime, index, name and on_news; the other
 * members are zero. false: out of memory.
 */
bool rlk_node_init(struct rlk_node *node, int64_t now);

/* Frees the node's members without notifying the owners of requests. */
void rlk_node_clear(struct rlk_node *node);

/* May a round ask this node now? */
bool rlk_node_usable(const struct rlk_node *node, int64_t now);

/* How many nodes a round may ask now. */
int rlk_node_count_usable(const struct rlk_runtime *runtime, int64_t now);

/*
 * Sends the request, or keeps it until the first connection is up. false:
 * neither, and its owner is not notified.
 *
 * A silent node gets up to RLK_PENDING_RELEASES_IN_FLIGHT requests.
 */
bool rlk_node_send(struct rlk_node *node, struct rlk_pending *pending,
                   enum rlk_verb verb, int64_t now);

/*
 * Adds a release of the token to the pending releases. terms: all members but
 * the connection. rlk_node_maybe_unread() tells whether the node may still
 * execute a request that sets the key.
 */
void rlk_node_release_later(struct rlk_node *node,
                            struct rlk_resource *resource,
                            const struct rlk_token *token,
                            const struct rlk_pending_releases_terms *terms,
                            int64_t now);

/*
 * Hands the token's key over to the next waiter at the node, immediately. If
 * this connection breaks first, it becomes a pending release.
 */
void rlk_node_hand_on(struct rlk_node *node, struct rlk_resource *resource,
                      const struct rlk_token *token, int64_t lives_ns,
                      int64_t now);

/*
 * Sends as many pending releases as may be in flight at a time, including those
 * that were refused before. The node is up.
 */
void rlk_node_send_pending_releases(struct rlk_node *node, int64_t now);

/*
 * May the node still execute unanswered requests of a token?
 *
 * broken    such a request was sent on a connection that broke.
 * standing  such a request was sent on the current connection.
 */
bool rlk_node_maybe_unread(const struct rlk_node *node, bool broken,
                           bool standing);

/* Handles the part of an answer that concerns the node's memory and clock. */
void rlk_node_note(struct rlk_node *node,
                   const struct rlk_inflight_entry *entry,
                   const struct rlk_answer *answer, int64_t now);

/* Has the guard judge the node's memory and clock, and acts on its news. */
void rlk_node_judge(struct rlk_node *node, int64_t now);

/* The rest of the node's quarantine while this client watches; 0: none. */
int64_t rlk_node_quarantine(const struct rlk_node *node, int64_t now);

/* Can a waiter be served there, as far as is known? */
bool rlk_node_queues(const struct rlk_node *node, int64_t now);

/* For the next process: see rlk_marking_observation(). */
bool rlk_node_observation(const struct rlk_node *node, int64_t now,
                          struct redlock_quarantine_observation *observation);

/*
 * A waiter needs the node's hand-off messages. Opens the second connection as
 * soon as the first is up, and keeps it for RLK_NODE_LISTEN_IDLE_NS.
 */
void rlk_node_listen(struct rlk_node *node, int64_t now);

/* There is no waiter any more: closes the second connection. */
void rlk_node_stop_listening(struct rlk_node *node);

/* Do the node's hand-off messages arrive? */
bool rlk_node_listens(const struct rlk_node *node);

/* A request of a round to this node has timed out. */
void rlk_node_timed_out(struct rlk_node *node, int64_t now);

/*
 * The process did not read its sockets for idle_ns before `now`: this time does
 * not count as the node's silence.
 */
void rlk_node_overlook(struct rlk_node *node, int64_t idle_ns);

/*
 * The failures of the node are old: if it is down or silent, connects to it
 * immediately, as if for the first time.
 */
void rlk_node_try_again(struct rlk_node *node, int64_t now);

/* Has the node answered every request, or is it unlikely to answer? */
bool rlk_node_quiet(const struct rlk_node *node, int64_t now);

/* --- events of the transport ------------------------------------------------
 *
 * The core's functions of the same names call these.
 */

void rlk_node_connected(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now);

void rlk_node_connecting(struct rlk_node *node, const char *no_answer);

void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now);

void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now);

/* The server is the one of the node's first connection. */
void rlk_node_listening(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now);

void rlk_node_deaf(struct rlk_node *node, enum redlock_reason reason,
                   int64_t now);

#endif
