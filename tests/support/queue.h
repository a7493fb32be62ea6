/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_QUEUE_H
#define TESTS_SUPPORT_QUEUE_H

/*
 * One real server, the resource "job" there, and six clients, 'a' to 'f', that
 * ask for it and pass it on, each with its own tokens. For tests of the scripts
 * that manage a queue.
 */

#include "tests/support/wire_peer.h"

#define QUEUE_PX_MS 60000
#define QUEUE_TTL_MAX_MS 300000

struct queue {
    struct server server;
    struct wire_peer peer; /* sends the requests */
    /* The subscriptions of clients that listen; socket 0: none. */
    struct wire_peer ears[6];
    struct rlk_rules rules; /* of the next requests; initially neither fenced
                               nor guarded: all zero except the run_id */
    struct rlk_handoff handoff; /* the last one received */
};

/* options: of the server, or NULL. user: as for wire_peer_open(). */
void queue_open(struct queue *queue, const char *const *options);
void queue_close(struct queue *queue);

/* Sends the following requests as another user. */
void queue_be(struct queue *queue, const char *user);

/* The token of a client's attempt. Static; valid for 128 further calls. */
const char *queue_token(char client, int attempt);

void queue_listen(struct queue *queue, char client);

/*
 * Asks for a queue entry; zero members of asking mean an ordinary first
 * request.
 */
struct rlk_answer queue_ask(struct queue *queue, const char *token,
                            struct rlk_ask asking);

/* successor NULL: the request names no successor. */
struct rlk_answer queue_pass(struct queue *queue, const char *token,
                             const struct rlk_successor *successor);

/* As a client whose lock has no fence and no guard. */
struct rlk_answer queue_pass_plain(struct queue *queue, const char *token);

/* Sends another verb, without a fence and without a guard. */
struct rlk_answer queue_do(struct queue *queue, enum rlk_verb verb,
                           const char *token);

/* Writes a queue entry with that ticket and lease: PX 7000, generation 5. */
void queue_entry(struct queue *queue, const char *token, int64_t ticket,
                 unsigned flags, int64_t lease_ms);

struct rlk_successor queue_successor(const char *token, unsigned flags);

/*
 * Stores the hand-off message that the client received since the last call in
 * queue->handoff; false: there was none. Two messages end the test.
 */
bool queue_hears(struct queue *queue, char client);

/* The token in the key; "": there is no key. Static. */
const char *queue_holder(struct queue *queue);

/*
 * Is there a queue entry of that token? Fails if only one of its two records is
 * there.
 */
bool queue_has_entry(struct queue *queue, const char *token);

/*
 * Reads the fencing counter; 0: none. The other function sets it, as one of the
 * server's present memory.
 */
int64_t queue_counter(struct queue *queue);
void queue_set_counter(struct queue *queue, int64_t number);

/* Marks the node's memory as complete, and guards the following requests. */
void queue_guard(struct queue *queue);

#endif
