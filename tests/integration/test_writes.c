/* SPDX-License-Identifier: MIT */
/*
 * Sockets that take less than they are given: what is left goes out later, in
 * its place, and once. The sockets of the library are this program's send().
 */

#include <criterion/criterion.h>
#include <errno.h>
#include <ev.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/support/fixture.h"

/* Their long names do not fit into a socket's buffer. */
#define MANY 2000
#define NAME_LENGTH 900

/* --- sockets that take little ------------------------------------------- */

static size_t most = SIZE_MAX; /* of one write */
static bool full;              /* every second write takes nothing */
static int calls;

__attribute__((visibility("default"))) ssize_t
send(int socket, const void *bytes, size_t count, int flags)
{
    /* hiredis, for the test itself, has no flags. */
    if ((flags & MSG_NOSIGNAL) != 0) {
        if (full && calls++ % 2 == 0) {
            errno = EAGAIN;
            return -1;
        }
        if (count > most)
            count = most;
    }
    return syscall(SYS_sendto, socket, bytes, count, flags, NULL, 0);
}

TestSuite(writes, .init = start_three, .fini = close_all, .timeout = 120);

static void name_resource(char name[NAME_LENGTH + 1], int number)
{
    memset(name, 'x', NAME_LENGTH);
    name[snprintf(name, NAME_LENGTH, "%d", number)] = '-';
    name[NAME_LENGTH] = '\0';
}

static void whole_life(void)
{
    struct redlock_lock *lock = NULL;
    char name[NAME_LENGTH + 1];

    client = fleet_open(&fleet, UNHURRIED_MS);
    name_resource(name, 0);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = name,
                                                           .fencing = true,
                                                           .report = &report},
                                 &lock),
                 REDLOCK_OK, "%s", votes_of(&report));
    fleet_await(&fleet, client, name, 3);
    cr_assert_eq(redlock_extend(lock, 20000, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(redlock_inspect(client, name, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(report.granted, 3, "%s", votes_of(&report));
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    fleet_await(&fleet, client, name, 0);
}

Test(writes, a_request_written_byte_by_byte_arrives_completely)
{
    most = 1;
    whole_life();
}

Test(writes, a_request_written_in_two_parts_arrives_completely)
{
    most = 37;
    full = true;
    whole_life();
}

static int won, refused;

static void count_up(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    (void)user, (void)lock;
    *(status == REDLOCK_OK ? &won : &refused) += 1;
}

static void ask_for_many(void)
{
    char name[NAME_LENGTH + 1];

    for (int i = 0; i < MANY; i++) {
        name_resource(name, i);
        cr_assert_eq(redlock_async_acquire(
                         client, &(struct redlock_request){.resource = name},
                         count_up, NULL, NULL),
                     REDLOCK_OK);
    }
}

/* The servers read only after all sockets are full. */
Test(writes, a_full_socket_loses_nothing)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);

    client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                         .node_timeout_ms = UNHURRIED_MS,
                                         .strategy = REDLOCK_PARALLEL});
    ask_for_many();
    while (won == 0)
        ev_run(loop, EVRUN_ONCE);
    fleet_each(&fleet, 0, 2, server_pause);
    for (int i = 0; i < 10; i++)
        ev_run(loop, EVRUN_NOWAIT);
    fleet_each(&fleet, 0, 2, server_resume);
    while (won + refused < MANY)
        ev_run(loop, EVRUN_ONCE);
    cr_assert_eq(refused, 0);
    for (int i = 0; i < 3; i++)
        while (server_integer(&fleet.server[i], "DBSIZE") < MANY)
            ev_run(loop, EVRUN_NOWAIT);
    redlock_close(client);
    client = NULL;
    ev_loop_destroy(loop);
}
