/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_TALK_LOOP_H
#define RLK_REDLOCK_ADMIN_TALK_LOOP_H

/*
 * Talks with all nodes at the same time: a connection each, and one poll() for
 * all of them. What is said is up to the caller: a state machine for each node,
 * which knows no socket and no clock.
 */

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

struct rlk_talk;

/* What one side of a talk does. */
struct rlk_talk_ops {
    /* The handshake is done. May be NULL. */
    void (*connected)(struct rlk_talk *talk);

    /* While asking: the next reply. */
    void (*answer)(struct rlk_talk *talk, const struct rlk_reply *reply,
                   int64_t now);

    /* While asking: appends what is to be asked, and ends where that is over.
     * false: no memory. */
    bool (*ask)(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now);

    /* It has ended without success. message: borrowed for the call. */
    void (*failed)(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message);

    /* So long after the latest progress the next question is due; 0: an answer
     * is awaited. NULL: always. */
    int64_t (*pause)(const struct rlk_talk *talk);
};

/* The first member of a node that is talked with. */
struct rlk_talk {
    const struct rlk_talk_ops *ops; /* static */
    enum rlk_talk_state state;
    int64_t patience;    /* how long the connection or an answer may take */
    int64_t end;         /* nothing takes longer than until this instant */
    int64_t progress;    /* the instant of the latest question or answer */
    const char *unheard; /* connecting: what to say of its silence, static;
                            NULL: nothing more */
    struct rlk_conn conn;
};

/* Nothing is known of the node yet. patience and end are set. */
void rlk_talk_start(struct rlk_talk *talk, const struct rlk_talk_ops *ops,
                    int64_t now);

/* Asks what is due, and fails where the node has been silent for too long. */
void rlk_talk_step(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now);

/* When the next step is due; only while connecting or asking. */
int64_t rlk_talk_wakeup(const struct rlk_talk *talk);

/* Ends it without success. Changes nothing where it has ended. */
void rlk_talk_fail(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message);

/* The nodes that settings name. */
struct rlk_talk_nodes {
    struct rlk_uris uris;
    struct rlk_tls_nodes tls;
    struct rlk_runtime_settings core; /* the settings, as they came to */
    int64_t patience; /* in nanoseconds: how long one answer may take */
    struct rlk_talk *talk[REDLOCK_NODES_MAX]; /* borrowed: the caller's */
};

/*
 * nodes  zeroed memory, but for talk; to be closed whatever the answer.
 * given  in the caller's layout
 *
 * OK: the connections are initialised, and each talk has its patience; the rest
 * of it is the caller's. BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *given,
                                        struct redlock_problem *problem);

/*
 * Until each of them has ended, or rests. Connects those that are not connected
 * yet, and clears the connections of those that have ended.
 *
 * Blocks, but no longer than until the last wakeup of a node that fails by it.
 * Starts no thread, but where a name has to be looked up.
 *
 * false: the system does not let us wait.
 */
bool rlk_talk_loop(struct rlk_talk_nodes *nodes);

/* Closes the connections and gives everything back. */
void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes);

/* Does the reason say that a node refuses our credentials? */
bool rlk_talk_nodes_refuses(enum redlock_reason reason);

#endif
