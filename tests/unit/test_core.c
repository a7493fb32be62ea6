/* SPDX-License-Identifier: MIT */
/*
 * The core as its transport and its API see it. What it does with events is in
 * tests/plans.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "clock/clock.h"
#include "redlock/core/acquire.h"
#include "tests/support/rig.h"

#define SECOND RLK_NS_PER_S

static const struct redlock_request job = {.resource = "cup", .ttl_ms = 10000};

static struct rig rig;
static struct rlk_acquire acquires[2];
static int notified;
static int buried;

static void doom(struct rlk_completion *completion)
{
    (void)completion;
    notified++;
    rig.core.closing = true;
}

static void on_core_free(struct rlk_core *core)
{
    (void)core;
    buried++;
}

static void open_three(void)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_open(&rig, &settings);
    rig.core.on_free = on_core_free;
    rig.accepts = true;
    rig_pass(&rig, 0);
}

TestSuite(core, .init = open_three);

static void acquire(int number, void (*run)(struct rlk_completion *))
{
    acquires[number].call.completion.run = run;
    cr_assert_eq(
        rlk_acquire_start(&acquires[number], &rig.core.runtime, &job, rig.now),
        REDLOCK_OK);
}

/* Each acquire is decided immediately. */
static void break_a_majority(void)
{
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED, NULL);
    rig_break(&rig, 1, REDLOCK_REASON_REFUSED, NULL);
}

Test(core, arms_an_instant_once)
{
    acquire(0, doom);
    rlk_core_arm(&rig.core);
    rig.armed = RLK_NEVER;
    rlk_core_arm(&rig.core);
    cr_assert_eq(rig.armed, RLK_NEVER);
}

Test(core, is_quiet_if_the_only_busy_node_is_left_aside)
{
    acquire(0, doom);
    cr_assert(rlk_core_quiet(&rig.core, 1U << 0, rig.now));
    cr_assert_not(rlk_core_quiet(&rig.core, 1U << 1, rig.now));
}

/* The memory behind the last node is no node. */
Test(core, reads_nothing_behind_the_last_node)
{
    struct rlk_node *behind = &rig.core.nodes[3];

    memset(behind, 0, sizeof(*behind));
    behind->state = RLK_NODE_UP;
    behind->inflight.count = 1;
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
    behind->silent = true;
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
    rlk_core_overlook(&rig.core, SECOND);
    rlk_core_try_again(&rig.core, 60 * SECOND, rig.now);
    acquire(0, doom);
    rlk_core_release_all(&rig.core, rig.now);
    cr_assert(rlk_core_quiet(&rig.core, 7, rig.now));
}

static void begin_the_next(struct rlk_completion *completion)
{
    (void)completion;
    notified++;
    acquire(1, doom);
}

/* The transport is woken for the next turn. */
Test(core, delivers_completions_of_a_callback_in_the_next_run)
{
    break_a_majority();
    acquire(0, begin_the_next);
    cr_assert(rlk_core_run_completions(&rig.core));
    cr_assert_eq(notified, 1);
    cr_assert(rig.woken);
    cr_assert_not(rlk_core_run_completions(&rig.core));
    cr_assert_eq(notified, 2);
}

Test(core, delivers_nothing_after_a_callback_closes_it)
{
    break_a_majority();
    acquire(0, doom);
    acquire(1, doom);
    cr_assert_not(rlk_core_run_completions(&rig.core));
    cr_assert_eq(notified, 1);
    cr_assert_eq(buried, 1);
}
