/* SPDX-License-Identifier: MIT */
/* Shared locks against real servers: who is kept out, and for how long. */

#include <criterion/criterion.h>
#include <ev.h>
#include <string.h>

#include "tests/support/fixture.h"
#include "tests/support/loop.h"

static struct redlock_request request_of(enum redlock_mode mode)
{
    return (struct redlock_request){
        .size = sizeof(struct redlock_request),
        .resource = "cup",
        .fencing = true,
        .mode = mode,
        .report = &report,
    };
}

static enum redlock_status acquire(struct redlock_client *by,
                                   enum redlock_mode mode,
                                   struct redlock_lock **lock)
{
    struct redlock_request request = request_of(mode);

    *lock = NULL;
    return redlock_acquire(by, &request, lock);
}

static struct redlock_lock *acquired(struct redlock_client *by,
                                     enum redlock_mode mode)
{
    struct redlock_lock *lock;

    cr_assert_eq(acquire(by, mode, &lock), REDLOCK_OK, "%s", votes_of(&report));
    return lock;
}

/* On every node: the last answers come in behind the call. */
static struct redlock_lock *everywhere(struct redlock_client *by)
{
    struct redlock_lock *lock = acquired(by, REDLOCK_SHARED);

    fleet_await_member(&fleet, by, lock);
    return lock;
}

static void refuses(struct redlock_client *by, enum redlock_mode mode,
                    enum redlock_reason reason)
{
    struct redlock_lock *lock;
    int count = 0;

    cr_assert_eq(acquire(by, mode, &lock), REDLOCK_BUSY);
    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == reason;
    cr_assert_geq(count, 1, "%s", votes_of(&report));
}

TestSuite(shared, .init = open_both, .fini = close_all, .timeout = 120);

Test(shared, is_held_by_several_at_the_same_time)
{
    struct redlock_lock *one = everywhere(client);
    struct redlock_lock *two = everywhere(other);

    cr_assert(redlock_held(one) && redlock_held(two));
    cr_assert_eq(redlock_fence(one), redlock_fence(two));
    cr_assert_eq(redlock_inspect(client, "cup", &report), REDLOCK_OK);
    for (int i = 0; i < report.nodes; i++) {
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_SHARED);
        cr_assert_eq(report.node[i].members, 2);
        cr_assert_str_eq(redlock_token_label(report.node[i].holder), "readers");
    }
    cr_assert_eq(redlock_extend(one, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&one, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_extend(two, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&two, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
    fleet_await(&fleet, client, "{cup}:members", 0);
}

/* On every node: the last answers come in behind the call. */
static void await_placeholders(void)
{
    long long until = boot_ms() + 15000;
    char value[64] = "";

    for (int i = 0; i < fleet.count; i++) {
        while (
            !server_text(&fleet.server[i], value, sizeof(value), "GET cup") ||
            strcmp(value, "redlock:shared") != 0) {
            cr_assert_lt(boot_ms(), until);
            cr_assert_eq(redlock_inspect(client, "nothing", NULL), REDLOCK_OK);
        }
    }
}

Test(shared, is_the_result_of_a_downgrade)
{
    struct redlock_lock *lock = acquired(client, REDLOCK_EXCLUSIVE);
    int64_t fence = redlock_fence(lock);
    int64_t until = redlock_valid_until_ms(lock);
    struct redlock_lock *reader;

    refuses(other, REDLOCK_SHARED, REDLOCK_REASON_HELD);
    cr_assert_eq(redlock_downgrade(lock, &report), REDLOCK_OK, "%s",
                 votes_of(&report));
    await_placeholders();
    cr_assert(redlock_held(lock));
    cr_assert_geq(redlock_valid_until_ms(lock), until);
    cr_assert_eq(redlock_fence(lock), fence);
    reader = acquired(other, REDLOCK_SHARED);
    cr_assert_geq(redlock_fence(reader), fence);
    refuses(other, REDLOCK_EXCLUSIVE, REDLOCK_REASON_SHARED);
    cr_assert_eq(redlock_extend(lock, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_downgrade(lock, &report), REDLOCK_NO_DOWNGRADE);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    refuses(client, REDLOCK_EXCLUSIVE, REDLOCK_REASON_SHARED);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "{cup}:members", 0);
}

/* Both have one handle, which becomes a shared lock's; each releases it. */
Test(shared, is_the_result_of_a_downgrade_for_all_retained_handles)
{
    struct redlock_lock *lock = acquired(client, REDLOCK_EXCLUSIVE);
    struct redlock_lock *once_more = lock;
    struct redlock_lock *reader;

    cr_assert_eq(redlock_retain(lock), REDLOCK_OK);
    cr_assert_eq(redlock_downgrade(lock, NULL), REDLOCK_OK);
    await_placeholders();
    cr_assert(redlock_held(once_more));
    cr_assert_eq(redlock_extend(once_more, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_downgrade(once_more, NULL), REDLOCK_NO_DOWNGRADE);
    cr_assert_eq(redlock_retain(once_more), REDLOCK_OK);
    reader = acquired(other, REDLOCK_SHARED);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
    for (int i = 0; i < 2; i++) {
        struct redlock_lock *copy = lock;
        cr_assert_eq(redlock_release(&copy, NULL), REDLOCK_OK);
        refuses(other, REDLOCK_EXCLUSIVE, REDLOCK_REASON_SHARED);
    }
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
}

/* The lock of another library, which does not know shared locks. */
Test(shared, excludes_a_plain_SET_and_is_excluded_by_one)
{
    struct redlock_lock *lock = everywhere(client);
    char text[32];

    for (int i = 0; i < fleet.count; i++)
        cr_assert_not(server_text(&fleet.server[i], text, sizeof(text),
                                  "SET cup theirs NX PX 60000"));
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, "cup", 0);
    fleet_run(&fleet, 0, 1, "SET cup theirs NX PX 60000");
    refuses(client, REDLOCK_SHARED, REDLOCK_REASON_HELD);
    cr_assert_str_eq(report.node[0].holder, "theirs");
}

Test(shared, is_adopted_only_in_its_mode)
{
    struct redlock_request request = request_of(REDLOCK_SHARED);
    struct redlock_lock *lock = everywhere(client);
    struct redlock_lock *adopted = NULL;
    char token[REDLOCK_TOKEN_MAX];

    (void)redlock_token(lock, token);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt(other, "cup", token, &adopted), REDLOCK_OK);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_GONE);
    cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_extend(adopted, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_adopt(other, "cup", "redlock:shared", &adopted),
                 REDLOCK_BAD_REQUEST);
    request.mode = (enum redlock_mode)7;
    cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                 REDLOCK_BAD_REQUEST);
    cr_assert_eq(redlock_acquire(other, &request, &adopted),
                 REDLOCK_BAD_REQUEST);
}

/* --- the event API --------------------------------------------------------
 */

Test(shared, is_the_result_of_a_downgrade_in_the_event_API)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct redlock_client *events = fleet_open_on_loop(&fleet, loop);
    struct redlock_request request = request_of(REDLOCK_EXCLUSIVE);
    struct ending ending = {.count = 0};
    struct redlock_lock *lock, *reader;

    cr_assert_eq(
        redlock_async_acquire(events, &request, note_acquired, &ending, NULL),
        REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    lock = ending.lock;
    cr_assert_eq(redlock_async_downgrade(lock, &report, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(ending.count, 0);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert(redlock_held(lock));
    reader = acquired(client, REDLOCK_SHARED);
    cr_assert_eq(redlock_async_downgrade(lock, &report, note_done, &ending),
                 REDLOCK_NO_DOWNGRADE);
    cr_assert_eq(redlock_async_release(&lock, NULL, note_done, &ending),
                 REDLOCK_OK);
    cr_assert_eq(await_ending(loop, &ending), REDLOCK_OK);
    cr_assert_eq(redlock_release(&reader, NULL), REDLOCK_OK);
    redlock_close(events);
    ev_loop_destroy(loop);
}
