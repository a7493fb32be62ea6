/* SPDX-License-Identifier: MIT */
/*
 * Every allocation of the core fails once, on a transport in the test's hand:
 * an answer, nothing that is left behind, and the next call works.
 */

#include <criterion/criterion.h>
#include <malloc.h>

#include "redlock/runtime/memory.h"
#include "tests/support/three_nodes.h"

/* Bytes in use. Under a sanitizer always 0: it finds leaks itself. */
static size_t in_use(void)
{
    return mallinfo2().uordblks;
}

static enum redlock_status try_acquire(struct rig_acquire *acquire)
{
    static const struct redlock_request demanding = {
        .resource = "cup",
        .ttl_ms = 10000,
        .keep = true,
        .fencing = true,
        .report = &report,
    };
    enum redlock_status status;

    rig_begin(acquire);
    status = rlk_acquire_start(&acquire->acquire, &rig.core.runtime, &demanding,
                               rig.now);
    if (status != REDLOCK_OK)
        return status;
    rig_settle(&rig);
    rig_all_yes(&rig);
    rig_pass(&rig, SECOND);
    cr_assert(acquire->done);
    return acquire->acquire.call.status;
}

static enum redlock_status try_extend(struct redlock_lock *lock)
{
    struct rlk_extend extend = {.ended = NULL};
    enum redlock_status status;

    extend.call.completion.run = rig_ignore;
    status = rlk_extend_start(&extend, lock, 20 * SECOND, &report, rig.now);
    rig_settle(&rig);
    if (status != REDLOCK_OK)
        return status;
    if (rig_asked(&rig, 0) != NULL)
        rig_missing(&rig, 0);
    for (int step = 0; step < 20; step++) {
        rig_all_yes(&rig);
        rig_pass(&rig, 50 * MS);
    }
    status = extend.call.status;
    rlk_extend_drop(&extend, rig.now);
    return status;
}

static enum redlock_status try_release(struct redlock_lock *lock)
{
    struct rlk_release release = {.call.completion.run = rig_ignore};

    rlk_release_start(&release, lock, &report, rig.now);
    rig_settle(&rig);
    rig_all_yes(&rig);
    rig_pass(&rig, SECOND);
    return release.call.status;
}

static enum redlock_status try_inspect(void)
{
    struct rlk_inspect inspect = {.call.completion.run = rig_ignore};
    enum redlock_status status =
        rlk_inspect_start(&inspect, &rig.core.runtime, "cup", &report, rig.now);

    if (status != REDLOCK_OK)
        return status;
    rig_settle(&rig);
    rig_all_yes(&rig);
    return inspect.call.status;
}

/* A whole life; the first call that does not answer OK ends it. */
static enum redlock_status whole_life(void)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rig_acquire acquire;
    enum redlock_status status;

    if (!rig_try_open(&rig, &settings))
        return REDLOCK_NO_MEMORY;
    for (int node = 0; node < 3; node++)
        rig_connect(&rig, node);
    status = try_acquire(&acquire);
    if (status == REDLOCK_OK) {
        for (int step = 0; step < 100; step++) {
            rig_pass(&rig, 100 * MS);
            rig_all_yes(&rig);
        }
        cr_assert_eq(rig.told, 0);
        status = try_extend(acquire.acquire.lock);
        rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
        if (try_release(acquire.acquire.lock) != REDLOCK_OK)
            status = REDLOCK_UNREACHABLE;
    }
    if (status == REDLOCK_OK)
        status = try_inspect();
    rig_close(&rig);
    return status;
}

static void lives_that_fail_at(uint64_t nth, int lives)
{
    for (int life = 0; life < lives; life++) {
        enum redlock_status status;
        (void)rlk_alloc_fail_at(nth);
        status = whole_life();
        (void)rlk_alloc_fail_at(0);
        /* A vote that fails for memory may be the one that is missed later. */
        cr_expect(status == REDLOCK_OK || status == REDLOCK_NO_MEMORY ||
                      status == REDLOCK_NO_QUORUM || status == REDLOCK_LOST,
                  "the %d. fails: status %d", (int)nth, (int)status);
        cr_expect_eq(whole_life(), REDLOCK_OK);
    }
}

Test(core_memory, any_allocation_may_fail)
{
    uint64_t made;

    (void)rlk_alloc_fail_at(0);
    cr_assert_eq(whole_life(), REDLOCK_OK);
    made = rlk_alloc_fail_at(0);
    cr_assert_gt(made, 5);
    for (uint64_t nth = 1; nth <= made; nth++) {
        size_t before;
        /* What malloc keeps for the next of a size counts as in use. */
        lives_that_fail_at(nth, 10);
        before = in_use();
        lives_that_fail_at(nth, 5);
        cr_expect_eq(in_use(), before, "the %d. leaves something behind",
                     (int)nth);
    }
}
