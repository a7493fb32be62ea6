/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_TLS_H
#define RLK_REDLOCK_NET_TLS_H

/*
 * TLS on the socket of a connection, by OpenSSL: it reads and writes the
 * socket, and raises no signal. No function blocks, and closing sends nothing.
 *
 * The socket is read once for each call of rlk_tls_readable(). The caller must
 * then call rlk_tls_read() until it returns WAIT, because poll() does not
 * report bytes that are already buffered here.
 *
 * A failed write is reported by the next read, because the server may have sent
 * the reason before it closed the connection.
 */

#include "redlock/redlock.h"

struct rlk_tls;
struct rlk_tls_context;

enum rlk_tls_result {
    RLK_TLS_DONE,
    RLK_TLS_WAIT,   /* until the socket is readable, or writable if
                       rlk_tls_blocked() */
    RLK_TLS_FAILED, /* see rlk_tls_reason() and rlk_tls_message() */
};

/* What the handshake negotiated. */
struct rlk_tls_facts {
    char version[16];
    char cipher[40];
    int64_t certificate_days; /* until the server's certificate expires; 0: less
                                 than a day, or expired; -1: unknown */
};

/*
 * Begins TLS on a connected socket. context must outlive it. host is the name
 * that the server's certificate must have, unless the context has another name;
 * borrowed for the call. NULL: no memory.
 */
struct rlk_tls *rlk_tls_open(struct rlk_tls_context *context, int socket,
                             const char *host);

/* Does not close the socket. NULL is allowed. */
void rlk_tls_close(struct rlk_tls *tls);

/* The socket may be read again, once. */
void rlk_tls_readable(struct rlk_tls *tls);

/* Continues the handshake. */
enum rlk_tls_result rlk_tls_handshake(struct rlk_tls *tls);

/*
 * Reads at most room bytes, or writes all of the bytes or a part of them.
 * *count is the number of bytes read or written, 0 unless the result is DONE.
 * After WAIT the next write must begin with the same bytes; further bytes may
 * follow. After FAILED the connection cannot be used any more.
 */
enum rlk_tls_result rlk_tls_read(struct rlk_tls *tls, void *bytes, size_t room,
                                 size_t *count);
enum rlk_tls_result rlk_tls_write(struct rlk_tls *tls, const void *bytes,
                                  size_t length, size_t *count);

/* The last call waits until the socket can be written. */
bool rlk_tls_blocked(const struct rlk_tls *tls);

/* Why the connection failed; the message lives as long as the connection. */
enum redlock_reason rlk_tls_reason(const struct rlk_tls *tls);
const char *rlk_tls_message(const struct rlk_tls *tls);

/* After the handshake. */
void rlk_tls_facts(const struct rlk_tls *tls, struct rlk_tls_facts *facts);

/* --- files of certificates ----------------------------------------------- */

/*
 * The certificates that a client trusts and its own certificate: files, read
 * once, for all TLS connections of the client.
 */

/*
 * Reads the files. settings: borrowed for the call, with its strings.
 *
 * OK, NO_MEMORY, or BAD_SETTING; the text of the problem then names the file
 * and the error. problem may be NULL.
 */
enum redlock_status rlk_tls_context_open(const struct redlock_tls *settings,
                                         struct rlk_tls_context **context,
                                         struct redlock_problem *problem);

/* After the last of its connections was closed. NULL is allowed. */
void rlk_tls_context_close(struct rlk_tls_context *context);

#endif
