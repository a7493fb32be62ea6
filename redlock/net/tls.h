/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_TLS_H
#define RLK_REDLOCK_NET_TLS_H

/*
 * TLS on a connection's socket, by OpenSSL: it reads and writes the socket, and
 * raises no signal. Nothing here blocks, and nothing is sent at the end.
 *
 * The socket is read once for each call of rlk_tls_readable(), and all that was
 * in it is to be taken by rlk_tls_read(), until it says WAIT: what is left in
 * here no poll() will tell of.
 *
 * A failure to write is reported by the next read: the
 * server may have said before why it ended it.
 */

#include "redlock/redlock.h"

struct rlk_tls;
struct rlk_tls_context;

enum rlk_tls_result {
    RLK_TLS_DONE,
    RLK_TLS_WAIT,   /* for the socket: to write, where rlk_tls_blocked() */
    RLK_TLS_FAILED, /* rlk_tls_reason(), rlk_tls_message() */
};

/* What two ends have agreed on. */
struct rlk_tls_facts {
    char version[16];
    char cipher[40];
    int64_t certificate_days; /* until the server's expires; 0: within a day, or
                                 it has; -1: not known */
};

/*
 * On a socket that is connected. context: outlives it. host: whom the server's
 * certificate is to be for, if the context has no other name; borrowed for the
 * call. NULL: no memory.
 */
struct rlk_tls *rlk_tls_open(struct rlk_tls_context *context, int socket,
                             const char *host);

/* Leaves the socket open. NULL is fine. */
void rlk_tls_close(struct rlk_tls *tls);

/* The socket may be read again, once. */
void rlk_tls_readable(struct rlk_tls *tls);

/* Goes on with the handshake, until it is done. */
enum rlk_tls_result rlk_tls_handshake(struct rlk_tls *tls);

/*
 * Reads what fits; writes a part or all of it. *count is how much of it is
 * done, 0 unless the result is DONE. After WAIT the same bytes, and perhaps
 * more behind them, are to be written next. After FAILED there is nothing more.
 */
enum rlk_tls_result rlk_tls_read(struct rlk_tls *tls, void *bytes, size_t room,
                                 size_t *count);
enum rlk_tls_result rlk_tls_write(struct rlk_tls *tls, const void *bytes,
                                  size_t length, size_t *count);

/* The last call waits for the socket to take more. */
bool rlk_tls_blocked(const struct rlk_tls *tls);

/* Why it failed; the message lives as long as the connection. */
enum redlock_reason rlk_tls_reason(const struct rlk_tls *tls);
const char *rlk_tls_message(const struct rlk_tls *tls);

/* After the handshake. */
void rlk_tls_facts(const struct rlk_tls *tls, struct rlk_tls_facts *facts);

/* --- files of certificates ----------------------------------------------- */

/*
 * Whom we trust and who we are: files, read once, for the TLS connections of
 * one client.
 */

/*
 * Reads the files. settings: borrowed for the call, with its strings.
 *
 * OK, NO_MEMORY, or BAD_SETTING, and the problem's text says which file is no
 * good, and why; problem may be NULL.
 */
enum redlock_status rlk_tls_context_open(const struct redlock_tls *settings,
                                         struct rlk_tls_context **context,
                                         struct redlock_problem *problem);

/* After the last of its connections. NULL is fine. */
void rlk_tls_context_close(struct rlk_tls_context *context);

#endif
