/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_SOCKETS_INTERNAL_H
#define RLK_REDLOCK_NET_SOCKETS_INTERNAL_H

/* Between the files of the sockets: sockets.c, sockets_turn.c. */

#include <stdbool.h>
#include <stdint.h>

#include "redlock/core/core.h"
#include "redlock/net/peer.h"
#include "redlock/net/poll_set.h"
#include "redlock/net/random.h"
#include "redlock/net/subscription.h"
#include "redlock/runtime/transport.h"

/* A set of peers is a word of bits. */
_Static_assert(RLK_POLL_SET_MOST <= 64, "a bit for each peer");

/* Both connections of a node. In the poll set the second ones come last. */
struct rlk_sockets_node {
    struct rlk_peer peer;
    struct rlk_subscription subscription;
};

struct rlk_sockets {
    struct rlk_transport transport; /* first: the core sees this */
    struct rlk_core *core;
    struct rlk_poll_set set;
    int64_t looked; /* when somebody last looked at the sockets */
    /* By a loop that is not ours, of which nothing is known but when it had
     * something to do: by the timer, or since it was rung for. */
    bool waited_for;
    int64_t rung; /* when loop_fd.c did so; RLK_NEVER: it has not since */
    int64_t now;  /* the clock as it was read after the last bytes were */
    int judged;   /* answers since then */
    char *username;
    char *password;
    struct rlk_random random;
    uint64_t unsent; /* peers with bytes that have not left */
    int64_t queued;  /* when the first of them was */
    int64_t flushed; /* when all that had been queued was written last */
    uint64_t failed; /* peers whose failure, or what it would be called, has
                        not been told */
    bool news;       /* since the last flush, for a turn of the loop to tell */
    /* Of rlk_sockets_watch(); NULL: nothing was watched yet. */
    void (*readable)(struct rlk_core *core, int descriptor, int64_t now);
    int nodes;
    struct rlk_sockets_node node[];
};

/* Takes the lowest number out of a set that is not empty. */
int rlk_sockets_take_number(uint64_t *set);

/* The peer with that number. */
struct rlk_peer *rlk_sockets_peer(struct rlk_sockets *sockets, int who);

/* After anything that a connection did or was asked to do. */
void rlk_sockets_settle_peer(struct rlk_sockets *sockets,
                             struct rlk_peer *peer);

#endif
