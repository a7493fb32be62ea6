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

Test(owner, can_acquire_repeatedly_with_one_fence)
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

Test(owner, excludes_all_others)
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

Test(owner, is_adopted_by_token_and_name)
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

static int nodes_that_report_upgrade(void)
{
    int count = 0;

    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == REDLOCK_REASON_UPGRADE;
    return count;
}

/* Whatever it would wait: it waits for itself. */
Test(owner, is_refused_immediately_if_it_shares_the_lock)
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
    cr_assert_geq(nodes_that_report_upgrade(), 2, "%s", votes_of(&report));
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

Test(owner, is_not_refused_after_it_released_its_share)
{
    struct redlock_lock *reader = shared(client, NULL, 0);
    struct redlock_lock *own = shared(client, "me", 0);

    refuses(other, "me", 0, REDLOCK_UPGRADE);
    cr_assert_eq(redlock_release(&own, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:owners", 0);
    refuses(other, "me", 0, REDLOCK_BUSY);
    cr_assert_eq(nodes_that_report_upgrade(), 0);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}
