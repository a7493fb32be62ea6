/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_COMMAND_H
#define RLK_REDLOCK_RESP_COMMAND_H

/*
 * Requests as Redis reads them, in a buffer of what has not left yet. Every
 * word goes with its length: resources and tokens may hold any byte.
 */

#include "redlock/runtime/lock_type.h"
#include "redlock/runtime/transport.h"

/* All zeroes: empty. */
struct rlk_wire {
    char *bytes;  /* NULL: none were needed yet */
    size_t room;  /* bytes that fit */
    size_t start; /* of what has not left yet */
    size_t end;   /* of what was appended */
};

/* Appends a request. false: no memory, nothing was appended. */
bool rlk_wire_request(struct rlk_wire *wire, const struct rlk_request *request);

/* Appends a command of count words. false: no memory, nothing was appended. */
bool rlk_wire_command(struct rlk_wire *wire, size_t count,
                      const char *const *words);

/* How much has not left yet; it begins at bytes + start. */
size_t rlk_wire_left(const struct rlk_wire *wire);

/* So many bytes have left. */
void rlk_wire_sent(struct rlk_wire *wire, size_t count);

/* Overwrites what was there, and gives the memory back. */
void rlk_wire_clear(struct rlk_wire *wire);

#define RLK_SCRIPT_SHA_LENGTH 40

struct rlk_script {
    const char *text;
    size_t length;   /* of the text, in bytes */
    const char *sha; /* SHA1 of the text, in hex */
};

/* The script of a request, static; NULL: it is a plain command. */
const struct rlk_script *rlk_wire_script(const struct rlk_request *request);

#endif
