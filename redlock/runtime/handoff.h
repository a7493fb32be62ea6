/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_HANDOFF_H
#define RLK_REDLOCK_RUNTIME_HANDOFF_H

/*
 * The stored form of waiters: the successor that a release names, and the
 * hand-off message that notifies a waiter. The scripts (types/ask.lua and
 * pass.lua) write both as words with a space between them.
 *
 * ticket px flags generation token                    a successor
 * memory us generation bits c token [successor]       a hand-off message
 *
 * These texts come from servers and, through them, from other clients: each
 * field is checked, and a text with a wrong field is rejected as a whole.
 */

#include "redlock/runtime/constants.h"
#include "redlock/runtime/token.h"

/* The longest TTL of a key that is handed over: 2 ** 40 ms. */
#define RLK_SUCCESSOR_PX_MOST (INT64_C(1) << 40)

/*
 * The next waiter at a node. TTL, flags and the longest TTL belong to the
 * token: a waiter that changes one of them gives the token up, and asks with a
 * new token under the same ticket.
 */
struct rlk_successor {
    struct rlk_token token; /* length 0: none */
    int64_t ticket;         /* the order of the queue: about the microseconds of
                               a node's clock when the wait began; 1 .. 2 ** 53 */
    int64_t px_ms;  /* the TTL of a key that is handed to it: the claim, and the
                       slack of its lock's TTL; 1 .. RLK_SUCCESSOR_PX_MOST */
    unsigned flags; /* enum rlk_entry_flag */
    int64_t generation; /* of the token's last request; 0: the first */
};

/*
 * A node's message to a waiter.
 *
 * A hand-off is a grant that a node executes late. Its vote is therefore valid
 * until u + claim - drift, where u is the instant at which the token's request
 * with the number `generation` was sent. If it counted from the arrival of the
 * message, or from the last answered renewal, the vote would outlive its key,
 * and two clients would hold one lock.
 *
 * It is a vote only if
 * - the token is that of the current attempt,
 * - set is true,
 * - it comes from the memory that the node is known to have
 *   (rlk_handoff_is_of()),
 * - issued is true if the token is fenced, and judged if it is guarded.
 * If it is no vote, the key may still be this token's: the client asks the
 * node, or releases the key without taking a fence back.
 */
struct rlk_handoff {
    char memory[9]; /* the first eight digits of the master_replid of the memory
                       in which the script ran */
    struct rlk_token token; /* of the queue entry */
    int64_t generation;     /* the newest of this token at the node */
    bool set; /* the key was set to the token; false: the key is free, and the
                 queue entry remains: claim it */
    bool issued; /* c was issued to this token */
    bool judged; /* the same script judged the memory's marker */
    bool alone;  /* the releaser did not name this token: no other node hands
                    over, so claim the others immediately */
    int64_t c;   /* the current counter; 0: unknown */
    int64_t us;  /* the node's clock. It is not given to the guard: see
                    docs/protocol.md */
    struct rlk_successor head; /* the next valid queue entry at this node */
};

/*
 * Reads a hand-off message from a payload. false: it is malformed, and *handoff
 * is undefined.
 */
bool rlk_handoff_read(struct rlk_handoff *handoff, const char *text,
                      size_t length);

/*
 * Does the message come from the memory with this master_replid? Its connection
 * may lead to another server: subscribers of a replica receive what its master
 * publishes. replid "": unknown; the result is false.
 */
bool rlk_handoff_is_of(const struct rlk_handoff *handoff, const char *replid);

/* Reads a successor. false: it is malformed, and its token's length is 0. */
bool rlk_successor_read(struct rlk_successor *successor, const char *text,
                        size_t length);

#endif
