/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_TALK_LOOP_H
#define RLK_REDLOCK_ADMIN_TALK_LOOP_H

/*
 * Talks with all nodes at once: a connection each, and one poll() for all of
 * them. What is said is up to the one who talks: a state machine for each node,
 * which knows no socket and no clock.
 */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/net/conn.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/runtime/runtime.h"

enum rlk_talk_state {
    RLK_TALK_CONNECTING, /* until the handshake is done */
    RLK_TALK_ASKING,
    RLK_TALK_RESTING, /* nothing is asked for now: the connection stays */
    RLK_TALK_ENDED,   /* for good, whatever came of it */
};

/* What one side of a talk does. */
struct rlk_talk_ops {
    enum rlk_talk_state (*state)(const void *node);

    /* When the next step is due; only while connecting or asking. */
    int64_t (*wakeup)(const void *node);

    /* Connecting: what to say of its silence, static; NULL: nothing more. */
    void (*unheard)(void *node, const char *message);

    /* The handshake is done. conn: borrowed for the call. */
    void (*connected)(void *node, const struct rlk_conn *conn);

    /* While asking: the next reply. */
    void (*answer)(void *node, const struct rlk_reply *reply, int64_t now);

    /* Appends what is to be asked, and ends where that is over. */
    void (*step)(void *node, struct rlk_wire *wire, int64_t now);

    /* It ends without success. message: borrowed for the call. */
    void (*fail)(void *node, enum redlock_reason reason, const char *message);
};

/* A node, and the connection to it, which is to be initialised. */
struct rlk_talk {
    const struct rlk_talk_ops *ops; /* static */
    void *node;                     /* borrowed: theirs */
    struct rlk_conn conn;
};

/*
 * Until each of them has ended, or rests; at most REDLOCK_NODES_MAX. Connects
 * those that are not connected yet, and clears the connections of those that
 * have ended.
 *
 * Blocks, but no longer than until the last wakeup of a node that fails by it.
 * Starts no thread, but where a name has to be looked up.
 *
 * false: the system does not let us wait.
 */
bool rlk_talk_loop(struct rlk_talk *talks, int count);

/* The nodes that settings name, to be talked with by talk_loop.h. */

struct rlk_talk_nodes {
    struct rlk_uris uris;
    struct rlk_tls_nodes tls;
    struct rlk_runtime_settings core;        /* the settings, as they came to */
    const struct redlock_settings *settings; /* borrowed */
    int64_t patience; /* in nanoseconds: how long one answer may take */
    struct rlk_talk talk[REDLOCK_NODES_MAX];
};

/*
 * nodes  zeroed memory; to be closed whatever the answer.
 *
 * OK: the connections are initialised, the rest of each talk is the caller's.
 * BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *settings,
                                        struct redlock_problem *problem);

/* Closes the connections and gives everything back. */
void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes);

/* Does the reason say that a node refuses our credentials? */
bool rlk_talk_nodes_refuses(enum redlock_reason reason);

#endif
