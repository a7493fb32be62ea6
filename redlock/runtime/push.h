/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RUNTIME_PUSH_H
#define RLK_REDLOCK_RUNTIME_PUSH_H

/*
 * Who waits at a node, in the words of the wire: the successor that a release
 * names, and the push that tells a client what a node did for one of its
 * places. The scripts (kinds/mutex/checked/ask.lua and pass.lua) write both as
 * words with a space between them.
 *
 *     ticket px flags generation token                    a successor
 *     memory us generation bits c token [successor]       a push
 *
 * What is read here comes from servers and, by way of them, from other clients:
 * each field is checked, and nothing is kept of a text with a wrong one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "redlock/runtime/token.h"

/* A place lives so long after it was asked for, by the node's clock. */
#define RLK_PLACE_LEASE_MS 2000

/* A resource has no more places at a node. */
#define RLK_PLACES_MOST 10000

/* A key that is handed over lives no longer than this: 2 ** 40 ms. */
#define RLK_SUCCESSOR_PX_MOST (INT64_C(1) << 40)

/* What is to be known of a token that waits, a bit each. */
enum rlk_place_flag {
    /* Each hand-off to it has to mint a fence. */
    RLK_PLACE_FENCED = 1,

    /* It counts only hand-offs of nodes whose marker was judged in the same
       script. */
    RLK_PLACE_GUARDED = 2,

    /* It shares the resource: it may come in beside others who do. */
    RLK_PLACE_SHARES = 4,

    /* It gets no place: where it is not granted the key at once it is refused,
       as by a plain grant. For an attempt that does not wait. */
    RLK_PLACE_NONE = 8,

    /* It is woken and never handed the key: who shares it, as a reader or with
       an owner, has none of its own; of slots it is not known which one; and
       whoever adopts a token that was exported must not found a tenure on a
       hand-off, which nobody has extended yet. */
    RLK_PLACE_WOKEN = 16,

    RLK_PLACE_FLAGS_ALL = 31,
};

/*
 * Who is next at a node. Lifetime, flags and the longest TTL belong to the
 * token: who changes one of them gives the token up, and asks anew with another
 * one under the same ticket.
 */
struct rlk_successor {
    struct rlk_token token; /* length 0: nobody */
    int64_t ticket;         /* by whose order the places of a node stand: about
                               microseconds of a node's clock when the wait began;
                               1 .. 2 ** 53 */
    int64_t px_ms;  /* what the key lives that is handed to it: the claim, and
                       the slack of its lock's TTL; 1 .. RLK_SUCCESSOR_PX_MOST */
    unsigned flags; /* enum rlk_place_flag */
    int64_t generation; /* counts what the token has asked for at its gates; 0:
                           the first time */
};

/*
 * What a node tells the owner of a place.
 *
 * A hand-off is a grant that a node executes late, so the vote that comes of it
 * ends at u + claim - drift, where u is the instant at which the request of
 * this token left that had the number `generation`. Counted from when the push
 * came, or from the last renewal that was answered, it outlives its key, and
 * two hold one lock.
 *
 * It is a vote only if
 *  - the token is that of the present attempt,
 *  - set is true,
 *  - it comes from the memory that the node is known to have
 *    (rlk_push_is_of()),
 *  - of a fenced token, minted is true, and of a guarded one, judged is.
 * The key may be this token's all the same: what does not count is made sure of
 * by asking, or given back by a release that takes no number back.
 */
struct rlk_push {
    char memory[9]; /* the first eight digits of the master_replid of the memory
                       in which the script ran */
    struct rlk_token token; /* whose place it was */
    int64_t generation;     /* the newest of this token that the node knew of */
    bool set;    /* the key was set to the token; false: it is free, and the
                    place is still there: claim it */
    bool minted; /* c was counted up for this token */
    bool judged; /* the memory's marker was judged in the same script */
    bool alone;  /* the token is not the one that the releaser named: no other
                    node is handed over, so claim the others at once */
    int64_t c;   /* the counter, as it now is; 0: not told */
    int64_t us;  /* what the node's clock showed. The guard is not told: see
                    docs/protocol.md */
    struct rlk_successor head; /* the next living place at this node */
};

/*
 * A push out of a message's payload. false: it is not one, and *push is not to
 * be used.
 */
bool rlk_push_read(struct rlk_push *push, const char *text, size_t length);

/*
 * Does it come from the memory with that master_replid? The connection on which
 * it came may have ended at another server: a replica's subscribers hear what
 * is published at its master. replid "": not known, and no push is of it.
 */
bool rlk_push_is_of(const struct rlk_push *push, const char *replid);

/* A successor out of its text. false: it is none, and length is set to 0. */
bool rlk_successor_read(struct rlk_successor *successor, const char *text,
                        size_t length);

#endif
