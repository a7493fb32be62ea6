/* SPDX-License-Identifier: MIT */
/*
 * A client of the blocking API without a keeper hears nothing between its
 * calls. What happened meanwhile is met by the next call, which works at once
 * where the nodes are healthy.
 */

#include <criterion/criterion.h>
#include <pthread.h>

#include "tests/support/boot_clock.h"
#include "tests/support/fixture.h"

#define HOUR_MS (3600 * INT64_C(1000))

TestSuite(idle, .init = start_three, .fini = close_all, .timeout = 120);

/* Acquires and releases at the first try. */
static void expect_a_lock(void)
{
    struct redlock_lock *lock = NULL;
    enum redlock_status status = redlock_acquire(
        client, &(struct redlock_request){.resource = "cup", .report = &report},
        &lock);

    cr_assert_eq(status, REDLOCK_OK, "%s: %s", redlock_strerror(status),
                 votes_of(&report));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

static void expect_every_node(void)
{
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    cr_assert_eq(report.granted, 3, "%s", votes_of(&report));
}

/* The call is in progress by then. */
static void *resume_all(void *argument)
{
    (void)argument;
    sleep_ms(200);
    fleet_each(&fleet, 0, 2, server_resume);
    return NULL;
}

/*
 * The loop has not run, so its connections had no time yet. The servers answer
 * no handshake before the call waits for them.
 */
static void expect_a_lock_after(int64_t ms)
{
    pthread_t thread;

    fleet_each(&fleet, 0, 2, server_pause);
    client = fleet_open(&fleet, UNHURRIED_MS);
    boot_clock_suspend(ms);
    cr_assert_eq(pthread_create(&thread, NULL, resume_all, NULL), 0);
    expect_a_lock();
    pthread_join(thread, NULL);
    expect_every_node();
}

Test(idle, a_lock_an_hour_after_opening_is_acquired)
{
    expect_a_lock_after(HOUR_MS);
}

/* Longer than a node time-out, shorter than any patience. */
Test(idle, a_lock_a_node_timeout_after_opening_is_acquired)
{
    expect_a_lock_after(UNHURRIED_MS + 100);
}

Test(idle, a_lock_an_hour_after_the_last_one_is_acquired)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    expect_a_lock();
    boot_clock_suspend(HOUR_MS);
    expect_a_lock();
    expect_every_node();
}

/* A server's setting "timeout" ends idle connections so. */
Test(idle, a_lock_after_the_servers_closed_their_connections_is_acquired)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    expect_every_node();
    fleet_run(&fleet, 0, 2, "CLIENT KILL TYPE normal SKIPME yes");
    boot_clock_suspend(HOUR_MS);
    expect_a_lock();
    expect_every_node();
}

/* The servers were started after the client, which has not run since. */
Test(idle, a_lock_after_the_servers_started_late_is_acquired)
{
    fleet_each(&fleet, 0, 2, server_kill);
    client = fleet_open(&fleet, UNHURRIED_MS);
    fleet_each(&fleet, 0, 2, server_restart);
    boot_clock_suspend(HOUR_MS);
    expect_a_lock();
    expect_every_node();
}

/* The client had found these nodes dead. */
Test(idle, a_lock_after_the_servers_came_back_is_acquired)
{
    struct redlock_lock *lock = NULL;

    client = fleet_open(&fleet, UNHURRIED_MS);
    expect_every_node();
    fleet_each(&fleet, 0, 2, server_kill);
    cr_assert_eq(fleet_acquire(client, "cup", &lock), REDLOCK_NO_QUORUM);
    fleet_each(&fleet, 0, 2, server_restart);
    boot_clock_suspend(HOUR_MS);
    expect_a_lock();
    expect_every_node();
}

/* Time passes for a silent node in each call that inspects. */
Test(idle, a_node_that_never_answers_costs_one_timeout_in_all)
{
    server_pause(&fleet.server[0]);
    client = fleet_open(&fleet, SILENT_MS);
    expect_a_lock();
    boot_clock_suspend(SILENT_MS * 2);
    expect_a_lock();
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED, "%s",
                 votes_of(&report));
    server_resume(&fleet.server[0]);
}
