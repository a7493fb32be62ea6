/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_TLS_SOCKET_H
#define RLK_REDLOCK_NET_TLS_SOCKET_H

/*
 * A socket as OpenSSL reads and writes it, and what was seen on it. OpenSSL's
 * own way would raise SIGPIPE.
 */

#include <stdbool.h>

#include "redlock/net/openssl.h"

struct rlk_tls_socket {
    const struct rlk_openssl *openssl;
    int descriptor;
    bool may_receive; /* once more */
    bool blocked;     /* it took nothing the last time */
    bool heard;       /* something has come */
    bool plain;       /* and that was no TLS */
    bool asked;       /* for a certificate of ours, when there was none */
    bool ended;       /* the server has ended it */
    int error;        /* reading failed; an errno, or 0 */
};

/* For sockets of this kind; NULL: no memory. */
BIO_METHOD *rlk_tls_socket_method(const struct rlk_openssl *openssl);

/* For SSL_CTX_set_client_cert_cb(). */
int rlk_tls_socket_asked(SSL *ssl, X509 **certificate, EVP_PKEY **key);

/* false: no memory. ssl owns what is made; socket outlives it. */
bool rlk_tls_socket_attach(struct rlk_tls_socket *socket, BIO_METHOD *method,
                           SSL *ssl);

#endif
