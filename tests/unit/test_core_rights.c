/* SPDX-License-Identifier: MIT */
/*
 * Nodes that do not let us see what a guard or a fence needs: the whole core on
 * a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/three_nodes.h"

/* n1 does not say who it is, or does not show its marker. */
enum flaw {
    NAMELESS,
    UNREAD
};

static void come_up(int node, enum flaw flaw)
{
    struct rlk_identity identity = rig_identity(node);

    identity.time_us = rig.now / RLK_NS_PER_US;
    if (rig.core.runtime.settings.guard == REDLOCK_GUARD_ON)
        rlk_marker_ok(identity.marker, identity.replid, 300000);
    if (node == 0 && flaw == NAMELESS) {
        identity.run_id[0] = '\0';
        identity.replid[0] = '\0';
    }
    if (node == 0 && flaw == UNREAD)
        identity.marker_hidden = REDLOCK_REASON_NOPERM;
    rig_connect_as(&rig, node, &identity);
}

static void open_guarded_by(enum redlock_guard guard)
{
    struct rlk_runtime_settings settings = rig_settings();

    settings.guard = guard;
    rig_open(&rig, &settings);
}

static void open_with(enum redlock_guard guard, enum flaw flaw)
{
    open_guarded_by(guard);
    for (int node = 0; node < 3; node++)
        come_up(node, flaw);
    (void)rig_said(&rig);
}

/* Who is asked for a grant first; whoever is asked at once refuses. */
static const char *asks(bool fencing)
{
    static struct rig_acquire acquire;
    static char said[256];

    rig_acquire(&rig, &acquire,
                &(struct redlock_request){.resource = "cup",
                                          .ttl_ms = 10000,
                                          .fencing = fencing,
                                          .report = &report});
    strcpy(said, rig_said(&rig));
    for (int node = 0; node < 3; node++) {
        if (rig_asked(&rig, node) != NULL)
            rig_error(&rig, node, REDLOCK_REASON_OOM);
    }
    rig_all_yes(&rig);
    cr_assert(acquire.done);
    return said;
}

Test(core_rights, a_guarded_node_that_is_nobody_has_no_vote)
{
    open_with(REDLOCK_GUARD_ON, NAMELESS);
    cr_assert_str_eq(asks(false), "grant n2 10000");
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(report.node[0].message,
                     "the amnesia guard needs the right to INFO");
}

Test(core_rights, so_has_one_that_turns_out_to_be_nobody)
{
    struct rig_acquire acquire;

    open_guarded_by(REDLOCK_GUARD_ON);
    come_up(1, NAMELESS);
    come_up(2, NAMELESS);
    rig_acquire(&rig, &acquire,
                &(struct redlock_request){
                    .resource = "cup", .ttl_ms = 10000, .report = &report});
    cr_assert_str_empty(rig_said(&rig));
    come_up(0, NAMELESS);
    cr_assert_str_eq(rig_said(&rig), "grant n2 10000");
    rig_all_yes(&rig);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(report.node[0].message,
                     "the amnesia guard needs the right to INFO");
}

Test(core_rights, a_fence_counts_on_nobody_that_is_nobody)
{
    open_with(REDLOCK_GUARD_OFF, NAMELESS);
    cr_assert_str_eq(asks(true), "grant n2 10000");
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(report.node[0].message, "a fence needs the right to INFO");
}

Test(core_rights, without_guard_and_fence_anybody_has_a_vote)
{
    open_with(REDLOCK_GUARD_OFF, NAMELESS);
    cr_assert_str_eq(asks(false), "grant n1 10000");
}

/* That it was not read is no sign that there is none. */
Test(core_rights, a_node_that_does_not_show_its_marker_has_no_vote)
{
    open_with(REDLOCK_GUARD_AUTO, UNREAD);
    cr_assert_str_eq(asks(false), "grant n2 10000");
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_NOPERM);
    cr_assert_str_eq(
        report.node[0].message,
        "does not show redlock:inst, which tells if it lost its memory");
}

Test(core_rights, told_that_there_is_no_guard_nobody_looks_for_the_marker)
{
    open_with(REDLOCK_GUARD_OFF, UNREAD);
    cr_assert_str_eq(asks(false), "grant n1 10000");
}

/* Extending and releasing go on. */
Test(core_rights, who_has_no_vote_is_still_told_of_a_release)
{
    struct rlk_identity identity = {.client_id = 1};
    struct rig_release release;
    struct redlock_lock *lock;

    open_with(REDLOCK_GUARD_OFF, UNREAD);
    lock = rig_lock(
        &rig, &(struct redlock_request){.resource = "cup", .ttl_ms = 10000});
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 1, &identity);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
}
