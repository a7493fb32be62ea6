/* SPDX-License-Identifier: MIT */
/*
 * A lock from its grant to its end - kept, extended, repaired, lost, released -
 * with the whole core and a transport in the test's hand.
 */

#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/support/three_nodes.h"

/* Of a TTL of ten seconds. */
#define SPAN (10000 * MS - 102 * MS)

static const struct redlock_request kept = {
    .resource = "cup",
    .ttl_ms = 10000,
    .keep = true,
};

TestSuite(core_lock, .init = open_three);

/* Time passes, and what was asked meanwhile is answered. */
static void answered(int64_t ns)
{
    rig_pass(&rig, ns);
    rig_all_yes(&rig);
}

/* --- telling that it goes on ------------------------------------------------
 */

/* What its holder reads when it is told. */
static int64_t told_until;

static void on_renewed(struct redlock_lock *lock, void *user)
{
    cr_assert_eq(user, &told_until);
    told_until = atomic_load(&lock->valid_until);
}

static const struct redlock_request watched = {
    .resource = "cup",
    .ttl_ms = 10000,
    .keep = true,
    .renewed = on_renewed,
    .user = &told_until,
};

Test(core_lock, a_renewal_is_told_when_the_validity_has_moved)
{
    struct redlock_lock *lock = rig_lock(&rig, &watched);

    cr_assert_eq(rig.renewed, 0);
    rig_pass(&rig, lock->renew_at - rig.now);
    rig_yes(&rig, 0);
    cr_assert_eq(rig.renewed, 0);
    rig_yes(&rig, 1);
    cr_assert_eq(rig.renewed, 1);
    cr_assert_eq(told_until, lock->tenure.validity);
    rig_yes(&rig, 2);
    cr_assert_eq(rig.renewed, 1);
    rig_pass(&rig, lock->renew_at - rig.now);
    rig_all_yes(&rig);
    cr_assert_eq(rig.renewed, 2);
}

/* Who has an end of its own by it, as a watchdog, must not believe too long. */
Test(core_lock, a_validity_that_ends_earlier_is_told_too)
{
    struct redlock_lock *lock = rig_lock(&rig, &watched);
    int64_t before;

    rig_pass(&rig, lock->renew_at - rig.now);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    cr_assert_eq(rig.renewed, 1);
    before = told_until;
    rlk_lock_withdraw(lock, 1, rig.now);
    rig_settle(&rig);
    cr_assert_eq(rig.renewed, 2);
    cr_assert_lt(told_until, before);
    cr_assert_eq(told_until, lock->tenure.validity);
}

Test(core_lock, an_extension_is_told_like_a_renewal)
{
    struct redlock_lock *lock = rig_lock(&rig, &watched);
    struct rig_extend extend;

    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 20000, NULL);
    rig_all_yes(&rig);
    cr_assert_eq(rig.renewed, 1);
}

Test(core_lock, a_renewal_that_was_not_told_yet_gives_way_to_the_loss)
{
    struct redlock_lock *lock = rig_lock(&rig, &watched);

    rig_pass(&rig, SECOND);
    for (int node = 0; node < 3; node++)
        rlk_lock_late_grant(lock, node, rig.now, lock->ttl_ns, rig.now);
    cr_assert(rlk_completions_waiting(&rig.core.runtime.completions));
    rlk_lock_lose(lock, rig.now);
    (void)rlk_core_run_completions(&rig.core);
    cr_assert_eq(rig.renewed, 0);
    cr_assert_eq(rig.told, 1);
}

/* --- extending --------------------------------------------------------------
 */

Test(core_lock, an_extension_asks_every_node_at_once)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, &report);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 10000, extend n2 10000, extend n3 10000");
}

Test(core_lock, an_extension_moves_the_end_from_when_it_was_sent)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;
    int64_t sent;

    rig_pass(&rig, 3 * SECOND);
    sent = rig.now;
    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_pass(&rig, 20 * MS);
    rig_yes(&rig, 0);
    cr_assert_not(extend.done);
    rig_yes(&rig, 1);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert_eq(lock->tenure.validity, sent + SPAN);
    cr_assert_eq(atomic_load(&lock->valid_until), sent + SPAN);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.elapsed_us, 20000);
    cr_assert_eq(report.granted, 2);
}

Test(core_lock, an_extension_that_a_quorum_refuses_loses_the_lock)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_missing(&rig, 0);
    cr_assert_eq(rig.told, 0);
    rig_held(&rig, 1, 5000);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_LOST);
    cr_assert_eq(rig.told, 1);
    cr_assert_eq(atomic_load(&lock->valid_until), 0);
}

Test(core_lock, a_node_that_lost_the_key_gets_it_back_after_the_round)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, NULL);
    (void)rig_said(&rig);
    rig_missing(&rig, 0);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_str_eq(rig_said(&rig), "repair n1 10000");
    cr_assert_eq(rig.told, 0);
}

Test(core_lock, a_late_miss_is_repaired_when_it_is_heard)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_yes(&rig, 0);
    rig_yes(&rig, 1);
    (void)rig_said(&rig);
    rig_missing(&rig, 2);
    cr_assert_str_eq(rig_said(&rig), "repair n3 10000");
}

/* Another process may extend it: nothing is put back behind its back. */
Test(core_lock, no_repair_puts_no_key_back)
{
    struct redlock_request exported = job;
    struct redlock_lock *lock;
    struct rig_extend extend;

    exported.no_repair = true;
    lock = rig_lock(&rig, &exported);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    (void)rig_said(&rig);
    rig_missing(&rig, 0);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, a_repaired_vote_counts_when_its_probation_is_over)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_lock *lock;
    struct rig_extend extend;
    int64_t repaired;

    settings.ttl_max_ns = 20 * SECOND;
    rig_open_connected(&rig, &settings);
    lock = rig_lock(&rig, &kept);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_missing(&rig, 0);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    rig_yes(&rig, 0);
    repaired = rig.now;
    while (rig.now < repaired + 20 * SECOND) {
        cr_assert_leq(lock->votes[0].end, rig.now);
        answered(50 * MS);
    }
    for (int step = 0; step < 80; step++)
        answered(50 * MS);
    cr_assert_gt(lock->votes[0].end, rig.now);
}

Test(core_lock, a_failed_round_is_repeated_while_there_is_time)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_error(&rig, 0, REDLOCK_REASON_LOADING);
    rig_error(&rig, 1, REDLOCK_REASON_LOADING);
    cr_assert_not(extend.done);
    rig_yes(&rig, 2);
    (void)rig_said(&rig);
    rig_pass(&rig, 50 * MS);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 10000, extend n2 10000, extend n3 10000");
    rig_all_yes(&rig);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert_eq(report.attempts, 2);
}

Test(core_lock, an_extension_that_is_refused_to_the_last_is_lost_in_time)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    int64_t tell_at = rlk_lock_tell_at(lock);
    struct rig_extend extend;

    rig_pass(&rig, MS);
    rig_extend(&rig, &extend, lock, 10000, &report);
    while (rig.told == 0) {
        for (int node = 0; node < 3; node++) {
            if (rig_asked(&rig, node) != NULL)
                rig_error(&rig, node, REDLOCK_REASON_OOM);
        }
        rig_pass(&rig, MS);
    }
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_LOST);
    cr_assert_leq(rig.now, tell_at + MS);
    cr_assert_geq(rig.now, tell_at);
}

/* An answer that comes when the vote there has run out proves nothing. */
Test(core_lock, an_answer_after_the_votes_end_does_not_count)
{
    struct rlk_runtime_settings settings = rig_settings();
    struct redlock_lock *lock;
    struct rig_extend extend;

    settings.node_timeout_ns = 60 * SECOND;
    rig_open_connected(&rig, &settings);
    lock = rig_lock(&rig, &job);
    rig_pass(&rig, 8 * SECOND);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_yes(&rig, 0);
    rig_pass(&rig, 2 * SECOND);
    cr_assert_eq(rig.told, 1);
    rig_yes(&rig, 1);
    rig_yes(&rig, 2);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_LOST);
    cr_assert_eq(atomic_load(&lock->valid_until), 0);
}

Test(core_lock, a_shorter_extension_does_not_move_the_end_back)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    int64_t end = lock->tenure.validity;
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 2000, &report);
    rig_all_yes(&rig);
    cr_assert(extend.done);
    cr_assert_eq(lock->tenure.validity, end);
}

Test(core_lock, an_extensions_ttl_is_checked_as_a_requests)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    cr_expect_eq(rlk_extend_check(lock, 0), REDLOCK_BAD_REQUEST);
    cr_expect_eq(rlk_extend_check(lock, -5), REDLOCK_BAD_REQUEST);
    cr_expect_eq(rlk_extend_check(lock, 300001), REDLOCK_TTL_TOO_LONG);
    cr_expect_eq(rlk_extend_check(lock, 300000), REDLOCK_OK);
    /* The lock's notice is a second, the drift 12 ms. */
    cr_expect_eq(rlk_extend_check(lock, 1012), REDLOCK_TTL_TOO_SHORT);
    cr_expect_eq(rlk_extend_check(lock, 1014), REDLOCK_OK);
}

/* --- the keeper
 * ---------------------------------------------------------------
 */

Test(core_lock, a_kept_lock_is_renewed_by_a_third_of_its_ttl)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);
    int64_t end = lock->tenure.validity;

    rig_pass(&rig, 10000 * MS / 3);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 10000, extend n2 10000, extend n3 10000");
    rig_all_yes(&rig);
    cr_assert_gt(lock->tenure.validity, end);
}

Test(core_lock, what_is_not_kept_is_not_renewed)
{
    (void)rig_lock(&rig, &job);
    rig_pass(&rig, 8 * SECOND);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, a_kept_lock_lives_on_and_is_renewed_thrice_a_ttl)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);
    int renewals;

    for (int step = 0; step < 2000; step++)
        answered(50 * MS);
    cr_assert_eq(rig.told, 0);
    cr_assert(rlk_lock_held(lock, rig.now));
    renewals = (rig.count - 3) / 3;
    cr_assert_geq(renewals, 28);
    cr_assert_leq(renewals, 34);
}

Test(core_lock, the_keeper_takes_up_the_ttl_of_an_extension)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 60000, NULL);
    rig_all_yes(&rig);
    (void)rig_said(&rig);
    rig_pass(&rig, 15 * SECOND);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 6 * SECOND);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 60000, extend n2 60000, extend n3 60000");
}

Test(core_lock, a_keeper_without_memory_tries_again)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);

    rig.out_of_memory = true;
    rig_pass(&rig, 4 * SECOND);
    rig.out_of_memory = false;
    cr_assert_eq(rig.told, 0);
    for (int step = 0; step < 40; step++)
        answered(50 * MS);
    cr_assert_gt(lock->tenure.validity, rig.now + 7 * SECOND);
}

/* --- being lost --------------------------------------------------------------
 */

Test(core_lock, a_lost_lock_tells_until_when_a_quorum_still_shields_it)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    int64_t end = lock->tenure.validity;

    cr_assert_eq(atomic_load(&lock->shielded_until), 0);
    rig_pass(&rig, rlk_lock_tell_at(lock) - rig.now);
    cr_assert_eq(rig.told, 1);
    cr_assert_eq(atomic_load(&lock->shielded_until), end);
}

Test(core_lock, a_lock_whose_keys_were_taken_away_is_shielded_no_longer)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_extend extend;

    rig_extend(&rig, &extend, lock, 10000, &report);
    rig_missing(&rig, 0);
    cr_assert_eq(rig.told, 0);
    rig_held(&rig, 1, 5000);
    cr_assert_eq(rig.told, 1);
    cr_assert_eq(atomic_load(&lock->shielded_until), 0);
}

Test(core_lock, a_loss_is_told_a_notice_before_the_end_and_once)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    int64_t left = lock->tenure.validity - rig.now;

    rig_pass(&rig, left - SECOND - 1);
    cr_assert_eq(rig.told, 0);
    cr_assert(rlk_lock_held(lock, rig.now));
    rig_pass(&rig, 1);
    cr_assert_eq(rig.told, 1);
    cr_assert_not(rlk_lock_held(lock, rig.now));
    rig_pass(&rig, 60 * SECOND);
    cr_assert_eq(rig.told, 1);
}

Test(core_lock, the_keys_of_a_lost_lock_are_given_up_at_its_end)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);

    rig_pass(&rig, lock->tenure.validity - rig.now - 1);
    cr_assert_eq(rig.told, 1);
    cr_assert_str_eq(rig_said(&rig), "");
    rig_pass(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
    rig_all_yes(&rig);
    rig_pass(&rig, 60 * SECOND);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, a_lost_lock_is_not_renewed)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);

    rlk_lock_lose(lock, rig.now);
    rlk_core_arm(&rig.core);
    rig_pass(&rig, 5 * SECOND);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, a_step_of_a_nodes_clock_renews_a_kept_lock_at_once)
{
    struct redlock_lock *lock = rig_lock(&rig, &kept);

    rlk_lock_shorten(lock, 0, 100 * MS, rig.now);
    rlk_core_arm(&rig.core);
    rig_pass(&rig, 0);
    cr_assert_str_eq(rig_said(&rig),
                     "extend n1 10000, extend n2 10000, extend n3 10000");
    (void)lock;
}

Test(core_lock, steps_of_a_quorum_move_the_end)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    int64_t end = lock->tenure.validity;

    rlk_lock_shorten(lock, 0, 100 * MS, rig.now);
    cr_assert_eq(lock->tenure.validity, end);
    rlk_lock_shorten(lock, 1, 300 * MS, rig.now);
    cr_assert_eq(lock->tenure.validity, end - 100 * MS);
    rlk_lock_shorten(lock, 2, 20 * SECOND, rig.now);
    cr_assert_eq(lock->tenure.validity, end - 300 * MS);
    rlk_lock_shorten(lock, 1, 20 * SECOND, rig.now);
    cr_assert(lock->lost);
}

/* --- releasing ---------------------------------------------------------------
 */

Test(core_lock, a_release_is_told_to_every_node_and_done_by_a_quorum)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_release(&rig, &release, lock, &report);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n2, release n3");
    cr_assert(rlk_list_empty(&rig.core.runtime.locks));
    rig_yes(&rig, 0);
    cr_assert_not(release.done);
    rig_yes(&rig, 2);
    cr_assert(release.done);
    cr_assert_eq(release.release.call.status, REDLOCK_OK);
    cr_assert_eq(report.attempts, 1);
    cr_assert_eq(report.granted, 2);
    rig_yes(&rig, 1);
    cr_assert(rlk_list_empty(&rig.core.runtime.ops));
}

Test(core_lock, a_release_that_finds_no_key_says_so)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_release(&rig, &release, lock, &report);
    rig_missing(&rig, 0);
    rig_held(&rig, 1, 300);
    cr_assert(release.done);
    cr_assert_eq(release.release.call.status, REDLOCK_GONE);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_MISSING);
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_HELD);
}

Test(core_lock, a_release_that_nobody_hears_says_so)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_release(&rig, &release, lock, &report);
    rig_pass(&rig, 100 * MS);
    cr_assert(release.done);
    cr_assert_eq(release.release.call.status, REDLOCK_UNREACHABLE);
    cr_assert_eq(report.node[1].vote, REDLOCK_VOTE_TIMED_OUT);
}

Test(core_lock, a_release_goes_to_a_node_that_was_away_when_it_is_back)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;
    char token[192];

    snprintf(token, sizeof(token), "%s", rig.sent[1].token);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, lock, NULL);
    cr_assert_str_eq(rig_said(&rig), "pass n1, release n3");
    rig_all_yes(&rig);
    cr_assert_eq(release.release.call.status, REDLOCK_OK);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "release n2");
    cr_assert_str_eq(rig_asked(&rig, 1)->token, token);
    rig_yes(&rig, 1);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, a_release_that_broke_under_way_is_sent_again)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_release(&rig, &release, lock, NULL);
    rig_yes(&rig, 0);
    rig_yes(&rig, 2);
    (void)rig_said(&rig);
    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "kill n2, release n2");
}

Test(core_lock, what_has_expired_by_itself_is_not_released_any_more)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rig_release release;

    rig_break(&rig, 1, REDLOCK_REASON_BROKEN);
    rig_release(&rig, &release, lock, NULL);
    rig_all_yes(&rig);
    (void)rig_said(&rig);
    rig_pass(&rig, 11 * SECOND);
    rig_connect(&rig, 1);
    cr_assert_str_eq(rig_said(&rig), "");
}

/* --- looking
 * -------------------------------------------------------------------
 */

Test(core_lock, an_inspection_asks_all_and_waits_for_all)
{
    struct rig_inspect inspect;

    rig_inspect(&rig, &inspect, "cup", &report);
    cr_assert_str_eq(rig_said(&rig), "inspect n1, inspect n2, inspect n3");
    rig_held(&rig, 0, 1234);
    rig_missing(&rig, 1);
    cr_assert_not(inspect.done);
    rig_pass(&rig, 100 * MS);
    cr_assert(inspect.done);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_HELD);
    cr_assert_eq(report.node[0].remaining_ms, 1234);
    cr_assert_str_eq(report.node[0].holder, "somebody");
    cr_assert_eq(report.node[1].reason, REDLOCK_REASON_MISSING);
    cr_assert_eq(report.node[2].vote, REDLOCK_VOTE_TIMED_OUT);
}

/* --- fences ----------------------------------------------------------------
 */

static void grant(int node, int64_t counter)
{
    rig_answer(&rig, node,
               &(struct rlk_answer){.kind = RLK_ANSWER_YES,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .time_us = 1000000,
                                    .counter = counter});
}

static struct rig_acquire fenced(void)
{
    static struct rig_acquire acquire;
    struct redlock_request request = job;

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    return acquire;
}

Test(core_lock, a_fence_is_the_counter_that_a_quorum_agrees_on)
{
    static struct rig_acquire acquire;
    struct redlock_request request = job;

    request.fencing = true;
    rig_acquire(&rig, &acquire, &request);
    cr_assert(rig_asked(&rig, 0)->checked);
    cr_assert(rig_asked(&rig, 0)->rules.fenced);
    grant(0, 7);
    grant(1, 7);
    cr_assert(acquire.done);
    cr_assert_eq(acquire.acquire.lock->fence, 7);
}

Test(core_lock, a_node_that_minted_less_confirms_first)
{
    (void)fenced();
    grant(0, 7);
    grant(1, 9);
    cr_assert_str_eq(rig_said(&rig),
                     "grant n1 10000, grant n2 10000, confirm n1");
    cr_assert_eq(rig_asked(&rig, 0)->rules.fence, 9);
    cr_assert_eq(rig_first_lock(&rig)->fence, 0);
    grant(0, 9);
    cr_assert_str_eq(rig_said(&rig), "grant n3 10000");
    cr_assert_eq(rig_first_lock(&rig)->fence, 9);
}

Test(core_lock, an_extension_carries_the_fence_and_counts_it_alone)
{
    struct redlock_lock *lock;
    struct rig_extend extend;

    (void)fenced();
    for (int node = 0; node < 3; node++)
        grant(node, 7);
    lock = rig_first_lock(&rig);
    rig_extend(&rig, &extend, lock, 10000, &report);
    cr_assert_eq(rig_asked(&rig, 0)->rules.fence, 7);
    grant(0, 8);
    cr_assert_eq(report.granted, 0);
    grant(1, 7);
    grant(2, 7);
    cr_assert(extend.done);
    cr_assert_eq(extend.extend.call.status, REDLOCK_OK);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_SUPERSEDED);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_BARRED);
}

/* A repaired node's counter may be of another run: it is noted as ours. */
Test(core_lock, the_counter_of_a_repaired_node_is_expected)
{
    struct redlock_lock *lock;
    struct rig_extend extend;

    (void)fenced();
    for (int node = 0; node < 3; node++)
        grant(node, 7);
    lock = rig_first_lock(&rig);
    rig_extend(&rig, &extend, lock, 10000, NULL);
    rig_missing(&rig, 0);
    grant(1, 7);
    grant(2, 7);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_REPAIR);
    cr_assert_eq(rig_asked(&rig, 0)->rules.fence, 7);
    rig_answer(&rig, 0,
               &(struct rlk_answer){.kind = RLK_ANSWER_CREATED,
                                    .remaining_ms = -1,
                                    .text = "",
                                    .time_us = 1000000,
                                    .counter = 12});
    rig_pass(&rig, SECOND);
    rig_extend(&rig, &extend, lock, 10000, &report);
    grant(0, 12);
    cr_assert_eq(report.node[0].vote, REDLOCK_VOTE_NONE);
    grant(1, 7);
    grant(2, 7);
    cr_assert_eq(report.node[0].reason, REDLOCK_REASON_PROBATION);
}

/*
 * A node that granted after the fence was agreed may have counted further, and
 * nobody newer has been there for that.
 */
Test(core_lock, a_repair_is_judged_by_what_the_node_told_itself)
{
    struct rig_extend extend;

    (void)fenced();
    grant(0, 7);
    grant(1, 7);
    grant(2, 9);
    rig_extend(&rig, &extend, rig_first_lock(&rig), 10000, NULL);
    grant(0, 7);
    grant(1, 7);
    rig_missing(&rig, 2);
    cr_assert_eq(rig_asked(&rig, 2)->verb, RLK_VERB_REPAIR);
    cr_assert_eq(rig_asked(&rig, 2)->rules.fence, 9);
}

Test(core_lock, an_extension_of_a_lock_that_has_run_out_is_lost_at_once)
{
    struct redlock_lock *lock = rig_lock(&rig, &job);
    struct rlk_extend extend = {.ended = NULL};

    rig.now += 20 * SECOND; /* and no timer has fired yet */
    extend.call.completion.run = rig_ignore;
    cr_assert_eq(rlk_extend_start(&extend, lock, 10 * SECOND, NULL, rig.now),
                 REDLOCK_LOST);
    rig_settle(&rig);
    cr_assert_eq(rig.told, 1);
    cr_assert_str_eq(rig_said(&rig), "");
}

Test(core_lock, an_undo_takes_back_what_was_minted)
{
    (void)fenced();
    grant(0, 7);
    rig_held(&rig, 1, 4000);
    rig_held(&rig, 2, 4000);
    cr_assert_eq(rig_asked(&rig, 0)->verb, RLK_VERB_PASS);
    cr_assert(rig_asked(&rig, 0)->checked);
    cr_assert_eq(rig_asked(&rig, 0)->rules.minted, 7);
    cr_assert_not(rig_asked(&rig, 1)->checked);
}
