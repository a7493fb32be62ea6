/* SPDX-License-Identifier: MIT */
/* TLS on a socket to a peer without TLS, or without a peer. */

#include <criterion/criterion.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "redlock/net/tls.h"

static struct rlk_tls_context *context;
static struct rlk_tls *tls;
static int ends[2];

static void open_one(void)
{
    const struct redlock_tls settings = {.insecure = true};

    cr_assert_eq(rlk_tls_context_open(&settings, &context, NULL), REDLOCK_OK);
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    tls = rlk_tls_open(context, ends[0], "node.example");
    cr_assert_not_null(tls);
}

static void close_one(void)
{
    rlk_tls_close(tls);
    rlk_tls_context_close(context);
    close(ends[0]);
}

TestSuite(tls, .init = open_one, .fini = close_one);

/* The signal of a broken pipe would end this process. */
Test(tls, that_writes_to_a_closed_socket_raises_no_signal)
{
    close(ends[1]);
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    rlk_tls_readable(tls);
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_FAILED);
    cr_assert_eq(rlk_tls_reason(tls), REDLOCK_REASON_BROKEN);
    cr_assert_str_eq(rlk_tls_message(tls),
                     "closed by the server in the TLS handshake");
}

Test(tls, begins_with_the_name_of_the_server)
{
    char hello[4096];
    ssize_t count;

    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    count = recv(ends[1], hello, sizeof(hello), 0);
    cr_assert_gt(count, 0);
    cr_assert_eq(hello[0], 22);
    cr_assert_not_null(memmem(hello, (size_t)count, "node.example", 12));
    close(ends[1]);
}

/* Nothing is read before the socket is reported readable. */
Test(tls, reads_when_the_socket_is_reported_readable)
{
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    cr_assert_eq(send(ends[1], "+OK\r\n+OK\r\n", 10, 0), 10);
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    rlk_tls_readable(tls);
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_FAILED);
    cr_assert_eq(rlk_tls_reason(tls), REDLOCK_REASON_TLS);
    close(ends[1]);
}

Test(tls, waits_for_a_socket_that_is_full)
{
    static char bytes[1 << 16];

    while (send(ends[0], bytes, sizeof(bytes), MSG_NOSIGNAL) > 0)
        continue;
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    cr_assert(rlk_tls_blocked(tls));
    while (recv(ends[1], bytes, sizeof(bytes), 0) > 0)
        continue;
    cr_assert_eq(rlk_tls_handshake(tls), RLK_TLS_WAIT);
    cr_assert_not(rlk_tls_blocked(tls));
    close(ends[1]);
}
