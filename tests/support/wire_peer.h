/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_WIRE_PEER_H
#define TESTS_SUPPORT_WIRE_PEER_H

/*
 * A connection of a test's own to a real server, on which requests go out as
 * the library writes them, and answers and pushes are what it reads. What goes
 * wrong here ends the test with a sentence on stderr.
 */

#include "redlock/resp/reader.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/transport.h"
#include "tests/support/server.h"

struct wire_peer {
    int socket;
    struct rlk_reader reader; /* the last answer's text lives here */
    char run_id[41];          /* of the server when it was connected to */
    char replid[41];          /* of its memory, likewise */
};

/* user: "NAME PASSWORD", or NULL: the default one. */
void wire_peer_open(struct wire_peer *peer, const struct server *server,
                    const char *user);
void wire_peer_close(struct wire_peer *peer);

/* Sends it, by its script's text, and waits for the answer. */
struct rlk_answer wire_peer_ask(struct wire_peer *peer,
                                const struct rlk_request *request);

/* Subscribes to the channel of the client whose tokens begin so. */
void wire_peer_listen(struct wire_peer *peer, const char *digits);

/*
 * Every push that was published before this call, at most so many; returns how
 * many there were. A message that is no push ends the test.
 */
int wire_peer_handoffs(struct wire_peer *peer, struct rlk_handoff *handoffs,
                       int most);

#endif
