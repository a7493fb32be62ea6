/* SPDX-License-Identifier: MIT */
/*
 * The second connection to each node, at real servers: it is there while
 * somebody waits, comes back when it breaks, and is none where the server does
 * not let us, or is another one.
 */

#include <criterion/criterion.h>
#include <ev.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock/clock.h"
#include "redlock/api/client.h"
#include "redlock/api/sync.h"
#include "tests/support/boot_clock.h"
#include "tests/support/fixture.h"

#define PATIENCE_MS 15000

static struct ev_loop *loop; /* NULL: the blocking API */
static char channel[RLK_CHANNEL_MAX];

static void stop_all(void)
{
    redlock_close(client);
    if (loop != NULL)
        ev_loop_destroy(loop);
    fleet_stop(&fleet);
}

TestSuite(listening, .init = start_three, .fini = stop_all, .timeout = 120);

/* --- what the client does ---------------------------------------------------
 */

static void open_blocking(void)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    rlk_token_channel(&client->core.runtime.token_base, channel);
}

static void open_on_loop(void)
{
    loop = ev_loop_new(EVFLAG_AUTO);
    cr_assert_eq(redlock_open_on_loop(
                     loop,
                     &(struct redlock_settings){
                         .nodes = fleet.nodes, .node_timeout_ms = UNHURRIED_MS},
                     &client, NULL),
                 REDLOCK_OK);
    rlk_token_channel(&client->core.runtime.token_base, channel);
}

/* Reads all answers that have arrived. */
static void turn(void)
{
    if (loop != NULL)
        ev_run(loop, EVRUN_NOWAIT);
    else if (redlock_inspect(client, "nothing", &report) != REDLOCK_OK)
        sleep_ms(5);
    sleep_ms(5);
}

/* A waiter repeats this. */
static void want(void)
{
    rlk_sync_lock(client);
    for (int node = 0; node < 3; node++)
        rlk_node_listen(&client->core.nodes[node], rlk_now());
    rlk_core_arm(&client->core);
    rlk_sync_unlock(client);
}

static bool listens(int node)
{
    return rlk_node_listens(&client->core.nodes[node]);
}

static enum redlock_reason reason_of(int node)
{
    return client->core.nodes[node].listening.reason;
}

/* --- what the servers see ---------------------------------------------------
 */

static long long subscribers(int node)
{
    /* "PUBSUB NUMSUB" tells no plain integer; a message does. */
    return server_integer(&fleet.server[node], "PUBLISH %s hello", channel);
}

static void await(int node, long long count)
{
    long long until = boot_ms() + PATIENCE_MS;

    while (subscribers(node) != count || listens(node) != (count > 0)) {
        cr_assert_lt(boot_ms(), until, "%d listens: %s", node,
                     redlock_reason_text(reason_of(node)));
        turn();
    }
}

static void await_all(long long count)
{
    for (int node = 0; node < 3; node++)
        await(node, count);
}

static void await_reason(int node, enum redlock_reason reason)
{
    long long until = boot_ms() + PATIENCE_MS;

    while (reason_of(node) != reason) {
        cr_assert_lt(boot_ms(), until, "%s",
                     redlock_reason_text(reason_of(node)));
        turn();
    }
    cr_assert_not(listens(node));
}

/* --- the tests --------------------------------------------------------------
 */

Test(listening, begins_with_a_waiter_on_one_channel_of_the_client)
{
    open_blocking();
    turn();
    await_all(0);
    want();
    await_all(1);
}

Test(listening, works_on_a_loop)
{
    open_on_loop();
    want();
    await_all(1);
    fleet_run(&fleet, 0, 2, "CLIENT KILL TYPE pubsub");
    await_all(1);
}

Test(listening, reconnects_when_it_breaks)
{
    open_blocking();
    want();
    await_all(1);
    for (int times = 0; times < 3; times++) {
        fleet_run(&fleet, 0, 2, "CLIENT KILL TYPE pubsub");
        await_all(1);
    }
}

/* --- who may not ------------------------------------------------------------
 */

static void open_as_bob(const char *channels)
{
    fleet_run(&fleet, 0, 2,
              "ACL SETUSER bob reset on >pw allkeys +@all resetchannels");
    if (channels != NULL)
        fleet_run(&fleet, 0, 2, "ACL SETUSER bob %s", channels);
    client = open_client(&(struct redlock_settings){
        .nodes = fleet.nodes,
        .node_timeout_ms = UNHURRIED_MS,
        .username = "bob",
        .password = "pw",
    });
    rlk_token_channel(&client->core.runtime.token_base, channel);
}

Test(listening, without_the_right_to_the_channel_is_tried_once)
{
    open_as_bob(NULL);
    want();
    for (int node = 0; node < 3; node++)
        await_reason(node, REDLOCK_REASON_NOPERM);
    for (int times = 0; times < 20; times++) {
        want();
        turn();
    }
    for (int node = 0; node < 3; node++)
        cr_assert_eq(server_calls(&fleet.server[node], "subscribe"), 0);
}

Test(listening, needs_only_the_right_to_its_channels)
{
    open_as_bob("&redlock:wake:*");
    want();
    await_all(1);
}

/* --- another server under the same address ----------------------------------
 */

Test(listening, at_another_server_is_not_used)
{
    const char *path = fleet.server[0].uri + strlen("unix://");
    struct server stranger;
    char aside[4096];

    open_blocking();
    turn();
    server_start(&stranger, NULL);
    (void)snprintf(aside, sizeof(aside), "%s.aside", path);
    cr_assert_eq(rename(path, aside), 0);
    cr_assert_eq(link(stranger.uri + strlen("unix://"), path), 0);
    want();
    await_reason(0, REDLOCK_REASON_REPLICA);
    await(1, 1);
    cr_assert_eq(server_integer(&stranger, "PUBLISH %s hello", channel), 0);
    cr_assert_eq(rename(aside, path), 0);
    await_all(1);
    server_kill(&stranger);
}

/* --- a child
 * ------------------------------------------------------------------
 */

Test(listening, of_the_parent_is_not_affected_by_a_child)
{
    int status = -1;
    pid_t child;

    open_blocking();
    want();
    await_all(1);
    child = fork();
    if (child == 0) {
        redlock_close(client);
        _exit(0);
    }
    waitpid(child, &status, 0);
    cr_assert_eq(status, 0);
    await_all(1);
    for (int node = 0; node < 3; node++)
        cr_assert_eq(server_calls(&fleet.server[node], "subscribe"), 1);
}

Test(listening, ends_with_the_client)
{
    open_blocking();
    want();
    await_all(1);
    redlock_close(client);
    client = NULL;
    for (int node = 0; node < 3; node++) {
        while (subscribers(node) > 0)
            sleep_ms(5);
    }
}
