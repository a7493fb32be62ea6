/* SPDX-License-Identifier: MIT */
#ifndef TESTS_SUPPORT_WIRE_PEER_H
#define TESTS_SUPPORT_WIRE_PEER_H

/*
 * A connection of a test to a real server. Requests are encoded, and replies
 * and hand-off messages parsed, by the library's code. Every failure ends the
 * test with a message on stderr.
 */

#include "redlock/resp/reader.h"
#include "redlock/runtime/handoff.h"
#include "redlock/runtime/transport.h"
#include "tests/support/server.h"

struct wire_peer {
    int socket;
    struct rlk_reader reader; /* holds the text of the last answer */
    char run_id[41];          /* of the server when the connection was opened */
    char replid[41];          /* of its memory at that time */
};

/* user: "NAME PASSWORD", or NULL: the default user. */
void wire_peer_open(struct wire_peer *peer, const struct server *server,
                    const char *user);
void wire_peer_close(struct wire_peer *peer);

/* Sends the request, with the text of its script, and waits for the answer. */
struct rlk_answer wire_peer_ask(struct wire_peer *peer,
                                const struct rlk_request *request);

/* Subscribes to the channel of the client whose tokens begin with digits. */
void wire_peer_listen(struct wire_peer *peer, const char *digits);

/*
 * Reads every hand-off message that was published before this call, at most
 * most. Returns their number. Any other message ends the test.
 */
int wire_peer_handoffs(struct wire_peer *peer, struct rlk_handoff *handoffs,
                       int most);

#endif
