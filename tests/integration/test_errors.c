/* SPDX-License-Identifier: MIT */
/*
 * Whatever is wrong with a master has a name in the report, and the
 * others serve without it.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/proxy/proxy.h"
#include "tests/support/fixture.h"

/* Two healthy masters, and a third, which comes first and has the fault. */
static struct server odd;
static struct proxy proxy;
static struct redlock_lock *lock;

static void start_two(void)
{
    fleet_start(&fleet, 2);
}

static void close_odd(void)
{
    redlock_close(client);
    if (proxy.pid != 0)
        proxy_stop(&proxy);
    server_kill(&odd);
    fleet_stop(&fleet);
}

static void open_with(const char *uri)
{
    char nodes[sizeof(fleet.nodes) + SERVER_URI_MAX];

    snprintf(nodes, sizeof(nodes), "%s,%s", uri, fleet.nodes);
    client = open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
}

/*
 * Acquires until the odd node's answer comes before the call is decided. It
 * has patience: a second acquire may come before the release of the first.
 */
static void acquire(void)
{
    const struct redlock_request request = {
        .resource = "cup", .wait_ms = 10000, .report = &report};

    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    while (report.node[0].vote == REDLOCK_VOTE_OPEN) {
        redlock_release(&lock, NULL);
        cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK, "%s",
                     votes_of(&report));
    }
}

/* Extends until the odd node's answer comes before the call is decided. */
static void extend(void)
{
    do
        cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
    while (report.node[0].vote == REDLOCK_VOTE_OPEN);
}

static void expect(enum redlock_reason reason)
{
    const struct redlock_node_report *node = &report.node[0];

    cr_assert_eq(node->reason, reason, "%s: %s (%s)", node->name,
                 redlock_reason_text(node->reason), node->message);
    cr_assert(node->vote == REDLOCK_VOTE_FAILED ||
                  node->vote == REDLOCK_VOTE_UNREACHED,
              "%s", redlock_vote_text(node->vote));
}

TestSuite(errors, .init = start_two, .fini = close_odd, .timeout = 120);

Test(errors, a_refused_connection_is_reported)
{
    char uri[SERVER_URI_MAX];

    snprintf(uri, sizeof(uri), "redis://127.0.0.1:%d", free_port());
    open_with(uri);
    acquire();
    expect(REDLOCK_REASON_REFUSED);
}

Test(errors, a_missing_socket_is_reported)
{
    char uri[SERVER_URI_MAX];

    snprintf(uri, sizeof(uri), "unix://%s/nobody", test_dir());
    open_with(uri);
    acquire();
    expect(REDLOCK_REASON_REFUSED);
}

/*
 * A name with an empty label is invalid, so nothing is sent to a name server.
 */
Test(errors, a_name_without_an_address_is_reported)
{
    open_with("redis://no..such..name:6379");
    acquire();
    expect(REDLOCK_REASON_UNRESOLVED);
}

static const char *with_user(const char *user)
{
    static char uri[SERVER_URI_MAX];

    snprintf(uri, sizeof(uri), "redis://%s127.0.0.1:%d", user, odd.port);
    return uri;
}

/* Commands for a server before the request, and the user of the request. */
static const struct {
    const char *command;
    const char *user; /* and the password */
    enum redlock_reason reason;
} faults[] = {
    {"CONFIG SET requirepass sesame", "", REDLOCK_REASON_NOAUTH},
    {"CONFIG SET requirepass sesame", ":simsalabim@", REDLOCK_REASON_WRONGPASS},
    {"PING", ":sesame@", REDLOCK_REASON_WRONGPASS},
    {"ACL SETUSER guest on >sesame ~* +@connection +info", "guest:sesame@",
     REDLOCK_REASON_NOPERM},
    {"REPLICAOF 127.0.0.1 1", "", REDLOCK_REASON_REPLICA},
    {"CONFIG SET maxmemory 1", "", REDLOCK_REASON_OOM},
    {"CONFIG SET min-replicas-to-write 1", "", REDLOCK_REASON_NOREPLICAS},
};

Test(errors, each_fault_of_a_server_is_reported_with_its_reason)
{
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        server_start_tcp(&odd, NULL);
        server_run(&odd, faults[i].command);
        open_with(with_user(faults[i].user));
        acquire();
        expect(faults[i].reason);
        cr_assert_null(strstr(report.node[0].name, "simsalabim"));
        cr_assert_null(strstr(report.node[0].message, "simsalabim"));
        redlock_release(&lock, NULL);
        redlock_close(client);
        server_kill(&odd);
    }
    client = NULL;
}

Test(errors, the_right_password_is_no_error)
{
    static const char *const options[] = {"--requirepass", "p@ss:w/rd", NULL};

    server_start_tcp(&odd, options);
    open_with(with_user(":p%40ss%3Aw%2Frd@"));
    acquire();
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
}

/* A user with the rights for a lock alone, without INFO and CLIENT. */
Test(errors, a_user_with_few_rights_acquires)
{
    server_start_tcp(&odd, NULL);
    server_run(&odd, "ACL SETUSER worker on >sesame ~* -@all +auth +set +get "
                     "+del +pttl +pexpire +eval +evalsha");
    open_with(with_user("worker:sesame@"));
    acquire();
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
    extend();
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
}

/* A majority that refuses our credentials. */
Test(errors, a_majority_that_refuses_the_credentials_is_NO_RIGHTS)
{
    for (int i = 0; i < 2; i++) {
        server_run(&fleet.server[i], "CONFIG SET requirepass sesame");
        fleet.server[i].password = "sesame";
    }
    server_start(&odd, NULL);
    open_with(odd.uri);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup",
                                                           .report = &report},
                                 &lock),
                 REDLOCK_NO_RIGHTS);
    while (server_integer(&odd, "EXISTS cup") == 1)
        if (redlock_inspect(client, "nothing", &report) == REDLOCK_OK)
            die("a node that refuses us answered");
}

Test(errors, a_master_that_became_a_replica_is_read_only)
{
    server_start(&odd, NULL);
    open_with(odd.uri);
    acquire();
    redlock_release(&lock, NULL);
    server_run(&odd, "REPLICAOF 127.0.0.1 %d", free_port());
    acquire();
    expect(REDLOCK_REASON_READONLY);
}

Test(errors, the_same_server_under_two_names_votes_once)
{
    char nodes[4 * SERVER_URI_MAX];

    server_start_tcp(&odd, NULL);
    proxy_start(&proxy, &odd);
    snprintf(nodes, sizeof(nodes), "%s,%s,%s", odd.uri, proxy.uri,
             fleet.server[0].uri);
    client = open_client(&(struct redlock_settings){
        .nodes = nodes, .node_timeout_ms = UNHURRIED_MS});
    acquire();
    cr_assert((report.node[0].reason == REDLOCK_REASON_SAME_SERVER) +
                  (report.node[1].reason == REDLOCK_REASON_SAME_SERVER) ==
              1);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_GRANTED, "%s",
                 votes_of(&report));
}

/* Slowed down so that loading lasts as long as the test. */
Test(errors, a_server_that_loads_its_data_is_reported)
{
    static const char *const options[] = {
        "--key-load-delay", "20000", "--loading-process-events-interval-bytes",
        "1024", NULL};

    server_start(&odd, NULL);
    server_run(&odd, "EVAL %s 0",
               "for i = 1, 3000 do redis.call('set', i, string.rep('x', 100)) "
               "end");
    server_run(&odd, "SAVE");
    odd.options = options;
    server_relaunch(&odd);
    server_await(&odd);
    open_with(odd.uri);
    acquire();
    expect(REDLOCK_REASON_LOADING);
}

Test(errors, a_server_that_is_busy_with_a_script_is_reported)
{
    static const char *const options[] = {"--lua-time-limit", "10", NULL};

    server_start(&odd, options);
    open_with(odd.uri);
    acquire();
    redlock_release(&lock, NULL);
    server_send(&odd, "EVAL %s 0", "while true do end");
    sleep_ms(300);
    acquire();
    expect(REDLOCK_REASON_IN_SCRIPT);
}

/*
 * The server cannot write a snapshot, because its working folder was deleted.
 */
Test(errors, a_server_that_cannot_persist_is_reported)
{
    static char away[80];
    static const char *const options[] = {"--dir", away, "--save", "3600 1",
                                          NULL};

    snprintf(away, sizeof(away), "%s/away", test_dir());
    cr_assert_eq(mkdir(away, 0700), 0);
    server_start(&odd, options);
    cr_assert_eq(rmdir(away), 0);
    server_run(&odd, "BGSAVE");
    while (server_info(&odd, "rdb_bgsave_in_progress") != 0)
        sleep_ms(10);
    open_with(odd.uri);
    acquire();
    expect(REDLOCK_REASON_MISCONF);
}

Test(errors, a_cluster_node_is_reported)
{
    static char bus[16];
    static const char *const options[] = {"--cluster-enabled", "yes",
                                          "--cluster-port", bus, NULL};

    snprintf(bus, sizeof(bus), "%d", free_port());
    server_start_tcp(&odd, options);
    open_with(odd.uri);
    acquire();
    expect(REDLOCK_REASON_CLUSTER);
}

Test(errors, a_key_that_is_no_string_is_reported)
{
    server_start(&odd, NULL);
    server_run(&odd, "LPUSH cup theirs");
    open_with(odd.uri);
    acquire();
    /* SET reports only that there is a key; a waiter runs a script after it. */
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_WRONGTYPE, "%s",
                 votes_of(&report));
}

Test(errors, a_key_that_became_a_list_has_the_wrong_type)
{
    server_start(&odd, NULL);
    open_with(odd.uri);
    acquire();
    server_run(&odd, "DEL cup");
    server_run(&odd, "LPUSH cup theirs");
    extend();
    expect(REDLOCK_REASON_WRONGTYPE);
}

Test(errors, a_server_that_is_no_redis_is_reported)
{
    server_start(&odd, NULL);
    proxy_start(&proxy, &odd);
    proxy_set(&proxy, &(struct proxy_faults){.babble = true});
    open_with(proxy.uri);
    acquire();
    expect(REDLOCK_REASON_NOT_REDIS);
}
