/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_CORE_NODE_H
#define RLK_REDLOCK_CORE_NODE_H

/*
 * One node as the core knows it: is it worth asking, which requests
 * are in flight there and in what order, when to connect again, and which
 * releases it has not heard.
 *
 * A node is asked while its connection stands and it answers, and while its
 * first connection is being made. A node whose connection failed, or that let
 * a request time out and has said nothing since, costs a round nothing.
 */

#include <stdbool.h>
#include <stdint.h>

#include "clock/clock.h"
#include "quorum/guard.h"
#include "redlock/core/backlog.h"
#include "redlock/core/inflight.h"
#include "redlock/runtime/timers.h"
#include "redlock/runtime/transport.h"

struct rlk_runtime;

/* More of them than this in a row leave a key until it expires. */
#define RLK_NODE_ORPHANS 4

/*
 * The longest pause between two attempts to connect. Whoever has not looked for
 * so long tries what is down as at first.
 */
#define RLK_NODE_RETRY_LONGEST_NS (2550 * RLK_NS_PER_MS)

enum rlk_node_state {
    RLK_NODE_DOWN, /* waiting before the next attempt */
    RLK_NODE_CONNECTING,
    RLK_NODE_UP,
};

struct rlk_node {
    struct rlk_runtime *runtime;
    /* The guard has news for more than the node: what it granted ends earlier
     * or does not count, or the deployment is a guarded one. */
    void (*on_news)(struct rlk_node *node, const struct rlk_guard_news *news,
                    int64_t now);
    const char *name; /* borrowed */
    int index;
    enum rlk_node_state state;
    int64_t since; /* when this state began */
    int64_t asked; /* when the connection was asked for, whoever stood since */
    uint64_t connection; /* how many there were, this one included */
    int64_t heard; /* up: the last answer, or the first request after it */
    int failures;  /* attempts to connect that failed since it was last up */
    bool silent;   /* a request timed out; no answer has come since */
    enum redlock_reason reason; /* why it is down or silent */
    char message[96];
    struct rlk_timer timer;
    struct rlk_identity identity;      /* of this connection, or of the last;
                                          the marker as last seen */
    int64_t orphans[RLK_NODE_ORPHANS]; /* connections that broke with requests
                                          on them, and were not killed yet */
    int orphans_count;
    bool unkilled; /* some that are not among them may live on at the server */
    int kills;     /* of orphans, in flight */
    int spared;    /* orphans before the next one to be answered for */
    bool knows_release; /* the server has answered to the script's digest */
    bool lacks_grant;   /* it has said that it lacks the script of the grant */
    struct rlk_guard guard;
    struct rlk_timer guard_timer; /* the guard's wakeup */
    char mark[RLK_MARKER_MAX]; /* what the mark under way makes of the marker */
    struct rlk_inflight inflight; /* sent, not answered */
    struct rlk_inflight held;     /* waiting for the first connection */
    struct rlk_backlog backlog;   /* releases that it has not heard */
};

/* Whose runtime, index, name and on_news are set. false: no memory. Connects.
 */
bool rlk_node_init(struct rlk_node *node, int64_t now);

/* Frees what it holds; nobody hears of it. */
void rlk_node_clear(struct rlk_node *node);

/* May a round ask this node now? */
bool rlk_node_usable(const struct rlk_node *node, int64_t now);

/*
 * Sends the request, or holds it back until the first connection
 * stands. false: neither; its owner will not hear of it.
 *
 * A release goes out wherever a connection stands, also to a silent node, but
 * for what is too much for that: it is owed then.
 */
bool rlk_node_send(struct rlk_node *node, struct rlk_pending *pending,
                   enum rlk_verb verb, int64_t now);

/*
 * A release of that token goes to the node as soon as it may: at most once its
 * key lives_ns from now has gone, or a connection that may have carried what
 * sets it is dead, it is dropped.
 */
void rlk_node_release_later(struct rlk_node *node,
                            struct rlk_resource *resource,
                            const struct rlk_token *token, int64_t lives_ns,
                            bool maybe_unread, int64_t now);

/* Sends as much of the backlog as may be on its way at once. It is up. */
void rlk_node_send_backlog(struct rlk_node *node, int64_t now);

/*
 * May the node yet execute what it has not answered? broken: such a request of
 * the same token went down a connection that broke. standing: down this one.
 */
bool rlk_node_maybe_unread(const struct rlk_node *node, bool broken,
                           bool standing);

/* A request of the node's own: nobody else hears the answer. false: not sent.
 */
bool rlk_node_send_own(struct rlk_node *node, const struct rlk_request *request,
                       int64_t now);

/*
 * Looks at the node again in a while, if something is open there: a request
 * that no round waits for any more, a release or a kill that was not taken.
 */
void rlk_node_watch(struct rlk_node *node, int64_t now);

/*
 * What an answer to that request says of the node's memory and its clock, and
 * all that follows.
 */
void rlk_node_hear(struct rlk_node *node,
                   const struct rlk_inflight_entry *entry,
                   const struct rlk_answer *answer, int64_t now);

/* What is known of its memory and its clock is judged, and acted upon. */
void rlk_node_judge(struct rlk_node *node, int64_t now);

/* How much longer the node is in quarantine while we watch; 0: it is not. */
int64_t rlk_node_quarantine(const struct rlk_node *node, int64_t now);

/* That it is in quarantine, and since when; false: not that we have seen. */
bool rlk_node_sighting(const struct rlk_node *node, int64_t now,
                       struct redlock_sighting *sighting);

/* A round gave up waiting for a request to this node. */
void rlk_node_timed_out(struct rlk_node *node, int64_t now);

/*
 * Nobody looked at the sockets for so long, up to now: no silence of the
 * node's, neither of a handshake nor of an answer.
 */
void rlk_node_overlook(struct rlk_node *node, int64_t idle_ns);

/* What is known against the node is old: it is tried as at first. */
void rlk_node_try_again(struct rlk_node *node, int64_t now);

/* Nothing is on its way to a node that is likely to answer. */
bool rlk_node_quiet(const struct rlk_node *node, int64_t now);

/* --- what the transport tells, by way of the core -----------------------
 */

void rlk_node_connected(struct rlk_node *node,
                        const struct rlk_identity *identity, int64_t now);
void rlk_node_disconnected(struct rlk_node *node, enum redlock_reason reason,
                           const char *message, int64_t now);
void rlk_node_answer(struct rlk_node *node, const struct rlk_answer *answer,
                     int64_t now);

#endif
