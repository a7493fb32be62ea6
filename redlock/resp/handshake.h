/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_HANDSHAKE_H
#define RLK_REDLOCK_RESP_HANDSHAKE_H

/*
 * The first exchange on a connection, in one write: AUTH, and questions to the
 * server (CLIENT ID, INFO server, INFO replication, and the marker of its
 * memory). No I/O.
 */

#include "redlock/redlock.h"
#include "redlock/resp/command.h"
#include "redlock/resp/reader.h"
#include "redlock/runtime/transport.h"

/* Parses the reply to INFO: lines of "name:value". Pure. */

/* The value of a field, to the end of its line, in text; NULL: not found. */
const char *rlk_info_field(const char *text, const char *name, size_t *length);

/* Copies the value of a field, cut to fit, as a string. false: not found. */
bool rlk_info_text(const char *text, const char *name, char *value,
                   size_t room);

/* The value of a field as a number; -1: not found, or not a number. */
int64_t rlk_info_number(const char *text, const char *name);

/*
 * SENTINEL, CLUSTER, or NONE if the server reports neither. A Sentinel has no
 * keys. In a cluster the keys of one lock would have to be in one hash slot,
 * and the keys beside a resource are in another one.
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
    enum redlock_reason reason;   /* failed: the reason */
    const char *message; /* failed: a text that lives as long as the reply that
                            it was taken from */
};

/* Appends the handshake. false: no memory. */
bool rlk_handshake_write(struct rlk_handshake *handshake,
                         const struct rlk_credentials *credentials,
                         struct rlk_wire *wire);

/*
 * Processes the next reply, until DONE or FAILED. A server that refuses to
 * identify itself (NOPERM, or a proxy) does not fail the handshake. A server
 * that requires another password, or cannot serve at present, does.
 */
void rlk_handshake_reply(struct rlk_handshake *handshake,
                         const struct rlk_reply *reply);

#endif
