/* SPDX-License-Identifier: MIT */
/* One wish to extend: rounds and pauses, until it has moved or is lost. */

#include <criterion/criterion.h>

#include "redlock/core/extend.h"
#include "redlock/core/lock.h"
#include "redlock/core/release.h"
#include "redlock/runtime/memory.h"
#include "tests/support/ground.h"

/* Asked for at 0 it is valid to 3000 ms; a loss is told at 2800. */
static const int64_t ttl = 3002 * MS;
static const int64_t notice = 200 * MS;

static struct ground ground;
static struct redlock_lock *lock;
static struct redlock_report report;
static struct rlk_extend extend;
static int ended;

static void run(struct rlk_completion *completion)
{
    cr_assert_eq(completion, &extend.call.completion);
    ended++;
}

/* As the keeper does: a lock that is lost has no extension under way. */
static void moved(struct redlock_lock *of, int64_t now)
{
    if (!of->lost && rlk_lock_due(of, now) == RLK_LOCK_LOST) {
        rlk_lock_lose(of, now);
        rlk_extend_end_all(of, now);
    }
}

/* Held by all three nodes, asked at 0. */
static void win(void)
{
    ground_open_connected(&ground);
    ground.runtime.lock_moved = moved;
    lock = rlk_lock_new(&ground.runtime,
                        &(struct rlk_lock_settings){
                            .resource = rlk_resource_new("cup", 3),
                            .ttl_ns = ttl,
                            .notice_ns = notice,
                            .repair = true,
                        });
    cr_assert_not_null(lock);
    for (int node = 0; node < 3; node++)
        rlk_tenure_grant(&lock->tenure, node, 0, ttl, 0);
    rlk_lock_begin(lock, 1, lock->ttl_ns, 0);
    extend.call.completion.run = run;
}

static void close_ground(void)
{
    rlk_release_handle(lock, ground.now);
    ground_close(&ground);
}

TestSuite(extend, .init = win, .fini = close_ground);

static void start_at(int64_t instant, int64_t ttl_ns)
{
    ground_pass(&ground, instant);
    cr_assert_eq(rlk_extend_start(&extend, lock, ttl_ns, &report, instant),
                 REDLOCK_OK);
}

static void answer(int node, enum rlk_answer_kind kind)
{
    ground_answer(&ground, node, kind);
}

static void all_answer(enum rlk_answer_kind kind)
{
    for (int node = 0; node < 3; node++)
        answer(node, kind);
}

/* Whether it has ended, and with what. */
static bool ended_with(enum redlock_status status)
{
    ground_run_completions(&ground);
    return ended == 1 && extend.call.status == status;
}

/* --- a round that suffices --------------------------------------------------
 */

Test(extend, asks_every_node_for_the_ttl)
{
    start_at(500 * MS, 5002 * MS);
    cr_assert_str_eq(ground_said(&ground),
                     "extend n1 5002, extend n2 5002, extend n3 5002");
}

Test(extend, moves_the_end_from_when_it_was_sent)
{
    start_at(500 * MS, ttl);
    answer(0, RLK_ANSWER_YES);
    cr_assert_not(ended_with(REDLOCK_OK));
    answer(1, RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(lock->tenure.validity, 3500 * MS);
    cr_assert_eq(report.granted, 2);
    cr_assert_eq(report.attempts, 1);
}

Test(extend, gives_its_ttl_to_the_renewals_that_follow)
{
    start_at(500 * MS, 5002 * MS);
    cr_assert_eq(lock->ttl_ns, ttl);
    all_answer(RLK_ANSWER_YES);
    cr_assert_eq(lock->ttl_ns, 5002 * MS);
}

/* Its release may have to wait for that long. */
Test(extend, may_make_the_keys_live_longer_as_soon_as_it_is_sent)
{
    start_at(500 * MS, 5002 * MS);
    cr_assert_eq(lock->longest_ns, 5002 * MS);
}

/* --- a round that does not --------------------------------------------------
 */

Test(extend, is_lost_where_a_quorum_lacks_the_key)
{
    start_at(500 * MS, ttl);
    answer(0, RLK_ANSWER_MISSING);
    cr_assert_not(lock->lost);
    answer(1, RLK_ANSWER_MISSING);
    cr_assert(lock->lost);
    cr_assert(ended_with(REDLOCK_LOST));
}

/* The first pause is 5 ms at most, half of it is drawn. */
Test(extend, tries_again_after_a_pause)
{
    start_at(500 * MS, ttl);
    all_answer(RLK_ANSWER_ERROR);
    (void)ground_said(&ground);
    ground_pass(&ground, 500 * MS + 2500000 - 1);
    cr_assert_str_eq(ground_said(&ground), "");
    ground_pass(&ground, 500 * MS + 2500000);
    cr_assert_str_eq(ground_said(&ground),
                     "extend n1 3002, extend n2 3002, extend n3 3002");
    all_answer(RLK_ANSWER_YES);
    cr_assert(ended_with(REDLOCK_OK));
    cr_assert_eq(report.attempts, 2);
}

Test(extend, is_lost_when_the_loss_is_to_be_told)
{
    start_at(500 * MS, ttl);
    for (int i = 0; i < 1000 && !lock->lost; i++) {
        for (int node = 0; node < 3; node++)
            if (ground.node[node].inflight.count > 0)
                answer(node, RLK_ANSWER_ERROR);
        ground_pass(&ground, ground.now + 10 * MS);
    }
    cr_assert(ended_with(REDLOCK_LOST));
    cr_assert_geq(ground.now, 2800 * MS);
    cr_assert_lt(ground.now, 2820 * MS);
}

Test(extend, of_what_has_run_out_is_lost_and_sends_nothing)
{
    ground.now = 3000 * MS;
    cr_assert_eq(rlk_extend_start(&extend, lock, ttl, &report, ground.now),
                 REDLOCK_LOST);
    cr_assert_str_eq(ground_said(&ground), "");
    cr_assert(lock->lost);
}

/* --- repair -----------------------------------------------------------------
 */

Test(extend, gives_the_key_back_to_who_lacks_it_once_it_is_won)
{
    start_at(500 * MS, ttl);
    (void)ground_said(&ground);
    answer(0, RLK_ANSWER_MISSING);
    answer(1, RLK_ANSWER_YES);
    cr_assert_str_eq(ground_said(&ground), "");
    answer(2, RLK_ANSWER_YES);
    cr_assert_str_eq(ground_said(&ground), "repair n1 3002");
    answer(0, RLK_ANSWER_CREATED);
    cr_assert_eq(lock->votes[0].probation, 500 * MS);
}

Test(extend, gives_no_key_back_for_what_is_lost)
{
    start_at(500 * MS, ttl);
    (void)ground_said(&ground);
    all_answer(RLK_ANSWER_MISSING);
    ground_pass(&ground, 1000 * MS);
    cr_assert_str_eq(ground_said(&ground), "");
}

/* --- who waits ---------------------------------------------------------------
 */

static struct redlock_lock *told_of;

static void hear_the_end(struct rlk_extend *of, struct redlock_lock *its,
                         int64_t now)
{
    (void)now;
    cr_assert_eq(of, &extend);
    told_of = its;
}

Test(extend, of_the_keepers_tells_the_keeper_and_completes_never)
{
    extend.ended = hear_the_end;
    start_at(500 * MS, ttl);
    all_answer(RLK_ANSWER_YES);
    cr_assert_eq(told_of, lock);
    ground_run_completions(&ground);
    cr_assert_eq(ended, 0);
}

Test(extend, that_is_dropped_still_moves_the_lock)
{
    start_at(500 * MS, ttl);
    rlk_extend_drop(&extend, 501 * MS);
    all_answer(RLK_ANSWER_YES);
    cr_assert_eq(lock->tenure.validity, 3500 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(ended, 0);
}

Test(extend, without_memory_is_not_started)
{
    (void)rlk_alloc_fail_at(1);
    cr_assert_eq(rlk_extend_start(&extend, lock, ttl, &report, 0),
                 REDLOCK_NO_MEMORY);
    cr_assert(rlk_list_empty(&lock->extends));
    cr_assert(rlk_lock_held(lock, 0));
}

Test(extend, checks_its_ttl)
{
    cr_assert_eq(rlk_extend_check(lock, 0), REDLOCK_BAD_REQUEST);
    cr_assert_eq(rlk_extend_check(lock, 202), REDLOCK_TTL_TOO_SHORT);
    cr_assert_eq(rlk_extend_check(lock, 203), REDLOCK_OK);
    cr_assert_eq(rlk_extend_check(lock, 10000), REDLOCK_OK);
    cr_assert_eq(rlk_extend_check(lock, 10001), REDLOCK_TTL_TOO_LONG);
}
