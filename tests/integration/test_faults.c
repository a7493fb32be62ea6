/* SPDX-License-Identifier: MIT */
/*
 * Masters that are dead, silent, slow or cut off in mid-answer: what the lock
 * costs then, and what is left behind.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"

static struct proxy proxies[5];
static struct redlock_lock *lock;

static void close_proxies(void)
{
    redlock_close(client);
    for (int i = 0; i < fleet.count; i++)
        if (proxies[i].pid != 0)
            proxy_stop(&proxies[i]);
    fleet_stop(&fleet);
}

/* The first masters behind a proxy each, the others without. */
static void open_behind(int masters, int behind, int64_t node_timeout_ms,
                        enum redlock_strategy strategy)
{
    char nodes[sizeof(fleet.nodes)] = "";

    fleet_start(&fleet, masters);
    for (int i = 0; i < masters; i++) {
        if (i < behind)
            proxy_start(&proxies[i], &fleet.server[i]);
        if (i > 0)
            strcat(nodes, ",");
        strcat(nodes, i < behind ? proxies[i].uri : fleet.server[i].uri);
    }
    client = open_client(
        &(struct redlock_settings){.nodes = nodes,
                                   .node_timeout_ms = node_timeout_ms,
                                   .strategy = strategy});
}

static enum redlock_status acquire(int64_t wait_ms)
{
    return redlock_acquire(client,
                           &(struct redlock_request){.resource = "cup",
                                                     .wait_ms = wait_ms,
                                                     .report = &report},
                           &lock);
}

static void acquire_and_release(void)
{
    cr_assert_eq(acquire(60000), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* The same with every master healthy, so that all connections exist. */
static void warm_up(void)
{
    cr_assert_eq(acquire(60000), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", fleet.count);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
}

/* How long one acquire and one release take. */
static long long cycle_ms(void)
{
    long long since = boot_ms();

    cr_assert_eq(acquire(0), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    return boot_ms() - since;
}

TestSuite(faults, .fini = close_proxies, .timeout = 180);

Test(faults, two_known_silent_masters_cost_no_time)
{
    open_behind(5, 0, 4000, REDLOCK_SEQUENTIAL);
    warm_up();
    server_pause(&fleet.server[0]);
    server_pause(&fleet.server[1]);
    acquire_and_release();
    for (int i = 0; i < 5; i++)
        cr_assert_lt(cycle_ms(), 3000);
    server_resume(&fleet.server[0]);
    server_resume(&fleet.server[1]);
    fleet_await(&fleet, client, "cup", 0);
}

/* The answer is cut after any number of bytes, and the connection breaks. */
Test(faults, a_grant_with_a_lost_answer_is_released)
{
    open_behind(5, 3, SILENT_MS, REDLOCK_PARALLEL);
    for (int bytes = 0; bytes < 5; bytes++) {
        warm_up();
        for (int i = 0; i < 3; i++)
            proxy_set(&proxies[i],
                      &(struct proxy_faults){.cut = true, .cut_left = bytes});
        cr_assert_eq(acquire(0), REDLOCK_NO_QUORUM, "%d bytes", bytes);
        for (int i = 0; i < 3; i++)
            proxy_heal(&proxies[i]);
        fleet_await(&fleet, client, "cup", 0);
    }
}

/* The answer to the SET is 5 bytes, and all of them arrive. */
Test(faults, a_reset_connection_is_reported_as_broken)
{
    open_behind(5, 1, UNHURRIED_MS, REDLOCK_SEQUENTIAL);
    warm_up();
    proxy_set(&proxies[0], &(struct proxy_faults){.reset = true});
    cr_assert_eq(acquire(0), REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_BROKEN);
}

/* An answer that arrives after its time-out is matched to its own request. */
Test(faults, late_answers_do_not_answer_later_requests)
{
    enum redlock_status status = REDLOCK_OK;

    open_behind(3, 3, 200, REDLOCK_PARALLEL);
    warm_up();
    for (int i = 0; i < 3; i++)
        proxy_delay_replies(&proxies[i], 700);
    for (int i = 0; i < 4; i++) {
        cr_assert_neq(acquire(0), REDLOCK_OK);
        cr_assert_null(lock);
    }
    for (int i = 0; i < 3; i++)
        proxy_heal(&proxies[i]);
    fleet_run(&fleet, 0, 2, "SET other theirs PX 60000");
    /* While they catch up, a busy machine has no quorum in time. */
    for (int i = 0; i < 30 && status != REDLOCK_BUSY; i++) {
        status = redlock_acquire(
            client,
            &(struct redlock_request){.resource = "other", .wait_ms = 1000},
            &lock);
        cr_assert_null(lock);
    }
    cr_assert_eq(status, REDLOCK_BUSY);
    fleet_await(&fleet, client, "cup", 0);
}
