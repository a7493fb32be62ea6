/* SPDX-License-Identifier: MIT */
#ifndef RLK_REDLOCK_NET_OPENSSL_H
#define RLK_REDLOCK_NET_OPENSSL_H

/*
 * OpenSSL's functions, from its shared library, which is loaded when the first
 * node with TLS is named. To load it costs more than a lock that is held for a
 * short command, so that nobody is to have it who does not use it.
 *
 * Here and nowhere else OpenSSL's headers are included.
 */

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* What is used of it. Macros of its headers that call functions by their names
 * are not for us: SSL_ctrl() and its like do the same. */
#define RLK_OPENSSL_FUNCTIONS(X)                                               \
    X(ASN1_TIME_diff)                                                          \
    X(BIO_clear_flags)                                                         \
    X(BIO_get_data)                                                            \
    X(BIO_meth_free)                                                           \
    X(BIO_meth_new)                                                            \
    X(BIO_meth_set_ctrl)                                                       \
    X(BIO_meth_set_read)                                                       \
    X(BIO_meth_set_write)                                                      \
    X(BIO_new)                                                                 \
    X(BIO_set_data)                                                            \
    X(BIO_set_flags)                                                           \
    X(BIO_set_init)                                                            \
    X(ERR_clear_error)                                                         \
    X(ERR_peek_error)                                                          \
    X(ERR_reason_error_string)                                                 \
    X(SSL_CIPHER_get_name)                                                     \
    X(SSL_CTX_check_private_key)                                               \
    X(SSL_CTX_ctrl)                                                            \
    X(SSL_CTX_free)                                                            \
    X(SSL_CTX_load_verify_dir)                                                 \
    X(SSL_CTX_load_verify_file)                                                \
    X(SSL_CTX_new)                                                             \
    X(SSL_CTX_set_client_cert_cb)                                              \
    X(SSL_CTX_set_default_passwd_cb)                                           \
    X(SSL_CTX_set_default_passwd_cb_userdata)                                  \
    X(SSL_CTX_set_default_verify_paths)                                        \
    X(SSL_CTX_set_options)                                                     \
    X(SSL_CTX_set_quiet_shutdown)                                              \
    X(SSL_CTX_set_verify)                                                      \
    X(SSL_CTX_use_PrivateKey_file)                                             \
    X(SSL_CTX_use_certificate_chain_file)                                      \
    X(SSL_ctrl)                                                                \
    X(SSL_do_handshake)                                                        \
    X(SSL_free)                                                                \
    X(SSL_get0_param)                                                          \
    X(SSL_get1_peer_certificate)                                               \
    X(SSL_get_current_cipher)                                                  \
    X(SSL_get_error)                                                           \
    X(SSL_get_ex_data)                                                         \
    X(SSL_get_verify_result)                                                   \
    X(SSL_get_version)                                                         \
    X(SSL_new)                                                                 \
    X(SSL_read)                                                                \
    X(SSL_set1_host)                                                           \
    X(SSL_set_bio)                                                             \
    X(SSL_set_connect_state)                                                   \
    X(SSL_set_ex_data)                                                         \
    X(SSL_set_hostflags)                                                       \
    X(SSL_write)                                                               \
    X(TLS_client_method)                                                       \
    X(X509_VERIFY_PARAM_set1_ip_asc)                                           \
    X(X509_free)                                                               \
    X(X509_get0_notAfter)                                                      \
    X(X509_verify_cert_error_string)

#define RLK_OPENSSL_MEMBER(name) __typeof__(name) *(name);
struct rlk_openssl {
    RLK_OPENSSL_FUNCTIONS(RLK_OPENSSL_MEMBER)
};
#undef RLK_OPENSSL_MEMBER

/* Loads it, the first time. NULL: it is not to be had. Any thread. */
const struct rlk_openssl *rlk_openssl(void);

/* Then: why not, in a static text. */
const char *rlk_openssl_problem(void);

#endif
