/* SPDX-License-Identifier: MIT */
/* Slots against real servers: never more at once than there are. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/support/fixture.h"

static struct redlock_request request_of(int slots)
{
    return (struct redlock_request){
        .size = sizeof(struct redlock_request),
        .resource = "cup",
        .fencing = true,
        .slots = slots,
        .report = &report,
    };
}

static enum redlock_status acquire(struct redlock_client *by, int slots,
                                   struct redlock_lock **lock)
{
    struct redlock_request request = request_of(slots);

    *lock = NULL;
    return redlock_acquire(by, &request, lock);
}

static struct redlock_lock *acquired(struct redlock_client *by, int slots)
{
    struct redlock_lock *lock;

    cr_assert_eq(acquire(by, slots, &lock), REDLOCK_OK, "%s",
                 votes_of(&report));
    cr_assert_geq(redlock_slot(lock), 0);
    cr_assert_lt(redlock_slot(lock), slots);
    return lock;
}

static const char *key_of(int slot)
{
    static char key[32];

    (void)snprintf(key, sizeof(key), "{cup}:slot:%d", slot);
    return key;
}

/* On every node: the last answers come in behind the call. */
static struct redlock_lock *everywhere(struct redlock_client *by, int slots)
{
    struct redlock_lock *lock = acquired(by, slots);

    fleet_await(&fleet, by, key_of(redlock_slot(lock)), fleet.count);
    return lock;
}

static int nodes_that_report(enum redlock_reason reason)
{
    int count = 0;

    for (int i = 0; i < report.nodes; i++)
        count += report.node[i].reason == reason;
    return count;
}

TestSuite(slots, .init = open_both, .fini = close_all, .timeout = 120);

Test(slots, have_one_holder_each)
{
    struct redlock_lock *one = everywhere(client, 2);
    struct redlock_lock *two = everywhere(other, 2);
    struct redlock_lock *more;

    cr_assert(redlock_held(one) && redlock_held(two));
    cr_assert_neq(redlock_slot(one), redlock_slot(two));
    cr_assert_eq(acquire(client, 2, &more), REDLOCK_BUSY);
    cr_assert_eq(nodes_that_report(REDLOCK_REASON_SLOTS), 2, "%s",
                 votes_of(&report));
    cr_assert_gt(report.free_in_ms, 0);
    cr_assert_eq(redlock_extend(one, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&one, NULL), REDLOCK_OK);
    more = acquired(client, 2);
    cr_assert_eq(redlock_release(&more, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&two, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, key_of(0), 0);
    fleet_await(&fleet, client, key_of(1), 0);
}

Test(slots, are_counted_by_an_inspection)
{
    struct redlock_lock *one = everywhere(client, 3);
    struct redlock_lock *two = everywhere(client, 3);

    cr_assert_eq(redlock_inspect(other, "cup", &report), REDLOCK_OK);
    for (int i = 0; i < report.nodes; i++) {
        cr_assert_eq(report.node[i].vote, REDLOCK_VOTE_ANSWERED);
        cr_assert_eq(report.node[i].reason, REDLOCK_REASON_SLOTS);
        cr_assert_eq(report.node[i].slots, 3);
        cr_assert_eq(report.node[i].slots_taken, 2);
    }
    cr_assert_eq(redlock_release(&one, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&two, NULL), REDLOCK_OK);
    fleet_await(&fleet, client, key_of(0), 0);
    fleet_await(&fleet, client, key_of(1), 0);
    fleet_await(&fleet, client, key_of(2), 0);
    cr_assert_eq(redlock_inspect(other, "cup", &report), REDLOCK_OK);
    cr_assert_eq(nodes_that_report(REDLOCK_REASON_MISSING), 3);
}

Test(slots, are_adopted_by_token_and_index)
{
    struct redlock_request request = request_of(3);
    struct redlock_lock *lock = everywhere(client, 3);
    struct redlock_lock *adopted = NULL;
    char token[REDLOCK_TOKEN_MAX];

    request.slot = redlock_slot(lock);
    (void)redlock_token(lock, token);
    redlock_detach(&lock);
    cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                 REDLOCK_OK);
    cr_assert_eq(redlock_slot(adopted), request.slot);
    cr_assert_eq(redlock_extend(adopted, 60000, NULL), REDLOCK_OK);
    cr_assert_eq(redlock_release(&adopted, NULL), REDLOCK_OK);
    for (int wrong = -1; wrong <= 3; wrong += 4) {
        request.slot = wrong;
        cr_assert_eq(redlock_adopt_as(other, &request, token, &adopted),
                     REDLOCK_BAD_REQUEST);
    }
    cr_assert_eq(redlock_slot(NULL), -1);
}

Test(slots, are_refused_with_other_modes)
{
    const char *more[] = {"saucer"};
    struct redlock_request request = request_of(REDLOCK_SLOTS_MAX + 1);
    struct redlock_lock *lock = NULL;

    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request = request_of(-1);
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    request = request_of(2);
    request.mode = REDLOCK_SHARED;
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_BAD_REQUEST);
    for (int slots = 1; slots <= 2; slots++) {
        request = request_of(slots);
        request.more = more;
        request.more_count = 1;
        cr_assert_eq(redlock_acquire(client, &request, &lock),
                     REDLOCK_BAD_REQUEST);
        request = request_of(slots);
        request.owner = "me";
        cr_assert_eq(redlock_acquire(client, &request, &lock),
                     REDLOCK_BAD_REQUEST);
    }
    request = request_of(0);
    cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
    cr_assert_eq(redlock_slot(lock), -1);
    fleet_await(&fleet, client, "cup", 3);
    cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
}

/* Names with braces have slots, too. */
Test(slots, of_names_with_braces_have_their_own_keys)
{
    static const char *const names[] = {"a{b}c", "}", "{", "{a}b", "a}:slot"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct redlock_request request = request_of(2);
        struct redlock_lock *lock = NULL;
        char key[64];

        request.resource = names[i];
        cr_assert_eq(redlock_acquire(client, &request, &lock), REDLOCK_OK);
        (void)snprintf(key, sizeof(key), "{%s}:slot:%d", names[i],
                       redlock_slot(lock));
        cr_assert_not_null(redlock_resource_problem(key));
        fleet_await(&fleet, client, key, 3);
        cr_assert_eq(redlock_release(&lock, NULL), REDLOCK_OK);
        fleet_await(&fleet, client, key, 0);
    }
}
