/* SPDX-License-Identifier: MIT */
/* send() and recv() for OpenSSL. */

#include "redlock/net/tls_socket.h"

#include <errno.h>
#include <sys/socket.h>

/* Each record begins with one of these. */
#define RECORD_FIRST 20
#define RECORD_LAST 23

/* Where a connection finds its socket. */
#define EX_DATA 0

static int try_later(const struct rlk_tls_socket *on, BIO *bio, int flags)
{
    on->openssl->BIO_set_flags(bio, flags | BIO_FLAGS_SHOULD_RETRY);
    return -1;
}

static void forget_retry(const struct rlk_tls_socket *on, BIO *bio)
{
    on->openssl->BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
}

/* It is loaded: it calls us. */
static struct rlk_tls_socket *socket_of(BIO *bio)
{
    return rlk_openssl()->BIO_get_data(bio);
}

static int receive(BIO *bio, char *bytes, int room)
{
    struct rlk_tls_socket *on = socket_of(bio);
    ssize_t count;

    forget_retry(on, bio);
    if (!on->may_receive)
        return try_later(on, bio, BIO_FLAGS_READ);
    on->may_receive = false;
    count = recv(on->descriptor, bytes, (size_t)room, 0);
    if (count < 0 &&
        (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return try_later(on, bio, BIO_FLAGS_READ);
    if (count > 0 && !on->heard)
        on->plain = bytes[0] < RECORD_FIRST || bytes[0] > RECORD_LAST;
    on->heard = on->heard || count > 0;
    on->ended = count == 0;
    on->error = count < 0 ? errno : 0;
    return (int)count;
}

/*
 * On a broken connection it is as if all had left: reading tells what there is
 * to tell of it, the server's own last words among that.
 */
static int transmit(BIO *bio, const char *bytes, int length)
{
    struct rlk_tls_socket *on = socket_of(bio);
    ssize_t count;

    forget_retry(on, bio);
    do {
        count = send(on->descriptor, bytes, (size_t)length, MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    on->blocked = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (on->blocked)
        return try_later(on, bio, BIO_FLAGS_WRITE);
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

BIO_METHOD *rlk_tls_socket_method(const struct rlk_openssl *openssl)
{
    BIO_METHOD *method =
        openssl->BIO_meth_new(BIO_TYPE_SOURCE_SINK, "redlock's socket");

    if (method == NULL)
        return NULL;
    openssl->BIO_meth_set_read(method, receive);
    openssl->BIO_meth_set_write(method, transmit);
    openssl->BIO_meth_set_ctrl(method, control);
    return method;
}

int rlk_tls_socket_asked(SSL *ssl, X509 **certificate, EVP_PKEY **key)
{
    struct rlk_tls_socket *on = rlk_openssl()->SSL_get_ex_data(ssl, EX_DATA);

    (void)certificate, (void)key;
    on->asked = true;
    return 0;
}

bool rlk_tls_socket_attach(struct rlk_tls_socket *on, BIO_METHOD *method,
                           SSL *ssl)
{
    BIO *bio = on->openssl->BIO_new(method);

    if (bio == NULL)
        return false;
    on->openssl->BIO_set_data(bio, on);
    on->openssl->BIO_set_init(bio, 1);
    on->openssl->SSL_set_bio(ssl, bio, bio);
    return on->openssl->SSL_set_ex_data(ssl, EX_DATA, on) == 1;
}
