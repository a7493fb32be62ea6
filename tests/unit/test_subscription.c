/* SPDX-License-Identifier: MIT */
/*
 * A node's second connection to a server that the test plays: one socket, and
 * no thread.
 */

#include "redlock/net/subscription.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CHANNEL "redlock:wake:0123456789abcdef0123456789abcdef"
#define TOKEN "0123456789abcdef0123456789abcdef-2a:backup-1:4711"
#define HANDOFF "89abcdef 1700000000000000 3 3 42 " TOKEN
#define RUN_ID "0123456789abcdef0123456789abcdef01234567"

static struct rlk_uri uri;
static struct rlk_subscription subscription;
static struct rlk_subscription_event event;
static char folder[80];
static char path[96];
static int listener;
static int server; /* its end of the connection */

static void open_all(void)
{
    const struct rlk_credentials bob = {.username = "bob", .password = "pw"};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *parent = getenv("REDLOCK_TEST_DIR");

    (void)snprintf(folder, sizeof(folder), "%s/wake-XXXXXX",
                   parent == NULL ? "/tmp" : parent);
    cr_assert_not_null(mkdtemp(folder));
    (void)snprintf(path, sizeof(path), "%s/s", folder);
    memcpy(address.sun_path, path, strlen(path) + 1);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(listener, (struct sockaddr *)&address, sizeof(address)),
                 0);
    cr_assert_eq(listen(listener, 8), 0);
    uri = (struct rlk_uri){.path = path};
    rlk_conn_init(&subscription.conn, &uri, &bob, NULL);
}

static void close_all(void)
{
    rlk_conn_clear(&subscription.conn);
    close(server);
    close(listener);
    (void)unlink(path);
    (void)rmdir(folder);
}

TestSuite(subscription, .init = open_all, .fini = close_all, .timeout = 30);

static void begin(void)
{
    rlk_subscription_open(&subscription, CHANNEL);
    server = accept(listener, NULL, NULL);
    cr_assert_geq(server, 0);
    rlk_conn_flush(&subscription.conn);
}

/* What the client has sent since the last call. */
static const char *said(void)
{
    static char text[4096];
    ssize_t count = recv(server, text, sizeof(text) - 1, MSG_DONTWAIT);

    text[count < 0 ? 0 : count] = '\0';
    return text;
}

static void send_bytes(const char *bytes, size_t length)
{
    cr_assert_eq(send(server, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
    rlk_conn_readable(&subscription.conn);
}

static void say(const char *bytes)
{
    send_bytes(bytes, strlen(bytes));
}

/* The next event is of that kind. */
static void expect(enum rlk_subscription_event_kind kind)
{
    cr_assert(rlk_subscription_next(&subscription, &event));
    cr_assert_eq(event.kind, kind);
}

static void expect_nothing(void)
{
    cr_assert_not(rlk_subscription_next(&subscription, &event));
    cr_assert_eq(subscription.conn.state, RLK_CONN_READY);
}

static void expect_end(enum redlock_reason reason)
{
    expect(RLK_SUBSCRIPTION_DOWN);
    cr_assert_eq(event.reason, reason);
    cr_assert_not(rlk_subscription_next(&subscription, &event));
    cr_assert_eq(subscription.conn.state, RLK_CONN_IDLE);
}

static void say_text(const char *text)
{
    char bytes[512];

    (void)snprintf(bytes, sizeof(bytes), "$%zu\r\n%s\r\n", strlen(text), text);
    say(bytes);
}

static void answer_handshake(void)
{
    say("+OK\r\n:7\r\n");
    say_text("run_id:" RUN_ID "\r\nserver_time_usec:1700000000000000\r\n");
    say_text("role:master\r\nmaster_replid:" RUN_ID "\r\n");
    say("$-1\r\n");
}

static void shake_hands(void)
{
    begin();
    answer_handshake();
    (void)said();
    cr_assert_not(rlk_subscription_next(&subscription, &event));
    rlk_conn_flush(&subscription.conn);
}

static void say_subscribed(int count)
{
    char bytes[128];

    (void)snprintf(bytes, sizeof(bytes),
                   "*3\r\n$9\r\nsubscribe\r\n$45\r\n" CHANNEL "\r\n:%d\r\n",
                   count);
    say(bytes);
}

static void subscribe(void)
{
    shake_hands();
    (void)said();
    say_subscribed(1);
    expect(RLK_SUBSCRIPTION_UP);
}

static void publish(const char *payload)
{
    say("*3\r\n$7\r\nmessage\r\n$45\r\n" CHANNEL "\r\n");
    say_text(payload);
}

/* --- an honest server -------------------------------------------------------
 */

Test(subscription, says_hello_as_the_first_connection_does)
{
    static const char auth[] = "*3\r\n$4\r\nAUTH\r\n$3\r\nbob\r\n$2\r\npw\r\n";

    begin();
    cr_assert_eq(strncmp(said(), auth, sizeof(auth) - 1), 0);
}

Test(subscription, asks_for_one_channel_and_nothing_else)
{
    shake_hands();
    cr_assert_str_eq(said(), "*2\r\n$9\r\nSUBSCRIBE\r\n$45\r\n" CHANNEL "\r\n");
}

Test(subscription, is_up_when_the_server_has_confirmed_it)
{
    shake_hands();
    expect_nothing();
    say_subscribed(1);
    expect(RLK_SUBSCRIPTION_UP);
    cr_assert_str_eq(event.identity->run_id, RUN_ID);
    expect_nothing();
}

Test(subscription, reports_each_handoff)
{
    subscribe();
    publish(HANDOFF);
    publish(HANDOFF);
    for (int i = 0; i < 2; i++) {
        expect(RLK_SUBSCRIPTION_MESSAGE);
        cr_assert_str_eq(event.handoff->token.text, TOKEN);
        cr_assert_eq(event.handoff->generation, 3);
        cr_assert_eq(event.handoff->c, 42);
    }
    expect_nothing();
}

Test(subscription, skips_replies_that_are_no_handoff)
{
    subscribe();
    publish("");
    publish("hello");
    publish(HANDOFF);
    expect(RLK_SUBSCRIPTION_MESSAGE);
    expect_nothing();
}

Test(subscription, is_down_when_the_server_has_closed_it)
{
    subscribe();
    shutdown(server, SHUT_RDWR);
    rlk_conn_readable(&subscription.conn);
    expect_end(REDLOCK_REASON_BROKEN);
}

Test(subscription, can_be_opened_again)
{
    subscribe();
    close(server);
    rlk_conn_readable(&subscription.conn);
    expect_end(REDLOCK_REASON_BROKEN);
    subscribe();
    publish(HANDOFF);
    expect(RLK_SUBSCRIPTION_MESSAGE);
}

Test(subscription, that_is_dropped_reports_nothing_any_more)
{
    subscribe();
    publish(HANDOFF);
    rlk_conn_drop(&subscription.conn);
    cr_assert_not(rlk_subscription_next(&subscription, &event));
}

/* --- refusals ---------------------------------------------------------------
 */

Test(subscription, without_the_right_to_the_channel_fails_with_NOPERM)
{
    shake_hands();
    say("-NOPERM No permissions to access a channel\r\n");
    expect_end(REDLOCK_REASON_NOPERM);
}

Test(subscription, with_a_wrong_password_fails_with_WRONGPASS)
{
    begin();
    say("-WRONGPASS invalid username-password pair\r\n");
    expect_end(REDLOCK_REASON_WRONGPASS);
}

Test(subscription, at_a_proxy_without_SUBSCRIBE_fails)
{
    shake_hands();
    say("-ERR unknown command 'SUBSCRIBE'\r\n");
    expect_end(REDLOCK_REASON_ERROR);
}

/* --- a hostile server -------------------------------------------------------
 */

Test(subscription, fails_on_an_unexpected_reply)
{
    static const char *const replies[] = {
        "+OK\r\n",
        ":1\r\n",
        "$-1\r\n",
        "$2\r\nhi\r\n",
        "*2\r\n$4\r\npong\r\n$0\r\n\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n*0\r\n",
        "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$-1\r\n",
        "*4\r\n$8\r\npmessage\r\n$1\r\n*\r\n$1\r\nc\r\n$1\r\nx\r\n",
        "*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n",
        "*3\r\n$11\r\nunsubscribe\r\n$1\r\nc\r\n:0\r\n",
    };

    for (size_t i = 0; i < sizeof(replies) / sizeof(replies[0]); i++) {
        subscribe();
        say(replies[i]);
        expect_end(REDLOCK_REASON_NOT_REDIS);
        close(server);
    }
}

Test(subscription, is_not_up_after_a_malformed_count)
{
    shake_hands();
    say_subscribed(0);
    expect_end(REDLOCK_REASON_NOT_REDIS);
}

Test(subscription, reports_nothing_before_it_is_confirmed)
{
    shake_hands();
    publish(HANDOFF);
    expect_nothing();
}

Test(subscription, fails_on_bytes_that_are_not_the_protocol)
{
    subscribe();
    say("HTTP/1.1 200 OK\r\n\r\n");
    expect_end(REDLOCK_REASON_NOT_REDIS);
}

/* Sends pieces until the connection ends. Returns their number. */
static int flood_with(const char *piece, size_t length)
{
    int pieces = 0;

    while (!rlk_subscription_next(&subscription, &event)) {
        cr_assert_lt(++pieces, 64);
        send_bytes(piece, length);
    }
    cr_assert_eq(event.kind, RLK_SUBSCRIPTION_DOWN);
    cr_assert_eq(event.reason, REDLOCK_REASON_NOT_REDIS);
    return pieces;
}

Test(subscription, fails_on_a_message_without_an_end)
{
    static char piece[8192];

    memset(piece, 'x', sizeof(piece));
    subscribe();
    say("*3\r\n$7\r\nmessage\r\n$45\r\n" CHANNEL "\r\n$400000000\r\n");
    cr_assert_gt(flood_with(piece, sizeof(piece)), 2);
}

Test(subscription, fails_on_an_array_without_an_end)
{
    static char piece[8192];

    for (size_t i = 0; i < sizeof(piece) / 4; i++)
        memcpy(piece + 4 * i, ":1\r\n", 4);
    subscribe();
    say("*400000000\r\n");
    cr_assert_gt(flood_with(piece, sizeof(piece)), 2);
}

/* A text that is longer than the reader keeps is skipped. */
Test(subscription, reads_a_long_message)
{
    static char payload[2 * RLK_REPLY_TEXT_MAX];
    char head[128];

    memset(payload, 'x', sizeof(payload));
    subscribe();
    (void)snprintf(head, sizeof(head),
                   "*3\r\n$7\r\nmessage\r\n$45\r\n" CHANNEL "\r\n$%zu\r\n",
                   sizeof(payload));
    say(head);
    send_bytes(payload, sizeof(payload));
    say("\r\n");
    publish(HANDOFF);
    expect(RLK_SUBSCRIPTION_MESSAGE);
    cr_assert_str_eq(event.handoff->token.text, TOKEN);
}

Test(subscription, keeps_no_password_once_it_is_in)
{
    struct rlk_conn_event up;

    begin();
    answer_handshake();
    cr_assert(rlk_conn_next(&subscription.conn, &up));
    cr_assert_eq(up.kind, RLK_CONN_UP);
    cr_assert_null(subscription.conn.wire.bytes);
}
