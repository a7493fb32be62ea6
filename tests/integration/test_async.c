/* SPDX-License-Identifier: MIT */
/* The event API, on a libev loop of the caller's. */

#include <criterion/criterion.h>
#include <ev.h>
#include <stdio.h>

#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"
#include "tests/support/loop.h"

static struct ev_loop *loop;
static struct redlock_lock *lock;

static int acquired, done, lost;
static enum redlock_status last_status;
static bool inside_a_call;

static void open_on(const char *nodes, int64_t node_timeout_ms)
{
    client = open_client_on_loop(
        loop, &(struct redlock_settings){.nodes = nodes,
                                         .node_timeout_ms = node_timeout_ms});
}

static void open_loop(void)
{
    start_five();
    loop = ev_loop_new(EVFLAG_AUTO);
    client = fleet_open_on_loop(&fleet, loop);
}

static void close_loop(void)
{
    redlock_close(client);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

static void run_until(const int *counter, int goal)
{
    loop_run_until(loop, counter, goal);
    cr_assert_eq(*counter, goal);
}

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *which)
{
    struct redlock_lock **handle = user;

    cr_assert_not(inside_a_call);
    acquired++;
    last_status = status;
    cr_assert_eq(which != NULL, status == REDLOCK_OK);
    *handle = which;
}

static void on_done(void *user, enum redlock_status status)
{
    (void)user;
    cr_assert_not(inside_a_call);
    done++;
    last_status = status;
}

static void on_lost(struct redlock_lock *which, void *user)
{
    (void)which;
    (void)user;
    cr_assert_not(inside_a_call);
    lost++;
}

static void ask(const struct redlock_request *request,
                struct redlock_pending **pending)
{
    inside_a_call = true;
    cr_assert_eq(
        redlock_async_acquire(client, request, on_acquired, &lock, pending),
        REDLOCK_OK);
    inside_a_call = false;
}

static void hold_job(void)
{
    ask(&(struct redlock_request){.resource = "cup", .report = &report}, NULL);
    run_until(&acquired, 1);
    cr_assert_eq(last_status, REDLOCK_OK);
}

TestSuite(async, .init = open_loop, .fini = close_loop, .timeout = 120);

Test(async, a_lock_is_acquired_extended_and_released)
{
    int64_t before;

    hold_job();
    cr_assert(redlock_held(lock));
    cr_assert_geq(report.granted, 3);
    before = redlock_valid_until_ms(lock);

    inside_a_call = true;
    cr_assert_eq(redlock_async_extend(lock, 90000, &report, on_done, NULL),
                 REDLOCK_OK);
    inside_a_call = false;
    run_until(&done, 1);
    cr_assert_eq(last_status, REDLOCK_OK);
    cr_assert_gt(redlock_valid_until_ms(lock), before + 30000);

    inside_a_call = true;
    cr_assert_eq(redlock_async_release(&lock, &report, on_done, NULL),
                 REDLOCK_OK);
    inside_a_call = false;
    cr_assert_null(lock);
    run_until(&done, 2);
    cr_assert_eq(last_status, REDLOCK_OK);
    loop_run_for(loop, 0.2);
    cr_assert_eq(fleet_holding(&fleet, "cup"), 0);
}

Test(async, a_bad_request_is_refused_without_a_callback)
{
    cr_assert_eq(redlock_async_acquire(client, &(struct redlock_request){0},
                                       on_acquired, &lock, NULL),
                 REDLOCK_BAD_REQUEST);
    loop_run_for(loop, 0.1);
    cr_assert_eq(acquired, 0);
}

Test(async, a_cancelled_acquire_calls_back_once_and_leaves_nothing)
{
    struct redlock_pending *pending = NULL;

    ask(&(struct redlock_request){.resource = "cup"}, &pending);
    inside_a_call = true;
    redlock_async_cancel(pending);
    inside_a_call = false;
    run_until(&acquired, 1);
    cr_assert_eq(last_status, REDLOCK_CANCELLED);
    loop_run_for(loop, 0.3);
    cr_assert_eq(acquired, 1);
    cr_assert_eq(fleet_holding(&fleet, "cup"), 0);
}

static int renewed;
static int64_t valid_until;

static void on_renewed(struct redlock_lock *which, void *user)
{
    (void)user;
    cr_assert_not(inside_a_call);
    cr_assert_eq(which, lock);
    cr_assert_eq(lost, 0);
    cr_assert_geq(redlock_valid_until_ms(which), valid_until);
    valid_until = redlock_valid_until_ms(which);
    renewed++;
}

Test(async, renewals_are_reported_until_the_loss_is)
{
    ask(&(struct redlock_request){.resource = "cup",
                                  .ttl_ms = 3000,
                                  .keep = true,
                                  .lost = on_lost,
                                  .renewed = on_renewed},
        NULL);
    run_until(&acquired, 1);
    valid_until = redlock_valid_until_ms(lock);
    run_until(&renewed, 3);
    fleet_each(&fleet, 0, 4, server_pause);
    run_until(&lost, 1);
    fleet_each(&fleet, 0, 4, server_resume);
}

enum {
    REQUESTS = 200
};

/* Many requests of one client are pipelined, and each is answered. */
Test(async, each_of_many_requests_is_answered_once)
{
    static struct redlock_lock *locks[REQUESTS];
    char name[32];

    for (int i = 0; i < REQUESTS; i++) {
        snprintf(name, sizeof(name), "cup-%d", i);
        cr_assert_eq(redlock_async_acquire(
                         client, &(struct redlock_request){.resource = name},
                         on_acquired, &locks[i], NULL),
                     REDLOCK_OK);
    }
    run_until(&acquired, REQUESTS);
    for (int i = 0; i < REQUESTS; i++) {
        cr_assert(redlock_held(locks[i]));
        snprintf(name, sizeof(name), "cup-%d", i);
        cr_assert_str_eq(redlock_resource(locks[i]), name);
        cr_assert_eq(redlock_async_release(&locks[i], NULL, on_done, NULL),
                     REDLOCK_OK);
    }
    run_until(&done, REQUESTS);
    loop_run_for(loop, 0.2);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(server_integer(&fleet.server[i], "DBSIZE"), 0);
        /* The client's connection, and those of this test. */
        cr_assert_leq(
            server_info(&fleet.server[i], "total_connections_received"), 4);
    }
}

static void close_on_acquired(void *user, enum redlock_status status,
                              struct redlock_lock *which)
{
    (void)user;
    (void)which;
    cr_assert_eq(status, REDLOCK_OK);
    acquired++;
    redlock_close(client);
    client = NULL;
}

Test(async, the_client_may_be_closed_from_a_callback)
{
    for (int i = 0; i < 3; i++) {
        char name[16];

        snprintf(name, sizeof(name), "cup-%d", i);
        cr_assert_eq(redlock_async_acquire(
                         client, &(struct redlock_request){.resource = name},
                         close_on_acquired, NULL, NULL),
                     REDLOCK_OK);
    }
    run_until(&acquired, 1);
    loop_run_for(loop, 0.3);
    cr_assert_eq(acquired, 1);
}

static void close_on_lost(struct redlock_lock *which, void *user)
{
    (void)which;
    (void)user;
    lost++;
    redlock_close(client);
    client = NULL;
}

Test(async, the_client_may_be_closed_from_the_loss)
{
    ask(&(struct redlock_request){.resource = "cup",
                                  .ttl_ms = 3000,
                                  .keep = true,
                                  .lost = close_on_lost},
        NULL);
    run_until(&acquired, 1);
    loop_run_for(loop, 0.1);
    fleet_run(&fleet, 0, 4, "DEL cup");
    run_until(&lost, 1);
    loop_run_for(loop, 0.2);
}

/* An answer to a request that no longer exists is ignored. */
Test(async, a_closed_client_calls_back_no_call_under_way)
{
    ask(&(struct redlock_request){.resource = "cup"}, NULL);
    redlock_close(client);
    client = NULL;
    loop_run_for(loop, 0.3);
    cr_assert_eq(acquired, 0);
}

/* A command that times out does not end the connection. */
Test(async, a_timeout_does_not_close_the_connection)
{
    struct proxy proxy;
    long long before;

    redlock_close(client);
    proxy_start(&proxy, &fleet.server[0]);
    open_on(proxy.uri, 500);
    ask(&(struct redlock_request){.resource = "cup", .wait_ms = 20000}, NULL);
    run_until(&acquired, 1);
    cr_assert_eq(last_status, REDLOCK_OK);
    before = server_info(&fleet.server[0], "total_connections_received");
    proxy_delay_replies(&proxy, 1200);
    cr_assert_eq(redlock_async_inspect(client, "cup", &report, on_done, NULL),
                 REDLOCK_OK);
    run_until(&done, 1);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SILENT);
    loop_run_for(loop, 1.5);
    proxy_heal(&proxy);
    for (int i = 2; i < 50 && last_status != REDLOCK_OK; i++) {
        cr_assert_eq(
            redlock_async_inspect(client, "cup", &report, on_done, NULL),
            REDLOCK_OK);
        run_until(&done, i);
        loop_run_for(loop, 0.05);
    }
    cr_assert_eq(last_status, REDLOCK_OK);
    cr_assert_eq(server_info(&fleet.server[0], "total_connections_received"),
                 before + 1);
    proxy_stop(&proxy);
}

static int ticks;

static void on_tick(struct ev_loop *which, ev_timer *timer, int events)
{
    (void)which;
    (void)timer;
    (void)events;
    ticks++;
}

/* Names are resolved by a thread while the loop continues. */
Test(async, a_name_is_resolved_without_blocking_the_loop)
{
    char nodes[SERVER_URI_MAX];
    struct server named;
    ev_timer tick;

    redlock_close(client);
    server_start_tcp(&named, NULL);
    snprintf(nodes, sizeof(nodes), "redis://localhost:%d", named.port);
    open_on(nodes, UNHURRIED_MS);
    ev_timer_init(&tick, on_tick, 0.001, 0.001);
    ev_timer_start(loop, &tick);
    hold_job();
    cr_assert_gt(ticks, 0);
    ev_timer_stop(loop, &tick);
    server_kill(&named);
}

Test(async, a_client_may_be_closed_while_a_name_is_resolved)
{
    redlock_close(client);
    for (int i = 0; i < 20; i++) {
        open_on("redis://localhost:1,redis://no..such..name:1", 500);
        ask(&(struct redlock_request){.resource = "cup"}, NULL);
        ev_run(loop, EVRUN_NOWAIT);
        redlock_close(client);
    }
    client = NULL;
    loop_run_for(loop, 0.5);
}
