/* SPDX-License-Identifier: MIT */
/* Answers of Sentinels, in any pieces. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "redlock/net/lookup.h"

/* A Sentinel that sends these pieces with pauses, and then nothing. */
static const char *const *pieces;
static char question[256];
static int listener;

/* The user who asks, and the result. */
static struct rlk_sentinel_group group;
static const char *problem;

static void pause_for(long ms)
{
    struct timespec time = {.tv_nsec = ms * 1000000};

    (void)nanosleep(&time, NULL);
}

static void *answer(void *unused)
{
    int one = accept(listener, NULL, NULL);

    (void)unused;
    memset(question, 0, sizeof(question));
    if (one < 0 || recv(one, question, sizeof(question) - 1, 0) <= 0)
        return NULL;
    for (int i = 0; pieces[i] != NULL; i++) {
        (void)send(one, pieces[i], strlen(pieces[i]), MSG_NOSIGNAL);
        pause_for(100);
    }
    close(one);
    return NULL;
}

/* The first reported port; 0: none. */
static int sentinel_port(const char *const *said)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    struct rlk_addresses found = {0};
    socklen_t length = sizeof(at);
    char hosts[64];
    pthread_t thread;

    pieces = said;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(listener, (struct sockaddr *)&at, sizeof(at)), 0);
    cr_assert_eq(listen(listener, 1), 0);
    cr_assert_eq(getsockname(listener, (struct sockaddr *)&at, &length), 0);
    cr_assert_eq(pthread_create(&thread, NULL, answer, NULL), 0);
    (void)snprintf(hosts, sizeof(hosts), "127.0.0.1:%d/pair",
                   ntohs(at.sin_port));
    group.hosts = hosts;
    problem = rlk_sentinel_ask(&group, &found);
    (void)pthread_join(thread, NULL);
    close(listener);
    cr_assert_eq(problem == NULL, found.count > 0);
    if (problem != NULL)
        return 0;
    memcpy(&at, &found.address[0].storage, sizeof(at));
    return ntohs(at.sin_port);
}

#define SENTINEL_PORT(...)                                                     \
    sentinel_port((const char *const[]){__VA_ARGS__, NULL})

TestSuite(sentinel, .timeout = 60);

Test(sentinel, reports_a_master)
{
    cr_assert_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r\n"),
                 6379);
}

/* Otherwise another server would be taken for the master. */
Test(sentinel, refuses_half_a_port)
{
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n63", "79\r\n"),
                 6379);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379", "\r\n"),
                 6379);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r", "\n"),
                 6379);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n63"), 0);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0", ".1\r\n$4\r\n6379\r\n"),
                 6379);
}

Test(sentinel, refuses_an_impossible_port)
{
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$1\r\n0\r\n"), 0);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$5\r\n71915\r\n"), 0);
    cr_expect_eq(SENTINEL_PORT("*2\r\n$9\r\n127.0.0.1\r\n$8\r\n00006379\r\n"),
                 0);
}

#define NOAUTH "-NOAUTH Authentication required.\r\n"

Test(sentinel, may_require_a_password)
{
    cr_expect_eq(SENTINEL_PORT(NOAUTH), 0);
    cr_expect_not_null(strstr(problem, "want a password"));
    cr_expect_null(strstr(question, "AUTH"));

    group.password = "secret";
    cr_expect_eq(
        SENTINEL_PORT("+O", "K\r\n*2\r\n$1\r\n::1\r\n$2\r\n", "63\r\n"), 63);
    cr_expect_not_null(
        strstr(question, "AUTH\r\n$7\r\ndefault\r\n$6\r\nsecret\r\n*3\r\n"));
    group.username = "me";
    cr_expect_eq(SENTINEL_PORT("-WRONGPASS no\r\n", NOAUTH), 0);
    cr_expect_not_null(strstr(problem, "refuse the password"));
    cr_expect_not_null(strstr(question, "AUTH\r\n$2\r\nme\r\n"));
}

/* A Sentinel without a password reports that, and answers. */
Test(sentinel, may_require_no_password)
{
    group.password = "secret";
    cr_expect_eq(SENTINEL_PORT("-ERR AUTH called without any password\r\n",
                               "*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r\n"),
                 6379);
}
