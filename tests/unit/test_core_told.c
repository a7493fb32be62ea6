/* SPDX-License-Identifier: MIT */
/*
 * What callers are told of an exchange, node by node: the whole core on a
 * transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "quorum/tenure.h"
#include "redlock/api/client.h"
#include "tests/support/three_nodes.h"

static const struct redlock_request fenced = {
    .resource = "cup",
    .ttl_ms = 10000,
    .fencing = true,
    .report = &report,
};

TestSuite(core_told, .init = open_three);

static void counted(int node, int64_t counter)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .counter = counter});
}

Test(core_told, how_long_an_extension_took_and_in_how_many_rounds)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_pass(&rig, 3 * MS);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    cr_assert(extend.done);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.elapsed_us, 3000);
}

Test(core_told, a_second_round_of_an_extension_is_counted)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig.random = 0;
    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_pass(&rig, 3 * MS);
    for (int node = 0; node < 3; node++)
        rig_error(&rig, node, REDLOCK_REASON_IN_SCRIPT);
    rig_pass(&rig, 0);
    rig_pass(&rig, 4 * MS);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    cr_assert(extend.done);
    cr_assert_eq(report.attempts, 2);
    cr_assert_eq(report.elapsed_us, 7000);
}

/* Only after a round that a quorum accepted are keys put back. */
Test(core_told, a_round_that_failed_repairs_nothing)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig.random = UINT64_MAX;
    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    (void)rig_said(&rig);
    rig_missing(&rig, 0);
    rig_error(&rig, 1, REDLOCK_REASON_IN_SCRIPT);
    rig_error(&rig, 2, REDLOCK_REASON_IN_SCRIPT);
    cr_assert(rlk_lock_held(lock, rig.now));
    cr_assert_str_empty(rig_said(&rig));
}

Test(core_told, why_an_extension_did_not_reach_a_node)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_break(&rig, 0, REDLOCK_REASON_REFUSED);
    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_all_yes(&rig);
    cr_assert(extend.done);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_REFUSED);
}

/* Who is known to be silent is not asked until it answers. */
Test(core_told, an_extension_does_not_ask_a_silent_node)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_pass(&rig, 100 * MS);
    rlk_node_timed_out(&rig.core.nodes[0], rig.now);
    (void)rig_said(&rig);
    rig_extend(&rig, &extend, lock, 10000, &report);
    cr_assert_str_eq(rig_said(&rig), "extend n2 10000, extend n3 10000");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
}

/* What the undoing meets there says more than that it was held. */
Test(core_told, a_key_of_another_kind_is_told_as_such)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_held(&rig, 0, -1);
    rig_held(&rig, 1, 60000);
    rig_error(&rig, 0, REDLOCK_REASON_WRONGTYPE);
    rig_yes(&rig, 1);
    cr_assert(acquire.done);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_WRONGTYPE);
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_HELD);
}

/* --- silence and death
 * ---------------------------------------------------------
 */

Test(core_told, of_a_silent_node_nothing_is_said_but_that)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_pass(&rig, 100 * MS);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_UNREACHED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SILENT);
    cr_assert_str_empty(report.node[0].message);
}

/* No more of a server's words than there is room for. */
Test(core_told, a_long_message_is_cut)
{
    struct rig_acquire acquire;
    char message[400];

    memset(message, 'x', sizeof(message));
    message[sizeof(message) - 1] = '\0';
    rlk_core_disconnected(&rig.core, 0, REDLOCK_REASON_ERROR, message, rig.now);
    rig_acquire(&rig, &acquire, &job);
    rig_all_yes(&rig);
    cr_assert_eq(strlen(rig.core.nodes[0].message),
                 sizeof(rig.core.nodes[0].message) - 1);
    cr_assert_eq(strlen(report.node[0].message),
                 sizeof(report.node[0].message) - 1);
}

/* The two digits of a node's number. */
Test(core_told, the_twin_of_the_tenth_node_is_called_so)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rlk_identity identity = rig_identity(9);
    struct rig_acquire acquire;

    settings.nodes = 11;
    settings.quorum = 6;
    rig_open(&rig, &settings);
    for (int node = 0; node < 10; node++)
        rig_connect(&rig, node);
    rig_connect_as(&rig, 10, &identity);
    rig_acquire(&rig, &acquire, &job);
    rig_all_yes(&rig);
    cr_assert_eq(report.node[10].reason, REDLOCK_REASON_SAME_SERVER);
    cr_assert_str_eq(report.node[10].message, "the same server as node 10");
}

/* --- nodes that were asked to confirm
 * -----------------------------------------
 */

/* n1 has granted with less than n2. */
static void confirming(struct rig_acquire *acquire)
{
    rig_acquire(&rig, acquire, &fenced);
    counted(0, 7);
    counted(1, 9);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_CONFIRM);
}

Test(core_told, why_a_node_did_not_confirm)
{
    struct rig_acquire acquire;

    confirming(&acquire);
    rig_error(&rig, 0, REDLOCK_REASON_OOM);
    counted(2, 9);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_OOM);
    cr_assert_str_eq(report.node[0].message, "said so");
}

Test(core_told, a_node_that_confirms_and_stays_below_is_in_error)
{
    struct rig_acquire acquire;

    confirming(&acquire);
    counted(0, 7);
    counted(2, 9);
    cr_assert(acquire.done);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_FAILED);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_ERROR);
}

/* Its key is gone, so that it shields nobody. */
Test(core_told, a_node_that_lacks_the_key_when_it_is_to_confirm_has_no_vote)
{
    struct rig_acquire acquire;

    confirming(&acquire);
    rig_missing(&rig, 0);
    counted(2, 9);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_MISSING);
    cr_assert_eq(acquire.acquire.lock->votes[0].end, RLK_NO_VOTE);
    cr_assert_neq(acquire.acquire.lock->votes[1].end, RLK_NO_VOTE);
}

/* The smallest there is. */
Test(core_told, a_fence_of_one_is_carried)
{
    struct rig_acquire acquire;
    struct rig_extend extend;

    rig_acquire(&rig, &acquire, &fenced);
    for (int node = 0; node < 3; node++)
        counted(node, 1);
    cr_assert_eq(acquire.acquire.lock->fence, 1);
    rig_extend(&rig, &extend, acquire.acquire.lock, 10000, NULL);
    cr_assert(rig_asked(&rig, 0)->checked);
    cr_assert(rig_asked(&rig, 0)->rules.fenced);
    cr_assert_eq(rig_asked(&rig, 0)->rules.fence, 1);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .text = "",
                                    .counter = 5,
                                    .begun_anew = true});
    counted(1, 9);
    cr_assert_eq(acquire.acquire.lock->counters[0], 5);
    cr_assert_eq(acquire.acquire.lock->counters[1], 1);
    cr_assert_not(extend.done);
    counted(2, 1);
    cr_assert(extend.done);
}

/* Its counter is above the fence, and has been since it granted. */
Test(core_told, a_late_grant_with_a_larger_number_stays_a_vote)
{
    struct rig_acquire acquire;
    struct rig_extend extend;

    rig_acquire(&rig, &acquire, &fenced);
    counted(0, 7);
    counted(1, 7);
    cr_assert(acquire.done);
    counted(2, 9);
    rig_extend(&rig, &extend, acquire.acquire.lock, 10000, &report);
    counted(2, 9);
    counted(1, 7);
    cr_assert(extend.done);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_GRANTED);
}

/* --- the deployment
 * ---------------------------------------------------------------
 */

Test(core_told, init_nodes_tells_each_node_the_longest_ttl)
{
    struct rlk_inspect inspect = {.call.completion.run = rig_ignore};

    cr_assert_eq(
        rlk_inspect_init_nodes(&inspect, &rig.core.runtime, &report, rig.now),
        REDLOCK_OK);
    for (int node = 0; node < 3; node++) {
        cr_assert_eq(rig_asked(&rig, node)->verb, RLK_VERB_INIT_NODE);
        cr_assert_eq(rig_asked(&rig, node)->ttl_ms, 300000);
    }
}

/* --- the descriptor of a loss
 * ---------------------------------------------------
 */

Test(core_told, the_descriptor_of_a_lock_is_closed_with_it)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;
    int fd = rlk_timer_fd();

    cr_assert_geq(fd, 0);
    rig.core.runtime.freed = rlk_lost_fd_freed;
    atomic_store(&lock->lost_fd, fd);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_eq(fcntl(fd, F_GETFD), -1);
    cr_assert_eq(errno, EBADF);
}

Test(core_told, nobody_closes_a_descriptor_that_was_not_opened)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    cr_assert_lt(atomic_load(&lock->lost_fd), 0);
}

/* Zero is one like the others. */
Test(core_told, so_is_the_descriptor_zero)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;
    int fd = rlk_timer_fd();

    cr_assert_eq(dup2(fd, 0), 0);
    rig.core.runtime.freed = rlk_lost_fd_freed;
    atomic_store(&lock->lost_fd, 0);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_eq(fcntl(0, F_GETFD), -1);
}
