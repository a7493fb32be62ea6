/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_HANDSHAKE_H
#define RLK_REDLOCK_RESP_HANDSHAKE_H

/*
 * The first exchange on a connection, in one write: who we are (AUTH), and
 * questions to the server (CLIENT ID, INFO server, INFO replication, and the
 * marker of its memory). No I/O.
 */

#include "redlock/redlock.h"
#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/transport.h"

/* What INFO answers: lines of "name:value". Pure. */

/* A field's value, up to the end of its line, in text; NULL: not there. */
const char *rlk_info_field(const char *text, const char *name, size_t *length);

/* Copies a field's value, cut to fit, as a string. false: not there. */
bool rlk_info_text(const char *text, const char *name, char *value,
                   size_t room);

/* A field's value as a number; -1: not there, or none. */
int64_t rlk_info_number(const char *text, const char *name);

/*
 * SENTINEL, CLUSTER, or NONE where the server says nothing of being one: a
 * Sentinel has no keys, and the keys of one lock need one slot of a cluster,
 * where those beside the resource have another.
 */
enum redlock_reason rlk_info_mode(const char *text);

/* Borrowed strings. */
struct rlk_credentials {
    const char *username; /* NULL: the server's default user */
    const char *password; /* NULL: AUTH is left out */
};

enum rlk_handshake_step {
    RLK_HANDSHAKE_AUTH,
    RLK_HANDSHAKE_CLIENT_ID,
    RLK_HANDSHAKE_SERVER,
    RLK_HANDSHAKE_REPLICATION,
    RLK_HANDSHAKE_MARKER,
    RLK_HANDSHAKE_DONE,   /* identity is what the server reported */
    RLK_HANDSHAKE_FAILED, /* reason and message say why */
};

struct rlk_handshake {
    enum rlk_handshake_step step; /* whose reply comes next */
    struct rlk_identity identity; /* complete when it is done */
    enum redlock_reason reason;   /* failed: why */
    const char *message; /* failed: in words; lives as long as the reply that it
                            was taken from */
};

/* Appends the handshake. false: no memory. */
bool rlk_handshake_write(struct rlk_handshake *handshake,
                         const struct rlk_credentials *credentials,
                         struct rlk_wire *wire);

/*
 * Takes in the next reply, before DONE or FAILED. The handshake is done also
 * where a server refuses to tell who it is (NOPERM, a proxy). It fails where
 * the server wants another password, or cannot serve at present.
 */
void rlk_handshake_reply(struct rlk_handshake *handshake,
                         const struct rlk_reply *reply);

#endif
