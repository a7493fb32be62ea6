/* SPDX-License-Identifier: MIT */
/* The TLS of one connection. */

#include "redlock/net/tls.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "redlock/net/uri.h"
#include "redlock/runtime/memory.h"

/* --- OpenSSL, loaded when it is needed ------------------------------------ */

/*
 * OpenSSL is loaded when the first node with TLS is named, because loading
 * takes longer than a lock for a short command.
 */

/* The functions in use. SSL_ctrl() and similar replace macros of the header. */
#define OPENSSL_FUNCTIONS(X)                                                   \
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

#define MEMBER(name) __typeof__(name) *(name);
struct openssl {
    OPENSSL_FUNCTIONS(MEMBER)
};
#undef MEMBER

#define TEXT(number) #number
#define LIBRARY_OF(number) "libssl.so." TEXT(number)
#define LIBRARY LIBRARY_OF(OPENSSL_SHLIB_VERSION)

static struct openssl openssl;
static char openssl_problem[160]; /* why it could not be loaded; or "" */

static const struct {
    const char *name;
    size_t offset;
} wanted[] = {
#define WANTED(name) {#name, offsetof(struct openssl, name)},
    OPENSSL_FUNCTIONS(WANTED)
#undef WANTED
};

static void load(void)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        (void)snprintf(openssl_problem, sizeof(openssl_problem), "%s",
                       dlerror());
        return;
    }
    /* Finds functions of libcrypto, too: libssl depends on it. */
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        void *function = dlsym(library, wanted[i].name);
        if (function == NULL) {
            (void)snprintf(openssl_problem, sizeof(openssl_problem),
                           "%s has no %s", LIBRARY, wanted[i].name);
            return;
        }
        memcpy((char *)&openssl + wanted[i].offset, &function,
               sizeof(function));
    }
}

/* --- send() and recv() for OpenSSL --------------------------------------- */

/*
 * A socket as OpenSSL reads and writes it, and what was observed on it.
 * OpenSSL's own socket functions would raise SIGPIPE.
 */
struct tls_socket {
    int descriptor;
    bool may_receive; /* once, until the next rlk_tls_readable() */
    bool blocked;     /* the socket took nothing the last time */
    bool received;    /* at least one byte was received */
    bool plain;       /* the first byte received does not begin a TLS record */
    bool
        asked; /* the server requested a certificate, and the client has none */
    bool ended; /* the server closed the connection */
    int error;  /* of reading: an errno, or 0 */
};

/* The range of the first byte of each TLS record. */
#define RECORD_FIRST 20
#define RECORD_LAST 23

/* The index of a connection's socket in its SSL object. */
#define EX_DATA 0

static int try_later(BIO *bio, int flags)
{
    openssl.BIO_set_flags(bio, flags | BIO_FLAGS_SHOULD_RETRY);
    return -1;
}

static void forget_retry(BIO *bio)
{
    openssl.BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
}

static int receive(BIO *bio, char *bytes, int room)
{
    struct tls_socket *on = openssl.BIO_get_data(bio);
    ssize_t count;

    forget_retry(bio);
    if (!on->may_receive)
        return try_later(bio, BIO_FLAGS_READ);
    on->may_receive = false;
    count = recv(on->descriptor, bytes, (size_t)room, 0);
    if (count < 0 &&
        (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return try_later(bio, BIO_FLAGS_READ);
    if (count > 0 && !on->received)
        on->plain = bytes[0] < RECORD_FIRST || bytes[0] > RECORD_LAST;
    on->received = on->received || count > 0;
    on->ended = count == 0;
    on->error = count < 0 ? errno : 0;
    return (int)count;
}

/*
 * On a broken connection writing appears to succeed. Reading then reports the
 * failure, after the last bytes that the server sent.
 */
static int transmit(BIO *bio, const char *bytes, int length)
{
    struct tls_socket *on = openssl.BIO_get_data(bio);
    ssize_t count;

    forget_retry(bio);
    do {
        count = send(on->descriptor, bytes, (size_t)length, MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    on->blocked = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (on->blocked)
        return try_later(bio, BIO_FLAGS_WRITE);
    if (count >= 0)
        return (int)count;
    (void)shutdown(on->descriptor, SHUT_RDWR);
    return length;
}

static long control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static BIO_METHOD *socket_method(void)
{
    BIO_METHOD *method =
        openssl.BIO_meth_new(BIO_TYPE_SOURCE_SINK, "redlock's socket");

    if (method == NULL)
        return NULL;
    openssl.BIO_meth_set_read(method, receive);
    openssl.BIO_meth_set_write(method, transmit);
    openssl.BIO_meth_set_ctrl(method, control);
    return method;
}

/* The callback of SSL_CTX_set_client_cert_cb(). */
static int asked_for_certificate(SSL *ssl, X509 **certificate, EVP_PKEY **key)
{
    struct tls_socket *on = openssl.SSL_get_ex_data(ssl, EX_DATA);

    (void)certificate, (void)key;
    on->asked = true;
    return 0;
}

/* false: no memory. ssl owns the result; the socket must outlive it. */
static bool attach(struct tls_socket *on, BIO_METHOD *method, SSL *ssl)
{
    BIO *bio = openssl.BIO_new(method);

    if (bio == NULL)
        return false;
    openssl.BIO_set_data(bio, on);
    openssl.BIO_set_init(bio, 1);
    openssl.SSL_set_bio(ssl, bio, bio);
    return openssl.SSL_set_ex_data(ssl, EX_DATA, on) == 1;
}

/* --- files of certificates and keys become an SSL_CTX --------------------- */

struct rlk_tls_context {
    SSL_CTX *ssl;
    BIO_METHOD *bio;   /* connects a connection to its socket */
    char *server_name; /* NULL: the host of each connection */
    bool insecure;
};

/* OpenSSL's error queue begins with the cause of the other errors. */
static const char *cause(void)
{
    unsigned long error = openssl.ERR_peek_error();
    const char *text = ERR_SYSTEM_ERROR(error)
                           ? strerror(ERR_GET_REASON(error))
                           : openssl.ERR_reason_error_string(error);

    return text != NULL ? text : "OpenSSL does not say why";
}

static enum redlock_status refuse_file(const char *what, const char *path,
                                       struct redlock_problem *problem)
{
    (void)rlk_problem_refuse(problem, "%s %s: %s", what, path, cause());
    openssl.ERR_clear_error();
    return REDLOCK_BAD_SETTING;
}

/* OpenSSL's own message for a file that it cannot open says less. */
static bool can_read(const char *what, const char *path,
                     struct redlock_problem *problem)
{
    if (access(path, R_OK) == 0)
        return true;
    (void)rlk_problem_refuse(problem, "%s %s: %s", what, path, strerror(errno));
    return false;
}

/* OpenSSL reads a folder only when needed, and reports no error then. */
static bool is_folder(const char *path, struct redlock_problem *problem)
{
    struct stat status;

    if (stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
        errno = ENOTDIR;
    else if (access(path, R_OK | X_OK) == 0)
        return true;
    (void)rlk_problem_refuse(problem, "the folder of CA certificates %s: %s",
                             path, strerror(errno));
    return false;
}

static enum redlock_status trust(const struct rlk_tls_context *context,
                                 const struct redlock_tls *settings,
                                 struct redlock_problem *problem)
{
    static const char what[] = "the file of CA certificates";

    if (settings->ca_file == NULL && settings->ca_folder == NULL)
        return openssl.SSL_CTX_set_default_verify_paths(context->ssl) == 1
                   ? REDLOCK_OK
                   : refuse_file("this system's CA certificates", "", problem);
    if (settings->ca_file != NULL) {
        if (!can_read(what, settings->ca_file, problem))
            return REDLOCK_BAD_SETTING;
        if (openssl.SSL_CTX_load_verify_file(context->ssl, settings->ca_file) !=
            1)
            return refuse_file(what, settings->ca_file, problem);
    }
    if (settings->ca_folder == NULL)
        return REDLOCK_OK;
    if (!is_folder(settings->ca_folder, problem))
        return REDLOCK_BAD_SETTING;
    return openssl.SSL_CTX_load_verify_dir(context->ssl, settings->ca_folder) ==
                   1
               ? REDLOCK_OK
               : refuse_file("the folder of CA certificates",
                             settings->ca_folder, problem);
}

/* The library cannot ask anybody for a passphrase. */
static int no_passphrase(char *room, int size, int writing, void *asked)
{
    (void)room, (void)size, (void)writing;
    *(bool *)asked = true;
    return -1;
}

static enum redlock_status load_key(const struct rlk_tls_context *context,
                                    const char *path,
                                    struct redlock_problem *problem)
{
    static const char what[] = "the file of our key";
    bool asked = false;
    int loaded;

    if (!can_read(what, path, problem))
        return REDLOCK_BAD_SETTING;
    openssl.SSL_CTX_set_default_passwd_cb(context->ssl, no_passphrase);
    openssl.SSL_CTX_set_default_passwd_cb_userdata(context->ssl, &asked);
    loaded = openssl.SSL_CTX_use_PrivateKey_file(context->ssl, path,
                                                 SSL_FILETYPE_PEM);
    openssl.SSL_CTX_set_default_passwd_cb_userdata(context->ssl, NULL);
    if (asked) {
        openssl.ERR_clear_error();
        return rlk_problem_refuse(problem, "%s %s: it wants a passphrase", what,
                                  path);
    }
    if (loaded != 1 || openssl.SSL_CTX_check_private_key(context->ssl) != 1)
        return refuse_file(what, path, problem);
    return REDLOCK_OK;
}

static enum redlock_status show(const struct rlk_tls_context *context,
                                const struct redlock_tls *settings,
                                struct redlock_problem *problem)
{
    static const char what[] = "the file of our certificate";

    if (settings->cert_file == NULL && settings->key_file == NULL)
        return REDLOCK_OK;
    if (settings->cert_file == NULL || settings->key_file == NULL)
        return rlk_problem_refuse(
            problem, "%s",
            settings->key_file == NULL
                ? "our certificate needs its key (--key)"
                : "our key needs its certificate (--cert)");
    if (!can_read(what, settings->cert_file, problem))
        return REDLOCK_BAD_SETTING;
    if (openssl.SSL_CTX_use_certificate_chain_file(context->ssl,
                                                   settings->cert_file) != 1)
        return refuse_file(what, settings->cert_file, problem);
    return load_key(context, settings->key_file, problem);
}

/* Sessions are not stored, because connections to nodes are rare. */
static void set_rules(const struct rlk_tls_context *context)
{
    SSL_CTX *ssl = context->ssl;

    openssl.SSL_CTX_ctrl(ssl, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION,
                         NULL);
    openssl.SSL_CTX_ctrl(ssl, SSL_CTRL_MODE,
                         SSL_MODE_ENABLE_PARTIAL_WRITE |
                             SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
                         NULL);
    openssl.SSL_CTX_ctrl(ssl, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
    openssl.SSL_CTX_ctrl(ssl, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF,
                         NULL);
    openssl.SSL_CTX_set_options(ssl, SSL_OP_NO_RENEGOTIATION);
    openssl.SSL_CTX_set_quiet_shutdown(ssl, 1);
    openssl.SSL_CTX_set_verify(
        ssl, context->insecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
    openssl.SSL_CTX_set_client_cert_cb(ssl, asked_for_certificate);
}

static enum redlock_status fill(struct rlk_tls_context *context,
                                const struct redlock_tls *settings,
                                struct redlock_problem *problem)
{
    enum redlock_status status;

    context->insecure = settings->insecure;
    if (settings->server_name != NULL) {
        context->server_name = rlk_text_copy(settings->server_name);
        if (context->server_name == NULL)
            return REDLOCK_NO_MEMORY;
    }
    openssl.ERR_clear_error();
    context->ssl = openssl.SSL_CTX_new(openssl.TLS_client_method());
    context->bio = socket_method();
    if (context->ssl == NULL || context->bio == NULL)
        return REDLOCK_NO_MEMORY;
    set_rules(context);
    status = trust(context, settings, problem);
    return status == REDLOCK_OK ? show(context, settings, problem) : status;
}

enum redlock_status rlk_tls_context_open(const struct redlock_tls *settings,
                                         struct rlk_tls_context **opened,
                                         struct redlock_problem *problem)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct rlk_tls_context *context;
    enum redlock_status status;

    (void)pthread_once(&once, load);
    if (openssl_problem[0] != '\0')
        return rlk_problem_refuse(problem, "TLS needs OpenSSL: %s",
                                  openssl_problem);
    context = rlk_alloc(sizeof(*context));
    if (context == NULL)
        return REDLOCK_NO_MEMORY;
    status = fill(context, settings, problem);
    if (status == REDLOCK_OK)
        *opened = context;
    else
        rlk_tls_context_close(context);
    return status;
}

void rlk_tls_context_close(struct rlk_tls_context *context)
{
    if (context == NULL)
        return;
    openssl.SSL_CTX_free(context->ssl);
    openssl.BIO_meth_free(context->bio);
    rlk_free(context->server_name);
    rlk_free(context);
}

struct rlk_tls {
    SSL *ssl;
    struct tls_socket socket;
    bool shaken;   /* the handshake is done */
    bool failed;   /* permanently; only the first reason is kept */
    char name[64]; /* the name that the server's certificate must have, cut to
                      fit */
    enum redlock_reason reason;
    char message[96];
};

/* --- what went wrong ----------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static enum rlk_tls_result
fail(struct rlk_tls *tls, enum redlock_reason reason, const char *format, ...)
{
    va_list arguments;

    tls->failed = true;
    tls->reason = reason;
    va_start(arguments, format);
    vsnprintf(tls->message, sizeof(tls->message), format, arguments);
    va_end(arguments);
    openssl.ERR_clear_error();
    return RLK_TLS_FAILED;
}

static enum rlk_tls_result fail_certificate(struct rlk_tls *tls)
{
    long verdict = openssl.SSL_get_verify_result(tls->ssl);
    const char *text = openssl.X509_verify_cert_error_string(verdict);

    if (verdict == X509_V_ERR_HOSTNAME_MISMATCH ||
        verdict == X509_V_ERR_IP_ADDRESS_MISMATCH)
        return fail(tls, REDLOCK_REASON_CERTIFICATE, "%s: it is not for %s",
                    text, tls->name);
    return fail(tls, REDLOCK_REASON_CERTIFICATE, "%s", text);
}

/* Does the server refuse the client's certificate, or require one? */
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
    case SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE: /* TLS 1.2 reports it so */
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
    unsigned long error = openssl.ERR_peek_error();
    int reason = ERR_GET_REASON(error);
    const char *text;

    if (tls->socket.plain)
        return fail(tls, REDLOCK_REASON_TLS,
                    "it answers without TLS: a plain port is redis://");
    if (error == 0 || tls->socket.ended || tls->socket.error != 0)
        return fail_ended(tls);
    if (reason == SSL_R_CERTIFICATE_VERIFY_FAILED)
        return fail_certificate(tls);
    text = openssl.ERR_reason_error_string(error);
    return fail(tls,
                is_about_our_certificate(tls, reason)
                    ? REDLOCK_REASON_CLIENT_CERTIFICATE
                    : REDLOCK_REASON_TLS,
                "%s", text != NULL ? text : "OpenSSL does not say why");
}

static enum rlk_tls_result judge(struct rlk_tls *tls, int value)
{
    switch (openssl.SSL_get_error(tls->ssl, value)) {
    case SSL_ERROR_NONE:
        return RLK_TLS_DONE;
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        return RLK_TLS_WAIT;
    default:
        return explain(tls);
    }
}

/* --- opening and closing -------------------------------------------------- */

static bool is_address(const char *host)
{
    unsigned char address[sizeof(struct in6_addr)];

    return inet_pton(AF_INET, host, address) == 1 ||
           inet_pton(AF_INET6, host, address) == 1;
}

/* Sets the name in the server's certificate. A host name is also sent (SNI). */
static bool expect(struct rlk_tls *tls, const char *host)
{
    char name[256];

    (void)snprintf(tls->name, sizeof(tls->name), "%s", host);
    if (is_address(host))
        return openssl.X509_VERIFY_PARAM_set1_ip_asc(
                   openssl.SSL_get0_param(tls->ssl), host) == 1;
    (void)snprintf(name, sizeof(name), "%s", host);
    openssl.SSL_set_hostflags(tls->ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return openssl.SSL_ctrl(tls->ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME,
                            TLSEXT_NAMETYPE_host_name, name) == 1 &&
           openssl.SSL_set1_host(tls->ssl, host) == 1;
}

struct rlk_tls *rlk_tls_open(struct rlk_tls_context *context, int socket,
                             const char *host)
{
    struct rlk_tls *tls = rlk_alloc(sizeof(*tls));

    if (tls == NULL)
        return NULL;
    tls->socket = (struct tls_socket){.descriptor = socket};
    openssl.ERR_clear_error();
    tls->ssl = openssl.SSL_new(context->ssl);
    if (tls->ssl == NULL || !attach(&tls->socket, context->bio, tls->ssl) ||
        !expect(tls,
                context->server_name != NULL ? context->server_name : host)) {
        openssl.ERR_clear_error();
        rlk_tls_close(tls);
        return NULL;
    }
    openssl.SSL_set_connect_state(tls->ssl);
    return tls;
}

void rlk_tls_close(struct rlk_tls *tls)
{
    if (tls == NULL)
        return;
    openssl.SSL_free(tls->ssl);
    rlk_free(tls);
}

/* --- reading and writing -------------------------------------------------- */

void rlk_tls_readable(struct rlk_tls *tls)
{
    tls->socket.may_receive = true;
}

static void prepare(struct rlk_tls *tls)
{
    tls->socket.blocked = false;
    openssl.ERR_clear_error();
}

enum rlk_tls_result rlk_tls_handshake(struct rlk_tls *tls)
{
    enum rlk_tls_result result;

    prepare(tls);
    result = judge(tls, openssl.SSL_do_handshake(tls->ssl));
    tls->shaken = result == RLK_TLS_DONE;
    return result;
}

/* The largest length that OpenSSL accepts. */
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
    done = openssl.SSL_read(tls->ssl, bytes, bounded(room));
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
    done = openssl.SSL_write(tls->ssl, bytes, bounded(length));
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

/* --- facts for reports ---------------------------------------------------- */

static int64_t days_left(const struct rlk_tls *tls)
{
    X509 *certificate = openssl.SSL_get1_peer_certificate(tls->ssl);
    int days = 0;
    int seconds = 0;
    bool known =
        certificate != NULL &&
        openssl.ASN1_TIME_diff(&days, &seconds, NULL,
                               openssl.X509_get0_notAfter(certificate)) == 1;

    openssl.X509_free(certificate);
    if (!known)
        return -1;
    return days > 0 ? days : 0;
}

void rlk_tls_facts(const struct rlk_tls *tls, struct rlk_tls_facts *facts)
{
    const SSL_CIPHER *cipher = openssl.SSL_get_current_cipher(tls->ssl);

    (void)snprintf(facts->version, sizeof(facts->version), "%s",
                   openssl.SSL_get_version(tls->ssl));
    (void)snprintf(facts->cipher, sizeof(facts->cipher), "%s",
                   openssl.SSL_CIPHER_get_name(cipher));
    facts->certificate_days = days_left(tls);
}
