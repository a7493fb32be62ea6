/* SPDX-License-Identifier: MIT */
/*
 * A node of three whose handshake has impossible numbers, and that closes
 * connections.
 */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/fixture.h"

#define RUN_ID "0123456789abcdef0123456789abcdef01234567"

static struct redlock_lock *lock;
static char path[80];
static int listener;
static pthread_t thread;

/* The number of requests that it answered by closing. */
static _Atomic int hung_up;

/* The same server each time, with decreasing numbers of connections. */
static void greet(int connection)
{
    static const char server[] = "run_id:" RUN_ID "\r\n"
                                 "server_time_usec:-9223372036854775808\r\n";
    static const char replication[] =
        "role:master\r\nmaster_replid:" RUN_ID "\r\n";
    char text[512];
    int length = snprintf(
        text, sizeof(text), ":-7\r\n$%zu\r\n%s\r\n$%zu\r\n%s\r\n$-1\r\n",
        sizeof(server) - 1, server, sizeof(replication) - 1, replication);

    (void)send(connection, text, (size_t)length, MSG_NOSIGNAL);
}

/* Each read has a whole handshake, or a request after it. */
static void *lie(void *unused)
{
    char bytes[4096];
    int connection;

    (void)unused;
    while ((connection = accept(listener, NULL, NULL)) >= 0) {
        if (recv(connection, bytes, sizeof(bytes), 0) > 0) {
            greet(connection);
            if (recv(connection, bytes, sizeof(bytes), 0) > 0)
                atomic_fetch_add(&hung_up, 1);
        }
        close(connection);
    }
    return NULL;
}

static void listen_there(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(path, sizeof(path), "%s/liar", test_dir());
    memcpy(address.sun_path, path, strlen(path) + 1);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_geq(listener, 0);
    cr_assert_eq(bind(listener, (struct sockaddr *)&address, sizeof(address)),
                 0);
    cr_assert_eq(listen(listener, 8), 0);
    cr_assert_eq(pthread_create(&thread, NULL, lie, NULL), 0);
}

static void open_beside_two(void)
{
    char nodes[sizeof(fleet.nodes) + sizeof(path) + 16];

    fleet_start(&fleet, 2);
    listen_there();
    snprintf(nodes, sizeof(nodes), "unix://%s,%s", path, fleet.nodes);
    client = open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
}

static void close_both(void)
{
    redlock_close(client);
    shutdown(listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(listener);
    fleet_stop(&fleet);
}

TestSuite(liar, .init = open_beside_two, .fini = close_both, .timeout = 120);

/* The next connection would send that number in a CLIENT KILL. */
Test(liar, counts_like_a_node_that_is_down)
{
    for (int i = 0; i < 4; i++) {
        while (atomic_load(&hung_up) <= i) {
            cr_assert_eq(redlock_acquire(client,
                                         &(struct redlock_request){
                                             .resource = "cup",
                                             .wait_ms = 60000,
                                         },
                                         &lock),
                         REDLOCK_OK);
            cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        }
    }
    fleet_await(&fleet, client, "cup", 0);
}
