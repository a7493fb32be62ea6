/* SPDX-License-Identifier: MIT */
/*
 * As many nodes as there may be: the last one counts like the others, and there
 * is none behind it. The whole core on a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "quorum/tenure.h"
#include "tests/support/three_nodes.h"

#define LAST (REDLOCK_NODES_MAX - 1)

static void open_largest(void)
{
    open_parallel(REDLOCK_NODES_MAX);
}

TestSuite(core_largest, .init = open_largest);

Test(core_largest, a_lock_lives_and_is_released_everywhere)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;
    struct rig_release release;

    cr_assert_neq(lock->votes[LAST].end, RLK_NO_VOTE);
    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, &report);
    for (int node = 0; node < LAST; node++)
        rig_missing(&rig, node);
    rig_all_yes(&rig);
    cr_assert_eq(rig.told, 1);
    rig_release(&rig, &release, lock, &report);
    cr_assert_eq(rig_asked(&rig, LAST)->verb, RLK_VERB_RELEASE);
    rig_all_yes(&rig);
    cr_assert(release.done);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_RELEASED);
}

Test(core_largest, an_inspection_waits_for_the_last_node)
{
    struct rig_inspect inspect;

    rig_inspect(&rig, &inspect, "cup", &report);
    for (int node = 0; node < LAST; node++)
        rig_yes(&rig, node);
    cr_assert_not(inspect.done);
    rig_yes(&rig, LAST);
    cr_assert(inspect.done);
    cr_assert_eq(report.node[LAST].vote, REDLOCK_VOTE_ANSWERED);
}

Test(core_largest, silence_of_all_but_the_last_is_no_quorum)
{
    struct rig_acquire acquire;

    rig_acquire(&rig, &acquire, &job);
    rig_yes(&rig, LAST);
    rig_pass(&rig, SECOND);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.call.status, REDLOCK_NO_QUORUM);
    cr_assert_eq(report.node[LAST].vote, REDLOCK_VOTE_GRANTED);
}

/* --- nothing behind the last
 * ----------------------------------------------------
 */

/* What is there would be dealt with as a at, and has no core. */
Test(core_largest, no_link_is_looked_at_behind_the_last)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct rlk_identity identity = rig_identity(0);
    struct rlk_node *behind = &rig.core.nodes[3];
    struct rig_acquire acquire;

    settings.guard = REDLOCK_GUARD_AUTO;
    rig_close(&rig);
    rig_open_connected(&rig, &settings);
    memset(behind, 0, sizeof(*behind));
    behind->state = RLK_NODE_UP;
    behind->inflight.count = 1;
    cr_assert(rlk_core_quiet(&rig.core, 0, rig.now));
    behind->silent = true;
    cr_assert_not(rlk_core_impaired(&rig.core, rig.now));
    rlk_core_overlook(&rig.core, SECOND);
    rlk_core_try_again(&rig.core, 60 * SECOND, rig.now);
    rlk_marker_ok(identity.marker, identity.replid, 300000);
    identity.time_us = rig.now / RLK_NS_PER_US;
    rig_break(&rig, 0, REDLOCK_REASON_BROKEN);
    rig_connect_as(&rig, 0, &identity);
    cr_assert(rig.core.runtime.guarded);
    rig_acquire(&rig, &acquire, &job);
    rlk_core_release_all(&rig.core, rig.now);
    cr_assert(rlk_core_quiet(&rig.core, 7, rig.now));
}

/* Votes at the end of what may be read. */
Test(core_largest, no_vote_is_read_behind_the_last)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct rlk_held_vote *votes;
    struct rlk_tenure tenure;

    cr_assert_neq(memory, MAP_FAILED);
    cr_assert_eq(mprotect(memory + page, page, PROT_NONE), 0);
    votes = (struct rlk_held_vote *)(void *)(memory + page) - 3;
    rlk_tenure_init(&tenure,
                    &(struct rlk_tenure_settings){
                        .nodes = 3, .quorum = 2, .ttl_max_ns = SECOND},
                    votes);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&tenure, node, 1, SECOND, 2);
    cr_assert(rlk_tenure_held(&tenure, 2));
    rlk_tenure_withdraw(&tenure, 2, 3);
    cr_assert(rlk_tenure_held(&tenure, 3));
    cr_assert_eq(munmap(memory, 2 * page), 0);
}
