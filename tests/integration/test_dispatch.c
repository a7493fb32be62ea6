/* SPDX-License-Identifier: MIT */
/*
 * The event API behind one descriptor. The loop here is poll(2), which
 * dispatches when the descriptor is readable and never else: what does not make
 * it readable is not done, and the test runs out of patience.
 */

#include <criterion/criterion.h>
#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"

#define PATIENCE_MS 60000

static struct redlock_lock *lock;
static int acquired, done, lost, turns;
static long long lost_at;
static enum redlock_status last_status;

static struct redlock_client *open_on_fd(const char *nodes,
                                         int64_t node_timeout_ms)
{
    struct redlock_settings settings = {
        .nodes = nodes,
        .node_timeout_ms = node_timeout_ms,
    };
    struct redlock_client *opened = NULL;
    struct redlock_problem problem = {0};

    cr_assert_eq(redlock_open_on_fd(&settings, &opened, &problem), REDLOCK_OK,
                 "%s", problem.text);
    return opened;
}

static void open_dispatched(void)
{
    start_five();
    client = open_on_fd(fleet.nodes, UNHURRIED_MS);
}

static bool readable(int timeout_ms)
{
    struct pollfd one = {.fd = redlock_fd(client), .events = POLLIN};

    return poll(&one, 1, timeout_ms) == 1;
}

/* false: no event arrived in that time. */
static bool turn(int timeout_ms)
{
    if (!readable(timeout_ms))
        return false;
    turns++;
    cr_assert_eq(redlock_dispatch(client), REDLOCK_OK);
    return true;
}

static void run_until(const int *counter, int goal)
{
    long long end = boot_ms() + PATIENCE_MS;

    while (*counter < goal && boot_ms() < end)
        (void)turn((int)(end - boot_ms()));
    cr_assert_eq(*counter, goal);
}

static void run_for(long ms)
{
    long long end = boot_ms() + ms;
    long long now;

    while ((now = boot_ms()) < end)
        (void)turn((int)(end - now));
}

static void on_acquired(void *user, enum redlock_status status,
                        struct redlock_lock *which)
{
    struct redlock_lock **handle = user;

    acquired++;
    last_status = status;
    *handle = which;
}

static void on_done(void *user, enum redlock_status status)
{
    (void)user;
    done++;
    last_status = status;
}

static void on_lost(struct redlock_lock *which, void *user)
{
    (void)which, (void)user;
    lost++;
    lost_at = boot_ms();
}

static void ask(const struct redlock_request *request,
                struct redlock_pending **pending)
{
    int before = acquired;

    cr_assert_eq(
        redlock_async_acquire(client, request, on_acquired, &lock, pending),
        REDLOCK_OK);
    cr_assert_eq(acquired, before);
}

static void hold(const struct redlock_request *request)
{
    ask(request, NULL);
    run_until(&acquired, acquired + 1);
    cr_assert_eq(last_status, REDLOCK_OK, "%s", redlock_strerror(last_status));
}

static void hold_cup(void)
{
    hold(&(struct redlock_request){.resource = "cup"});
}

static void give_back(void)
{
    cr_assert_eq(redlock_async_release(&lock, NULL, on_done, NULL), REDLOCK_OK);
    run_until(&done, done + 1);
    cr_assert_eq(last_status, REDLOCK_OK);
}

TestSuite(dispatch, .init = open_dispatched, .fini = close_all, .timeout = 120);

Test(dispatch, a_lock_is_acquired_extended_and_released)
{
    int64_t before;

    hold_cup();
    cr_assert(redlock_held(lock));
    before = redlock_valid_until_ms(lock);
    cr_assert_eq(redlock_async_extend(lock, 90000, NULL, on_done, NULL),
                 REDLOCK_OK);
    run_until(&done, 1);
    cr_assert_eq(last_status, REDLOCK_OK);
    cr_assert_gt(redlock_valid_until_ms(lock), before + 30000);
    give_back();
    run_for(200);
    cr_assert_eq(fleet_holding(&fleet, "cup"), 0);
}

Test(dispatch, a_call_that_ends_immediately_is_reported_by_the_next_turn)
{
    hold_cup();
    cr_assert_eq(redlock_async_retain(lock, on_done, NULL), REDLOCK_OK);
    cr_assert_eq(done, 0);
    run_until(&done, 1);
}

/* --- when it is readable ---------------------------------------------------
 */

Test(dispatch, an_idle_dispatch_is_ok_and_the_descriptor_stays_quiet)
{
    hold_cup();
    run_for(300);
    turns = 0;
    run_for(500);
    cr_assert_leq(turns, 5);
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(redlock_dispatch(client), REDLOCK_OK);
    cr_assert_not(readable(0));
    cr_assert(redlock_held(lock));
}

Test(dispatch, a_pair_takes_few_turns)
{
    hold_cup();
    give_back();
    run_for(200);
    turns = 0;
    for (int i = 0; i < 20; i++) {
        hold_cup();
        give_back();
    }
    /* A wakeup for each answer and each call, and a timer now and then. */
    cr_assert_leq(turns, 20 * (5 + 5 + 2 + 2));
}

Test(dispatch, a_cancellation_is_seen_immediately)
{
    struct redlock_pending *pending = NULL;
    long long before;

    fleet_run(&fleet, 0, 4, "SET cup theirs PX 60000");
    ask(&(struct redlock_request){.resource = "cup", .wait_ms = 50000},
        &pending);
    run_for(300);
    before = boot_ms();
    redlock_async_cancel(pending);
    run_until(&acquired, 1);
    cr_assert_eq(last_status, REDLOCK_CANCELLED);
    cr_assert_lt(boot_ms() - before, 20000);
}

static void *cancel_soon(void *argument)
{
    sleep_ms(200);
    redlock_cancel_trigger(argument);
    return NULL;
}

Test(dispatch, a_cancellation_by_another_thread_is_seen_immediately)
{
    struct redlock_cancel *cancel = make_cancel();
    pthread_t thread;

    fleet_run(&fleet, 0, 4, "SET cup theirs PX 60000");
    ask(&(struct redlock_request){.resource = "cup",
                                  .wait_ms = 50000,
                                  .cancel = cancel},
        NULL);
    cr_assert_eq(pthread_create(&thread, NULL, cancel_soon, cancel), 0);
    run_until(&acquired, 1);
    cr_assert_eq(last_status, REDLOCK_CANCELLED);
    pthread_join(thread, NULL);
    redlock_cancel_free(cancel);
}

Test(dispatch, nodes_that_come_back_are_reconnected)
{
    hold_cup();
    give_back();
    fleet_each(&fleet, 0, 4, server_kill);
    run_for(300);
    fleet_each(&fleet, 0, 4, server_restart);
    hold(&(struct redlock_request){.resource = "cup", .wait_ms = 30000});
}

Test(dispatch, a_finished_lookup_makes_the_descriptor_readable)
{
    struct fleet named;
    char nodes[256] = "";

    fleet_start_tcp(&named, 3);
    for (int i = 0; i < 3; i++)
        snprintf(nodes + strlen(nodes), sizeof(nodes) - strlen(nodes),
                 "%sredis://localhost:%d", i == 0 ? "" : ",",
                 named.server[i].port);
    redlock_close(client);
    client = open_on_fd(nodes, UNHURRIED_MS);
    hold_cup();
    fleet_stop(&named);
}

/* --- a loop that comes late ------------------------------------------------
 */

Test(dispatch, a_handshake_that_is_read_late_is_not_a_silent_node)
{
    redlock_close(client);
    client = open_on_fd(fleet.nodes, SILENT_MS);
    sleep_ms(3 * SILENT_MS);
    hold_cup();
}

/* The answers of this connection are lost; only another connection works. */
Test(dispatch, an_unanswered_handshake_is_given_up)
{
    struct fleet behind;
    struct proxy proxy[3];
    char nodes[3 * SERVER_URI_MAX] = "";

    fleet_start_tcp(&behind, 3);
    for (int i = 0; i < 3; i++) {
        proxy_start(&proxy[i], &behind.server[i]);
        proxy_set(&proxy[i], &(struct proxy_faults){.lose_replies = true});
        snprintf(nodes + strlen(nodes), sizeof(nodes) - strlen(nodes), "%s%s",
                 i == 0 ? "" : ",", proxy[i].uri);
    }
    redlock_close(client);
    client = open_on_fd(nodes, 100);
    run_for(300);
    for (int i = 0; i < 3; i++)
        proxy_heal(&proxy[i]);
    hold(&(struct redlock_request){.resource = "cup", .wait_ms = 30000});
    redlock_close(client);
    client = NULL;
    for (int i = 0; i < 3; i++)
        proxy_stop(&proxy[i]);
    fleet_stop(&behind);
}

/* --- its end ---------------------------------------------------------------
 */

static void close_it(void *user, enum redlock_status status,
                     struct redlock_lock *which)
{
    (void)user, (void)status, (void)which;
    acquired++;
    redlock_close(client);
    client = NULL;
}

Test(dispatch, a_callback_may_close_the_client)
{
    /*
     * Closing does not wait: a release that a node does not receive ends with
     * the TTL.
     */
    const struct redlock_request cup = {.resource = "cup", .ttl_ms = 2000};

    cr_assert_eq(redlock_async_acquire(client, &cup, close_it, NULL, NULL),
                 REDLOCK_OK);
    cr_assert_eq(redlock_async_inspect(client, "cup", NULL, on_done, NULL),
                 REDLOCK_OK);
    while (client != NULL)
        cr_assert(turn(PATIENCE_MS));
    cr_assert_eq(acquired, 1);
    fleet_await(&fleet, NULL, "cup", 0);
}

static void close_when_lost(struct redlock_lock *which, void *user)
{
    on_lost(which, user);
    redlock_close(client);
    client = NULL;
}

Test(dispatch, the_callback_of_a_loss_may_close_the_client)
{
    hold(&(struct redlock_request){.resource = "cup",
                                   .ttl_ms = 5000,
                                   .keep = true,
                                   .lost = close_when_lost});
    fleet_run(&fleet, 0, 4, "SET cup theirs PX 60000");
    while (client != NULL)
        cr_assert(turn(PATIENCE_MS));
    cr_assert_eq(lost, 1);
}

static void dispatch_within(void *user, enum redlock_status status)
{
    (void)user, (void)status;
    done++;
    cr_assert_eq(redlock_dispatch(client), REDLOCK_BAD_REQUEST);
}

Test(dispatch, a_callback_does_not_dispatch)
{
    cr_assert_eq(
        redlock_async_inspect(client, "cup", NULL, dispatch_within, NULL),
        REDLOCK_OK);
    run_until(&done, 1);
}

static int descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int count = 0;

    cr_assert_not_null(dir);
    while (readdir(dir) != NULL)
        count++;
    closedir(dir);
    return count;
}

Test(dispatch, a_thousand_clients_leave_no_descriptor)
{
    int before = descriptors();

    for (int i = 0; i < 1000; i++) {
        struct redlock_client *brief = open_on_fd(fleet.nodes, UNHURRIED_MS);
        struct redlock_lock *theirs = NULL;
        int wanted = acquired + 1;

        if (i % 50 == 0) {
            struct pollfd one = {.fd = redlock_fd(brief), .events = POLLIN};
            cr_assert_eq(redlock_async_acquire(
                             brief,
                             &(struct redlock_request){.resource = "jar"},
                             on_acquired, &theirs, NULL),
                         REDLOCK_OK);
            while (acquired < wanted && poll(&one, 1, PATIENCE_MS) == 1)
                cr_assert_eq(redlock_dispatch(brief), REDLOCK_OK);
            cr_assert_eq(acquired, wanted);
        }
        redlock_close(brief);
    }
    cr_assert_eq(descriptors(), before);
}

/* --- who has it ------------------------------------------------------------
 */

Test(dispatch, only_a_client_opened_for_dispatch_has_a_descriptor)
{
    struct redlock_client *blocking = fleet_open(&fleet, UNHURRIED_MS);
    struct redlock_lock *none = NULL;

    cr_assert_eq(redlock_fd(blocking), -1);
    cr_assert_eq(redlock_dispatch(blocking), REDLOCK_BAD_REQUEST);
    cr_assert_eq(fleet_acquire(client, "cup", &none), REDLOCK_BAD_REQUEST);
    redlock_close(blocking);
}

Test(dispatch, a_child_has_no_descriptor_and_its_parent_continues)
{
    pid_t child;
    int status;

    hold(&(struct redlock_request){
        .resource = "cup", .ttl_ms = 2000, .keep = true, .lost = on_lost});
    child = fork();
    if (child == 0) {
        int faults = (redlock_fd(client) != -1) +
                     (redlock_dispatch(client) != REDLOCK_FORKED) +
                     redlock_held(lock);
        redlock_close(client);
        _exit(faults);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
    run_for(2500);
    cr_assert(redlock_held(lock));
    cr_assert_eq(lost, 0);
    give_back();
}
