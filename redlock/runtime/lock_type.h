/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_LOCK_TYPE_H
#define RLK_REDLOCK_RUNTIME_LOCK_TYPE_H

/*
 * The requests to a node, and the lock types. All types have the same requests:
 * redlock/resp/command.c writes them, and the scripts of redlock/types/ serve
 * every type.
 *
 * Static data, for any thread.
 */

#include <stdbool.h>

/* The requests to a node. */
enum rlk_verb {
    /* For locks of every type. */
    RLK_VERB_GRANT,
    RLK_VERB_CONFIRM, /* checked only: raises the counter to the fence */
    RLK_VERB_EXTEND,  /* moves the key's end; never creates the key */
    RLK_VERB_REPAIR,  /* creates the key if it is missing */
    RLK_VERB_RELEASE, /* deletes the key if it has this token */
    RLK_VERB_INSPECT, /* returns the key's token and remaining TTL */
    RLK_VERB_OBSERVE, /* returns the same, and the counter */

    /*
     * A grant that waits: sets the key if it is free and no waiter with an
     * earlier ticket is queued, extends the key if it has this token, and gives
     * the token an entry in the node's queue if the key has another token.
     * Checked only, and sent to the gate, or, claiming, to every node.
     *
     * A token of a shared or an owner's lock joins if the key permits it and no
     * waiter with an earlier ticket is queued. For a semaphore the node chooses
     * a slot; all slots have one queue.
     *
     * The answer is YES (with the counter, and whether a fence was issued; text
     * is the next entry, for rlk_successor_read(), or empty), QUEUED, HELD (no
     * entry: because of the flags, or the queue is full), QUARANTINED or
     * DISAGREES.
     */
    RLK_VERB_ASK,

    /*
     * A release that hands over. First it removes the queue entries of this
     * token and of the named successor, whatever value the key has. Then, if
     * the key has this token, it sets it to the named successor's token, or
     * else to that of the first valid entry of this node, issues a fence to it
     * if it is fenced, and sends it a hand-off message; if no client receives
     * that, it tries the next entry. If there is none, it deletes the key and
     * takes the number `issued` back. It is answered as a release: YES does not
     * say whether the key was handed over.
     *
     * It only wakes a waiter if a hand-off would be no vote: the key is
     * deleted, the entry of a waiter that was not named stays, and the message
     * says that the key is free. That is so for a fenced waiter if the counter
     * is missing or another memory's, because none is begun here; for a guarded
     * one if no marker is judged; for all if the longest TTL differs. In
     * quarantine no waiter is notified.
     *
     * Plain: no successor is named, no marker is judged, and no number is
     * carried or taken back. For a token that may have an entry at that node,
     * and for the gate.
     *
     * An error, unless it is one of the connection, means that the node cannot
     * do it: the user lacks a right, the server a command, or a key of ours has
     * another type. Nothing was handed over, and the key may still exist:
     * RELEASE follows to that node.
     *
     * In addition to the rights for other scripts, users need the rights to
     * zadd, zcard, zrange, zrank, zrem, zscore, hset, hget, hdel, publish,
     * info, time and subscribe, to the keys {*}:* and the channels
     * redlock:wake:*.
     */
    RLK_VERB_PASS,
    RLK_VERBS_OF_LOCK_TYPE,

    /* For a node itself. The token of mark is the marker seen there. */
    RLK_VERB_INIT_NODE = RLK_VERBS_OF_LOCK_TYPE, /* writes a sound marker */
    RLK_VERB_MARK,                               /* writes another marker */
    RLK_VERB_KILL_CLIENT,                        /* ends another connection */
    RLK_VERBS
};

/* A lock type: how its locks are held, by the mode that scripts receive. */
struct rlk_lock_type {
    const char *name; /* "mutex" */
    /*
     * Several tokens hold it at the same time, as members: another member may
     * move a member's counter.
     */
    bool holders;
    bool former; /* of a member that had the resource alone: a node where its
                    key still exists makes it a member at its next request */
    bool owned;  /* the members are one owner's: the first is issued a fence,
                    the others carry it */
    bool slots;  /* it holds one slot of the resource */
    /*
     * It has no plain commands: its grants, confirms, extensions and repairs
     * are always checked, and its releases where a number is taken back. It is
     * never handed over: its waiters are woken.
     */
    bool scripted;
};

#endif
