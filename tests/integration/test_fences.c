/* SPDX-License-Identifier: MIT */
/* Fences from a quorum of real masters. */

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/fleet.h"

#define SUCCESSIONS 60

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_lock *lock;
static struct redlock_report report;

static void open_five(void)
{
    fleet_start(&fleet, 5);
    client = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_all(void)
{
    redlock_close(client);
    fleet_stop(&fleet);
}

static enum redlock_status acquire(bool fencing)
{
    return redlock_acquire(client,
                           &(struct redlock_request){
                               .resource = "cup",
                               .fencing = fencing,
                               .wait_ms = 30000, /* for those that come back */
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

/* The counter that a node keeps; 0: none. */
static int64_t counter_of(struct server *server)
{
    char text[64];

    if (!server_text(server, text, sizeof(text), "GET {cup}:fence"))
        return 0;
    return strtoll(text, NULL, 10);
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

Test(fences, a_lock_without_one_has_none_and_leaves_no_counter)
{
    cr_assert_eq(acquire(false), REDLOCK_OK);
    cr_assert_eq(redlock_fence(lock), 0);
    fleet_await(&fleet, client, "cup", 5);
    cr_assert_eq(counter_of(&fleet.server[0]), 0);
    redlock_release(&lock, NULL);
    cr_assert_eq(redlock_fence(NULL), 0);
}

Test(fences, a_quorum_is_at_the_number_that_is_told)
{
    int level = 0;

    cr_assert_eq(acquire(true), REDLOCK_OK);
    for (int i = 0; i < 5; i++)
        level += counter_of(&fleet.server[i]) == redlock_fence(lock);
    cr_assert_geq(level, 3);
    cr_assert_gt(redlock_fence(lock), INT64_C(1600000000000000));
    cr_assert_lt(redlock_fence(lock), INT64_C(1) << 53);
    redlock_release(&lock, NULL);
}

Test(fences, increase_by_one_where_nobody_fails)
{
    int64_t before = next_fence();

    for (int i = 0; i < 10; i++) {
        int64_t fence = next_fence();
        cr_assert_gt(fence, before);
        before = fence;
    }
}

/*
 * A counter that expires begins anew at the node's time, so it must not expire
 * before that time has passed it, and never within a day: whoever carries its
 * last number may still be at work.
 */
Test(fences, no_counter_expires_before_the_clock_has_passed_it)
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
        long long left = server_integer(&fleet.server[i], "PTTL {cup}:fence");
        cr_expect(left > ahead_ms + day_ms, "node %d: %lld", i + 1, left);
    }
    redlock_release(&lock, NULL);
}

/* The steady state takes one exchange: no confirm goes out any more. */
Test(fences, cost_no_second_exchange_in_the_steady_state)
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

Test(fences, increase_while_masters_die_forget_and_are_flushed)
{
    int64_t before = next_fence();

    for (int i = 0; i < SUCCESSIONS; i++) {
        struct server *server = &fleet.server[i * 7 % 5];
        int64_t fence;
        if (i % 3 == 0)
            server_restart(server);
        else if (i % 3 == 1)
            server_run(server, "FLUSHALL");
        fence = next_fence();
        cr_assert_gt(fence, before,
                     "%" PRId64 " after %" PRId64 ", succession %d", fence,
                     before, i);
        before = fence;
    }
}

/* Its clock is behind: what it forgot must not come from it again. */
Test(fences, a_counter_of_another_server_is_not_trusted)
{
    int64_t before = next_fence();

    fleet_run(&fleet, 0, 4, "SET {cup}:fence 17|ffffffff");
    cr_assert_gt(next_fence(), before);
}

Test(fences, an_attempt_that_is_refused_takes_its_number_back)
{
    int64_t fence = next_fence();
    struct redlock_lock *ours = NULL;

    fleet_run(&fleet, 2, 4, "SET cup theirs PX 60000");
    cr_assert_eq(redlock_acquire(client,
                                 &(struct redlock_request){
                                     .resource = "cup",
                                     .fencing = true,
                                 },
                                 &ours),
                 REDLOCK_BUSY);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(counter_of(&fleet.server[i]), fence, "node %d", i + 1);
}

/* A lock that is released before the last node has been asked. */
static void hold_shorter_than_the_last_answers(void)
{
    server_pause(&fleet.server[4]);
    (void)next_fence();
    server_resume(&fleet.server[4]);
}

/* What it lacks it has said by then, and the client has read it. */
static void hear_the_last_node(void)
{
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    cr_assert_eq(report.node[4].vote, REDLOCK_VOTE_ANSWERED, "%s",
                 votes_of(&report));
}

Test(fences, short_holds_teach_every_node_the_script)
{
    cr_assert_eq(acquire(false), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    redlock_release(&lock, NULL);
    fleet_await(&fleet, client, "cup", 0);
    hold_shorter_than_the_last_answers();
    hear_the_last_node();
    cr_assert_eq(counter_of(&fleet.server[4]), 0);
    hold_shorter_than_the_last_answers();
    for (int i = 0; i < 1000 && counter_of(&fleet.server[4]) == 0; i++)
        sleep_ms(10);
    cr_assert_neq(counter_of(&fleet.server[4]), 0);
}

Test(fences, extensions_raise_the_counters_that_lag)
{
    cr_assert_eq(acquire(true), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    for (int i = 3; i < 5; i++)
        move_counter(&fleet.server[i], redlock_fence(lock) - 2);
    cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
    /* The last ones hear of it after a quorum has answered, and are answered
     * for in turn when the client is used next: one may ask for the script. */
    for (int i = 0; i < 5; i++) {
        for (int tries = 0; tries < 1000; tries++) {
            if (counter_of(&fleet.server[i]) == redlock_fence(lock))
                break;
            cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
            sleep_ms(10);
        }
        cr_assert_eq(counter_of(&fleet.server[i]), redlock_fence(lock),
                     "node %d: %" PRId64 ", not %" PRId64, i + 1,
                     counter_of(&fleet.server[i]), redlock_fence(lock));
    }
    redlock_release(&lock, NULL);
}

/* Somebody newer was granted there: its vote is not counted any more. */
Test(fences, a_counter_that_somebody_moved_is_not_counted)
{
    enum redlock_vote vote = REDLOCK_VOTE_NONE;

    cr_assert_eq(acquire(true), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    for (int i = 0; i < 2; i++)
        move_counter(&fleet.server[i], redlock_fence(lock) + 5);
    /* The others may decide before it has answered. */
    for (int tries = 0; tries < 1000 && vote != REDLOCK_VOTE_BARRED; tries++) {
        cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
        vote = report.node[0].vote;
        cr_assert_neq(vote, REDLOCK_VOTE_GRANTED);
    }
    cr_assert_eq(vote, REDLOCK_VOTE_BARRED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SUPERSEDED);
    redlock_release(&lock, NULL);
}

/* As after a restart that kept the keys: the lock goes on. */
Test(fences, a_counter_that_began_anew_under_a_lock_is_taken)
{
    cr_assert_eq(acquire(true), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 5);
    fleet_run(&fleet, 0, 4, "SET {cup}:fence 17|ffffffff");
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(redlock_extend(lock, 30000, &report), REDLOCK_OK);
        cr_assert_geq(report.granted, 3, "%s", votes_of(&report));
    }
    redlock_release(&lock, NULL);
}

/* --- a counter that is damaged ----------------------------------------------
 */

#define END (INT64_C(1) << 53)
#define DAY_US INT64_C(86400000000)

/* Every node has counted, and nobody holds it. */
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

/* At its end after three acquisitions. */
Test(fences, a_minority_that_is_far_ahead_raises_nobody)
{
    int64_t before = counted_everywhere();
    int64_t first = before;
    int ahead = 0, at_the_end = 0;

    for (int i = 0; i < 2; i++)
        move_counter(&fleet.server[2 * i], END - 3);
    for (int i = 0; i < 6; i++) {
        int64_t fence = counted_everywhere();
        cr_assert_gt(fence, before);
        cr_assert_lt(fence, first + DAY_US);
        before = fence;
        ahead += report.node[0].reason == REDLOCK_REASON_COUNTER_AHEAD &&
                 report.node[0].vote == REDLOCK_VOTE_BARRED;
        at_the_end += report.node[0].reason == REDLOCK_REASON_COUNTER_END;
    }
    cr_assert_eq(ahead, 2, "%d", ahead);
    cr_assert_eq(at_the_end, 4, "%d", at_the_end);
    for (int i = 0; i < 5; i++) {
        if (i == 0 || i == 2)
            continue;
        cr_expect_lt(counter_of(&fleet.server[i]), first + DAY_US);
        cr_expect_leq(server_integer(&fleet.server[i], "PTTL {cup}:fence"),
                      2 * DAY_US / 1000);
    }
    for (int i = 0; i < 2; i++)
        server_run(&fleet.server[2 * i], "DEL {cup}:fence");
    cr_assert_gt(counted_everywhere(), before);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_GRANTED);
}

/* Clocks that were once wrong lock nobody out. */
Test(fences, a_quorum_that_is_far_ahead_goes_on)
{
    int64_t far = counted_everywhere() + 400 * DAY_US;
    int64_t fence;

    for (int i = 0; i < 5; i += 2)
        move_counter(&fleet.server[i], far);
    for (int i = 0; i < 3; i++) {
        fence = counted_everywhere();
        cr_assert_gt(fence, far);
        far = fence;
    }
}

Test(fences, a_counter_at_its_end_names_the_key_to_delete)
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
