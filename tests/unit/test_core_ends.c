/* SPDX-License-Identifier: MIT */
/*
 * What is left of locks, calls and the core when they end: nothing. The whole
 * core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <malloc.h>

#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "tests/support/three_nodes.h"

/* Bytes in use. Under a sanitizer always 0: it finds leaks itself. */
static size_t in_use(void)
{
    return mallinfo2().uordblks;
}

/* What malloc keeps for the next of a size counts as in use: often first. */
static void leaves_nothing(void (*life)(void))
{
    size_t before;

    for (int i = 0; i < 20; i++)
        life();
    before = in_use();
    for (int i = 0; i < 20; i++)
        life();
    cr_assert_eq(in_use(), before);
}

/* --- closing amid something
 * ---------------------------------------------------
 */

static void close_while_connecting(void)
{
    static struct rig_acquire acquire;

    open_unconnected();
    rig_acquire(&rig, &acquire, &job);
    rig_close(&rig);
}

Test(core_ends, what_waits_for_a_connection_goes_with_the_core)
{
    leaves_nothing(close_while_connecting);
}

static void close_while_asking(void)
{
    static struct rig_acquire acquire;

    open_three();
    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    rig_close(&rig);
}

Test(core_ends, what_is_asked_goes_with_the_core)
{
    leaves_nothing(close_while_asking);
}

static void close_while_extending(void)
{
    static struct rig_extend extend;
    struct redlock_lock *lock;

    open_three();
    lock = rig_lock(&rig, &job);
    rig_extend(&rig, &extend, lock, 20000, NULL);
    rig_close(&rig);
}

Test(core_ends, what_is_extended_goes_with_the_core)
{
    leaves_nothing(close_while_extending);
}

static void close_while_owing(void)
{
    static struct rig_release release;
    struct redlock_lock *lock;

    open_three();
    lock = rig_lock(&rig, &job);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, lock, NULL);
    rig_close(&rig);
}

Test(core_ends, the_backlog_goes_with_the_core)
{
    leaves_nothing(close_while_owing);
}

/* --- what does not come to be
 * ----------------------------------------------------
 */

static int adopted;

/* As many locks as the timers have room for, and the one that finds none. */
static void adopt_without_room(void)
{
    struct redlock_lock *lock = NULL;

    adopted = 0;
    open_unconnected();
    do {
        struct rlk_resource *resource = rlk_resource_new("cup", 3);
        /* Behind the lock itself and its token. */
        (void)rlk_alloc_fail_at(3);
        lock = rlk_lock_new(&rig.core.runtime,
                            &(struct rlk_lock_settings){
                                .resource = resource,
                                .ttl_ns = 10 * SECOND,
                                .adopted = "0123456789abcdef0123456789abcdef.1",
                            });
        (void)rlk_alloc_fail_at(0);
        if (lock == NULL)
            rlk_resource_drop(resource);
        else
            adopted++;
    } while (lock != NULL && adopted < 1000);
    rig_close(&rig);
}

Test(core_ends, an_adoption_without_memory_leaves_nothing)
{
    leaves_nothing(adopt_without_room);
    cr_assert_gt(adopted, 0);
    cr_assert_lt(adopted, 1000);
}

/* --- calls that nobody waits for any more
 * -------------------------------------------
 */

static int delivered;

static void deliver(struct rlk_completion *completion)
{
    (void)completion;
    delivered++;
}

Test(core_ends, a_dropped_extension_is_not_told, .init = open_three)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rlk_extend extend = {.call.completion.run = deliver};

    cr_assert_eq(rlk_extend_start(&extend, lock, 10 * SECOND, NULL, rig.now),
                 REDLOCK_OK);
    rlk_lock_give_up(lock, rig.now);
    rlk_extend_drop(&extend, rig.now);
    rig_settle(&rig);
    cr_assert_eq(delivered, 0);
    cr_assert_eq(rig.told, 1);
}

Test(core_ends, nor_is_one_that_is_dropped_under_way, .init = open_three)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rlk_extend extend = {.call.completion.run = deliver};

    cr_assert_eq(rlk_extend_start(&extend, lock, 10 * SECOND, NULL, rig.now),
                 REDLOCK_OK);
    rlk_extend_drop(&extend, rig.now);
    rig_all_yes(&rig);
    rig_settle(&rig);
    cr_assert_eq(delivered, 0);
    cr_assert(rlk_list_empty(&lock->extends));
}

Test(core_ends, a_dropped_release_is_not_told, .init = open_three)
{
    struct rlk_release release = {.call.completion.run = deliver};

    rlk_release_start(&release, rig_lock(&rig, &job), NULL, rig.now);
    rlk_call_drop(&release.call);
    rig_all_yes(&rig);
    rig_settle(&rig);
    cr_assert_eq(delivered, 0);
}

Test(core_ends, a_dropped_inspection_is_not_told, .init = open_three)
{
    struct rlk_inspect inspect = {.call.completion.run = deliver};

    cr_assert_eq(
        rlk_inspect_start(&inspect, &rig.core.runtime, "cup", NULL, rig.now),
        REDLOCK_OK);
    rlk_call_drop(&inspect.call);
    rig_all_yes(&rig);
    rig_settle(&rig);
    cr_assert_eq(delivered, 0);
}

Test(core_ends, a_dropped_acquisition_is_not_told, .init = open_three)
{
    struct rlk_acquire acquire = {.call.completion.run = deliver};

    cr_assert_eq(rlk_acquire_start(&acquire, &rig.core.runtime, &job, rig.now),
                 REDLOCK_OK);
    rlk_acquire_drop(&acquire);
    rig_all_yes(&rig);
    rig_settle(&rig);
    cr_assert_eq(delivered, 0);
    cr_assert(rlk_list_empty(&rig.core.runtime.locks));
}

/* --- what is used again
 * -----------------------------------------------------------
 */

/* Once a turn has had its calls, the next ones need no memory for them. */
Test(core_ends, calls_that_are_over_make_room_for_the_next)
{
    struct rig_inspect inspect[3];
    uint64_t first;
    uint64_t second;

    open_three();
    (void)rlk_alloc_fail_at(0);
    for (int i = 0; i < 3; i++)
        rig_inspect(&rig, &inspect[i], "cup", NULL);
    rig_all_yes(&rig);
    first = rlk_alloc_fail_at(0);
    for (int i = 0; i < 3; i++)
        rig_inspect(&rig, &inspect[i], "cup", NULL);
    rig_all_yes(&rig);
    second = rlk_alloc_fail_at(0);
    cr_assert_eq(second, 3, "%d: a name each", (int)second);
    cr_assert_gt(first, second);
}

/* A release must not fail for want of memory: the last spare one is for it. */
Test(core_ends, other_calls_leave_a_release_its_memory, .init = open_three)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_inspect inspect[3];
    struct rig_release release;

    for (int i = 0; i < 3; i++)
        rig_inspect(&rig, &inspect[i], "cup", NULL);
    (void)rig_said(&rig);
    (void)rlk_alloc_fail_at(1);
    rig_release(&rig, &release, lock, NULL);
    (void)rlk_alloc_fail_at(0);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
}

/* More calls at once than are kept when they are over. */
static void call_in_a_burst(void)
{
    static struct rig_inspect inspect[300];

    open_three();
    for (int i = 0; i < 300; i++)
        rig_inspect(&rig, &inspect[i], "cup", NULL);
    rig_all_yes(&rig);
    rig_close(&rig);
}

Test(core_ends, calls_in_a_burst_leave_nothing)
{
    leaves_nothing(call_in_a_burst);
}
