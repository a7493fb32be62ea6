/* SPDX-License-Identifier: MIT */
/* Fences from a quorum of real masters. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fixture.h"

static struct redlock_lock *lock;

static enum redlock_status acquire(bool fencing)
{
    return redlock_acquire(client,
                           &(struct redlock_request){
                               .resource = "cup",
                               .fencing = fencing,
                               .wait_ms = 30000, /* for releases */
                               .report = &report,
                           },
                           &lock);
}

/* Sets the counter that a node keeps to another number, of the same server. */
static void move_counter(struct server *server, int64_t number)
{
    char text[64];
    char moved[96];

    cr_assert(server_text(server, text, sizeof(text), "GET {cup}:fence"));
    cr_assert_not_null(strchr(text, '|'));
    snprintf(moved, sizeof(moved), "%" PRId64 "%s", number, strchr(text, '|'));
    server_run(server, "SET {cup}:fence %s", moved);
}

static int64_t next_fence(void)
{
    int64_t fence;

    cr_assert_eq(acquire(true), REDLOCK_OK, "%s", votes_of(&report));
    fence = redlock_fence(lock);
    redlock_release(&lock, NULL);
    return fence;
}

TestSuite(fences, .init = open_five, .fini = close_all, .timeout = 120);

/*
 * A counter that expires begins anew at the node's time, so it must not expire
 * before that time has passed it, and never within a day: whoever carries its
 * last number may still be at work.
 */
Test(fences, do_not_expire_before_the_clock_has_passed_them)
{
    const long long day_ms = 86400000;
    const long long ahead_ms = 3 * day_ms;
    int64_t now_us;

    cr_assert_eq(acquire(true), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    now_us = redlock_fence(lock);
    for (int i = 0; i < 5; i++) {
        long long left = server_integer(&fleet.server[i], "PTTL {cup}:fence");
        cr_expect(left > day_ms && left <= 2 * day_ms + 60000, "%lld", left);
        move_counter(&fleet.server[i], now_us + ahead_ms * 1000);
    }
    redlock_release(&lock, NULL);
    cr_assert_eq(acquire(true), REDLOCK_OK);
    cr_assert_gt(redlock_fence(lock), now_us + ahead_ms * 1000);
    fleet_await(&fleet, client, "cup", 5);
    for (int i = 0; i < 5; i++) {
        long long left;
        /* A grant does not renew a counter, but an extension does. */
        for (int tries = 0; tries < 1000; tries++) {
            left = server_integer(&fleet.server[i], "PTTL {cup}:fence");
            if (left > 0)
                break;
            cr_assert_eq(redlock_extend(lock, 30000, NULL), REDLOCK_OK);
        }
        cr_expect(left > ahead_ms + day_ms, "node %d: %lld", i + 1, left);
    }
    redlock_release(&lock, NULL);
}

/* Usually one exchange is enough: no confirmation is sent. */
Test(fences, need_no_second_round_trip_in_the_steady_state)
{
    long long before;

    for (int i = 0; i < 3; i++)
        (void)next_fence();
    before = server_info(&fleet.server[0], "total_commands_processed");
    (void)next_fence();
    /* The grant, the release, and what their scripts call: 3 of TIME, GET,
     * GET, SET, SET and GET, DEL; and the INFO before. */
    cr_assert_leq(
        server_info(&fleet.server[0], "total_commands_processed") - before, 12);
}

/* --- a counter that is damaged ----------------------------------------------
 */

#define END (INT64_C(1) << 53)

/* Waits until every node has counted and the lock is free. */
static int64_t counted_everywhere(void)
{
    int64_t fence;

    cr_assert_eq(acquire(true), REDLOCK_OK, "%s", votes_of(&report));
    fence = redlock_fence(lock);
    fleet_await(&fleet, client, "cup", 5);
    redlock_release(&lock, NULL);
    fleet_await(&fleet, client, "cup", 0);
    return fence;
}

Test(fences, a_counter_at_its_end_is_reported_with_its_key)
{
    (void)counted_everywhere();
    for (int i = 0; i < 3; i++)
        move_counter(&fleet.server[i], END - 1);
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){
                                     .resource = "cup",
                                     .fencing = true,
                                     .report = &report,
                                 },
                                 &lock),
                 REDLOCK_NO_QUORUM);
    for (int i = 0; i < 3; i++)
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_COUNTER_END, "%s",
                     votes_of(&report));
    cr_assert_not_null(
        strstr(redlock_reason_text(report.node[0].reason), "{RESOURCE}:fence"));
    fleet_run(&fleet, 0, 2, "DEL {cup}:fence");
    (void)counted_everywhere();
}
