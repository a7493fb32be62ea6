/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_NODE_H
#define RLK_REDLOCK_CORE_NODE_H

/*
 * One node as the core knows it: whether it is worth asking, which requests are
 * in flight there and in what order, when to connect again, and which releases
 * it has not acknowledged.
 *
 * A round asks a node while its connection stands and it answers, and while its
 * first connection is being made. A node whose connection failed, or that let a
 * request time out and has said nothing since, costs a round no time.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "quorum/guard.h"
#include "redlock/runtime/backlog.h"
#include "redlock/runtime/inflight.h"
#include "redlock/runtime/runtime.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/transport.h"

/*
 * So many orphans, connections that broke with requests on them, are
 * remembered. Of one more, a key may stay until it expires.
 */
#define RLK_NODE_ORPHANS 4

/*
 * The longest pause between two attempts to connect. After an idle span as long
 * as this, nodes that are down are tried as at first.
 */
#define RLK_NODE_RETRY_LONGEST_NS (2550 * RLK_NS_PER_MS)

/*
 * The second connection is closed when nobody has waited for so long. Whoever
 * waits says so every few seconds.
 */
#define RLK_NODE_LISTEN_IDLE_NS (60 * RLK_NS_PER_S)

enum rlk_node_state {
    RLK_NODE_DOWN, /* waiting before the next attempt */
    RLK_NODE_CONNECTING,
    RLK_NODE_UP,
};

enum rlk_listening_state {
    RLK_LISTENING_OFF, /* nobody waits, or the node is down or has refused it */
    RLK_LISTENING_PAUSED, /* waiting before the next attempt */
    RLK_LISTENING_OPENING,
    RLK_LISTENING_UP, /* the server pushes */
};

/* A node's second connection, on which it pushes what it hands on. */
struct rlk_listening {
    enum rlk_listening_state state;
    int64_t since; /* when this state began; an idle process moves it on */
    int64_t wanted_until; /* somebody is taken to wait until then; or 0 */
    int failures;         /* attempts that failed since it last stood */
    bool refused;         /* the server does not let us, as long as the node's
                             connection stands */
    char run_id[41];      /* up: of its server */
    enum redlock_reason reason; /* why it is not there; NONE: it never broke */
    struct rlk_timer timer; /* paused: to open it; opening: to give up; up: to
                               look whether somebody waits */
};

struct rlk_node {
    struct rlk_runtime *runtime; /* borrowed */
    /*
     * The core's: the guard has news that concern more than this node. What the
     * node granted ends earlier or does not count, or the deployment is a
     * guarded one.
     */
    void (*on_news)(struct rlk_node *node, const struct rlk_guard_news *news,
                    int64_t now);
    const char *name; /* without a password; borrowed */
    int index;        /* among the nodes, from 0 */
    enum rlk_node_state state;
    int64_t since; /* when this state began; an idle process moves it on */
    int64_t asked; /* when this connection was asked for */
    uint64_t connection; /* how many have stood, this one included */
    int64_t heard; /* up: the last answer, or the first request after it */
    int failures;  /* attempts to connect that failed since it was last up */
    bool silent;   /* a request timed out, and no answer has come since */
    enum redlock_reason reason; /* why it is down or silent */
    char message[96];           /* more on that; "": nothing */
    const char *unheard;    /* connecting: what to say where it stays silent;
                               static, or NULL */
    struct rlk_timer timer; /* down: to connect; connecting: to give up; up: to
                               look at what is open there */
    struct rlk_identity identity;      /* what the server said of itself at this
                                          connection, or at the last; the marker
                                          as last seen */
    int64_t orphans[RLK_NODE_ORPHANS]; /* client ids of connections that broke
                                          with requests on them, and are to be
                                          killed at the server; oldest first */
    int orphans_count;
    bool unkilled; /* the server may have connections of ours that broke and are
                      not among the orphans */
    int kills;     /* requests to kill an orphan that are in flight */
    int spared;    /* orphans at the front that the server could not kill yet */
    uint8_t knows_release; /* kinds whose release the server has executed by
                              its digest, a bit each */
    uint8_t lacks_grant; /* kinds of which the server has said that it does not
                            know the script of a checked grant */
    bool knows_pass;     /* likewise the pass, plain or checked: one script */
    bool lacks_queue; /* at this connection the server refused to queue, or to
                         hand on: for want of a right or a command */
    int64_t rtt_ns; /* from a request of one who waits to its answer, smoothed;
                       at first from any; 0: none yet */
    struct rlk_guard guard;       /* may the node vote? */
    struct rlk_timer guard_timer; /* the guard's wakeup */
    char mark[RLK_MARKER_MAX]; /* what the mark under way makes of the marker */
    struct rlk_listening listening;
    struct rlk_inflight inflight; /* sent, not answered */
    struct rlk_inflight held; /* to be sent when the first connection stands */
    struct rlk_backlog backlog;      /* releases that it has not acknowledged */
    struct redlock_node_stats stats; /* what is counted of it */
    enum rlk_marker_state told;      /* what was logged of its memory last */
};

/*
 * Connects. The caller has set runtime, index, name and on_news; the rest is
 * zero. false: no memory.
 */
bool rlk_node_init(struct rlk_node *node, int64_t now);

/* Frees what the node holds; no owner of a request hears of it. */
void rlk_node_clear(struct rlk_node *node);

/* May a round ask this node now? */
bool rlk_node_usable(const struct rlk_node *node, int64_t now);

/* How many nodes a round may ask now. */
int rlk_node_count_usable(const struct rlk_runtime *runtime, int64_t now);

/*
 * Sends a request of that owner, or holds it back until the first connection
 * stands. false: neither, and the owner hears nothing of it.
 *
 * Also to a silent node, up to RLK_BACKLOG_AT_ONCE requests.
 */
bool rlk_node_send(struct rlk_node *node, struct rlk_pending *pending,
                   enum rlk_verb verb, int64_t now);

/*
 * Adds a release of that token to the backlog. terms: but for the connection.
 * Whether the node may still execute what sets the key, says
 * rlk_node_maybe_unread().
 */
void rlk_node_release_later(struct rlk_node *node,
                            struct rlk_resource *resource,
                            const struct rlk_token *token,
                            const struct rlk_backlog_terms *terms, int64_t now);

/*
 * Gives a key of that token back at once, to whoever waits for it at the node;
 * once this connection has broken, as rlk_node_release_later() does.
 */
void rlk_node_hand_on(struct rlk_node *node, struct rlk_resource *resource,
                      const struct rlk_token *token, int64_t lives_ns,
                      int64_t now);

/*
 * Sends as much of the backlog as may be on its way at once, what was refused
 * before included. The node is up.
 */
void rlk_node_send_backlog(struct rlk_node *node, int64_t now);

/*
 * May the node still execute requests of a token that it has not answered?
 *
 * broken    such a request went down a connection that broke.
 * standing  such a request went down the connection that stands.
 */
bool rlk_node_maybe_unread(const struct rlk_node *node, bool broken,
                           bool standing);

/*
 * Takes what an answer to the request in entry says of the node's memory and
 * its clock, and does what follows from it.
 */
void rlk_node_hear(struct rlk_node *node,
                   const struct rlk_inflight_entry *entry,
                   const struct rlk_answer *answer, int64_t now);

/*
 * Judges what is known of the node's memory and its clock, and does what
 * follows from it.
 */
void rlk_node_judge(struct rlk_node *node, int64_t now);

/* How much longer the node is in quarantine while we watch; 0: it is not. */
int64_t rlk_node_quarantine(const struct rlk_node *node, int64_t now);

/* Might one who waits be served there, as far as is known? */
bool rlk_node_queues(const struct rlk_node *node, int64_t now);

/* For the next process: see rlk_marking_sighting(). */
bool rlk_node_sighting(const struct rlk_node *node, int64_t now,
                       struct redlock_sighting *sighting);

/*
 * Somebody waits: what this node hands on is to be heard. Opens the second
 * connection as soon as the first one stands, and keeps it for
 * RLK_NODE_LISTEN_IDLE_NS.
 */
void rlk_node_listen(struct rlk_node *node, int64_t now);

/* Nobody waits any more: closes the second connection. */
void rlk_node_stop_listening(struct rlk_node *node);

/* Is what this node hands on heard? */
bool rlk_node_listens(const struct rlk_node *node);

/* A round gave up waiting for a request to this node. */
void rlk_node_timed_out(struct rlk_node *node, int64_t now);

/*
 * Nobody has looked at the sockets for idle_ns, up to now: that span is not
 * taken for the node's silence, in a handshake or after a request.
 */
void rlk_node_overlook(struct rlk_node *node, int64_t idle_ns);

/*
 * What is known against the node is old: where it is down or silent, it is
 * connected to at once, as if for the first time.
 */
void rlk_node_try_again(struct rlk_node *node, int64_t now);

/* Has the node answered all that was sent, or is it unlikely to answer? */
bool rlk_node_quiet(const struct rlk_node *node, int64_t now);

/* --- what the transport tells, by way of the core --------------------------
 *
 * As the functions of core.h of these names.
 */

void rlk_node_connected(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now);

void rlk_node_connecting(struct rlk_node *node, const char *unheard);

void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now);

void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now);

/* The server is the one that the node's connection has. */
void rlk_node_listening(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now);

void rlk_node_deaf(struct rlk_node *node, enum redlock_reason reason,
                   int64_t now);

#endif
