/* SPDX-License-Identifier: MIT */
/* The handle: what it answers after all that can happen to its process. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;

static void hold_job(void)
{
    fleet_start(&fleet, 5);
    client = fleet_open(&fleet, UNHURRIED_MS);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup"},
                                 &lock),
                 REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
}

static void close_all(void)
{
    redlock_close(client);
    fleet_stop(&fleet);
}

TestSuite(handle, .init = hold_job, .fini = close_all, .timeout = 120);

Test(handle, a_second_acquire_is_busy_and_keeps_the_first)
{
    struct redlock_lock *first = lock;
    char before[REDLOCK_TOKEN_MAX], after[REDLOCK_TOKEN_MAX];

    redlock_token(lock, before);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "cup"},
                                 &lock),
                 REDLOCK_ALREADY);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){.resource = "other"},
                                 &lock),
                 REDLOCK_ALREADY);
    cr_assert_eq(redlock_adopt(client, "cup", "token", &lock), REDLOCK_ALREADY);
    cr_assert_eq(lock, first);
    cr_assert_str_eq(redlock_token(lock, after), before);
    cr_assert(redlock_held(lock));
    cr_assert_eq(fleet_holding(&fleet, "other"), 0);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(handle, the_status_is_held_with_the_first_master_dead)
{
    int seen = 0;

    server_kill(&fleet.server[0]);
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    for (int i = 1; i < 5; i++)
        seen += report.node[i].vote == REDLOCK_VOTE_ANSWERED &&
                report.node[i].reason == REDLOCK_REASON_HELD &&
                report.node[i].remaining_ms > 0;
    cr_assert_eq(seen, 4);
    cr_assert_neq(report.node[0].vote, REDLOCK_VOTE_ANSWERED);
}

Test(handle, a_free_name_is_reported_as_free)
{
    cr_assert_eq(redlock_inspect(client, "free", &report), REDLOCK_OK);
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(report.node[i].vote, REDLOCK_VOTE_ANSWERED);
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_MISSING);
    }
}

/* A majority that cannot tell is not "free". */
Test(handle, the_status_is_unknown_without_a_quorum)
{
    for (int i = 0; i < 3; i++)
        server_kill(&fleet.server[i]);
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_NO_QUORUM);
}

/* The last words of a child: 'y' for each fact that holds, in order. */
static void holder_that_is_stopped(int words, int ready)
{
    struct redlock_client *own = fleet_open(&fleet, UNHURRIED_MS);
    struct redlock_lock *brief = NULL;
    char facts[3];

    if (redlock_acquire(own,
                        &(struct redlock_request){.resource = "brief",
                                                  .ttl_ms = 1500,
                                                  .wait_ms = 20000,
                                                  .keep = true},
                        &brief) != REDLOCK_OK)
        _exit(1);
    facts[0] = redlock_held(brief) ? 'y' : 'n';
    if (write(ready, "", 1) != 1)
        _exit(1);
    /* Stopped here, by the parent, for longer than the TTL. */
    while (redlock_held(brief))
        sleep_ms(1);
    facts[1] = redlock_remaining_ms(brief) == 0 ? 'y' : 'n';
    facts[2] = redlock_extend(brief, 1500, NULL) == REDLOCK_LOST ? 'y' : 'n';
    _exit(write(words, facts, 3) == 3 ? 0 : 1);
}

/* The first question it asks answers "lost"; and never again "held". */
Test(handle, a_holder_that_was_stopped_knows_its_loss)
{
    int words[2], ready[2], status;
    char facts[3], byte;
    pid_t holder;

    cr_assert(pipe(words) == 0 && pipe(ready) == 0);
    holder = fork();
    if (holder == 0)
        holder_that_is_stopped(words[1], ready[1]);
    cr_assert_eq(read(ready[0], &byte, 1), 1);
    kill(holder, SIGSTOP);
    /* The keys outlast the validity. */
    fleet_await(&fleet, client, "brief", 0);
    kill(holder, SIGCONT);
    cr_assert_eq(read(words[0], facts, 3), 3);
    cr_assert_arr_eq(facts, "yyy", 3);
    waitpid(holder, &status, 0);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Counts what a child finds wrong. */
static int faults_after_fork(void)
{
    struct redlock_lock *none = NULL;
    int faults = 0;

    faults += redlock_held(lock);
    faults += redlock_remaining_ms(lock) != 0;
    faults += redlock_extend(lock, 30000, NULL) != REDLOCK_FORKED;
    faults +=
        redlock_acquire(client, &(struct redlock_request){.resource = "x"},
                        &none) != REDLOCK_FORKED;
    faults += redlock_inspect(client, "cup", &report) != REDLOCK_FORKED;
    faults += redlock_release(&lock, NULL) != REDLOCK_FORKED;
    redlock_close(client);
    return faults;
}

Test(handle, a_forked_child_can_use_nothing_and_affects_nothing)
{
    long long before, after;
    int status;
    pid_t child;

    before = server_info(&fleet.server[0], "total_connections_received");
    child = fork();
    if (child == 0)
        _exit(faults_after_fork());
    waitpid(child, &status, 0);
    cr_assert(WIFEXITED(status));
    cr_assert_eq(WEXITSTATUS(status), 0, "%d faults", WEXITSTATUS(status));

    cr_assert(redlock_held(lock));
    cr_assert_eq(fleet_holding(&fleet, "cup"), 5);
    cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
    after = server_info(&fleet.server[0], "total_connections_received");
    /* fleet_holding() and server_info() opened one each, and no more. */
    cr_assert_eq(after - before, 2);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* A child may open a client of its own. */
Test(handle, a_forked_child_with_its_own_client_is_another_contender)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        struct redlock_client *own = fleet_open(&fleet, UNHURRIED_MS);
        struct redlock_lock *none = NULL;

        _exit(redlock_acquire(own, &(struct redlock_request){.resource = "cup"},
                              &none) == REDLOCK_BUSY
                  ? 0
                  : 1);
    }
    waitpid(child, &status, 0);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Neither sockets nor timers of ours reach a program that is executed. */
Test(handle, every_descriptor_is_close_on_exec)
{
    char link[64], target[256];

    cr_assert_geq(redlock_lost_fd(lock), 0);
    for (int fd = 3; fd < 256; fd++) {
        ssize_t length;
        int flags = fcntl(fd, F_GETFD);

        snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        length = readlink(link, target, sizeof(target) - 1);
        if (flags == -1 || length < 0)
            continue;
        target[length] = '\0';
        if (strncmp(target, "socket:", 7) == 0 ||
            strstr(target, "timerfd") != NULL ||
            strstr(target, "eventfd") != NULL ||
            strstr(target, "eventpoll") != NULL)
            cr_expect(flags & FD_CLOEXEC, "%d is %s", fd, target);
    }
}
