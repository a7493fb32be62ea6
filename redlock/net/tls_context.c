/* SPDX-License-Identifier: MIT */
/* Files of certificates and keys become an SSL_CTX. */

#include "redlock/net/tls_context.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "redlock/net/openssl.h"
#include "redlock/net/tls_socket.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/problem.h"

/* The first thing that went wrong is the cause of the others. */
static const char *cause(const struct rlk_openssl *openssl)
{
    unsigned long error = openssl->ERR_peek_error();
    const char *text = ERR_SYSTEM_ERROR(error)
                           ? strerror(ERR_GET_REASON(error))
                           : openssl->ERR_reason_error_string(error);

    return text != NULL ? text : "OpenSSL does not say why";
}

static enum redlock_status refuse_file(const struct rlk_tls_context *context,
                                       const char *what, const char *path,
                                       struct redlock_problem *problem)
{
    (void)rlk_problem_refuse(problem, "%s %s: %s", what, path,
                             cause(context->openssl));
    context->openssl->ERR_clear_error();
    return REDLOCK_BAD_SETTING;
}

/* OpenSSL's own words for a file that it cannot open say less. */
static bool can_read(const char *what, const char *path,
                     struct redlock_problem *problem)
{
    if (access(path, R_OK) == 0)
        return true;
    (void)rlk_problem_refuse(problem, "%s %s: %s", what, path, strerror(errno));
    return false;
}

/* OpenSSL looks into a folder when it needs to, and says nothing then. */
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
    const struct rlk_openssl *openssl = context->openssl;

    if (settings->ca_file == NULL && settings->ca_folder == NULL)
        return openssl->SSL_CTX_set_default_verify_paths(context->ssl) == 1
                   ? REDLOCK_OK
                   : refuse_file(context, "this system's CA certificates", "",
                                 problem);
    if (settings->ca_file != NULL) {
        if (!can_read(what, settings->ca_file, problem))
            return REDLOCK_BAD_SETTING;
        if (openssl->SSL_CTX_load_verify_file(context->ssl,
                                              settings->ca_file) != 1)
            return refuse_file(context, what, settings->ca_file, problem);
    }
    if (settings->ca_folder == NULL)
        return REDLOCK_OK;
    if (!is_folder(settings->ca_folder, problem))
        return REDLOCK_BAD_SETTING;
    return openssl->SSL_CTX_load_verify_dir(context->ssl,
                                            settings->ca_folder) == 1
               ? REDLOCK_OK
               : refuse_file(context, "the folder of CA certificates",
                             settings->ca_folder, problem);
}

/* There is nobody to be asked for a passphrase. */
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
    const struct rlk_openssl *openssl = context->openssl;
    bool asked = false;
    int loaded;

    if (!can_read(what, path, problem))
        return REDLOCK_BAD_SETTING;
    openssl->SSL_CTX_set_default_passwd_cb(context->ssl, no_passphrase);
    openssl->SSL_CTX_set_default_passwd_cb_userdata(context->ssl, &asked);
    loaded = openssl->SSL_CTX_use_PrivateKey_file(context->ssl, path,
                                                  SSL_FILETYPE_PEM);
    openssl->SSL_CTX_set_default_passwd_cb_userdata(context->ssl, NULL);
    if (asked) {
        openssl->ERR_clear_error();
        return rlk_problem_refuse(problem, "%s %s: it wants a passphrase", what,
                                  path);
    }
    if (loaded != 1 || openssl->SSL_CTX_check_private_key(context->ssl) != 1)
        return refuse_file(context, what, path, problem);
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
    if (context->openssl->SSL_CTX_use_certificate_chain_file(
            context->ssl, settings->cert_file) != 1)
        return refuse_file(context, what, settings->cert_file, problem);
    return load_key(context, settings->key_file, problem);
}

/* Sessions are not kept: nodes are connected to seldom. */
static void set_rules(const struct rlk_tls_context *context)
{
    const struct rlk_openssl *openssl = context->openssl;
    SSL_CTX *ssl = context->ssl;

    openssl->SSL_CTX_ctrl(ssl, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION,
                          NULL);
    openssl->SSL_CTX_ctrl(ssl, SSL_CTRL_MODE,
                          SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
                          NULL);
    openssl->SSL_CTX_ctrl(ssl, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
    openssl->SSL_CTX_ctrl(ssl, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF,
                          NULL);
    openssl->SSL_CTX_set_options(ssl, SSL_OP_NO_RENEGOTIATION);
    openssl->SSL_CTX_set_quiet_shutdown(ssl, 1);
    openssl->SSL_CTX_set_verify(
        ssl, context->insecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
    openssl->SSL_CTX_set_client_cert_cb(ssl, rlk_tls_socket_asked);
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
    context->openssl->ERR_clear_error();
    context->ssl =
        context->openssl->SSL_CTX_new(context->openssl->TLS_client_method());
    context->bio = rlk_tls_socket_method(context->openssl);
    if (context->ssl == NULL || context->bio == NULL)
        return REDLOCK_NO_MEMORY;
    set_rules(context);
    status = trust(context, settings, problem);
    return status == REDLOCK_OK ? show(context, settings, problem) : status;
}

enum redlock_status rlk_tls_context_open(const struct redlock_tls *settings,
                                         struct rlk_tls_context **place,
                                         struct redlock_problem *problem)
{
    const struct rlk_openssl *openssl = rlk_openssl();
    struct rlk_tls_context *context;
    enum redlock_status status;

    if (openssl == NULL)
        return rlk_problem_refuse(problem, "TLS needs OpenSSL: %s",
                                  rlk_openssl_problem());
    context = rlk_alloc(sizeof(*context));
    if (context == NULL)
        return REDLOCK_NO_MEMORY;
    context->openssl = openssl;
    status = fill(context, settings, problem);
    if (status == REDLOCK_OK)
        *place = context;
    else
        rlk_tls_context_close(context);
    return status;
}

void rlk_tls_context_close(struct rlk_tls_context *context)
{
    if (context == NULL)
        return;
    context->openssl->SSL_CTX_free(context->ssl);
    context->openssl->BIO_meth_free(context->bio);
    rlk_free(context->server_name);
    rlk_free(context);
}
