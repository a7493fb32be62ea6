/* SPDX-License-Identifier: MIT */
/*
 * Events from the transport in, timers and completions out: what the core alone
 * does, on a transport in the test's hand.
 */

#include <criterion/criterion.h>

#include "tests/support/three_nodes.h"

static struct rig_acquire acquire;

TestSuite(core, .init = open_three);

/* --- timers ------------------------------------------------------------------
 */

/* A node is silent 100 ms after it was asked, and not looked at before. */
Test(core, arms_the_transport_for_what_is_due_first)
{
    rig_acquire(&rig, &acquire, &job);
    cr_assert_eq(rig.armed, rig.now + 100 * MS);
}

Test(core, arms_an_instant_once)
{
    rig_acquire(&rig, &acquire, &job);
    rig.armed = RLK_NEVER;
    rlk_core_arm(&rig.core);
    cr_assert_eq(rig.armed, RLK_NEVER);
}

Test(core, does_at_a_tick_what_is_due_and_no_more)
{
    rig_acquire(&rig, &acquire, &job);
    rlk_core_tick(&rig.core, rig.now + 100 * MS - 1);
    cr_assert(rlk_node_usable(&rig.core.nodes[0], rig.now));
    rlk_core_tick(&rig.core, rig.now + 100 * MS);
    cr_assert_not(rlk_node_usable(&rig.core.nodes[0], rig.now));
}

/* --- is anything still under way ---------------------------------------------
 */

Test(core, it_is_quiet_when_everybody_has_answered)
{
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
    rig_acquire(&rig, &acquire, &job);
    cr_assert_not(rlk_core_quiet(&rig.core, 0, rig.now));
    rig_all_yes(&rig);
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
}

Test(core, whom_nobody_asks_about_is_not_waited_for)
{
    rig_acquire(&rig, &acquire, &job);
    cr_assert(rlk_core_quiet(&rig.core, 1U << 0, rig.now));
    cr_assert_not(rlk_core_quiet(&rig.core, 1U << 1, rig.now));
}

Test(core, a_silent_node_is_not_waited_for)
{
    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
}

Test(core, what_waits_for_the_first_connection_is_under_way)
{
    open_unconnected();
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
    rig_acquire(&rig, &acquire, &job);
    cr_assert_not(rlk_core_quiet(&rig.core, 0, rig.now));
}

Test(core, a_release_that_waits_for_the_first_connection_is_under_way)
{
    struct rig_release release;
    struct redlock_lock *lock = rig_lock(&rig, &job);

    rig_pass(&rig, SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, lock, NULL);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_not(rlk_core_quiet(&rig.core, 0, rig.now));
    rig_connect(&rig, 0);
    rig_all_yes(&rig);
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
}

/* --- is anything known against a node ----------------------------------------
 */

Test(core, it_is_impaired_by_a_node_that_would_not_be_asked)
{
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    cr_assert(rlk_core_impaired(&rig.core, rig.now));
}

Test(core, it_is_impaired_by_a_silent_node)
{
    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    cr_assert(rlk_core_impaired(&rig.core, rig.now));
    rig_yes(&rig, 0);
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
}

Test(core, after_a_while_a_dead_node_is_tried_as_at_first)
{
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    cr_assert_eq(rig.node[0].connects, 1);
    rlk_core_try_again(&rig.core, RLK_NODE_RETRY_LONGEST_NS - 1, rig.now);
    cr_assert_eq(rig.node[0].connects, 1);
    rlk_core_try_again(&rig.core, RLK_NODE_RETRY_LONGEST_NS, rig.now);
    cr_assert_eq(rig.node[0].connects, 2);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_connect(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}

Test(core, after_a_while_a_silent_node_is_connected_to_anew)
{
    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rlk_core_try_again(&rig.core, RLK_NODE_RETRY_LONGEST_NS, rig.now);
    cr_assert_eq(rig.node[0].disconnects, 1);
    cr_assert_eq(rig.node[0].connects, 2);
    cr_assert_eq(rig.node[1].connects, 1);
}

Test(core, after_a_while_a_slow_connection_is_the_first_again)
{
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_pass(&rig, 400 * MS);
    cr_assert_eq(rig.node[0].connects, 2);
    cr_assert(rlk_core_impaired(&rig.core, rig.now));
    rlk_core_try_again(&rig.core, RLK_NODE_RETRY_LONGEST_NS, rig.now);
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
    cr_assert_eq(rig.node[0].connects, 2);
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].disconnects, 0);
}

/* A server that ends no handshake is given up, though nobody calls us. */
Test(core, the_first_connections_are_timed)
{
    struct rlk_runtime_settings settings = rig_settings();

    rig_close(&rig);
    rig.armed = RLK_NEVER;
    cr_assert_eq(rlk_core_init(&rig.core, &settings, &rig.transport, rig.now),
                 REDLOCK_OK);
    cr_assert_eq(rig.armed, rig.now + SECOND);
}

/* --- time that was nobody's
 * ---------------------------------------------------
 */

Test(core, nobody_looked_at_a_greeting)
{
    open_unconnected();
    rig_pass(&rig, 90 * MS);
    rig.now += 10 * SECOND;
    rlk_core_overlook(&rig.core, 10 * SECOND);
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
    rig_pass(&rig, 910 * MS - 1);
    cr_assert_eq(rig.node[0].disconnects, 0);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].disconnects, 1);
}

Test(core, a_request_that_left_late_is_answered_for_from_then_on)
{
    int64_t begun = rig.now;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 50 * MS);
    rlk_core_left(&rig.core, begun, 50 * MS, rig.now);
    (void)rig_said(&rig);
    rig_pass(&rig, 100 * MS - 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
}

/* An eighth of the time-out is in time. */
Test(core, a_request_that_left_in_time_is_answered_for_from_the_start)
{
    int64_t begun = rig.now;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 12 * MS);
    rlk_core_left(&rig.core, begun, 12 * MS, rig.now);
    (void)rig_said(&rig);
    rig_pass(&rig, 88 * MS);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
}

/* --- the end
 * -------------------------------------------------------------------
 */

Test(core, closing_releases_and_cancels_all)
{
    struct redlock_request other = job;

    other.resource = "den";
    (void)rig_lock(&rig, &job);
    (void)rig_lock(&rig, &other);
    rig_acquire(&rig, &acquire, &job);
    (void)rig_said(&rig);
    rlk_core_release_all(&rig.core, rig.now);
    rig_settle(&rig);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_CANCELLED);
    cr_assert(rlk_list_empty(&rig.core.runtime.locks));
    cr_assert(rlk_list_empty(&rig.core.runtime.acquires));
    rig_all_yes(&rig);
    cr_assert_str_eq(rig_said(&rig),
                     "pass n1, pass n1, release n2, release n3, "
                     "pass n1, release n2, release n3");
}

/* --- completions
 * ----------------------------------------------------------------
 */

static int told;
static int buried;

static void doom(struct rlk_completion *completion)
{
    (void)completion;
    told++;
    rig.core.closing = true;
}

static void on_core_free(struct rlk_core *core)
{
    (void)core;
    buried++;
}

static struct rlk_acquire next;

static void begin_the_next(struct rlk_completion *completion)
{
    (void)completion;
    told++;
    next.call.completion.run = doom;
    cr_assert_eq(rlk_acquire_start(&next, &rig.core.runtime, &job, rig.now),
                 REDLOCK_OK);
}

/* Not in the same turn: the transport is woken for it. */
Test(core, what_a_callback_brings_about_is_delivered_next)
{
    struct rlk_acquire first = {.call.completion.run = begin_the_next};

    rig.core.on_free = on_core_free;
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_break(&rig, 1, REDLOCK_REASON_REFUSED);
    cr_assert_eq(rlk_acquire_start(&first, &rig.core.runtime, &job, rig.now),
                 REDLOCK_OK);
    cr_assert(rlk_core_run_completions(&rig.core));
    cr_assert_eq(told, 1);
    cr_assert(rig.woken);
    cr_assert_not(rlk_core_run_completions(&rig.core));
    cr_assert_eq(told, 2);
}

Test(core, after_a_callback_has_closed_it_nothing_is_delivered)
{
    struct rlk_acquire first = {.call.completion.run = doom};
    struct rlk_acquire second = {.call.completion.run = doom};

    rig.core.on_free = on_core_free;
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_break(&rig, 1, REDLOCK_REASON_REFUSED);
    cr_assert_eq(rlk_acquire_start(&first, &rig.core.runtime, &job, rig.now),
                 REDLOCK_OK);
    cr_assert_eq(rlk_acquire_start(&second, &rig.core.runtime, &job, rig.now),
                 REDLOCK_OK);
    cr_assert_not(rlk_core_run_completions(&rig.core));
    cr_assert_eq(told, 1);
    cr_assert_eq(buried, 1);
}
