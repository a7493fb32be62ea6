/* SPDX-License-Identifier: MIT */
/*
 * Users who lack a right that a guard or a fence needs, and servers that are no
 * independent masters: refused by name, never served without.
 */

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "redlock/admin.h"
#include "tests/support/fixture.h"

static struct redlock_lock *lock;

TestSuite(rights, .init = start_three, .fini = close_all, .timeout = 60);

/*
 * Opens a client of a user with every right except these rules of ACL SETUSER.
 */
static void open_as_bob(const char *rights, enum redlock_guard guard)
{
    for (int i = 0; i < 3; i++) {
        char copy[256];

        snprintf(copy, sizeof(copy), "%s", rights);
        server_run(&fleet.server[i],
                   "ACL SETUSER bob reset on >pw allkeys +@all");
        for (char *word = strtok(copy, " "); word != NULL;
             word = strtok(NULL, " "))
            server_run(&fleet.server[i], "ACL SETUSER bob %s", word);
    }
    client = open_client(&(struct redlock_settings){
        .nodes = fleet.nodes,
        .node_timeout_ms = UNHURRIED_MS,
        .guard = guard,
        .username = "bob",
        .password = "pw",
    });
}

static enum redlock_status acquire(bool fencing)
{
    memset(&report, 0, sizeof(report));
    return redlock_acquire(client,
                           &(struct redlock_request){
                               .resource = "cup",
                               .fencing = fencing,
                               .report = &report,
                           },
                           &lock);
}

/* A lock that was acquired without these rights is released without them. */
static void cannot_be_shared(const char *rights)
{
    open_as_bob(rights, REDLOCK_GUARD_OFF);
    cr_assert_eq(acquire(false), REDLOCK_OK, "%s", votes_of(&report));
    cr_assert_eq(redlock_downgrade(lock, &report), REDLOCK_NO_RIGHTS, "%s",
                 votes_of(&report));
    cr_assert_not(redlock_held(lock));
    cr_assert_eq(redlock_release(&lock, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    fleet_await(&fleet, client, "cup", 0);
}

Test(rights, to_the_members_are_needed_by_a_downgrade)
{
    cannot_be_shared("-zadd");
}

Test(rights, of_a_plain_lock_are_enough_to_release_it)
{
    cannot_be_shared("-@all resetkeys ~cup +set +get +del +pttl +pexpire "
                     "+eval +evalsha");
}

/* --- no independent masters ------------------------------------------------
 */

static void open_on(const char *uri)
{
    client = open_client(&(struct redlock_settings){
        .nodes = uri,
        .node_timeout_ms = UNHURRIED_MS,
    });
}

static enum redlock_reason examined(const char *uri)
{
    static struct redlock_examination examination;

    cr_assert_eq(redlock_examine(&(struct redlock_settings){.nodes = uri},
                                 &examination, NULL),
                 REDLOCK_NO_QUORUM);
    return examination.node[0].reason;
}

Test(rights, are_of_no_use_in_a_cluster_of_one_shard)
{
    static const char *const options[] = {"--cluster-enabled", "yes", NULL};
    struct server server;

    server_start_tcp(&server, options);
    server_run(&server, "CLUSTER ADDSLOTSRANGE 0 16383");
    open_on(server.uri);
    cr_assert_eq(acquire(false), REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLUSTER, "%s",
                 votes_of(&report));
    cr_assert_eq(redlock_init_nodes(client, &report), REDLOCK_NO_QUORUM);
    cr_assert_eq(examined(server.uri), REDLOCK_REASON_CLUSTER);
    server_kill(&server);
}

/* A lock without a guard and a fence does not detect the cluster. */
Test(rights, to_INFO_are_needed_to_detect_a_cluster)
{
    static const char *const options[] = {"--cluster-enabled", "yes", NULL};
    long long until = boot_ms() + 30000;
    struct server server;
    char uri[96];

    server_start_tcp(&server, options);
    server_run(&server, "CLUSTER ADDSLOTSRANGE 0 16383");
    server_run(&server, "ACL SETUSER bob on >pw allkeys +@all -info");
    snprintf(uri, sizeof(uri), "redis://bob:pw@127.0.0.1:%d", server.port);
    /* The server does not serve its slots immediately. */
    open_on(uri);
    while (acquire(false) != REDLOCK_OK) {
        cr_assert_eq(report.node[0].reason, REDLOCK_REASON_CLUSTER, "%s",
                     votes_of(&report));
        cr_assert_lt(boot_ms(), until, "%s", report.node[0].message);
        redlock_close(client);
        open_on(uri);
    }
    cr_assert_eq(redlock_extend(lock, 20000, &report), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    cr_assert_eq(acquire(true), REDLOCK_NO_RIGHTS, "%s", votes_of(&report));
    cr_assert_eq(redlock_init_nodes(client, &report), REDLOCK_NO_RIGHTS);
    server_kill(&server);
}

/* A Sentinel is the server's program with a configuration file. */
static pid_t start_sentinel(int port)
{
    char path[96];
    char name[] = "redis-sentinel";
    char *argv[] = {name, path, NULL};
    FILE *file;
    pid_t pid;

    snprintf(path, sizeof(path), "%s/sentinel.conf", test_dir());
    file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "port %d\nbind 127.0.0.1\nlogfile %s/sentinel.log\n", port,
            test_dir());
    fclose(file);
    pid = fork();
    cr_assert_neq(pid, -1);
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp("redis-sentinel", argv);
        execvp("redis-server", argv);
        execvp("redis-check-rdb", argv);
        _exit(127);
    }
    return pid;
}

Test(rights, are_of_no_use_at_a_sentinel)
{
    struct server sentinel = {.port = free_port()};
    long long until = boot_ms() + 30000;

    sentinel.pid = start_sentinel(sentinel.port);
    snprintf(sentinel.uri, sizeof(sentinel.uri), "redis://127.0.0.1:%d",
             sentinel.port);
    do {
        redlock_close(client);
        open_on(sentinel.uri);
        cr_assert_eq(acquire(false), REDLOCK_NO_QUORUM);
    } while (report.node[0].reason == REDLOCK_REASON_REFUSED &&
             boot_ms() < until);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SENTINEL, "%s",
                 votes_of(&report));
    cr_assert_eq(examined(sentinel.uri), REDLOCK_REASON_SENTINEL);
    server_kill(&sentinel);
}
