/* SPDX-License-Identifier: MIT */
/* An operator's calls that list locks and take them away. */

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "redlock/admin.h"
#include "tests/support/fixture.h"

TestSuite(admin, .init = open_three, .fini = close_all, .timeout = 120);

static struct redlock_lock *acquired(const char *resource)
{
    const struct redlock_request request = {.resource = resource,
                                            .ttl_ms = 60000};
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
    fleet_await(&fleet, client, resource, 3);
    return lock;
}

static struct redlock_settings settings(int64_t node_timeout_ms)
{
    return (struct redlock_settings){.nodes = fleet.nodes,
                                     .node_timeout_ms = node_timeout_ms};
}

static enum redlock_status force(const struct redlock_report *seen,
                                 int64_t node_timeout_ms)
{
    const struct redlock_settings with = settings(node_timeout_ms);

    report = (struct redlock_report){.size = sizeof(report)};
    return redlock_force_release(&with, "cup", seen, &report, NULL);
}

Test(admin, only_the_reported_locks_are_released)
{
    struct redlock_lock *lock = acquired("cup");
    struct redlock_report seen = {.size = sizeof(seen)};

    cr_assert_eq(redlock_inspect(client, "cup", &seen), REDLOCK_OK);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
    cr_assert_eq(force(&seen, UNHURRIED_MS), REDLOCK_GONE);
    lock = acquired("cup");
    cr_assert_eq(force(&seen, UNHURRIED_MS), REDLOCK_BUSY);
    cr_assert_eq(report.granted, 0);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(force(NULL, UNHURRIED_MS), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_eq(report.granted, 3);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_LOST);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_GONE);
}

/* A node that could not be searched may have the same lock. */
Test(admin, a_lock_that_one_node_reports_is_released_everywhere)
{
    struct redlock_lock *lock = acquired("cup");
    struct redlock_report seen = {.size = sizeof(seen)};

    cr_assert_eq(redlock_inspect(client, "cup", &seen), REDLOCK_OK);
    seen.node[1].reason = REDLOCK_REASON_SILENT;
    seen.node[2].reason = REDLOCK_REASON_SILENT;
    cr_assert_eq(force(&seen, UNHURRIED_MS), REDLOCK_OK);
    cr_assert_eq(report.granted, 3);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_GONE);
    seen.node[0].reason = REDLOCK_REASON_SILENT;
    cr_assert_eq(force(&seen, UNHURRIED_MS), REDLOCK_GONE);
}

Test(admin, without_a_quorum_nothing_is_released)
{
    struct redlock_lock *lock = acquired("cup");

    server_kill(&fleet.server[1]);
    server_kill(&fleet.server[2]);
    cr_assert_eq(force(NULL, SILENT_MS), REDLOCK_UNREACHABLE, "%s",
                 votes_of(&report));
    cr_assert_eq(report.granted, 1);
    cr_assert_eq(report.node[1].vote, REDLOCK_VOTE_UNREACHED);
    (void)redlock_release(&lock, NULL);
}

Test(admin, malformed_requests_are_refused)
{
    const struct redlock_settings with = settings(UNHURRIED_MS);
    const struct redlock_list_request nobody = {.size = sizeof(nobody)};

    cr_assert_eq(redlock_force_release(&with, "redlock:inst", NULL, NULL, NULL),
                 REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_force_release(&with, "{a}:queue", NULL, NULL, NULL),
                 REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_list(&with, &nobody, NULL, NULL), REDLOCK_BAD_REQUEST);
    cr_assert_eq(
        redlock_force_release(&(struct redlock_settings){.nodes = "what://"},
                              "cup", NULL, NULL, NULL),
        REDLOCK_BAD_NODES);
}

/* --- a list ----------------------------------------------------------------
 */

static char listed[4096];

static void note(void *user, const struct redlock_listed *one)
{
    size_t length = strlen(listed);

    cr_assert_eq(user, &fleet);
    cr_assert_eq(one->holding, REDLOCK_HOLDING_SOMEBODY);
    cr_assert_eq(one->named, 3);
    cr_assert_gt(one->remaining_ms, 0);
    (void)snprintf(listed + length, sizeof(listed) - length, "%s ",
                   one->resource);
}

Test(admin, a_list_is_sorted_by_the_bytes_of_the_names)
{
    const struct redlock_settings with = settings(UNHURRIED_MS);
    struct redlock_list_request request = {
        .size = sizeof(request), .each = note, .user = &fleet};
    struct redlock_list_report list = {.size = sizeof(list)};
    struct redlock_lock *one = acquired("b");
    struct redlock_lock *two = acquired("a b");

    cr_assert_eq(redlock_list(&with, &request, &list, NULL), REDLOCK_OK);
    cr_assert_str_eq(listed, "a b b ");
    cr_assert_eq(list.listed, 2);
    cr_assert_not(list.more);
    cr_assert(list.node[0].complete);
    request.limit = 1;
    cr_assert_eq(redlock_list(&with, &request, &list, NULL), REDLOCK_OK);
    cr_assert_eq(list.listed, 1);
    cr_assert(list.more);
    (void)redlock_release(&one, NULL);
    (void)redlock_release(&two, NULL);
}

/* --- signals
 * ---------------------------------------------------------------
 */

static void ignore(int number)
{
    (void)number;
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Each answer may take three node timeouts. */
Test(admin, signals_neither_end_nor_prolong_the_wait_for_a_silent_node)
{
    const struct redlock_settings with = settings(SILENT_MS);
    const struct redlock_list_request request = {
        .size = sizeof(request), .each = note, .user = &fleet};
    struct redlock_list_report list = {.size = sizeof(list)};
    const struct sigaction restarts_nothing = {.sa_handler = ignore};
    struct itimerval often = {{0, 2000}, {0, 2000}};
    int64_t begun = now_ms();
    int64_t took;

    server_pause(&fleet.server[2]);
    cr_assert_eq(sigaction(SIGALRM, &restarts_nothing, NULL), 0);
    cr_assert_eq(setitimer(ITIMER_REAL, &often, NULL), 0);
    cr_expect_eq(redlock_list(&with, &request, &list, NULL), REDLOCK_OK);
    took = now_ms() - begun;
    often = (struct itimerval){{0, 0}, {0, 0}};
    cr_assert_eq(setitimer(ITIMER_REAL, &often, NULL), 0);
    server_resume(&fleet.server[2]);
    cr_expect_eq(list.node[0].reason, REDLOCK_REASON_NONE);
    cr_expect_eq(list.node[1].reason, REDLOCK_REASON_NONE);
    cr_expect_eq(list.node[2].reason, REDLOCK_REASON_SILENT);
    cr_expect_geq(took, 3 * SILENT_MS);
    cr_expect_lt(took, 20 * SILENT_MS);
}
