/* SPDX-License-Identifier: MIT */
/* What a look-up waits for. */

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "redlock/net/lookup.h"

/* More groups than there are threads. Each has Sentinels that accept and say
 * nothing: it takes so many times RLK_SENTINEL_PATIENCE_MS. */
#define GROUPS (2 * RLK_LOOKUPS_MOST)
#define SILENT 25

static int listener;

static int silent_port(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t length = sizeof(at);

    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    cr_assert_eq(bind(listener, (struct sockaddr *)&at, sizeof(at)), 0);
    cr_assert_eq(listen(listener, GROUPS * SILENT), 0);
    cr_assert_eq(getsockname(listener, (struct sockaddr *)&at, &length), 0);
    return ntohs(at.sin_port);
}

static struct rlk_lookup *ask_silent(int port, int number)
{
    char host[SILENT * 24];
    struct rlk_uri uri = {.host = host, .sentinel = true};
    size_t length = 0;
    struct rlk_lookup *lookup;

    for (int i = 0; i < SILENT; i++)
        length += (size_t)snprintf(host + length, sizeof(host) - length,
                                   "%s127.0.0.1:%d", i == 0 ? "" : "+", port);
    (void)snprintf(host + length, sizeof(host) - length, "/pair%d", number);
    lookup = rlk_lookup_start(&uri);
    cr_assert_not_null(lookup);
    return lookup;
}

TestSuite(lookup, .timeout = 120);

Test(lookup, of_a_name_does_not_wait_for_sentinels)
{
    char localhost[] = "localhost";
    struct rlk_uri uri = {.host = localhost, .port = 1};
    struct rlk_lookup *groups[GROUPS];
    struct rlk_lookup *name;
    struct pollfd ended = {.events = POLLIN};
    int port = silent_port();

    for (int i = 0; i < GROUPS; i++)
        groups[i] = ask_silent(port, i);
    name = rlk_lookup_start(&uri);
    cr_assert_not_null(name);
    ended.fd = rlk_lookup_fd(name);
    cr_assert_eq(poll(&ended, 1, 100 * 1000), 1);
    cr_assert(rlk_lookup_ended(name));
    for (int i = 0; i < GROUPS; i++)
        cr_assert_not(rlk_lookup_ended(groups[i]));
    rlk_lookup_drop(name);
    for (int i = 0; i < GROUPS; i++)
        rlk_lookup_drop(groups[i]);
}

/* This node may be the right one. */
Test(lookup, with_another_password_asks_again)
{
    struct pollfd asked = {.events = POLLIN};
    char host[48];
    char password[] = "secret";
    struct rlk_uri uri = {.host = host, .sentinel = true};
    struct rlk_lookup *lookups[2];

    (void)snprintf(host, sizeof(host), "127.0.0.1:%d/pair", silent_port());
    asked.fd = listener;
    for (int i = 0; i < 2; i++) {
        lookups[i] = rlk_lookup_start(&uri);
        cr_assert_not_null(lookups[i]);
        uri.sentinel_password = password;
    }
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(poll(&asked, 1, 5 * 1000), 1);
        (void)accept(listener, NULL, NULL);
    }
    for (int i = 0; i < 2; i++)
        rlk_lookup_drop(lookups[i]);
}
