/* SPDX-License-Identifier: MIT */
/* Every allocation may fail: each failure has a status, and leaves no key. */

#include <criterion/criterion.h>

#include "redlock/admin.h"
#include "redlock/runtime/memory.h"
#include "tests/support/fixture.h"

/* Opens, acquires, extends, inspects, releases and closes. */
static enum redlock_status whole_life(void)
{
    struct redlock_lock *lock = NULL;
    struct redlock_request request = {.resource = "cup", .report = &report};
    enum redlock_status status = redlock_open(
        &(struct redlock_settings){.nodes = fleet.nodes,
                                   .node_timeout_ms = UNHURRIED_MS},
        &client, NULL);

    if (status == REDLOCK_OK)
        status = redlock_cancel_new(&request.cancel);
    if (status == REDLOCK_OK)
        status = redlock_acquire(client, &request, &lock);
    if (status == REDLOCK_OK)
        status = redlock_extend(lock, 30000, &report);
    if (status == REDLOCK_OK)
        status = redlock_inspect(client, "cup", &report);
    if (status == REDLOCK_OK)
        status = redlock_release(&lock, &report);
    redlock_close(client);
    client = NULL;
    redlock_cancel_free(request.cancel);
    return status;
}

TestSuite(memory, .init = start_three, .fini = close_all, .timeout = 120);

Test(memory, any_allocation_may_fail)
{
    uint64_t made;

    rlk_alloc_fail_at(0);
    cr_assert_eq(whole_life(), REDLOCK_OK);
    made = rlk_alloc_fail_at(0);
    cr_assert_gt(made, 3);

    for (uint64_t nth = 1; nth <= made; nth++) {
        rlk_alloc_fail_at(nth);
        /* If an allocation for one node fails, the other nodes may suffice. */
        (void)whole_life();
        rlk_alloc_fail_at(0);
        fleet_await(&fleet, NULL, "cup", 0);
        cr_assert_eq(whole_life(), REDLOCK_OK, "after failing at %d", (int)nth);
    }
}

/* One node, for each of these examinations takes about a second. */
Test(memory, any_allocation_of_an_examination_may_fail)
{
    static struct redlock_examination examination;
    const struct redlock_settings settings = {.nodes = fleet.server[0].uri,
                                              .node_timeout_ms = UNHURRIED_MS};
    uint64_t made;

    rlk_alloc_fail_at(0);
    cr_assert_eq(redlock_examine(&settings, &examination, NULL), REDLOCK_OK);
    made = rlk_alloc_fail_at(0);
    cr_assert_gt(made, 3);

    for (uint64_t nth = 1; nth <= made; nth++) {
        rlk_alloc_fail_at(nth);
        cr_assert_neq(redlock_examine(&settings, &examination, NULL),
                      REDLOCK_OK, "after failing at %d", (int)nth);
        rlk_alloc_fail_at(0);
    }
}
