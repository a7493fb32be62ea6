/* SPDX-License-Identifier: MIT */
/*
 * Connections on which something is open, and their backlogs: the
 * whole core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "redlock/runtime/backlog.h"
#include "redlock/runtime/memory.h"
#include "redlock/runtime/resource.h"
#include "tests/support/three_nodes.h"

TestSuite(core_backlog, .init = open_three);

/* --- releases ----------------------------------------------------------------
 */

/* Its key lives for as long as it was last asked to. */
Test(core_backlog, the_release_of_an_extended_lock_is_kept_for_longer)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;
    struct rig_release release;

    rig_extend(&rig, &extend, lock, 60000, NULL);
    rig_all_yes(&rig);
    cr_assert(extend.done);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_all_yes(&rig);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, lock, NULL);
    rig_all_yes(&rig);
    rig_pass(&rig, 50 * SECOND);
    (void)rig_said(&rig);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "release n2");
}

Test(core_backlog, a_single_release_that_is_refused_is_tried_again)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_release(&rig, &release, lock, NULL);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    for (int times = 0; times < 3; times++)
        rig_error(&rig, 0, REDLOCK_REASON_IN_SCRIPT);
    (void)rig_said(&rig);
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "release n1");
}

/* No request is under way: it is kept until the key has expired by itself. */
Test(core_backlog,
     a_release_that_found_no_memory_is_kept_as_long_as_its_key_lives)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig.out_of_memory = true;
    rig_release(&rig, &release, lock, NULL);
    rig_pass(&rig, 5 * SECOND);
    rig.out_of_memory = false;
    rig_pass(&rig, SECOND);
    for (int node = 0; node < 3; node++)
        cr_assert_eq(rig_asked(&rig, node)->verb, RLK_VERB_RELEASE);
    rig_all_yes(&rig);
    lock = rig_lock(&rig, &job);
    rig.out_of_memory = true;
    rig_release(&rig, &release, lock, NULL);
    rig_pass(&rig, 20 * SECOND);
    rig.out_of_memory = false;
    rig_pass(&rig, 2 * SECOND);
    cr_assert_str_empty(rig_said(&rig));
}

/* The first request to a node needs room, which there is none of just then. */
Test(core_backlog, a_release_that_found_no_room_is_tried_again)
{
    struct rlk_lock_settings adopted = {
        .resource = rlk_resource_new("cup", 3),
        .ttl_ns = 10 * SECOND,
        .adopted = "a.token.of.somebodys",
    };
    struct redlock_lock *lock = rlk_lock_new(&rig.core.runtime, &adopted);
    struct rig_release release;

    (void)rlk_alloc_fail_at(2); /* the round's own memory is the first */
    rig_release(&rig, &release, lock, NULL);
    (void)rlk_alloc_fail_at(0);
    cr_assert_str_eq(rig_said(&rig), "release n2, release n3");
    rig_all_yes(&rig);
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "release n1");
}

/* Each node its own. */
Test(core_backlog, an_undo_is_kept_for_the_node_that_did_not_hear_it)
{
    struct rlk_identity again = rig_identity(1);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_held(&rig, 2, 60000);
    cr_assert_eq(rig.core.nodes[0].backlog.count, 0);
    cr_assert_eq(rig.core.nodes[1].backlog.count, 1);
    (void)rig_said(&rig);
    again.client_id = 777;
    rig_connect_as(&rig, 1, &again);
    cr_assert_str_eq(rig_said(&rig), "kill n2, release n2");
    rig_all_yes(&rig);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 0);
    cr_assert_str_empty(rig_said(&rig));
}

Test(core_backlog, an_undo_that_was_heard_is_kept_for_nobody)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 0);
    rig_held(&rig, 1, 60000);
    rig_held(&rig, 2, 60000);
    (void)rig_said(&rig);
    rig_yes(&rig, 0);
    rig_missing(&rig, 1);
    rig_held(&rig, 2, 60000);
    cr_assert(acquire.done);
    rig_pass(&rig, 5 * SECOND);
    cr_assert_str_empty(rig_said(&rig));
}

/* Where none of them expires by itself, the oldest of all is dropped. */
Test(core_backlog, no_more_releases_are_kept_than_there_is_room_for)
{
    struct rlk_node *at = &rig.core.nodes[0];
    struct rlk_resource *name = rlk_resource_new("cup", 3);
    struct rlk_token token = {.length = 0};
    struct rlk_backlog_terms terms = {.lives_ns = SECOND, .maybe_unread = true};

    cr_assert_not_null(name);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    for (int i = 0; i < RLK_BACKLOG_MOST + 3; i++) {
        token.length =
            (size_t)snprintf(token.text, sizeof(token.text), "%d", i);
        rlk_backlog_add(&at->backlog, name, &token, &terms, rig.now);
    }
    cr_assert_eq(at->backlog.count, RLK_BACKLOG_MOST);
    cr_assert_str_eq(RLK_LIST_FIRST(&at->backlog.maybe_unread,
                                    struct rlk_backlog_entry, among)
                         ->token.text,
                     "3");
    rlk_resource_drop(name);
}

/* Nothing was ever sent there, so that there is no room for it yet. */
Test(core_backlog, a_release_that_found_no_memory_is_tried_again)
{
    struct rig_acquire acquire;

    open_unconnected();
    rig_acquire(&rig, &acquire, &job);
    rlk_acquire_cancel(&acquire.acquire, rig.now);
    rig_settle(&rig);
    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    cr_assert_eq(rig.core.nodes[0].backlog.count, 1);
    (void)rlk_alloc_fail_at(1);
    rig_connect(&rig, 0);
    (void)rlk_alloc_fail_at(0);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, SECOND);
    cr_assert_str_eq(rig_said(&rig), "release n1");
}

/* --- what nobody waits for
 * ------------------------------------------------------ */

static void open_unmarked(void)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rlk_identity identity = rig_identity(0);

    settings.guard = REDLOCK_GUARD_ON;
    rig_open(&rig, &settings);
    identity.time_us = rig.now / RLK_NS_PER_US;
    rig_connect_as(&rig, 0, &identity);
    cr_assert_str_eq(rig_said(&rig), "mark n1");
}

/* Ten time-outs, a second at least. */
Test(core_backlog, a_node_that_does_not_answer_a_mark_is_connected_to_anew)
{
    open_unmarked();
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].disconnects, 0);
    rig_pass(&rig, 1);
    cr_assert_eq(rig.node[0].disconnects, 1);
}

/* The silence begins with the request, however long nothing was asked. */
Test(core_backlog, before_a_mark_was_sent_there_was_no_silence)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rlk_identity identity = rig_identity(0);
    struct rig_inspect inspect;

    settings.guard = REDLOCK_GUARD_ON;
    settings.ttl_max_ns = 20 * SECOND;
    rig_open(&rig, &settings);
    identity.time_us = rig.now / RLK_NS_PER_US;
    rlk_marker_quarantine(identity.marker, identity.replid, 20000, 1, "x");
    rig_connect_as(&rig, 0, &identity);
    rig_pass(&rig, 20500 * MS);
    rig_inspect(&rig, &inspect, "cup", NULL);
    rig_yes(&rig, 0);
    rig_pass(&rig, 500 * MS);
    cr_assert_str_eq(rig_said(&rig), "inspect n1, mark n1");
    rig_pass(&rig, SECOND - 1);
    cr_assert_eq(rig.node[0].disconnects, 0);
    rig_pass(&rig, SECOND);
    cr_assert_eq(rig.node[0].disconnects, 1);
}

/* It was sent whole: the answer makes no sense, and does no harm. */
Test(core_backlog, a_server_that_lacks_the_script_of_a_whole_mark_is_in_error)
{
    open_unmarked();
    rig_error(&rig, 0, REDLOCK_REASON_NOSCRIPT);
    cr_assert_str_empty(rig_said(&rig));
    rig_pass(&rig, 100 * MS);
    cr_assert_eq(rig.node[0].disconnects, 0);
}

/* --- whom to ask
 * ------------------------------------------------------------------ */

/* A connection that stood for a while is made anew, as at first. */
Test(core_backlog, a_node_is_asked_while_its_steady_connection_is_made_anew)
{
    struct rig_acquire acquire;

    rig_pass(&rig, SECOND);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_acquire(&rig, &acquire, &job);
    cr_assert_str_empty(rig_said(&rig));
    rig_connect(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "grant n1 10000");
}

/* --- connections that broke
 * -------------------------------------------------------- */

/*
 * One connection broke with a grant on it; the server will be told to kill it,
 * and until it says so, the backlog there does not begin to age.
 */
Test(core_backlog, one_broken_connection_keeps_the_backlog)
{
    struct rlk_identity again = rig_identity(0);
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_held(&rig, 1, 60000);
    rig_all_yes(&rig);
    cr_assert(acquire.done);
    rig_pass(&rig, 60 * SECOND);
    (void)rig_said(&rig);
    again.client_id = 777;
    rig_connect_as(&rig, 0, &again);
    cr_assert_not_null(strstr(rig_said(&rig), "release n1"));
}
