/* SPDX-License-Identifier: MIT */
/*
 * A process that gets no time, as on a machine with too much to do, takes its
 * own lateness for no node's silence: what it wrote late, and what it read
 * late. The time that it does not get is a suspend here.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <stdlib.h>

#include "tests/support/boot_clock.h"
#include "tests/support/fixture.h"

/* The answers to so many requests arrive in several reads. */
#define MANY 600
#define LONG_VALUE                                                             \
    "0123456789012345678901234567890123456789012345678901234567890123456789"

#define TOO_LONG_MS (UNHURRIED_MS + 1000)

static struct ev_loop *loop;
static struct redlock_lock *lock;
static enum redlock_status last;
static bool answered;

static void done(void *user, enum redlock_status status)
{
    (void)user;
    last = status;
    answered = true;
}

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *got)
{
    lock = got;
    done(user, status);
}

static void run_until_answered(void)
{
    while (!answered)
        ev_run(loop, EVRUN_ONCE);
    answered = false;
}

/* Every node is connected, so the next turn sends a request. */
static void open_connected(void)
{
    const struct redlock_settings settings = {
        .nodes = fleet.nodes,
        .node_timeout_ms = UNHURRIED_MS,
        .strategy = REDLOCK_PARALLEL,
    };

    start_three();
    loop = ev_loop_new(EVFLAG_AUTO);
    client = open_client_on_loop(loop, &settings);
    cr_assert_eq(redlock_async_inspect(client, "cup", &report, done, NULL),
                 REDLOCK_OK);
    run_until_answered();
    cr_assert_eq(report.granted, 3, "%s", votes_of(&report));
}

static void close_loop(void)
{
    redlock_close(client);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(late, .init = open_connected, .fini = close_loop, .timeout = 60);

static void ask(void)
{
    cr_assert_eq(redlock_async_acquire(
                     client,
                     &(struct redlock_request){.resource = "cup",
                                               .ttl_ms = 10 * TOO_LONG_MS,
                                               .report = &report},
                     acquired, NULL, NULL),
                 REDLOCK_OK);
}

static void expect_the_lock(void)
{
    run_until_answered();
    cr_assert_eq(last, REDLOCK_OK, "%s: %s", redlock_strerror(last),
                 votes_of(&report));
    cr_assert(redlock_held(lock));
}

/* The request was not written before, so the time-out begins then. */
Test(late, a_request_written_late_does_not_time_out)
{
    ask();
    boot_clock_suspend(TOO_LONG_MS);
    expect_the_lock();
}

static void one_more(void *user, enum redlock_status status)
{
    int *counts = user;

    counts[status == REDLOCK_OK]++;
}

/*
 * The answers arrived in time, and the client reads them late. There are more
 * of them than it reads at once from a socket.
 */
Test(late, answers_read_late_count_as_in_time)
{
    struct redlock_report *reports = calloc(MANY, sizeof(*reports));
    long long before = server_calls(&fleet.server[0], "evalsha");
    int counts[2] = {0, 0};

    cr_assert_not_null(reports);
    fleet_run(&fleet, 0, 2, "SET cup %s", LONG_VALUE);
    for (int i = 0; i < MANY; i++)
        cr_assert_eq(
            redlock_async_inspect(client, "cup", &reports[i], one_more, counts),
            REDLOCK_OK);
    ev_run(loop, EVRUN_NOWAIT);
    for (int i = 0; i < 3; i++) {
        while (server_calls(&fleet.server[i], "evalsha") < before + MANY)
            sleep_ms(5);
        /* The server has sent its answers before this one. */
        (void)server_calls(&fleet.server[i], "evalsha");
    }
    boot_clock_suspend(TOO_LONG_MS);
    while (counts[false] + counts[true] < MANY)
        ev_run(loop, EVRUN_ONCE);
    cr_assert_eq(counts[false], 0);
    for (int i = 0; i < MANY; i++)
        cr_assert_eq(reports[i].granted, 3, "%d: %s", i, votes_of(&reports[i]));
    free(reports);
}

/* The loop has not run in that time. */
Test(late, a_loop_that_did_not_run_is_not_a_nodes_silence)
{
    redlock_close(client);
    client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = fleet.nodes,
                                         .node_timeout_ms = UNHURRIED_MS});
    boot_clock_suspend(100 * TOO_LONG_MS);
    ask();
    expect_the_lock();
}

/* The validity begins before the suspend, as always. */
Test(late, a_request_written_late_has_no_longer_validity)
{
    ask();
    boot_clock_suspend(TOO_LONG_MS);
    expect_the_lock();
    cr_assert_leq(redlock_remaining_ms(lock), 9 * TOO_LONG_MS);
}
