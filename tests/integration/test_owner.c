/* SPDX-License-Identifier: MIT */
/* One owner's locks of one resource, against real servers. */

#include <criterion/criterion.h>

#include "tests/support/fixture.h"

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

TestSuite(owner, .init = open_both, .fini = close_all, .timeout = 120);

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
    /* Each lock can be released by itself, in any order. */
    cr_assert_eq(redlock_release(&outer, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_extend(inner, 60000, NULL), REDLOCK_OK);
    refuses(client, NULL, 0, REDLOCK_BUSY);
    cr_assert_eq(redlock_release(&inner, NULL), REDLOCK_OK);
    cr_assert_eq(ask(client, NULL, 0, &next), REDLOCK_OK);
    cr_assert_gt(redlock_fence(next), fence);
    cr_assert_eq(redlock_release(&next, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
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

/* Otherwise the key would grow for as long as others share the lock. */
Test(owner, is_removed_with_its_share)
{
    struct redlock_request request = {
        .size = sizeof(request),
        .resource = "cup",
        .mode = REDLOCK_SHARED,
        .report = &report,
    };
    struct redlock_lock *reader = NULL;
    struct redlock_lock *own = NULL;

    cr_assert_eq(redlock_acquire(other, &request, &reader), REDLOCK_OK);
    fleet_await_member(&fleet, other, reader);
    request.owner = "me";
    cr_assert_eq(redlock_acquire(client, &request, &own), REDLOCK_OK);
    fleet_await_member(&fleet, client, own);
    fleet_await(&fleet, client, "{cup}:owners", 3);
    cr_assert_eq(redlock_release(&own, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:owners", 0);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
}
