/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_TLS_CONTEXT_H
#define RLK_REDLOCK_NET_TLS_CONTEXT_H

/*
 * Whom we trust and who we are: files, read once, for the TLS connections of
 * one client.
 */

#include <stdbool.h>

#include "redlock/redlock.h"

struct bio_method_st;
struct rlk_openssl;
struct ssl_ctx_st;

struct rlk_tls_context {
    const struct rlk_openssl *openssl;
    struct ssl_ctx_st *ssl;
    struct bio_method_st *bio; /* a connection's way to its socket */
    char *server_name;         /* NULL: each connection's host */
    bool insecure;
};

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
