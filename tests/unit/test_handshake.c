/* SPDX-License-Identifier: MIT */
/* The first exchange on a connection. */

#include <criterion/criterion.h>
#include <string.h>

#include "redlock/resp/handshake.h"

static struct rlk_handshake handshake;

static void begin(const char *username, const char *password,
                  const char *expected)
{
    struct rlk_credentials credentials = {username, password};
    struct rlk_wire wire = {0};

    cr_assert(rlk_handshake_write(&handshake, &credentials, &wire));
    cr_assert_eq(rlk_wire_left(&wire), strlen(expected));
    cr_assert_arr_eq(wire.bytes, expected, strlen(expected));
    rlk_wire_clear(&wire);
}

#define QUESTIONS                                                              \
    "*2\r\n$6\r\nCLIENT\r\n$2\r\nID\r\n"                                       \
    "*2\r\n$4\r\nINFO\r\n$6\r\nserver\r\n"                                     \
    "*2\r\n$4\r\nINFO\r\n$11\r\nreplication\r\n"                               \
    "*2\r\n$3\r\nGET\r\n$12\r\nredlock:inst\r\n"

static enum rlk_handshake_step hear(enum rlk_reply_kind kind, int64_t integer,
                                    const char *text)
{
    static struct rlk_reply reply;

    reply.kind = kind;
    reply.integer = integer;
    reply.text_length = strlen(text);
    memcpy(reply.text, text, reply.text_length + 1);
    rlk_handshake_reply(&handshake, &reply);
    return handshake.step;
}

#define RUN_ID "0123456789abcdef0123456789abcdef01234567"
#define SERVER                                                                 \
    "# Server\r\nredis_version:7.0.15\r\nrun_id:" RUN_ID "\r\nx:y\r\n"         \
    "server_time_usec:1700000000000001\r\n"
#define REPLID "fedcba9876543210fedcba9876543210fedcba98"
#define MARKER "1|||" REPLID "|ok|300000"

static void begin_without_a_password(void)
{
    begin(NULL, NULL, QUESTIONS);
}

TestSuite(handshake, .init = begin_without_a_password);

/* Up to the question about the marker. */
static void meet_a_master(void)
{
    hear(RLK_REPLY_INTEGER, 1, "");
    hear(RLK_REPLY_STRING, 0, SERVER);
    hear(RLK_REPLY_STRING, 0, "# Replication\r\nrole:master\r\n");
}

Test(handshake, without_a_password_begins_with_HELLO)
{
    hear(RLK_REPLY_INTEGER, 42, "");
    hear(RLK_REPLY_STRING, 0, SERVER);
    hear(RLK_REPLY_STRING, 0,
         "# Replication\r\nrole:master\r\nmaster_replid:" REPLID "\r\n"
         "master_replid2:0000000000000000000000000000000000000000\r\n");
    cr_assert_eq(hear(RLK_REPLY_STRING, 0, MARKER), RLK_HANDSHAKE_DONE);
    cr_assert_str_eq(handshake.identity.run_id, RUN_ID);
    cr_assert_str_eq(handshake.identity.replid, REPLID);
    cr_assert_eq(handshake.identity.marker_hidden, REDLOCK_REASON_NONE);
    cr_assert_str_eq(handshake.identity.marker, MARKER);
    cr_assert_eq(handshake.identity.time_us, INT64_C(1700000000000001));
    cr_assert_eq(handshake.identity.client_id, 42);
    cr_assert_not(handshake.identity.replica);
}

Test(handshake, with_a_password_begins_with_it)
{
    begin(NULL, "pw", "*2\r\n$4\r\nAUTH\r\n$2\r\npw\r\n" QUESTIONS);
    cr_assert_eq(hear(RLK_REPLY_STATUS, 0, "OK"), RLK_HANDSHAKE_CLIENT_ID);
}

Test(handshake, with_a_user_names_the_user_first)
{
    begin("bob", "pw",
          "*3\r\n$4\r\nAUTH\r\n$3\r\nbob\r\n$2\r\npw\r\n" QUESTIONS);
}

Test(handshake, with_a_user_but_no_password_does_not_authenticate)
{
    begin("bob", NULL, QUESTIONS);
}

Test(handshake, finds_a_replica)
{
    hear(RLK_REPLY_INTEGER, 1, "");
    hear(RLK_REPLY_STRING, 0, SERVER);
    hear(RLK_REPLY_STRING, 0, "# Replication\r\nrole:slave\r\n");
    cr_assert(handshake.identity.replica);
}

Test(handshake, continues_if_the_server_refuses_INFO)
{
    hear(RLK_REPLY_ERROR, 0, "ERR unknown command `CLIENT`");
    hear(RLK_REPLY_ERROR, 0, "NOPERM this user has no permissions");
    hear(RLK_REPLY_ERROR, 0, "ERR no");
    cr_assert_eq(hear(RLK_REPLY_ERROR, 0, "NOPERM no key"), RLK_HANDSHAKE_DONE);
    cr_assert_str_empty(handshake.identity.marker);
    cr_assert_eq(handshake.identity.marker_hidden, REDLOCK_REASON_NOPERM);
    cr_assert_str_empty(handshake.identity.replid);
    cr_assert_str_empty(handshake.identity.run_id);
    cr_assert_eq(handshake.identity.client_id, 0);
}

/* The key itself cannot be a marker; the user's resource is not at fault. */
Test(handshake, finds_a_marker_of_another_type)
{
    meet_a_master();
    hear(RLK_REPLY_ERROR, 0, "WRONGTYPE Operation against a key");
    cr_assert_eq(handshake.identity.marker_hidden,
                 REDLOCK_REASON_FOREIGN_MARKER);
}

Test(handshake, finds_no_marker)
{
    meet_a_master();
    cr_assert_eq(hear(RLK_REPLY_NIL, 0, ""), RLK_HANDSHAKE_DONE);
    cr_assert_str_empty(handshake.identity.marker);
    cr_assert_eq(handshake.identity.marker_hidden, REDLOCK_REASON_NONE);
}

/* A cluster's node keeps the keys of one lock in different slots. */
Test(handshake, refuses_a_server_that_is_no_independent_master)
{
    static const struct {
        const char *mode;
        enum redlock_reason reason;
    } servers[] = {
        {"redis_mode:cluster\r\nrun_id:" RUN_ID "\r\n", REDLOCK_REASON_CLUSTER},
        {"redis_mode:sentinel\r\n", REDLOCK_REASON_SENTINEL},
        {"valkey_version:8.1.1\r\nserver_mode:cluster\r\n",
         REDLOCK_REASON_CLUSTER},
        {"server_mode:sentinel\r\n", REDLOCK_REASON_SENTINEL},
    };

    for (size_t i = 0; i < sizeof(servers) / sizeof(servers[0]); i++) {
        begin(NULL, NULL, QUESTIONS);
        hear(RLK_REPLY_INTEGER, 1, "");
        cr_expect_eq(hear(RLK_REPLY_STRING, 0, servers[i].mode),
                     RLK_HANDSHAKE_FAILED);
        cr_expect_eq(handshake.reason, servers[i].reason);
    }
}

Test(handshake, accepts_a_standalone_server)
{
    hear(RLK_REPLY_INTEGER, 1, "");
    cr_assert_eq(hear(RLK_REPLY_STRING, 0, "redis_mode:standalone\r\n"),
                 RLK_HANDSHAKE_REPLICATION);
}

Test(handshake, ignores_a_malformed_marker)
{
    char text[RLK_MARKER_MAX + 1];

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    meet_a_master();
    cr_assert_eq(hear(RLK_REPLY_STRING, 0, text), RLK_HANDSHAKE_DONE);
    cr_assert_str_empty(handshake.identity.marker);
    cr_assert_eq(handshake.identity.marker_hidden,
                 REDLOCK_REASON_FOREIGN_MARKER);
}

Test(handshake, ignores_a_malformed_run_id)
{
    hear(RLK_REPLY_INTEGER, 1, "");
    hear(RLK_REPLY_STRING, 0, "old_run_id:x\r\nrun_id:" RUN_ID "89\r\n");
    cr_assert_str_empty(handshake.identity.run_id);
}

/* Such a run_id could not be part of a marker. */
Test(handshake, ignores_a_run_id_with_other_characters_than_digits)
{
    hear(RLK_REPLY_INTEGER, 1, "");
    hear(RLK_REPLY_STRING, 0, "run_id:0123456789abcdef|ok|300000\r\n");
    cr_assert_str_empty(handshake.identity.run_id);
}

/* The number would be written into a CLIENT KILL. */
Test(handshake, ignores_an_impossible_client_id)
{
    static const int64_t cases[] = {0, -1, INT64_MIN};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin(NULL, NULL, QUESTIONS);
        cr_expect_eq(hear(RLK_REPLY_INTEGER, cases[i], ""),
                     RLK_HANDSHAKE_SERVER);
        cr_expect_eq(handshake.identity.client_id, 0);
    }
}

Test(handshake, fails_if_the_server_cannot_serve)
{
    static const struct {
        const char *error;
        enum redlock_reason reason;
    } cases[] = {
        {"NOAUTH Authentication required.", REDLOCK_REASON_NOAUTH},
        {"LOADING Redis is loading the dataset", REDLOCK_REASON_LOADING},
        {"BUSY Redis is busy running a script", REDLOCK_REASON_IN_SCRIPT},
        {"DENIED Redis is running in protected mode", REDLOCK_REASON_ERROR},
        {"ERR max number of clients reached", REDLOCK_REASON_ERROR},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        begin(NULL, NULL, QUESTIONS);
        cr_expect_eq(hear(RLK_REPLY_ERROR, 0, cases[i].error),
                     RLK_HANDSHAKE_FAILED);
        cr_expect_eq(handshake.reason, cases[i].reason);
        cr_expect_str_eq(handshake.message, cases[i].error);
    }
}

Test(handshake, fails_if_the_password_is_refused)
{
    static const struct {
        const char *error;
        enum redlock_reason reason;
    } cases[] = {
        {"WRONGPASS invalid username-password pair", REDLOCK_REASON_WRONGPASS},
        {"ERR invalid password", REDLOCK_REASON_WRONGPASS},
        {"ERR AUTH <password> called without any password configured",
         REDLOCK_REASON_WRONGPASS},
        {"ERR wrong number of arguments for 'auth' command",
         REDLOCK_REASON_ERROR},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rlk_credentials credentials = {NULL, "pw"};
        struct rlk_wire wire = {0};

        cr_assert(rlk_handshake_write(&handshake, &credentials, &wire));
        rlk_wire_clear(&wire);
        cr_expect_eq(hear(RLK_REPLY_ERROR, 0, cases[i].error),
                     RLK_HANDSHAKE_FAILED);
        cr_expect_eq(handshake.reason, cases[i].reason);
    }
}

/* A server on which AUTH was renamed quotes the arguments. */
Test(handshake, never_repeats_the_password)
{
    begin("bob", "pw",
          "*3\r\n$4\r\nAUTH\r\n$3\r\nbob\r\n$2\r\npw\r\n" QUESTIONS);
    cr_assert_eq(hear(RLK_REPLY_ERROR, 0,
                      "ERR unknown command 'AUTH', with args beginning with: "
                      "'bob' 'pw' "),
                 RLK_HANDSHAKE_FAILED);
    cr_assert_eq(handshake.reason, REDLOCK_REASON_ERROR);
    cr_assert_str_eq(handshake.message, "it does not know AUTH");
}

/*
 * A socket on loopback can connect to itself, and receives its own questions.
 */
Test(handshake, that_is_echoed_fails)
{
    cr_assert_eq(hear(RLK_REPLY_OTHER, 0, ""), RLK_HANDSHAKE_FAILED);
    cr_assert_eq(handshake.reason, REDLOCK_REASON_NOT_REDIS);
}
