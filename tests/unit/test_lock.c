/* SPDX-License-Identifier: MIT */
/* A lock says what is due and publishes what may be believed; it does nothing.
 */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

#include "redlock/api/client.h"
#include "redlock/core/lock.h"
#include "tests/support/ground.h"

/* Won by votes asked for at 0, it is valid to 100 ms; a loss is told at 90. */
static const int64_t ttl = 102 * MS;
static const int64_t notice = 10 * MS;

static struct ground ground;
static struct redlock_lock *lock;
static int moved;
static int64_t moved_at;
static int published;
static struct redlock_lock *freed;

static void on_moved(struct redlock_lock *of, int64_t now)
{
    cr_assert_eq(of, lock);
    moved++;
    moved_at = now;
}

static void on_published(struct redlock_lock *of)
{
    (void)of;
    published++;
}

static void on_freed(struct redlock_lock *of)
{
    freed = of;
}

static void on_renewed(struct redlock_lock *of, void *user)
{
    (void)of, (void)user;
}

static struct rlk_lock_settings settings(void)
{
    return (struct rlk_lock_settings){
        .resource = rlk_resource_new("cup", 3),
        .ttl_ns = ttl,
        .notice_ns = notice,
        .renewed = on_renewed,
    };
}

static void make(const struct rlk_lock_settings *of)
{
    lock = rlk_lock_new(&ground.runtime, of);
    cr_assert_not_null(lock);
}

static void make_plain(void)
{
    struct rlk_lock_settings of = settings();

    make(&of);
}

/* The first count nodes have granted, asked at 0; that was heard of at 1 ms. */
static void won_by(int count)
{
    for (int node = 0; node < count; node++)
        rlk_tenure_grant(&lock->tenure, node, 0, ttl, 1 * MS);
    rlk_lock_begin(lock, 7, lock->ttl_ns, 1 * MS);
}

static bool extend(int node, int64_t sent, int64_t now)
{
    return rlk_lock_extended(lock, node, sent, ttl, false, now);
}

static int64_t valid_until(void)
{
    return atomic_load(&lock->valid_until);
}

static void open_ground(void)
{
    struct rlk_runtime_settings of = ground_settings();

    ground_open(&ground, &of);
    ground.runtime.lock_moved = on_moved;
    ground.runtime.published = on_published;
    ground.runtime.freed = on_freed;
}

static void close_ground(void)
{
    rlk_lock_free(lock);
    ground_close(&ground);
}

TestSuite(lock, .init = open_ground, .fini = close_ground);

/* --- its life ------------------------------------------------------------- */

Test(lock, is_not_held_before_it_has_begun)
{
    make_plain();
    cr_assert_not(rlk_lock_held(lock, 0));
    cr_assert_eq(valid_until(), 0);
    cr_assert_eq(moved, 0);
}

Test(lock, is_held_from_its_beginning_to_its_end)
{
    make_plain();
    won_by(2);
    cr_assert(rlk_lock_held(lock, 1 * MS));
    cr_assert(rlk_lock_held(lock, 100 * MS - 1));
    cr_assert_not(rlk_lock_held(lock, 100 * MS));
}

Test(lock, is_among_those_of_its_runtime_until_it_is_freed)
{
    make_plain();
    cr_assert_eq(
        RLK_LIST_FIRST(&ground.runtime.locks, struct redlock_lock, among_locks),
        lock);
    rlk_lock_free(lock);
    cr_assert_eq(freed, lock);
    cr_assert(rlk_list_empty(&ground.runtime.locks));
    lock = NULL;
}

Test(lock, has_the_token_of_the_attempt_that_won)
{
    struct rlk_token expected;
    struct rlk_token token;

    make_plain();
    won_by(2);
    rlk_token_make(&ground.runtime.token_base, 7, &expected);
    rlk_lock_token(lock, &token);
    cr_assert_str_eq(token.text, expected.text);
}

Test(lock, that_is_adopted_has_the_token_that_was_given)
{
    struct rlk_lock_settings of = settings();
    struct rlk_token token;

    of.adopted = "somebody's";
    make(&of);
    rlk_lock_token(lock, &token);
    cr_assert_str_eq(token.text, "somebody's");
}

/* --- what is due ---------------------------------------------------------- */

Test(lock, is_to_be_told_lost_a_notice_before_its_end)
{
    make_plain();
    won_by(2);
    cr_assert_eq(rlk_lock_tell_at(lock), 90 * MS);
    cr_assert_eq(rlk_lock_next_due(lock, 1 * MS), 90 * MS);
    cr_assert_eq(rlk_lock_due(lock, 90 * MS - 1), RLK_LOCK_NOTHING);
    cr_assert_eq(rlk_lock_due(lock, 90 * MS), RLK_LOCK_LOST);
}

Test(lock, is_to_be_renewed_when_the_keeper_has_planned_it)
{
    make_plain();
    won_by(2);
    lock->renew_at = 34 * MS;
    cr_assert_eq(rlk_lock_next_due(lock, 1 * MS), 34 * MS);
    cr_assert_eq(rlk_lock_due(lock, 34 * MS - 1), RLK_LOCK_NOTHING);
    cr_assert_eq(rlk_lock_due(lock, 34 * MS), RLK_LOCK_RENEW);
    cr_assert_eq(rlk_lock_due(lock, 90 * MS), RLK_LOCK_LOST);
}

/* The holder may rely on it until its end, whenever the loss was told. */
Test(lock, that_is_lost_has_its_keys_given_up_at_its_end)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 90 * MS);
    cr_assert_eq(rlk_lock_next_due(lock, 90 * MS), 100 * MS);
    cr_assert_eq(rlk_lock_due(lock, 100 * MS - 1), RLK_LOCK_NOTHING);
    cr_assert_eq(rlk_lock_due(lock, 100 * MS), RLK_LOCK_EXPIRED);
}

Test(lock, whose_end_has_passed_has_its_keys_given_up_at_once)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 300 * MS);
    cr_assert_eq(rlk_lock_next_due(lock, 300 * MS), 300 * MS);
    cr_assert_eq(rlk_lock_due(lock, 300 * MS), RLK_LOCK_EXPIRED);
}

Test(lock, that_is_abandoned_has_nothing_due)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 90 * MS);
    lock->abandoned = true;
    cr_assert_eq(rlk_lock_due(lock, 100 * MS), RLK_LOCK_NOTHING);
    cr_assert_eq(rlk_lock_next_due(lock, 100 * MS), RLK_NEVER);
}

Test(lock, that_is_adopted_has_nothing_due_before_it_is_founded)
{
    struct rlk_lock_settings of = settings();

    of.adopted = "somebody's";
    make(&of);
    cr_assert_eq(rlk_lock_due(lock, 500 * MS), RLK_LOCK_NOTHING);
    cr_assert_eq(rlk_lock_next_due(lock, 500 * MS), RLK_NEVER);
    cr_assert(extend(0, 500 * MS, 501 * MS));
    cr_assert_eq(moved, 0);
    cr_assert(extend(1, 500 * MS, 501 * MS));
    cr_assert_eq(moved, 1);
    cr_assert_eq(rlk_lock_next_due(lock, 501 * MS), 590 * MS);
}

/* --- what is published ---------------------------------------------------- */

Test(lock, publishes_its_validity_when_it_begins)
{
    make_plain();
    won_by(2);
    cr_assert_eq(valid_until(), 100 * MS);
    cr_assert_eq(published, 1);
    cr_assert_eq(moved, 1);
    cr_assert_eq(moved_at, 1 * MS);
}

Test(lock, publishes_nothing_that_has_to_be_told_lost_at_once)
{
    make_plain();
    for (int node = 0; node < 2; node++)
        rlk_tenure_grant(&lock->tenure, node, 0, ttl, 1 * MS);
    rlk_lock_begin(lock, 7, lock->ttl_ns, 90 * MS);
    cr_assert_eq(valid_until(), 0);
    cr_assert_eq(published, 0);
    cr_assert_eq(moved, 1);
    cr_assert_eq(rlk_lock_due(lock, 90 * MS), RLK_LOCK_LOST);
}

Test(lock, that_is_lost_publishes_what_is_left_as_its_shield)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 90 * MS);
    cr_assert_not(rlk_lock_held(lock, 90 * MS));
    cr_assert_eq(valid_until(), 0);
    cr_assert_eq(atomic_load(&lock->shielded_until), 100 * MS);
    cr_assert_eq(published, 2);
}

Test(lock, whose_end_has_passed_has_no_shield)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 100 * MS);
    cr_assert_eq(atomic_load(&lock->shielded_until), 0);
}

/* --- what moves it -------------------------------------------------------- */

Test(lock, moves_when_a_quorum_was_extended)
{
    make_plain();
    won_by(2);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    cr_assert_eq(valid_until(), 100 * MS);
    cr_assert(extend(1, 50 * MS, 52 * MS));
    cr_assert_eq(valid_until(), 150 * MS);
    cr_assert_eq(moved_at, 52 * MS);
}

Test(lock, is_moved_by_a_late_grant)
{
    make_plain();
    rlk_tenure_grant(&lock->tenure, 0, 0, ttl, 1 * MS);
    rlk_tenure_grant(&lock->tenure, 1, 20 * MS, ttl, 21 * MS);
    rlk_lock_begin(lock, 7, lock->ttl_ns, 21 * MS);
    cr_assert_eq(valid_until(), 100 * MS);
    rlk_lock_late_grant(lock, 2, 10 * MS, ttl, 30 * MS);
    cr_assert_eq(valid_until(), 110 * MS);
}

Test(lock, that_is_lost_is_not_moved_by_a_late_grant)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 90 * MS);
    moved = 0;
    rlk_lock_late_grant(lock, 2, 10 * MS, ttl, 91 * MS);
    cr_assert_eq(moved, 0);
    cr_assert_eq(valid_until(), 0);
}

Test(lock, bears_the_withdrawal_of_a_vote_that_is_not_needed)
{
    make_plain();
    won_by(3);
    rlk_lock_withdraw(lock, 0, 10 * MS);
    cr_assert(rlk_lock_held(lock, 10 * MS));
    cr_assert_eq(valid_until(), 100 * MS);
}

Test(lock, is_to_be_told_lost_when_its_quorum_is_withdrawn)
{
    make_plain();
    won_by(2);
    rlk_lock_withdraw(lock, 0, 10 * MS);
    cr_assert_not(rlk_lock_held(lock, 10 * MS));
    cr_assert_eq(rlk_lock_due(lock, 10 * MS), RLK_LOCK_LOST);
    cr_assert_eq(moved_at, 10 * MS);
}

Test(lock, counts_a_repaired_node_no_more_than_one_that_lacks_the_key)
{
    make_plain();
    won_by(2);
    rlk_lock_repaired(lock, 0, 10 * MS);
    cr_assert_eq(rlk_lock_due(lock, 10 * MS), RLK_LOCK_LOST);
}

Test(lock, that_is_given_up_is_to_be_told_lost)
{
    make_plain();
    won_by(3);
    rlk_lock_give_up(lock, 10 * MS);
    cr_assert_eq(rlk_lock_due(lock, 10 * MS), RLK_LOCK_LOST);
    cr_assert_eq(moved, 2);
}

Test(lock, is_given_up_once)
{
    make_plain();
    won_by(2);
    rlk_lock_lose(lock, 90 * MS);
    rlk_lock_give_up(lock, 91 * MS);
    cr_assert_eq(moved, 1);
}

/* --- steps of a node's clock ---------------------------------------------- */

Test(lock, ends_earlier_where_a_clock_that_it_needs_has_gone_ahead)
{
    make_plain();
    won_by(2);
    rlk_lock_shorten(lock, 0, 30 * MS, 10 * MS);
    cr_assert_eq(valid_until(), 70 * MS);
    cr_assert_eq(rlk_lock_next_due(lock, 10 * MS), 60 * MS);
    cr_assert_not(lock->renew_soon);
}

Test(lock, that_is_kept_wants_to_be_renewed_soon_after_a_step)
{
    struct rlk_lock_settings of = settings();

    of.keep = true;
    make(&of);
    won_by(3);
    rlk_lock_shorten(lock, 0, 30 * MS, 10 * MS);
    cr_assert_eq(valid_until(), 100 * MS);
    cr_assert(lock->renew_soon);
}

Test(lock, that_is_being_renewed_does_not_want_it_twice)
{
    struct rlk_lock_settings of = settings();

    of.keep = true;
    make(&of);
    won_by(3);
    lock->renewing = true;
    rlk_lock_shorten(lock, 0, 30 * MS, 10 * MS);
    cr_assert_not(lock->renew_soon);
}

Test(lock, that_was_not_won_yet_has_nothing_to_shorten)
{
    make_plain();
    rlk_lock_shorten(lock, 0, 30 * MS, 10 * MS);
    cr_assert_eq(moved, 0);
}

/* --- what the holder is told ---------------------------------------------- */

Test(lock, tells_a_renewal_and_not_its_beginning)
{
    make_plain();
    won_by(2);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 0);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    cr_assert(extend(1, 50 * MS, 51 * MS));
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 1);
    cr_assert_eq(ground.last_told, lock);
}

Test(lock, tells_that_it_ends_earlier)
{
    make_plain();
    won_by(2);
    rlk_lock_shorten(lock, 0, 30 * MS, 10 * MS);
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 1);
}

Test(lock, tells_no_renewal_that_moved_nothing)
{
    make_plain();
    won_by(2);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 0);
}

Test(lock, tells_no_renewal_to_who_does_not_listen)
{
    struct rlk_lock_settings of = settings();

    of.renewed = NULL;
    make(&of);
    won_by(2);
    cr_assert(extend(0, 50 * MS, 51 * MS));
    cr_assert(extend(1, 50 * MS, 51 * MS));
    ground_run_completions(&ground);
    cr_assert_eq(ground.told, 0);
}

/* --- its fence ------------------------------------------------------------ */

Test(lock, that_is_fenced_expects_its_fence_or_what_the_node_stood_at)
{
    struct rlk_lock_settings of = settings();

    of.fenced = true;
    make(&of);
    lock->fence = 40;
    rlk_lock_counter(lock, 1, 41);
    cr_assert(rlk_lock_expects(lock, 0, 40));
    cr_assert(rlk_lock_expects(lock, 1, 41));
    cr_assert_not(rlk_lock_expects(lock, 0, 41));
}

/* --- repair --------------------------------------------------------------- */

Test(lock, gives_a_key_back_while_it_is_held_and_not_after)
{
    struct rlk_lock_settings of = settings();

    of.repair = true;
    make(&of);
    won_by(2);
    cr_assert(rlk_lock_repairs(lock, 89 * MS));
    cr_assert_not(rlk_lock_repairs(lock, 100 * MS));
}

Test(lock, gives_no_key_back_where_that_is_not_wanted)
{
    make_plain();
    won_by(2);
    cr_assert_not(rlk_lock_repairs(lock, 10 * MS));
}

/* --- the descriptor of its loss ------------------------------------------- */

static void closes(int fd)
{
    make_plain();
    ground.runtime.freed = rlk_lost_fd_freed;
    cr_assert_lt(atomic_load(&lock->lost_fd), 0);
    atomic_store(&lock->lost_fd, fd);
    rlk_lock_free(lock);
    lock = NULL;
    cr_assert_eq(fcntl(fd, F_GETFD), -1);
}

Test(lock, closes_its_descriptor_with_it)
{
    closes(rlk_timer_fd());
}

Test(lock, closes_the_descriptor_zero)
{
    cr_assert_eq(dup2(rlk_timer_fd(), 0), 0);
    closes(0);
}
