/* SPDX-License-Identifier: MIT */
/*
 * Masters whose memory becomes another's while their connections stand: failed
 * over and back in one process, or switched by a proxy that keeps its clients.
 * The run_id that was read at connecting says nothing of it.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/admin.h"
#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"

static struct server standby;
static struct redlock_client *holder; /* of nodes 1 and 2; client: 1 and 3 */
static struct redlock_lock *lock;
static struct redlock_lock *held;

static void await_in_info(struct server *server, const char *words)
{
    long long until = boot_ms() + 30000;
    char text[4096];

    for (;;) {
        server_text(server, text, sizeof(text), "INFO replication");
        if (strstr(text, words) != NULL)
            return;
        cr_assert_lt(boot_ms(), until, "%s", text);
        sleep_ms(5);
    }
}

static void follow(struct server *replica, struct server *master)
{
    server_run(master, "CONFIG SET repl-diskless-sync-delay 0");
    server_run(replica, "REPLICAOF 127.0.0.1 %d", master->port);
    await_in_info(replica, "master_link_status:up");
}

static void promote(struct server *replica)
{
    server_run(replica, "REPLICAOF NO ONE");
}

static void await_key(struct server *replica, const char *key)
{
    long long until = boot_ms() + 30000;

    while (server_integer(replica, "EXISTS %s", key) == 0) {
        cr_assert_lt(boot_ms(), until);
        sleep_ms(5);
    }
}

static void start_four(void)
{
    fleet_start_tcp(&fleet, 3);
    server_start_tcp(&standby, NULL);
}

static void stop_all(void)
{
    redlock_close(client);
    redlock_close(holder);
    server_kill(&standby);
    fleet_stop(&fleet);
}

TestSuite(failover, .init = start_four, .fini = stop_all, .timeout = 120);

/* A client of the first node at that address, and of one other node. */
static struct redlock_client *open_two(const char *first, int second)
{
    char nodes[2 * SERVER_URI_MAX + 40];

    snprintf(nodes, sizeof(nodes),
             second == 1 ? "%s,%s,unix:///nowhere/3"
                         : "%s,unix:///nowhere/2,%s",
             first, fleet.server[second].uri);
    return open_client(&(struct redlock_settings){
        .nodes = nodes,
        .node_timeout_ms = UNHURRIED_MS,
    });
}

static enum redlock_status acquire(struct redlock_client *by,
                                   const char *resource, bool fencing,
                                   struct redlock_lock **handle)
{
    memset(&report, 0, sizeof(report));
    return redlock_acquire(by,
                           &(struct redlock_request){
                               .resource = resource,
                               .ttl_ms = 60000,
                               .fencing = fencing,
                               .report = &report,
                           },
                           handle);
}

/*
 * A guarded fleet, and a former replica of its first node that has its marker,
 * but not the lock that is granted there afterwards.
 */
static void grant_behind_standby(const char *first)
{
    struct redlock_client *operator= fleet_open(&fleet, UNHURRIED_MS);

    follow(&standby, &fleet.server[0]);
    cr_assert_eq(redlock_init_nodes(operator, NULL), REDLOCK_OK);
    redlock_close(operator);
    await_key(&standby, "redlock:inst");
    promote(&standby);

    holder = open_two(first, 1);
    client = open_two(first, 2);
    cr_assert_eq(acquire(client, "other", false, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    cr_assert_eq(acquire(holder, "cup", false, &held), REDLOCK_OK, "%s",
                 votes_of(&report));
}

static void assert_nobody_else_holds(void)
{
    cr_assert_eq(acquire(client, "cup", false, &lock), REDLOCK_NO_QUORUM, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_QUARANTINE);
    cr_assert_gt(report.node[0].quarantine_ms, 200000);
    cr_assert(redlock_held(held));
}

Test(failover, a_failover_and_back_in_one_process_gives_no_lock)
{
    grant_behind_standby(fleet.server[0].uri);
    follow(&fleet.server[0], &standby);
    promote(&fleet.server[0]);
    assert_nobody_else_holds();
}

Test(failover, behind_a_proxy_gives_no_other_client_the_lock)
{
    struct proxy proxy;

    proxy_start(&proxy, &fleet.server[0]);
    grant_behind_standby(proxy.uri);
    proxy_switch(&proxy, &standby);
    assert_nobody_else_holds();
    proxy_stop(&proxy);
}

/* A connection from before the failover marks the present memory. */
Test(failover, is_marked_by_a_connection_that_was_open)
{
    struct redlock_client *operator= fleet_open(&fleet, UNHURRIED_MS);

    cr_assert_eq(redlock_init_nodes(operator, NULL), REDLOCK_OK);
    follow(&fleet.server[0], &standby);
    promote(&fleet.server[0]);
    cr_assert_eq(redlock_init_nodes(operator, NULL), REDLOCK_OK);
    cr_assert_eq(acquire(operator, "cup", false, &lock), REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
    redlock_close(operator);
}

/* The replica has the marker, and its replid until it has synchronized. */
Test(failover, to_a_replica_that_takes_writes_is_refused)
{
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_init_nodes(client, NULL), REDLOCK_OK);
    server_run(&fleet.server[0], "CONFIG SET replica-read-only no");
    server_run(&fleet.server[0], "REPLICAOF 127.0.0.1 1");
    cr_assert_eq(acquire(client, "cup", false, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_READONLY, "%s",
                 votes_of(&report));
    redlock_release(&lock, NULL);
}
