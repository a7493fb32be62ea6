/* SPDX-License-Identifier: MIT */
/* One owner's locks of one resource, against real servers. */

#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

#include "tests/support/fleet.h"

static struct fleet fleet;
static struct redlock_client *client;
static struct redlock_client *other;
static struct redlock_report report;

static void open_all(void)
{
    fleet_start(&fleet, 3);
    client = fleet_open(&fleet, UNHURRIED_MS);
    other = fleet_open(&fleet, UNHURRIED_MS);
}

static void close_all(void)
{
    redlock_close(client);
    redlock_close(other);
    fleet_stop(&fleet);
}

static enum redlock_status ask(struct redlock_client *by, const char *owner,
                               int64_t fence, struct redlock_lock **lock)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .fencing = true,
        .owner = owner,
        .owner_fence = fence,
        .report = &report,
    };

    *lock = NULL;
    return redlock_acquire(by, &request, lock);
}

static struct redlock_lock *held(struct redlock_client *by, const char *owner,
                                 int64_t fence)
{
    struct redlock_lock *lock;

    cr_assert_eq(ask(by, owner, fence, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    fleet_await_member(&fleet, by, lock);
    return lock;
}

static void refuses(struct redlock_client *by, const char *owner, int64_t fence,
                    enum redlock_status status)
{
    struct redlock_lock *lock;

    cr_assert_eq(ask(by, owner, fence, &lock), status, "%s", votes_of(&report));
    cr_assert_null(lock);
}

TestSuite(owner, .init = open_all, .fini = close_all, .timeout = 120);

Test(owner, has_it_more_than_once_with_one_fence)
{
    struct redlock_lock *outer = held(client, "me", 0);
    int64_t fence = redlock_fence(outer);
    struct redlock_lock *inner = held(other, "me", fence);
    struct redlock_lock *next;

    cr_assert_gt(fence, 0);
    cr_assert_eq(redlock_fence(inner), fence);
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    for (int i = 0; i < report.nodes; i++) {
        cr_assert_eq(report.node[i].members, 2);
        cr_assert_str_eq(report.node[i].holder, "redlock:owner:me");
    }
    /* Each for itself, in whatever order. */
    cr_assert_eq(redlock_release(&outer, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_extend(inner, 60000, NULL), REDLOCK_OK);
    refuses(client, NULL, 0, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    cr_assert_eq(ask(client, NULL, 0, &next), REDLOCK_OK);
    cr_assert_gt(redlock_fence(next), fence);
    cr_assert_eq(redlock_release(&next, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
}

Test(owner, keeps_out_everybody_else)
{
    struct redlock_lock *lock = held(client, "me", 0);
    int64_t fence = redlock_fence(lock);

    refuses(other, NULL, 0, REDLOCK_BUSY);
    refuses(other, "you", 0, REDLOCK_BUSY);
    refuses(other, "you", fence, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
    lock = held(other, "you", 0);
    refuses(client, "me", 0, REDLOCK_BUSY);
    /* It carries what another has gone beyond. */
    refuses(client, "me", fence, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
    refuses(client, "me", fence, REDLOCK_LOST);
}

Test(owner, that_carries_no_fence_is_the_first_or_none)
{
    struct redlock_lock *lock = held(client, "me", 0);

    refuses(other, "me", 0, REDLOCK_BUSY);
    cr_assert_str_eq(report.node[0].holder, "redlock:owner:me");
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
    lock = held(other, "me", 0);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* Who waits for the owner is not waited for by it. */
Test(owner, is_not_kept_out_by_who_waits_for_it)
{
    struct redlock_lock *outer = held(client, "me", 0);
    struct redlock_lock *inner;
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < fleet.count; i++) {
        server_run(&fleet.server[i], "ZADD {cup}:queue 1 waiter");
        server_run(&fleet.server[i], "HSET {cup}:place waiter %lld|9000|0|0",
                   (long long)now.tv_sec * 1000 + 1500);
    }
    inner = held(other, "me", redlock_fence(outer));
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&outer, NULL), REDLOCK_OK);
}

Test(owner, is_found_again_by_its_token_and_its_name)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .owner = "me",
    };
    struct redlock_lock *lock = held(client, "me", 0);
    struct redlock_lock *mine = NULL;
    char token[REDLOCK_TOKEN_MAX];

    (void)redlock_token(lock, token);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt(other, "cup", token, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_LOST);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt_as(other, &request, token, &mine), REDLOCK_OK);
    cr_assert_eq(redlock_extend(mine, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&mine, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
}

/* --- who shares it, as an owner ---------------------------------------------
 */

/* On every node. */
static struct redlock_lock *shared(struct redlock_client *by, const char *owner,
                                   int64_t ttl_ms)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .ttl_ms = ttl_ms,
        .fencing = true,
        .owner = owner,
        .mode = REDLOCK_SHARED,
        .report = &report,
    };
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(by, &request, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    fleet_await_member(&fleet, by, lock);
    return lock;
}

static int told_to_upgrade(void)
{
    int count = 0;

    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == REDLOCK_REASON_UPGRADE;
    return count;
}

/* Whatever it would wait: it waits for itself. */
Test(owner, is_told_at_once_that_it_shares_what_it_wants_alone)
{
    struct redlock_lock *reader = shared(client, "me", 0);
    struct redlock_lock *more = shared(client, "me", 0);
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .wait_ms = REDLOCK_FOREVER,
        .fencing = true,
        .owner = "me",
        .report = &report,
    };
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(other, &request, &lock), REDLOCK_UPGRADE);
    cr_assert_null(lock);
    cr_assert_geq(told_to_upgrade(), 2, "%s", votes_of(&report));
    refuses(other, "you", 0, REDLOCK_BUSY);
    refuses(other, NULL, 0, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&more, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_extend(reader, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_UPGRADE);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:owners", 0);
    lock = held(other, "me", 0);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

Test(owner, is_told_nothing_of_a_share_that_it_gave_up)
{
    struct redlock_lock *reader = shared(client, NULL, 0);
    struct redlock_lock *own = shared(client, "me", 0);

    refuses(other, "me", 0, REDLOCK_UPGRADE);
    cr_assert_eq(redlock_release(&own, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:owners", 0);
    refuses(other, "me", 0, REDLOCK_BUSY);
    cr_assert_eq(told_to_upgrade(), 0);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}

/* Of which a node has not struck out what it knows. */
Test(owner, is_told_nothing_of_one_that_is_no_member_any_more)
{
    struct redlock_lock *reader = shared(client, NULL, 0);

    fleet_run(&fleet, 0, 2, "ZADD {cup}:members 1 dead");
    fleet_run(&fleet, 0, 2, "HSET {cup}:owners dead me gone me");
    refuses(other, "me", 0, REDLOCK_BUSY);
    cr_assert_eq(told_to_upgrade(), 0, "%s", votes_of(&report));
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}

Test(owner, is_told_nothing_of_a_share_that_has_run_out)
{
    struct redlock_lock *reader = shared(client, NULL, 0);
    struct redlock_lock *own = shared(client, "me", 1500);
    long long until = boot_ms() + 30000;
    enum redlock_status status;
    struct redlock_lock *lock;

    redlock_detach(&own);
    while ((status = ask(other, "me", 0, &lock)) == REDLOCK_UPGRADE) {
        cr_assert_lt(boot_ms(), until);
        sleep_ms(50);
    }
    cr_assert_eq(status, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}

/* A leftover that a lost attempt has at a minority refuses a vote, no more. */
Test(owner, is_not_told_by_fewer_nodes_than_could_refuse_it)
{
    struct redlock_lock *reader = shared(client, NULL, 0);

    server_run(&fleet.server[0], "ZADD {cup}:members 99999999999999 left");
    server_run(&fleet.server[0], "HSET {cup}:owners left me");
    refuses(other, "me", 0, REDLOCK_BUSY);
    cr_assert_eq(told_to_upgrade(), 1, "%s", votes_of(&report));
    server_run(&fleet.server[0], "DEL {cup}:owners");
    server_run(&fleet.server[0], "ZREM {cup}:members left");
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}

/* Where it shares it at a quorum, others may at the first node that is asked.
 */
Test(owner, is_told_though_the_first_node_does_not_know)
{
    for (int silent = 0; silent < 3; silent++) {
        struct redlock_lock *reader = shared(client, NULL, 0);
        struct redlock_lock *own = shared(client, "me", 0);
        char token[REDLOCK_TOKEN_MAX];

        server_run(&fleet.server[silent], "ZREM {cup}:members %s",
                   redlock_token(own, token));
        refuses(other, "me", 0, REDLOCK_UPGRADE);
        cr_assert_eq(told_to_upgrade(), 2, "%s", votes_of(&report));
        cr_assert_eq(redlock_release(&own, NULL), REDLOCK_OK);
        cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, "{cup}:members", 0);
    }
}

/* The node has it back as it was. */
Test(owner, is_known_again_where_a_node_lost_it)
{
    struct redlock_lock *own = shared(client, "me", 0);
    char text[64];
    long long until = boot_ms() + 15000;

    server_run(&fleet.server[0], "FLUSHALL");
    cr_assert_eq(redlock_extend(own, 60000, NULL), REDLOCK_OK);
    fleet_await_member(&fleet, client, own);
    while (!server_text(&fleet.server[0], text, sizeof(text), "HGET %s %s",
                        "{cup}:owners", redlock_token(own, text)) ||
           strcmp(text, "me") != 0) {
        cr_assert_lt(boot_ms(), until);
        cr_assert_eq(redlock_inspect(client, "nothing", NULL), REDLOCK_OK);
    }
    cr_assert_eq(redlock_release(&own, NULL), REDLOCK_OK);
}

Test(owner, that_shares_carries_no_number)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .owner = "me",
        .owner_fence = 5,
        .mode = REDLOCK_SHARED,
    };
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
}

static long long published(void)
{
    long long calls = 0;

    for (int i = 0; i < fleet.count; i++)
        calls += server_calls(&fleet.server[i], "publish");
    return calls;
}

/* Files its token at each node, and a reader's, which came later. */
static void file_before_reader(const char *token)
{
    for (int i = 0; i < fleet.count; i++)
        server_run(&fleet.server[i], "EVAL %s 0 %s",
                   "local t = redis.call('TIME') "
                   "local ms = t[1] * 1000 + math.floor(t[2] / 1000) + 1990 "
                   "local reader = string.rep('0', 32) .. '-1:reader' "
                   "redis.call('HSET', '{cup}:place', "
                   "ARGV[1], string.format('%.0f|1000|16|0', ms), "
                   "reader, string.format('%.0f|1000|20|0', ms)) "
                   "redis.call('ZADD', '{cup}:queue', 1, ARGV[1], 2, reader)",
                   token);
}

/* That a machine is slow may let the places die before they are looked at. */
Test(owner, that_waits_no_more_tells_the_readers_behind_it)
{
    static const char token[] = "0123456789abcdef0123456789abcdef-2a:owner";
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .owner = "me",
    };
    struct redlock_lock *reader = shared(client, NULL, 0);
    struct redlock_lock *lock = NULL;

    for (int i = 0; i < 20 && published() == 0; i++) {
        file_before_reader(token);
        cr_assert_eq(redlock_adopt_as(other, &request, token, &lock),
                     REDLOCK_OK);
        (void)redlock_release(&lock, NULL);
    }
    cr_assert_gt(published(), 0);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}
