/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_ADMIN_TALK_LOOP_H
#define RLK_REDLOCK_ADMIN_TALK_LOOP_H

/*
 * Talks with all nodes at the same time: a connection to each, and one poll()
 * for all. The content is up to the caller: a state machine for each node,
 * which knows no socket and no clock.
 */

#include "redlock/net/conn.h"
#include "redlock/net/tls_nodes.h"
#include "redlock/net/uri.h"
#include "redlock/runtime/runtime.h"

enum rlk_talk_state {
    RLK_TALK_CONNECTING, /* until the handshake is done */
    RLK_TALK_ASKING,
    RLK_TALK_RESTING, /* nothing to send now; the connection stays */
    RLK_TALK_ENDED,   /* for good, with or without success */
};

struct rlk_talk;

/* The functions of one side of a talk. */
struct rlk_talk_ops {
    /* The handshake is done. May be NULL. */
    void (*connected)(struct rlk_talk *talk);

    /* While asking: the next reply. */
    void (*answer)(struct rlk_talk *talk, const struct rlk_reply *reply,
                   int64_t now);

    /*
     * While asking: appends due requests; ends the talk when it is over. false:
     * no memory.
     */
    bool (*ask)(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now);

    /* It has ended without success. message: borrowed for the call. */
    void (*failed)(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message);

    /*
     * The next request is due this long after the latest progress; 0: an answer
     * is awaited. NULL: always 0.
     */
    int64_t (*pause)(const struct rlk_talk *talk);
};

/* The first member of a node's state machine. */
struct rlk_talk {
    const struct rlk_talk_ops *ops; /* static */
    enum rlk_talk_state state;
    int64_t patience; /* time limit for the connection and for each answer */
    int64_t end;      /* time limit for the whole talk */
    int64_t progress; /* the instant of the latest question or answer */
    const char *no_answer; /* connecting: the message if it stays silent,
                            static; or NULL */
    struct rlk_conn conn;
};

/* Nothing is known of the node yet. The caller has set patience and end. */
void rlk_talk_start(struct rlk_talk *talk, const struct rlk_talk_ops *ops,
                    int64_t now);

/* Sends due requests, and fails if the node has been silent for too long. */
void rlk_talk_step(struct rlk_talk *talk, struct rlk_wire *wire, int64_t now);

/* When the next step is due; only while connecting or asking. */
int64_t rlk_talk_wakeup(const struct rlk_talk *talk);

/* Ends it without success; no effect if it has ended. */
void rlk_talk_fail(struct rlk_talk *talk, enum redlock_reason reason,
                   const char *message);

/* The nodes of the settings. */
struct rlk_talk_nodes {
    struct rlk_uris uris;
    struct rlk_tls_nodes tls;
    struct rlk_runtime_settings core; /* the settings, converted */
    int64_t patience; /* nanoseconds: the time limit for one answer */
    struct rlk_talk *talk[REDLOCK_NODES_MAX]; /* borrowed: the caller's */
};

/*
 * nodes  zeroed except for talk; must be closed in any case
 * given  in the caller's layout
 *
 * OK: the connections are initialized, and each talk has its patience; the
 * caller sets the rest. BAD_NODES, UNSAFE, BAD_SETTING, NO_MEMORY, SYSTEM.
 */
enum redlock_status rlk_talk_nodes_open(struct rlk_talk_nodes *nodes,
                                        const struct redlock_settings *given,
                                        struct redlock_problem *problem);

/*
 * Runs until each talk has ended or rests. Connects those that are not
 * connected yet, and clears the connections of those that have ended.
 *
 * Blocks at most until the last wakeup of a node that fails by it. Starts no
 * thread, except to look up a name.
 *
 * false: the system refused to wait.
 */
bool rlk_talk_loop(struct rlk_talk_nodes *nodes);

/* Closes the connections and frees everything. */
void rlk_talk_nodes_close(struct rlk_talk_nodes *nodes);

/* Does the reason mean that a node refuses the credentials? */
bool rlk_talk_nodes_refuses(enum redlock_reason reason);

#endif
