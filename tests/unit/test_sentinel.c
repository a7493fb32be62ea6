/* SPDX-License-Identifier: MIT */
/* What a Sentinel answers, in whatever pieces. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "redlock/net/sentinel.h"

/* One that says these pieces, with a pause after each, and then no more. */
static const char *const *pieces;
static int listener;

static void pause_for(long ms)
{
    struct timespec time = {.tv_nsec = ms * 1000000};

    (void)nanosleep(&time, NULL);
}

static void *answer(void *unused)
{
    char question[256];
    int one = accept(listener, NULL, NULL);

    (void)unused;
    if (one < 0 || recv(one, question, sizeof(question), 0) <= 0)
        return NULL;
    for (int i = 0; pieces[i] != NULL; i++) {
        (void)send(one, pieces[i], strlen(pieces[i]), MSG_NOSIGNAL);
        pause_for(100);
    }
    close(one);
    return NULL;
}

/* The first port that was told; 0: none was. */
static int port_told(const char *const *said)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    struct rlk_addresses found = {0};
    socklen_t length = sizeof(at);
    char group[64];
    pthread_t thread;
    const char *problem;

    pieces = said;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(listener, (struct sockaddr *)&at, sizeof(at)), 0);
    cr_assert_eq(listen(listener, 1), 0);
    cr_assert_eq(getsockname(listener, (struct sockaddr *)&at, &length), 0);
    cr_assert_eq(pthread_create(&thread, NULL, answer, NULL), 0);
    (void)snprintf(group, sizeof(group), "127.0.0.1:%d/pair",
                   ntohs(at.sin_port));
    problem = rlk_sentinel_ask(group, &found);
    (void)pthread_join(thread, NULL);
    close(listener);
    cr_assert_eq(problem == NULL, found.count > 0);
    if (problem != NULL)
        return 0;
    memcpy(&at, &found.address[0].storage, sizeof(at));
    return ntohs(at.sin_port);
}

#define PORT_TOLD(...) port_told((const char *const[]){__VA_ARGS__, NULL})

TestSuite(sentinel, .timeout = 60);

Test(sentinel, tells_a_master)
{
    cr_assert_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r\n"), 6379);
}

/* Else another server would be taken for the master. */
Test(sentinel, half_a_port_is_none)
{
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n63", "79\r\n"),
                 6379);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379", "\r\n"),
                 6379);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n6379\r", "\n"),
                 6379);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$4\r\n63"), 0);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0", ".1\r\n$4\r\n6379\r\n"),
                 6379);
}

Test(sentinel, port_that_cannot_be_is_none)
{
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$1\r\n0\r\n"), 0);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$5\r\n71915\r\n"), 0);
    cr_expect_eq(PORT_TOLD("*2\r\n$9\r\n127.0.0.1\r\n$8\r\n00006379\r\n"), 0);
}
