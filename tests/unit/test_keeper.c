/* SPDX-License-Identifier: MIT */
/* The keeper does what a lock says is due, when it is due. */

#include <criterion/criterion.h>

#include "redlock/core/extend.h"
#include "redlock/core/keeper.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

/* Asked for at 0 it is valid to 3000 ms; a loss is told at 2800. */
static const int64_t ttl = 3002 * MS;
static const int64_t notice = 200 * MS;

/* Renewals fall on multiples of this: many in one turn. */
static const int64_t grain = 3002 * MS / 3000 + 1;

static struct ground ground;
static struct redlock_lock *lock;

static const char *const extend_all = "extend n1 3002, extend n2 3002, "
                                      "extend n3 3002";

static void open_three(void)
{
    ground_open_connected(&ground);
    ground.runtime.lock_moved = rlk_keeper_follow;
    ground.runtime.lock_fire = rlk_keeper_fire;
}

static void close_ground(void)
{
    if (lock != NULL)
        rlk_release_handle(lock, ground.now);
    ground_close(&ground);
}

TestSuite(keeper, .init = open_three, .fini = close_ground);

/* By all three nodes, asked at 0; the token's number spreads first renewals. */
static void win(bool keep, uint64_t attempt)
{
    lock = rlk_lock_new(&ground.runtime,
                        &(struct rlk_lock_settings){
                            .resource = rlk_resource_new("cup", 3),
                            .ttl_ns = ttl,
                            .notice_ns = notice,
                            .keep = keep,
                        });
    cr_assert_not_null(lock);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&lock->tenure, node, 0, ttl, 0);
    rlk_lock_begin(lock, attempt, lock->ttl_ns, 0);
}

static void all_answer(enum rlk_answer_kind kind)
{
    for (int node = 0; node < 3; node++)
        ground_answer(&ground, node, kind);
}

/* As it was planned, to the grain. */
static void assert_about(int64_t instant, int64_t expected)
{
    cr_assert_leq(instant, expected);
    cr_assert_gt(instant, expected - grain);
}

/* --- renewals --------------------------------------------------------------
 */

Test(keeper, renews_a_kept_lock_a_third_of_its_ttl_after_it_was_asked_for)
{
    win(true, 1);
    assert_about(lock->timer.at, ttl / 3);
    ground_pass(&ground, ttl / 3 - grain);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, ttl / 3);
    cr_assert_str_eq(ground_said(&ground), extend_all);
}

Test(keeper, renews_once_more_a_third_later)
{
    int64_t first;

    win(true, 1);
    first = lock->timer.at;
    ground_pass(&ground, ttl / 3);
    all_answer(RLK_ANSWER_YES);
    (void)ground_said(&ground);
    cr_assert_eq(lock->tenure.validity, first + 3000 * MS);
    assert_about(lock->timer.at, first + ttl / 3);
    ground_pass(&ground, first + ttl / 3);
    cr_assert_str_eq(ground_said(&ground), extend_all);
}

Test(keeper, does_not_renew_what_is_not_to_be_kept)
{
    win(false, 1);
    cr_assert_eq(lock->timer.at, 2800 * MS);
    ground_pass(&ground, 2800 * MS - 1);
    cr_assert_str_eq(ground_said(&ground), "");
}

/* What is acquired in a burst is not renewed in one. */
Test(keeper, spreads_first_renewals_over_a_quarter_of_the_ttl)
{
    int in_quarter[4] = {0};

    for (uint64_t attempt = 1; attempt <= 100; attempt++) {
        win(true, attempt);
        cr_assert_gt(lock->timer.at, ttl / 12 - grain);
        cr_assert_leq(lock->timer.at, ttl / 3);
        in_quarter[(lock->timer.at - ttl / 12 + grain) * 4 /
                   (ttl / 4 + 2 * grain)]++;
        rlk_lock_free(lock);
        lock = NULL;
    }
    for (int quarter = 0; quarter < 4; quarter++)
        cr_assert(in_quarter[quarter] >= 20 && in_quarter[quarter] <= 30, "%d",
                  in_quarter[quarter]);
}

Test(keeper, renews_at_once_when_a_vote_ends_earlier_than_thought)
{
    win(true, 1);
    ground_pass(&ground, 100 * MS);
    rlk_lock_shorten(lock, 0, 500 * MS, ground.now);
    cr_assert_eq(lock->timer.at, 100 * MS);
    ground_pass(&ground, 100 * MS);
    cr_assert_str_eq(ground_said(&ground), extend_all);
}

Test(keeper, tries_a_renewal_again_that_found_no_memory)
{
    win(true, 1);
    ground_pass(&ground, ttl / 3 - grain);
    ground.now = lock->timer.at;
    (void)rlk_alloc_fail_at(1);
    ground_pass(&ground, ground.now);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert_eq(lock->timer.at, ground.now + ttl / 12 + 1);
    ground_pass(&ground, lock->timer.at);
    cr_assert_str_eq(ground_said(&ground), extend_all);
}

/* --- the loss --------------------------------------------------------------
 */

Test(keeper, tells_a_loss_a_notice_before_the_end_and_once)
{
    win(false, 1);
    ground_pass(&ground, 2800 * MS - 1);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 0);
    ground_pass(&ground, 2800 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 1);
    cr_assert(lock->lost);
    ground_pass(&ground, 60 * SECOND);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 1);
}

Test(keeper, tells_a_loss_at_once_when_the_quorum_is_withdrawn)
{
    win(true, 1);
    rlk_lock_withdraw(lock, 0, 10 * MS);
    cr_assert_not(lock->lost);
    rlk_lock_withdraw(lock, 1, 10 * MS);
    cr_assert(lock->lost);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 1);
}

Test(keeper, ends_the_extensions_of_a_lost_lock)
{
    struct rlk_extend extend = {0};

    win(false, 1);
    cr_assert_eq(rlk_extend_start(&extend, lock, ttl, NULL, 1 * MS),
                 REDLOCK_OK);
    rlk_lock_give_up(lock, 2 * MS);
    cr_assert_eq(extend.call.status, REDLOCK_LOST);
    cr_assert_null(extend.lock);
    rlk_call_drop(&extend.call);
}

Test(keeper, does_not_renew_a_lost_lock)
{
    win(true, 1);
    rlk_lock_give_up(lock, 10 * MS);
    ground_pass(&ground, 2999 * MS);
    cr_assert_str_eq(ground_said(&ground), "");
}

/* --- the keys of what was lost ----------------------------------------------
 */

/* Its holder may act on it until then. */
Test(keeper, gives_the_keys_up_at_the_end_of_what_was_believed)
{
    win(false, 1);
    ground_pass(&ground, 3000 * MS - 1);
    cr_assert(lock->lost);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 3000 * MS);
    cr_assert_str_eq(ground_said(&ground),
                     "pass n1 by text, release n2 by text, release n3 by text");
    cr_assert(lock->abandoned);
}

Test(keeper, gives_the_keys_up_once)
{
    win(false, 1);
    ground_pass(&ground, 3000 * MS);
    all_answer(RLK_ANSWER_YES);
    (void)ground_said(&ground);
    ground_pass(&ground, 60 * SECOND);
    cr_assert_str_eq(ground_said(&ground), "");
}
