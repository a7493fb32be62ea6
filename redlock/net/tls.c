/* SPDX-License-Identifier: MIT */
/* One connection's TLS. */

#include "redlock/net/tls.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "redlock/net/openssl.h"
#include "redlock/net/tls_context.h"
#include "redlock/net/tls_socket.h"
#include "redlock/runtime/memory.h"

struct rlk_tls {
    const struct rlk_openssl *openssl;
    SSL *ssl;
    struct rlk_tls_socket socket;
    bool shaken;   /* the handshake is done */
    bool failed;   /* for good: the first reason is the one */
    char name[64]; /* whom the server's certificate is to be for, cut to fit */
    enum redlock_reason reason;
    char message[96];
};

/* --- what went wrong --------------------------------------------------------
 */

__attribute__((format(printf, 3, 4))) static enum rlk_tls_result
fail(struct rlk_tls *tls, enum redlock_reason reason, const char *format, ...)
{
    va_list arguments;

    tls->failed = true;
    tls->reason = reason;
    va_start(arguments, format);
    vsnprintf(tls->message, sizeof(tls->message), format, arguments);
    va_end(arguments);
    tls->openssl->ERR_clear_error();
    return RLK_TLS_FAILED;
}

static enum rlk_tls_result fail_certificate(struct rlk_tls *tls)
{
    long verdict = tls->openssl->SSL_get_verify_result(tls->ssl);
    const char *text = tls->openssl->X509_verify_cert_error_string(verdict);

    if (verdict == X509_V_ERR_HOSTNAME_MISMATCH ||
        verdict == X509_V_ERR_IP_ADDRESS_MISMATCH)
        return fail(tls, REDLOCK_REASON_CERTIFICATE, "%s: it is not for %s",
                    text, tls->name);
    return fail(tls, REDLOCK_REASON_CERTIFICATE, "%s", text);
}

/* The server says that it does not like ours, or that there is none. */
static bool is_about_our_certificate(const struct rlk_tls *tls, int reason)
{
    switch (reason) {
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
        return true;
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE: /* so does TLS 1.2 */
        return tls->socket.asked;
    default:
        return false;
    }
}

static enum rlk_tls_result fail_ended(struct rlk_tls *tls)
{
    if (tls->socket.error != 0)
        return fail(tls, REDLOCK_REASON_BROKEN, "%s",
                    strerror(tls->socket.error));
    return fail(tls, REDLOCK_REASON_BROKEN, "closed by the server%s",
                tls->shaken ? "" : " in the TLS handshake");
}

static enum rlk_tls_result explain(struct rlk_tls *tls)
{
    unsigned long error = tls->openssl->ERR_peek_error();
    int reason = ERR_GET_REASON(error);
    const char *text;

    if (tls->socket.plain)
        return fail(tls, REDLOCK_REASON_TLS,
                    "it answers without TLS: a plain port is redis://");
    if (error == 0 || tls->socket.ended || tls->socket.error != 0)
        return fail_ended(tls);
    if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED)
        return fail_certificate(tls);
    text = tls->openssl->ERR_reason_error_string(error);
    return fail(tls,
                is_about_our_certificate(tls, reason)
                    ? REDLOCK_REASON_CLIENT_CERTIFICATE
                    : REDLOCK_REASON_TLS,
                "%s", text != NULL ? text : "OpenSSL does not say why");
}

static enum rlk_tls_result judge(struct rlk_tls *tls, int value)
{
    switch (tls->openssl->SSL_get_error(tls->ssl, value)) {
    case SSL_ERROR_NONE:
        return RLK_TLS_DONE;
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return RLK_TLS_WAIT;
    default:
        return explain(tls);
    }
}

/* --- life --------------------------------------------------------------------
 */

static bool is_address(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];

    return inet_pton(AF_INET, host, address) == 1 ||
           inet_pton(AF_INET6, host, address) == 1;
}

/* Whom the certificate is to be for. A name is told to the server, too. */
static bool expect(struct rlk_tls *tls, const char *host)
{
    const struct rlk_openssl *openssl = tls->openssl;
    char name[256];

    (void)snprintf(tls->name, sizeof(tls->name), "%s", host);
    if (is_address(host))
        return openssl->X509_VERIFY_PARAM_set1_ip_asc(
                   openssl->SSL_get0_param(tls->ssl), host) == 1;
    (void)snprintf(name, sizeof(name), "%s", host);
    openssl->SSL_set_hostflags(tls->ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return openssl->SSL_ctrl(tls->ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME,
                             TLSEXT_NAMETYPE_host_name, name) == 1 &&
           openssl->SSL_set1_host(tls->ssl, host) == 1;
}

struct rlk_tls *rlk_tls_open(struct rlk_tls_context *context, int socket,
                             const char *host)
{
    const struct rlk_openssl *openssl = context->openssl;
    struct rlk_tls *tls = rlk_alloc(sizeof(*tls));

    if (tls == NULL)
        return NULL;
    tls->openssl = openssl;
    tls->socket =
        (struct rlk_tls_socket){.openssl = openssl, .descriptor = socket};
    openssl->ERR_clear_error();
    tls->ssl = openssl->SSL_new(context->ssl);
    if (tls->ssl == NULL ||
        !rlk_tls_socket_attach(&tls->socket, context->bio, tls->ssl) ||
        !expect(tls,
                context->server_name != NULL ? context->server_name : host)) {
        openssl->ERR_clear_error();
        rlk_tls_close(tls);
        return NULL;
    }
    openssl->SSL_set_connect_state(tls->ssl);
    return tls;
}

void rlk_tls_close(struct rlk_tls *tls)
{
    if (tls == NULL)
        return;
    tls->openssl->SSL_free(tls->ssl);
    rlk_free(tls);
}

/* --- bytes ------------------------------------------------------------------
 */

void rlk_tls_readable(struct rlk_tls *tls)
{
    tls->socket.may_receive = true;
}

static void prepare(struct rlk_tls *tls)
{
    tls->socket.blocked = false;
    tls->openssl->ERR_clear_error();
}

enum rlk_tls_result rlk_tls_handshake(struct rlk_tls *tls)
{
    enum rlk_tls_result result;

    prepare(tls);
    result = judge(tls, tls->openssl->SSL_do_handshake(tls->ssl));
    tls->shaken = result == RLK_TLS_DONE;
    return result;
}

/* What OpenSSL takes for a length. */
static int bounded(size_t length)
{
    return length > INT_MAX ? INT_MAX : (int)length;
}

enum rlk_tls_result rlk_tls_read(struct rlk_tls *tls, void *bytes, size_t room,
                                 size_t *count)
{
    int done;

    *count = 0;
    if (tls->failed)
        return RLK_TLS_FAILED;
    prepare(tls);
    done = tls->openssl->SSL_read(tls->ssl, bytes, bounded(room));
    *count = done > 0 ? (size_t)done : 0;
    return judge(tls, done);
}

enum rlk_tls_result rlk_tls_write(struct rlk_tls *tls, const void *bytes,
                                  size_t length, size_t *count)
{
    int done;

    *count = 0;
    if (tls->failed)
        return RLK_TLS_FAILED;
    prepare(tls);
    done = tls->openssl->SSL_write(tls->ssl, bytes, bounded(length));
    *count = done > 0 ? (size_t)done : 0;
    return judge(tls, done);
}

bool rlk_tls_blocked(const struct rlk_tls *tls)
{
    return tls->socket.blocked;
}

enum redlock_reason rlk_tls_reason(const struct rlk_tls *tls)
{
    return tls->reason;
}

const char *rlk_tls_message(const struct rlk_tls *tls)
{
    return tls->message;
}

/* --- what was agreed on ------------------------------------------------------
 */

static int64_t days_left(const struct rlk_tls *tls)
{
    X509 *certificate = tls->openssl->SSL_get1_peer_certificate(tls->ssl);
    int days = 0;
    int seconds = 0;
    bool known = certificate != NULL &&
                 tls->openssl->ASN1_TIME_diff(
                     &days, &seconds, NULL,
                     tls->openssl->X509_get0_notAfter(certificate)) == 1;

    tls->openssl->X509_free(certificate);
    if (!known)
        return -1;
    return days > 0 ? days : 0;
}

void rlk_tls_facts(const struct rlk_tls *tls, struct rlk_tls_facts *facts)
{
    const SSL_CIPHER *cipher = tls->openssl->SSL_get_current_cipher(tls->ssl);

    (void)snprintf(facts->version, sizeof(facts->version), "%s",
                   tls->openssl->SSL_get_version(tls->ssl));
    (void)snprintf(facts->cipher, sizeof(facts->cipher), "%s",
                   tls->openssl->SSL_CIPHER_get_name(cipher));
    facts->certificate_days = days_left(tls);
}
