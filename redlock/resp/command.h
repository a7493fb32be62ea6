/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_RESP_COMMAND_H
#define RLK_REDLOCK_RESP_COMMAND_H

/*
 * Requests in Redis's protocol, in a buffer of the bytes not yet sent. Each
 * word follows its length, so resources and tokens may contain any byte.
 */

#include "redlock/runtime/lock_type.h"
#include "redlock/runtime/transport.h"

/* All zeroes: empty. */
struct rlk_wire {
    char *bytes;  /* NULL: nothing was written yet */
    size_t room;  /* the size of the buffer */
    size_t start; /* the first byte that was not yet sent */
    size_t end;   /* the end of the appended bytes */
    size_t used;  /* the largest end before the last time that it went back */
};

/* Appends a request. false: no memory, nothing was appended. */
bool rlk_wire_request(struct rlk_wire *wire, const struct rlk_request *request);

/* Appends a command of count words. false: no memory, nothing was appended. */
bool rlk_wire_command(struct rlk_wire *wire, size_t count,
                      const char *const *words);

/* The number of bytes not yet sent, which begin at bytes + start. */
size_t rlk_wire_left(const struct rlk_wire *wire);

/* count bytes were sent. */
void rlk_wire_sent(struct rlk_wire *wire, size_t count);

/* Overwrites the bytes, as they may hold passwords, and frees the buffer. */
void rlk_wire_clear(struct rlk_wire *wire);

#define RLK_SCRIPT_SHA_LENGTH 40

struct rlk_script {
    const char *text;
    size_t length;   /* of the text, in bytes */
    const char *sha; /* SHA1 of the text, in hex */
};

/* The script of a request, static; NULL: the request is a plain command. */
const struct rlk_script *rlk_wire_script(const struct rlk_request *request);

#endif
