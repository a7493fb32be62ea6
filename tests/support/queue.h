/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_QUEUE_H
#define TESTS_SUPPORT_QUEUE_H

/*
 * One real server, the resource "job" there, and those who ask for it and pass
 * it on: clients 'a' to 'f', each with tokens of its own. In tests of what the
 * scripts of a queue do.
 */

#include "tests/support/wire_peer.h"

#define QUEUE_PX_MS 60000
#define QUEUE_TTL_MAX_MS 300000

struct queue {
    struct server server;
    struct wire_peer peer;    /* on which requests go out */
    struct wire_peer ears[6]; /* of the clients that listen; socket 0: it does
                                 not */
    struct rlk_rules rules;   /* of the next requests; all zero but the run_id:
                                 neither fenced nor guarded */
    struct rlk_handoff handoff; /* the last that was heard */
};

/* options: of the server, or NULL. user: as wire_peer_open()'s. */
void queue_open(struct queue *queue, const char *const *options);
void queue_close(struct queue *queue);

/* Requests go out as another user from here on. */
void queue_be(struct queue *queue, const char *user);

/* The token of a client's n-th attempt. Static, of the last 128 calls. */
const char *queue_token(char client, int attempt);

void queue_listen(struct queue *queue, char client);

/* Asks for a place; what is zero in asking is as in an ordinary first one. */
struct rlk_answer queue_ask(struct queue *queue, const char *token,
                            struct rlk_ask asking);

/* successor NULL: nobody is named. */
struct rlk_answer queue_pass(struct queue *queue, const char *token,
                             const struct rlk_successor *successor);

/* As one who carries nothing. */
struct rlk_answer queue_pass_plain(struct queue *queue, const char *token);

/* Another verb, plain. */
struct rlk_answer queue_do(struct queue *queue, enum rlk_verb verb,
                           const char *token);

/* A place with that ticket, as the hold of nobody: PX 7000, generation 5. */
void queue_entry(struct queue *queue, const char *token, int64_t ticket,
                 unsigned flags, int64_t lease_ms);

struct rlk_successor queue_successor(const char *token, unsigned flags);

/* The one push that a client was sent since the last call, into queue->push;
 * false: none. Two end the test. */
bool queue_hears(struct queue *queue, char client);

/* Whose the key is; "": nobody's. Static. */
const char *queue_holder(struct queue *queue);

/* Is there a place of that token? Both of its records are there, or none. */
bool queue_has_entry(struct queue *queue, const char *token);

/* The counter's number; 0: none. And sets it, of the server's own memory. */
int64_t queue_counter(struct queue *queue);
void queue_set_counter(struct queue *queue, int64_t number);

/* The node's memory is known to have everything, and rules are guarded. */
void queue_guard(struct queue *queue);

#endif
