/* SPDX-License-Identifier: MIT */
/*
 * A lock handed on at real servers: by a push where one is heard, by asking
 * again where it is not. The one who waits is on a loop, the others are not.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <string.h>
#include <unistd.h>

#include "redlock/api/client.h"
#include "tests/support/fleet.h"

#define PATIENCE_MS 20000

static struct fleet fleet;
static struct redlock_client *holder;
static struct redlock_lock *held;
static struct redlock_client *waiter;
static struct ev_loop *loop;
static struct redlock_lock *won;
static enum redlock_status ended;
static bool over;

static void start_three(void)
{
    fleet_start(&fleet, 3);
    holder = fleet_open(&fleet, UNHURRIED_MS);
    loop = ev_loop_new(EVFLAG_AUTO);
}

static void stop_all(void)
{
    redlock_close(holder);
    redlock_close(waiter);
    ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(handed, .init = start_three, .fini = stop_all, .timeout = 120);

static void acquired(void *user, enum redlock_status status,
                     struct redlock_lock *lock)
{
    (void)user;
    ended = status;
    won = lock;
    over = true;
}

static void open_waiter(const char *username)
{
    cr_assert_eq(
        redlock_open_on_loop(loop,
                             &(struct redlock_settings){
                                 .nodes = fleet.nodes,
                                 .node_timeout_ms = UNHURRIED_MS,
                                 .username = username,
                                 .password = username == NULL ? NULL : "pw",
                             },
                             &waiter, NULL),
        REDLOCK_OK);
}

static void hold(void)
{
    cr_assert_eq(redlock_acquire(holder,
                                 &(struct redlock_request){.resource = "job"},
                                 &held),
                 REDLOCK_OK);
    fleet_await(&fleet, holder, "job", 3);
}

static void give_back(void)
{
    enum redlock_status status = redlock_release(&held, NULL);

    cr_assert_eq(status, REDLOCK_OK, "%s", redlock_strerror(status));
}

static void wait_for_it(bool fencing)
{
    cr_assert_eq(
        redlock_async_acquire(waiter,
                              &(struct redlock_request){.resource = "job",
                                                        .wait_ms = PATIENCE_MS,
                                                        .keep = true,
                                                        .fencing = fencing},
                              acquired, NULL, NULL),
        REDLOCK_OK);
}

static void turn(void)
{
    ev_run(loop, EVRUN_NOWAIT);
    sleep_ms(1);
}

static bool listens_everywhere(void)
{
    for (int node = 0; node < 3; node++) {
        if (!rlk_node_listens(&waiter->core.nodes[node]))
            return false;
    }
    return true;
}

static void await_listening(void)
{
    long long until = boot_ms() + PATIENCE_MS;

    while (!listens_everywhere()) {
        cr_assert_lt(boot_ms(), until);
        cr_assert_not(over, "%s", redlock_strerror(ended));
        turn();
    }
}

/* It stands in the queue of a node. */
static void await_queue(void)
{
    long long until = boot_ms() + PATIENCE_MS;
    long long places = 0;

    while (places == 0) {
        cr_assert_lt(boot_ms(), until);
        turn();
        for (int node = 0; node < 3; node++)
            places += server_integer(&fleet.server[node], "ZCARD {job}:queue");
    }
}

static void expect_served(void)
{
    long long until = boot_ms() + PATIENCE_MS;

    while (!over) {
        cr_assert_lt(boot_ms(), until);
        turn();
    }
    cr_assert_eq(ended, REDLOCK_OK, "%s", redlock_strerror(ended));
    cr_assert(redlock_held(won));
}

static long long published(void)
{
    long long calls = 0;

    for (int node = 0; node < 3; node++)
        calls += server_calls(&fleet.server[node], "publish");
    return calls;
}

/* --- by pushes --------------------------------------------------------------
 */

Test(handed, comes_by_a_push)
{
    open_waiter(NULL);
    hold();
    wait_for_it(false);
    await_listening();
    cr_assert_eq(published(), 0);
    give_back();
    expect_served();
    cr_assert_gt(published(), 0);
}

/* --- where none is heard
 * ------------------------------------------------------
 */

Test(handed, comes_without_the_right_to_listen)
{
    fleet_run(&fleet, 0, 2,
              "ACL SETUSER bob reset on >pw allkeys +@all resetchannels");
    open_waiter("bob");
    hold();
    wait_for_it(false);
    await_queue();
    give_back();
    expect_served();
}

Test(handed, comes_where_scripts_are_flushed)
{
    open_waiter(NULL);
    hold();
    wait_for_it(false);
    await_listening();
    fleet_run(&fleet, 0, 2, "SCRIPT FLUSH");
    give_back();
    expect_served();
}
