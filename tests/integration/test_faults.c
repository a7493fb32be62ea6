/* SPDX-License-Identifier: MIT */
/*
 * Masters that are dead, silent, slow or cut off in mid-answer: what the lock
 * costs then, and what is left behind.
 */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "tests/proxy/proxy.h"
#include "tests/support/fleet.h"

static struct fleet fleet;
static struct proxy proxies[5];
static struct redlock_client *client;
static struct redlock_cancel *cancel;
static struct redlock_lock *lock;
static struct redlock_report report;

static void close_all(void)
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
                                                     .report = &report,
                                                     .cancel = cancel},
                           &lock);
}

static void acquire_and_release(void)
{
    cr_assert_eq(acquire(60000), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* The same with every master well, so that all connections stand. */
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

TestSuite(faults, .fini = close_all, .timeout = 180);

/* The node time-out is far beyond what the living masters need. */
Test(faults, two_dead_masters_cost_no_time_out)
{
    open_behind(5, 0, UNHURRIED_MS, REDLOCK_SEQUENTIAL);
    server_kill(&fleet.server[0]);
    server_kill(&fleet.server[1]);
    cr_assert_lt(cycle_ms(), UNHURRIED_MS / 2);
    cr_assert_lt(cycle_ms(), UNHURRIED_MS / 2);
    fleet_await(&fleet, client, "cup", 0);
}

Test(faults, two_silent_masters_cost_nothing_once_they_are_known)
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

Test(faults, two_black_holes_cost_nothing_once_they_are_known)
{
    open_behind(5, 2, 4000, REDLOCK_SEQUENTIAL);
    proxy_set(&proxies[0], &(struct proxy_faults){.lose_requests = true});
    proxy_set(&proxies[1], &(struct proxy_faults){.lose_requests = true});
    acquire_and_release();
    for (int i = 0; i < 5; i++)
        cr_assert_lt(cycle_ms(), 3000);
}

/* A node that was silent is asked again once it answers. */
Test(faults, a_silent_master_that_comes_back_votes_again)
{
    open_behind(3, 0, SILENT_MS, REDLOCK_PARALLEL);
    warm_up();
    server_pause(&fleet.server[0]);
    acquire_and_release();
    server_resume(&fleet.server[0]);
    for (int i = 0; i < 200; i++) {
        cr_assert_eq(acquire(60000), REDLOCK_OK);
        sleep_ms(20);
        if (server_integer(&fleet.server[0], "EXISTS cup") == 1)
            break;
        redlock_release(&lock, NULL);
    }
    cr_assert_not_null(lock);
    fleet_await(&fleet, client, "cup", 3);
}

Test(faults, a_restarted_master_votes_again)
{
    open_behind(3, 0, UNHURRIED_MS, REDLOCK_SEQUENTIAL);
    warm_up();
    server_restart(&fleet.server[0]);
    for (int i = 0; i < 200; i++) {
        cr_assert_eq(acquire(60000), REDLOCK_OK);
        sleep_ms(20);
        if (server_integer(&fleet.server[0], "EXISTS cup") == 1)
            break;
        redlock_release(&lock, NULL);
    }
    cr_assert_not_null(lock);
    fleet_await(&fleet, client, "cup", 3);
}

/* The SET was executed, its answer was lost. */
Test(faults, a_grant_whose_answer_was_lost_is_released)
{
    open_behind(5, 3, SILENT_MS, REDLOCK_PARALLEL);
    warm_up();
    for (int i = 0; i < 3; i++)
        proxy_set(&proxies[i], &(struct proxy_faults){.lose_replies = true});
    cr_assert_eq(acquire(0), REDLOCK_NO_QUORUM);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_SILENT);
    fleet_await(&fleet, client, "cup", 0);
    for (int i = 0; i < 3; i++)
        cr_assert_geq(server_calls(&fleet.server[i], "set"), 2);
}

/* In a round that was won, too: released with the lock. */
Test(faults, a_won_locks_lost_answer_is_released_with_the_lock)
{
    open_behind(5, 1, SILENT_MS, REDLOCK_PARALLEL);
    warm_up();
    proxy_set(&proxies[0], &(struct proxy_faults){.lose_replies = true});
    cr_assert_eq(acquire(0), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
}

/* Cut short after any number of bytes; the connection is gone. */
Test(faults, a_grant_whose_answer_was_cut_is_released)
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
Test(faults, a_connection_that_is_reset_under_way_is_broken)
{
    open_behind(5, 1, UNHURRIED_MS, REDLOCK_SEQUENTIAL);
    warm_up();
    proxy_set(&proxies[0], &(struct proxy_faults){.reset = true});
    cr_assert_eq(acquire(0), REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_BROKEN);
}

/* Every node has granted it, and no answer has come. */
static void *cancel_soon(void *argument)
{
    fleet_await(&fleet, NULL, "cup", 5);
    redlock_cancel_trigger(argument);
    return NULL;
}

/* The clean-up is not cancelled with the attempt. */
Test(faults, an_acquire_cancelled_in_flight_leaves_no_key)
{
    pthread_t thread;

    open_behind(5, 5, UNHURRIED_MS, REDLOCK_PARALLEL);
    warm_up();
    for (int i = 0; i < 5; i++)
        proxy_delay_replies(&proxies[i], 5000);
    cancel = make_cancel();
    pthread_create(&thread, NULL, cancel_soon, cancel);
    cr_assert_eq(acquire(REDLOCK_FOREVER), REDLOCK_CANCELLED);
    pthread_join(thread, NULL);
    redlock_cancel_free(cancel);
    fleet_await(&fleet, client, "cup", 0);
    cr_assert_eq(server_calls(&fleet.server[0], "set"), 2);
}

/* One's own leftovers must not vote against oneself. */
Test(faults, a_retry_right_after_a_partial_attempt_succeeds)
{
    open_behind(3, 2, SILENT_MS, REDLOCK_PARALLEL);
    warm_up();
    proxy_set(&proxies[0], &(struct proxy_faults){.refuse = true});
    proxy_delay_replies(&proxies[1], 3 * SILENT_MS);
    cr_assert_eq(acquire(0), REDLOCK_NO_QUORUM);
    proxy_heal(&proxies[1]);
    cr_assert_eq(acquire(30000), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
}

/* The votes were there, the time was not. */
Test(faults, votes_that_come_after_the_ttl_are_too_slow)
{
    open_behind(3, 3, UNHURRIED_MS, REDLOCK_SEQUENTIAL);
    warm_up();
    for (int i = 0; i < 3; i++)
        proxy_delay_replies(&proxies[i], 600);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .ttl_ms = 500},
                                 &lock),
                 REDLOCK_TOO_SLOW);
    cr_assert_null(lock);
    fleet_await(&fleet, client, "cup", 0);
}

/* A late grant of a lock that was won raises its margin. */
Test(faults, a_late_grant_of_a_won_lock_counts_as_surplus)
{
    open_behind(3, 1, SILENT_MS, REDLOCK_PARALLEL);
    warm_up();
    proxy_delay_replies(&proxies[0], 3 * SILENT_MS);
    cr_assert_eq(acquire(0), REDLOCK_OK);
    proxy_heal(&proxies[0]);
    do
        cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    while (report.node[0].vote != REDLOCK_VOTE_ANSWERED);
    server_run(&fleet.server[1], "DEL cup");
    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
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

/* What the master has been sent. */
static long long heard(struct server *server)
{
    return server_info(server, "total_net_input_bytes");
}

/*
 * It ends the handshake, and holds back whatever might write. Each connection
 * is given up after a while, and the next one must not bring it all of the
 * backlog.
 */
Test(faults, a_master_that_takes_no_write_costs_a_bounded_amount)
{
    const long long portion = 300000; /* bytes: far above what is sent */
    const int connections = 6;
    struct server *server = &fleet.server[0];
    long long bytes, first, newest;

    open_behind(3, 0, 100, REDLOCK_SEQUENTIAL);
    warm_up();
    server_run(server, "CLIENT PAUSE 600000 WRITE");
    bytes = heard(server);
    first = server_integer(server, "CLIENT ID");
    newest = first;
    for (int questions = 0; newest - first < questions + connections;
         questions++) {
        for (int i = 0; i < 500; i++)
            acquire_and_release();
        newest = server_integer(server, "CLIENT ID");
    }
    bytes = heard(server) - bytes;
    cr_expect_lt(bytes, connections * portion, "%lld bytes", bytes);
    server_run(server, "CLIENT UNPAUSE");
    fleet_await(&fleet, client, "cup", 0);
}
